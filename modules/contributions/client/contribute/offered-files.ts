/** The list of offered files, to find those that the archive requests later. Each line has a SHA-256 and a path. */
import { openAsBlob } from 'node:fs';
import { appendFile, readFile } from 'node:fs/promises';
import { toError } from '../../../../platform/errors.ts';
import type { Archive } from '../archive/archive.ts';
import { DumpRefusedError, type FileProblem } from './contribute.ts';

export async function noteOffered(notes: string, sha256: string, path: Buffer): Promise<void> {
  await appendFile(notes, `${sha256} ${path.toString('base64')}\n`);
}

export interface HandedOver {
  readonly count: number;
  readonly failed: readonly FileProblem[];
}

/** Uploads the requested files that were offered from this computer. @throws ArchiveError */
export async function handOverWanted(archive: Archive, notes: string): Promise<HandedOver> {
  const wanted = await archive.wanted();
  const paths = wanted.length === 0 ? new Map<string, Buffer>() : await readNotes(notes);
  let count = 0;
  const failed: FileProblem[] = [];
  for (const { sha256, size } of wanted) {
    const path = paths.get(sha256);
    if (path === undefined) continue;
    try {
      const file = await openAsBlob(path);
      if (file.size !== size) throw new DumpRefusedError('the archive asks for it, and it has changed since');
      await archive.handOver(sha256, file);
      count++;
    } catch (error) {
      failed.push({ path, problem: toError(error).message });
    }
  }
  return { count, failed };
}

/** Returns the latest path of each file. */
async function readNotes(notes: string): Promise<ReadonlyMap<string, Buffer>> {
  const text = await readFile(notes, 'latin1').catch(() => '');
  return new Map(
    text.split('\n').flatMap((line) => {
      const [sha256, path] = line.split(' ');
      return sha256 === undefined || path === undefined ? [] : [[sha256, Buffer.from(path, 'base64')] as const];
    }),
  );
}
