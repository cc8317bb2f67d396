/** A thread of the own API, as bytes. Of one that changed only the posts that did are printed again. */
import type { Board } from '../../mappings/board.ts';
import { toPost } from '../../mappings/postgres/post-row.ts';
import type { Thread } from '../../mappings/contract/thread.ts';
import { bodyEtag } from '../answer-memory.ts';
import { PRESENTATION_VERSION, presentPost } from '../posts/present.ts';
import { createPostPrinter, join, onePerKey, type PrintPost } from './printed-posts.ts';
import type { ThreadRows } from './rows.ts';
import type { ThreadState } from './sql.ts';

export interface ThreadDesk {
  readonly rows: ThreadRows;
  readonly print: PrintPost<FilesOfBoard>;
}

export interface LoadedThread {
  readonly body: Buffer;
  readonly etag: string;
}

/** All that a post's JSON depends on beside its row. */
type FilesOfBoard = Pick<Board, 'mediaUrl'>;

const filesOf = onePerKey(
  ({ mediaUrl }: FilesOfBoard): FilesOfBoard => ({ mediaUrl }),
  ({ mediaUrl }) => mediaUrl,
);

/** The contract's posts have the fields that `presentPost` gives and no others, so no schema need be asked. */
export function createThreadPrinter(): PrintPost<FilesOfBoard> {
  return createPostPrinter((row, { mediaUrl }) => JSON.stringify(presentPost(toPost(row), mediaUrl)));
}

/** null when the board has no such thread, or nothing of it may be shown. */
export async function loadThread({ rows, print }: ThreadDesk, board: Board, num: number): Promise<LoadedThread | null> {
  const { state, rows: shown } = await rows.read(board, num, (row) => print(row, filesOf(board)));
  if (shown.length === 0) return null;
  const rev = Number(state.highest);
  const around: Thread = { board: board.name, num, posts: [], rev, source: 'postgres', degraded: false };
  const [before = '', after = ''] = JSON.stringify(around).split('[]');
  const posts = shown.map((row) => print(row, filesOf(board)));
  return { body: join([`${before}[`, posts, `]${after}`]), etag: threadEtag(board, state) };
}

/** The etag that `loadThread` gives, for readers who have a copy: a fraction of its work. */
export function threadEtag(board: Board, { posts, hidden, highest, sum }: ThreadState): string {
  const facts = [PRESENTATION_VERSION, board.name, board.mediaUrl, posts, hidden, highest, sum];
  return bodyEtag(JSON.stringify(facts));
}
