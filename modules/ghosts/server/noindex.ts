import type { Pool } from 'pg';
import type { Board } from '../../../mappings/board.ts';

/** Index: posts_thread. $1 board, $2 threads. */
const HAS_NOINDEX_GHOSTS = `
  select coalesce(b.settings #>> '{ghosts,index}', d.settings #>> '{ghosts,index}') is distinct from 'true' and exists (
      select from posts p where p.board_id = $1 and p.thread = any ($2::bigint[]) and p.subnum > 0 and not p.hidden) as has
    from boards b cross join board_defaults d where b.id = $1`;

/** Whether one of the threads has visible ghost posts that search engines may not index. */
export async function hasNoindexGhosts(pool: Pool, board: Board, threads: readonly number[]): Promise<boolean> {
  if (threads.length === 0) return false;
  const { rows } = await pool.query<{ has: boolean }>(HAS_NOINDEX_GHOSTS, [board.id, threads]);
  return rows[0]?.has === true;
}
