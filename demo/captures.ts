/**
 * Captured threads: every `{board}-thread-{num}.json` below the folder's `4chan/`, served unchanged. Optionally `media/{board}/` contains
 * a board's files, and `4chan/boards-*.json` the settings of boards.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { BOARD_NAME } from '../mappings/board.ts';
import { ConfigError, toError } from '../platform/errors.ts';
import { BOARD_DEFAULTS, type ChanBoard, type ChanPost } from './chan.ts';

type CapturedThread = readonly [ChanPost, ...ChanPost[]];

export interface CapturedBoard {
  readonly info: ChanBoard;
  readonly threads: readonly CapturedThread[];
}

export interface Captures {
  readonly dir: string;
  readonly boards: readonly CapturedBoard[];
  /** Files with a thread's name that were skipped, with the reason. */
  readonly skipped: readonly { readonly file: string; readonly reason: string }[];
}

const THREAD_FILE = /^([a-z0-9_]+)-thread-(\d+)\.json$/;
const SETTINGS_FILE = /^boards-.*\.json$/;

/** @throws ConfigError if the folder cannot be read or contains no thread. */
export async function readCaptures(dir: string): Promise<Captures> {
  const root = path.join(dir, '4chan');
  const files = (
    await readdir(root, { recursive: true }).catch((error: unknown) => {
      throw new ConfigError(`SAGASU_CAPTURES: cannot read ${root} (${toError(error).message})`, { cause: error });
    })
  ).sort();
  const skipped: { file: string; reason: string }[] = [];
  const boards = new Map<string, Map<number, CapturedThread>>();
  for (const file of files) {
    const [, board, num] = THREAD_FILE.exec(path.basename(file)) ?? [];
    if (board === undefined || num === undefined) continue;
    try {
      if (!BOARD_NAME.test(board)) throw new Error(`"${board}" is not a valid board name`);
      const thread = threadOf(await readFile(path.join(root, file), 'utf8'), Number(num));
      const threads = boards.get(board) ?? new Map<number, CapturedThread>();
      if (threads.has(thread[0].no)) throw new Error('another file contains the same thread');
      boards.set(board, threads.set(thread[0].no, thread));
    } catch (error) {
      skipped.push({ file, reason: toError(error).message });
    }
  }
  if (boards.size === 0) throw new ConfigError(`SAGASU_CAPTURES: no {board}-thread-{num}.json below ${root}`);
  const settings = await readSettings(root, files, skipped);
  return {
    dir,
    skipped,
    boards: [...boards].map(([board, threads]) => ({
      info: boardInfo(board, settings.get(board)),
      threads: [...threads.values()],
    })),
  };
}

/** @throws Error with the reason why the text is not a thread. */
function threadOf(text: string, num: number): CapturedThread {
  const { posts } = JSON.parse(text) as { posts?: unknown };
  if (!Array.isArray(posts) || posts.length === 0) throw new Error('it has no posts');
  const numbers = new Set<number>();
  for (const [index, post] of (posts as Partial<ChanPost>[]).entries()) {
    if (!Number.isSafeInteger(post?.no) || !Number.isSafeInteger(post.time))
      throw new Error(`post ${index} has no number or time`);
    if (post.resto !== (index === 0 ? 0 : num)) throw new Error(`post ${index} belongs to another thread`);
    numbers.add(post.no as number);
  }
  if (posts[0].no !== num) throw new Error(`its first post is ${posts[0].no}`);
  if (numbers.size < posts.length) throw new Error('a post number occurs twice');
  return posts as unknown as CapturedThread;
}

/** Settings by board. File names end in a year; the newest file that contains a board takes precedence. */
async function readSettings(
  root: string,
  files: readonly string[],
  skipped: { file: string; reason: string }[],
): Promise<Map<string, Partial<ChanBoard>>> {
  const settings = new Map<string, Partial<ChanBoard>>();
  for (const file of files.filter((name) => SETTINGS_FILE.test(path.basename(name)))) {
    try {
      const { boards } = JSON.parse(await readFile(path.join(root, file), 'utf8')) as { boards: Partial<ChanBoard>[] };
      for (const board of boards) if (typeof board.board === 'string') settings.set(board.board, board);
    } catch (error) {
      skipped.push({ file, reason: toError(error).message });
    }
  }
  return settings;
}

function boardInfo(board: string, settings: Partial<ChanBoard> = {}): ChanBoard {
  return {
    title: board,
    ...BOARD_DEFAULTS,
    per_page: 15,
    pages: 10,
    bump_limit: 310,
    image_limit: 150,
    meta_description: `/${board}/, captured`,
    is_archived: 1,
    ...settings,
    board,
  };
}
