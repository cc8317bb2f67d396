import type { Pool } from 'pg';
import type { Board } from '../../mappings/board.ts';
import type { PostNumber } from '../../mappings/post.ts';
import { DIRTY_CHANNEL } from '../../mappings/queues.ts';
import { inTransaction } from '../../platform/postgres.ts';
import { lockThread } from '../../store/post-lock.ts';
import type { HiddenPostsCache } from '../visibility/fallback-snapshot.ts';
import * as sql from './sql.ts';

/**
 * Hides a post whose reports exceed the threshold of its board, until staff decide. Nobody is signed in: a function of the database's
 * owner checks the reports and writes. Returns whether it hid the post. `copy`: see `moderate`.
 */
export async function hideByReports(
  pool: Pool,
  board: Pick<Board, 'id' | 'name'>,
  { num, subnum }: PostNumber,
  copy: HiddenPostsCache | null,
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    await client.query(sql.LOCK_MODERATION);
    const found = await client.query<{ thread: string }>(sql.THREADS_OF_POSTS, [board.id, [num], [subnum]]);
    const [post] = found.rows;
    if (post === undefined) return false;
    await lockThread(client, board.id, Number(post.thread));
    const { rows } = await client.query<{ is_hidden: boolean }>(sql.HIDE_BY_REPORTS, [board.id, num, subnum]);
    if (rows[0]?.is_hidden !== true) return false;
    await client.query(sql.NOTIFY, [DIRTY_CHANNEL]);
    await copy?.addHidden([{ board: board.name, num, subnum }]);
    return true;
  });
}
