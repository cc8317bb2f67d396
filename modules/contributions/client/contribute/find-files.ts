/** Finds regular files among paths and below folders. It reports entries that are not files or cannot be read. Names are bytes. */
import { lstat, readdir, stat } from 'node:fs/promises';
import { sep } from 'node:path';
import { toError } from '../../../../platform/errors.ts';

export interface FoundFile {
  readonly path: Buffer;
  readonly size: number;
  readonly mtimeNs: bigint;
}

export interface LeftOut {
  readonly path: Buffer;
  readonly reason: string;
}

export interface FoundFiles {
  readonly files: readonly FoundFile[];
  readonly leftOut: readonly LeftOut[];
}

/**
 * Returns files in a stable order, each once. Links in `paths` are followed. Links inside of folders are not: they may lead to files
 * outside of the folder, or to the same file twice.
 */
export async function findFiles(paths: readonly string[]): Promise<FoundFiles> {
  const files = new Map<string, FoundFile>();
  const leftOut: LeftOut[] = [];
  const leave = (path: Buffer, reason: string): void => void leftOut.push({ path, reason });
  // A stack: entries are pushed in reverse order, so that each folder is finished before the next.
  const waiting: { readonly path: Buffer; readonly isNamed: boolean }[] = paths
    .map((path) => ({ path: Buffer.from(path), isNamed: true }))
    .toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { path, isNamed } = next;
    try {
      const found = await (isNamed ? stat(path, { bigint: true }) : lstat(path, { bigint: true }));
      if (found.isFile()) {
        files.set(path.toString('latin1'), { path, size: Number(found.size), mtimeNs: found.mtimeNs });
      } else if (found.isDirectory()) {
        const names = await readdir(path, { encoding: 'buffer' });
        const inside = names
          .toSorted((a, b) => a.compare(b))
          .map((name) => ({ path: inFolder(path, name), isNamed: false }));
        for (const entry of inside.toReversed()) waiting.push(entry);
      } else leave(path, found.isSymbolicLink() ? 'a link' : 'no regular file');
    } catch (error) {
      leave(path, reasonOf(toError(error)));
    }
  }
  return { files: [...files.values()], leftOut };
}

function inFolder(folder: Buffer, name: Buffer): Buffer {
  const isRoot = folder.at(-1) === sep.charCodeAt(0);
  return Buffer.concat(isRoot ? [folder, name] : [folder, Buffer.from(sep), name]);
}

function reasonOf(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return 'there is no such file';
  if (error.code === 'EACCES' || error.code === 'EPERM') return 'it may not be read';
  return error.code ?? error.message;
}

/** A path for a terminal. Control characters are made visible, so that file names cannot move the cursor. */
export function printPath(path: Uint8Array): string {
  return Buffer.from(path)
    .toString()
    .replaceAll(
      /[\p{Cc}\p{Cf}\u{2028}\u{2029}]/gu,
      (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`,
    );
}
