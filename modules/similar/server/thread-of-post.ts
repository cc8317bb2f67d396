import type pg from 'pg';
import type { Board } from '../../../mappings/board.ts';
import { prepared } from '../../../platform/postgres.ts';

/** Index: posts_pkey. $1 board, $2 num. */
const SELECT_THREAD = 'select thread from posts where board_id = $1 and num = $2 and subnum = 0 and not hidden';

/** null without a visible post of this number. A thread's number counts as long as one of its posts is visible. */
export async function threadOfPost(pool: pg.Pool, board: Board, num: number): Promise<number | null> {
  const { rows } = await pool.query<{ thread: string }>(prepared(SELECT_THREAD, [board.id, num]));
  return Number(rows[0]?.thread ?? num);
}
