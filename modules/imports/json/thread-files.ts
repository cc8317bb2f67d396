/** Files of threads in the JSON of 4chan's API, as scrapers leave them in folders of any layout. */
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { isBoardName } from '../../../mappings/board.ts';
import { openFile } from '../dump/open-file.ts';
import { ImportError } from '../import-error.ts';

export interface ThreadFile {
  readonly path: string;
  /** Below the folder, for reports. */
  readonly name: string;
  /** null if no folder names a board. */
  readonly board: string | null;
}

/** The largest threads have some megabytes. */
const MAX_BYTES = 64 * 2 ** 20;
const THREAD_FILE = /\.json(?:\.gz|\.zst)?$/i;
/** The most folders between the board's folder and the file. */
const NO_BOARD = /^(?:threads?|res|json|api|\d.*)$/i;

/**
 * By board and number in the name, then by path, so that copies of a thread follow each other. @throws ImportError if the folder cannot
 * be read.
 */
export async function listThreadFiles(folder: string): Promise<ThreadFile[]> {
  let entries;
  try {
    entries = await readdir(folder, { withFileTypes: true, recursive: true });
  } catch (error) {
    throw new ImportError('source', `the folder cannot be read: ${(error as Error).message}`, { cause: error });
  }
  return entries
    .filter((entry) => entry.isFile() && THREAD_FILE.test(entry.name))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const name = relative(folder, path);
      return { path, name, board: boardOf(dirname(name)), num: Number(/\d+/.exec(entry.name)?.[0] ?? 0) };
    })
    .sort((a, b) => order(a.board ?? '', b.board ?? '') || a.num - b.num || order(a.name, b.name));
}

function order(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** The nearest folder with the name of a board: `g` for `4chan/g/thread/123.json`, `g/123/123.json` and `g/123.json`. */
function boardOf(folder: string): string | null {
  if (folder === '.') return null;
  const name = basename(folder);
  if (NO_BOARD.test(name) || !isBoardName(name)) return boardOf(dirname(folder));
  return name;
}

/** @throws ImportError for a file that is cut off or too large; errors of the disk */
export async function readText(path: string): Promise<string> {
  let isCut = false;
  const { chunks } = await openFile(path, () => (isCut = true));
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new ImportError('format', 'the file has more than 64 MB');
    pieces.push(chunk);
  }
  if (isCut) throw new ImportError('format', 'the compressed file is cut off');
  return Buffer.concat(pieces).toString('utf8');
}
