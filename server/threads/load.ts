import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { Board } from '../../mappings/board.ts';
import { toPost, type PostRow } from '../../mappings/postgres/post-row.ts';
import type { Thread } from '../contract/thread.ts';
import { PRESENTATION_VERSION, presentPost } from '../posts/present.ts';
import { SELECT_THREAD, SELECT_THREAD_REVS, type ThreadRevsRow } from './sql.ts';

export interface LoadedThread {
  readonly thread: Thread;
  /** null while PostgreSQL is away: the copy is not to be kept. */
  readonly etag: string | null;
}

/** null when the board has no such thread, or nothing of it may be shown. */
export async function loadThread(pool: Pool, board: Board, num: number): Promise<LoadedThread | null> {
  const { rows } = await pool.query<PostRow>(SELECT_THREAD, [board.id, num]);
  const revs = rows.map((row) => Number(row.rev));
  const posts = rows.filter((row) => !row.hidden).map((row) => presentPost(toPost(row), board.mediaUrl));
  if (posts.length === 0) return null;
  const highest = Math.max(...revs);
  const sum = rows.reduce((total, row) => total + BigInt(row.rev), 0n);
  return {
    thread: { board: board.name, num, posts, rev: highest, source: 'postgres', degraded: false },
    etag: threadEtag(board, { posts: rows.length, highest: String(highest), sum: String(sum) }),
  };
}

/** The etag that `loadThread` would give, for readers who have a copy: a fraction of its work. */
export async function loadThreadEtag(pool: Pool, board: Board, num: number): Promise<string> {
  const { rows } = await pool.query<ThreadRevsRow>(SELECT_THREAD_REVS, [board.id, num]);
  return threadEtag(board, rows[0] ?? { posts: 0, highest: null, sum: null });
}

/**
 * The sum, since the highest rev alone may stay while an older one changes: of two writers the one with the lower revs
 * may commit last. Revs only go up, so the sum does too.
 */
function threadEtag(board: Board, revs: ThreadRevsRow): string {
  const facts = [PRESENTATION_VERSION, board.name, board.mediaUrl, revs.posts, revs.highest, revs.sum];
  return `"${createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 22)}"`;
}
