/** Describes files and hands over the dumps. Files that are done are noted, so that another run goes on where this one ended. */
import { createHash } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { writeDump } from '../mappings/dump/write-dump.ts';
import { toError } from '../platform/errors.ts';
import { makeDump, type DumpMaker } from './make-dump.ts';
import { ArchiveError } from './send-package.ts';

export interface ContributeOptions {
  readonly maker: DumpMaker;
  /** Hands over one dump; returns what became of it. */
  readonly deliver: (xml: string) => Promise<string>;
  /** File that notes what is done: one hash of path, size and time of change on each line. */
  readonly cache: string;
  /** Says in each dump that the contributor would hand over the file. */
  readonly offered: boolean;
  readonly onFile: (done: number, total: number) => void;
}

export interface ContributeReport {
  /** Files by what became of their dumps. */
  readonly outcomes: ReadonlyMap<string, number>;
  /** Files that were done before. */
  readonly skipped: number;
  readonly failed: readonly { readonly path: string; readonly problem: string }[];
}

/** @throws ArchiveError if dumps cannot be handed over: what is done until then stays noted */
export async function contribute(paths: readonly string[], options: ContributeOptions): Promise<ContributeReport> {
  const { maker, deliver, cache, offered, onFile } = options;
  const known = new Set((await readFile(cache, 'utf8').catch(() => '')).split('\n'));
  await mkdir(dirname(cache), { recursive: true });
  const outcomes = new Map<string, number>();
  const failed: { path: string; problem: string }[] = [];
  let skipped = 0;
  const files = await filesUnder(paths);
  for (const [at, path] of files.entries()) {
    try {
      const note = await noteOf(path, offered);
      if (known.has(note)) skipped++;
      else {
        const outcome = await deliver(writeDump(await makeDump(maker, path, offered)));
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        await appendFile(cache, `${note}\n`);
        known.add(note);
      }
    } catch (error) {
      if (error instanceof ArchiveError) throw error;
      failed.push({ path, problem: toError(error).message });
    }
    onFile(at + 1, files.length);
  }
  return { outcomes, skipped, failed };
}

async function noteOf(path: string, offered: boolean): Promise<string> {
  const { size, mtimeMs } = await stat(path);
  return createHash('sha256')
    .update(JSON.stringify([resolve(path), size, mtimeMs, offered]))
    .digest('hex');
}

/** Regular files, in a stable order. Links inside of folders are not followed. */
async function filesUnder(paths: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of paths) {
    if (!(await stat(path)).isDirectory()) {
      found.push(path);
      continue;
    }
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    found.push(...files.toSorted((a, b) => (a < b ? -1 : 1)));
  }
  return found;
}

const SUFFIX = '.dump.xml';

/** Keeps a dump in a folder, to be sent later. */
export async function keepDump(folder: string, xml: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${createHash('sha256').update(xml).digest('hex')}${SUFFIX}`);
  await writeFile(`${path}.part`, xml);
  await rename(`${path}.part`, path);
  return 'written';
}

/** Sends the dumps of a folder, and removes each that is sent. Returns their number. @throws ArchiveError */
export async function sendKept(folder: string, send: (xml: string) => Promise<string>): Promise<number> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(SUFFIX));
  for (const name of names) {
    await send(await readFile(join(folder, name), 'utf8'));
    await rm(join(folder, name));
  }
  return names.length;
}
