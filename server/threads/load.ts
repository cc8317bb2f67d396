import { createHash } from 'node:crypto';
import type { Board } from '../../mappings/board.ts';
import { toPost } from '../../mappings/postgres/post-row.ts';
import type { Thread } from '../contract/thread.ts';
import { PRESENTATION_VERSION, presentPost } from '../posts/present.ts';
import type { ThreadRows } from './rows.ts';
import type { ThreadState } from './sql.ts';

export interface LoadedThread {
  readonly thread: Thread;
  /** null while PostgreSQL is away: the copy is not to be kept. */
  readonly etag: string | null;
}

/** null when the board has no such thread, or nothing of it may be shown. */
export async function loadThread(threadRows: ThreadRows, board: Board, num: number): Promise<LoadedThread | null> {
  const { state, rows } = await threadRows.read(board, num);
  if (rows.length === 0) return null;
  const posts = rows.map((row) => presentPost(toPost(row), board.mediaUrl));
  const rev = Number(state.highest);
  return {
    thread: { board: board.name, num, posts, rev, source: 'postgres', degraded: false },
    etag: threadEtag(board, state),
  };
}

/** The etag that `loadThread` gives, for readers who have a copy: a fraction of its work. */
export function threadEtag(board: Board, { posts, hidden, highest, sum }: ThreadState): string {
  const facts = [PRESENTATION_VERSION, board.name, board.mediaUrl, posts, hidden, highest, sum];
  return `"${createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 22)}"`;
}
