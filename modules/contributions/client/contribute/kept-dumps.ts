/** Dumps in a folder that will be sent later. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_DUMP_BYTES } from '../../format/dump.ts';
import { AppError, toError } from '../../../../platform/errors.ts';
import { DumpRefusedError, type FileProblem } from './contribute.ts';

const SUFFIX = '.dump.xml';

/** The folder does not exist or cannot be written. */
export class DumpFolderError extends AppError {
  constructor(folder: string, cause: unknown) {
    super('dump_folder', `dumps cannot be kept in ${folder}: ${toError(cause).message}`, { cause });
  }
}

/** Writes a dump atomically. @throws DumpFolderError */
export async function keepDump(folder: string, xml: string): Promise<string> {
  const path = join(folder, `${createHash('sha256').update(xml).digest('hex')}${SUFFIX}`);
  try {
    await mkdir(folder, { recursive: true });
    const part = `${path}.${randomUUID()}.part`;
    const file = await open(part, 'w');
    try {
      await file.writeFile(xml);
    } finally {
      await file.close();
    }
    await rename(part, path);
  } catch (error) {
    throw new DumpFolderError(folder, error);
  }
  return 'written';
}

export interface SentReport {
  readonly outcomes: ReadonlyMap<string, number>;
  /** Refused dumps, which stay in the folder. */
  readonly failed: readonly FileProblem[];
  readonly isAborted: boolean;
}

const UNDER_WAY = 6;

/** Sends the dumps of a folder, and removes each after it is sent. @throws DumpFolderError, and errors of `send` */
export async function sendKept(
  folder: string,
  send: (xml: string) => Promise<string>,
  onProgress: (done: number, total: number) => void = () => undefined,
  signal?: AbortSignal,
): Promise<SentReport> {
  const names = (await readdir(folder).catch(throwFolder(folder))).filter((name) => name.endsWith(SUFFIX));
  const outcomes = new Map<string, number>();
  const failed: FileProblem[] = [];
  let [next, count, stopped] = [0, 0, false];
  const worker = async (): Promise<void> => {
    for (let name = names[next++]; name !== undefined && !stopped; name = names[next++]) {
      if (signal?.aborted === true) return;
      const path = join(folder, name);
      try {
        const outcome = await send(await readKept(path));
        await rm(path);
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      } catch (error) {
        if (!(error instanceof DumpRefusedError)) {
          stopped = true;
          throw error;
        }
        failed.push({ path: Buffer.from(path), problem: error.message });
      }
      onProgress(++count, names.length);
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: UNDER_WAY }, worker));
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
  return { outcomes, failed, isAborted: signal?.aborted === true && count < names.length };
}

async function readKept(path: string): Promise<string> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new DumpRefusedError(`it cannot be read: ${toError(error).message}`);
  });
  if (bytes.length > MAX_DUMP_BYTES) throw new DumpRefusedError(`it is no dump: it has ${bytes.length} bytes`);
  return bytes.toString();
}

function throwFolder(folder: string): (error: unknown) => never {
  return (error) => {
    throw new DumpFolderError(folder, error);
  };
}
