/** The folder of files of an archive: `{board}/image/1234/56/1234567890123.jpg`, `{board}/thumb/1234/56/1234567890123s.jpg`. */
import type { Stats } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { ImportError } from '../import-error.ts';

export interface FolderFile {
  readonly path: string;
  /** Below the folder, for reports. */
  readonly name: string;
  readonly kind: 'file' | 'thumb';
  /** The time that names it, in the digits of its post; null for other names. */
  readonly time: number | null;
}

/** The deepest level of folders, so that circular links end. */
const MAX_DEPTH = 8;

/** Truncated names end in `.jp`, or lack a type. `-0` is the first of several files; the columns of a post do not include the others. */
const NAME = /^(\d{8,16})(?:-0)?(s?)(?:\.[a-z0-9]{0,8})?$/i;

/** Names of the boards with a folder. @throws ImportError if there is no folder. */
export async function foldersOfBoards(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => !entry.isFile()).map(({ name }) => name);
  } catch (error) {
    throw new ImportError('source', `the folder of files cannot be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

export async function countFiles(folder: string, board: string): Promise<number> {
  let files = 0;
  for await (const some of walkBoard(await realpath(folder), board, () => undefined)) files += some.length;
  return files;
}

/**
 * Yields every file of a board, one list for each of its folders. `onUnreadable` is called for folders that cannot be read, and for
 * links that lead out of the folder of all boards. @param root its real path
 */
export async function* walkBoard(
  root: string,
  board: string,
  onUnreadable: (name: string) => void,
): AsyncGenerator<readonly FolderFile[]> {
  const folder = join(root, board);
  if ((await insideOf(root, folder)) === null) onUnreadable('');
  else yield* walkFolder(folder, root, onUnreadable);
}

/** The target of a path; null for broken links and for links that lead out of the folder. `root` is a real path. */
export async function insideOf(root: string, path: string): Promise<string | null> {
  const real = await realpath(path).catch(() => null);
  return real === root || real?.startsWith(root.endsWith(sep) ? root : root + sep) === true ? real : null;
}

/**
 * Every file below the folder, one list for each of its folders. The path does not matter, since old layouts name folders by the thread
 * number and others by the file hash. The name identifies the file.
 */
async function* walkFolder(
  folder: string,
  root: string,
  onUnreadable: (name: string) => void,
  below = '',
  depth = 0,
): AsyncGenerator<readonly FolderFile[]> {
  const files: FolderFile[] = [];
  const folders: string[] = [];
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(() => null);
  if (entries === null) return onUnreadable(below);
  for (const entry of entries) {
    const name = join(below, entry.name);
    const target = entry.isSymbolicLink() ? await linkTarget(root, join(folder, name)) : entry;
    if (target === null) onUnreadable(name);
    else if (target.isDirectory()) folders.push(name);
    else if (target.isFile()) files.push(fileOf(folder, name, entry.name));
  }
  if (files.length > 0) yield files;
  for (const inner of folders.sort()) {
    if (depth === MAX_DEPTH) onUnreadable(inner);
    else yield* walkFolder(folder, root, onUnreadable, inner, depth + 1);
  }
}

async function linkTarget(root: string, path: string): Promise<Stats | null> {
  const real = await insideOf(root, path);
  return real === null ? null : stat(real).catch(() => null);
}

function fileOf(folder: string, name: string, base: string): FolderFile {
  const [, digits, suffix] = NAME.exec(base) ?? [];
  const time = Number(digits);
  const isThumb = digits === undefined ? isUnder(name, 'thumb') : suffix !== '' && extname(base) !== '.swf';
  return {
    path: join(folder, name),
    name,
    kind: isThumb ? 'thumb' : 'file',
    time: digits !== undefined && Number.isSafeInteger(time) ? time : null,
  };
}

function isUnder(name: string, folder: string): boolean {
  return name.split(/[\\/]/).slice(0, -1).includes(folder);
}
