import type { Pool } from 'pg';
import { isListed, type Board } from '../../../mappings/board.ts';

/** posts_thread. $1 board, $2 threads. */
const HAS_KEPT_OUT_GHOSTS = `
  select coalesce(b.settings #>> '{ghosts,index}', d.settings #>> '{ghosts,index}') is distinct from 'true' and exists (
      select from posts p where p.board_id = $1 and p.thread = any ($2::bigint[]) and p.subnum > 0 and not p.hidden) as has
    from boards b cross join board_defaults d where b.id = $1`;

/**
 * Whether search engines may not index a page of the board with these threads: the board is unlisted, or one of them has visible ghost posts
 * and the board's settings keep them out.
 */
export async function isKeptOut(pool: Pool, board: Board, threads: readonly number[]): Promise<boolean> {
  if (!isListed(board)) return true;
  if (threads.length === 0) return false;
  const { rows } = await pool.query<{ has: boolean }>(HAS_KEPT_OUT_GHOSTS, [board.id, threads]);
  return rows[0]?.has === true;
}
