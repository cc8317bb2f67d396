/** Queues all openers of boards, so that the indexer recognises all series again. */
import type { Database } from '../../../platform/postgres.ts';

/** Index: posts_threads_created, series_openers_pkey. $1 boards. */
const QUEUE = `
  with openers as (
    select board_id, num as thread from posts where board_id = any ($1) and opener and not hidden and subnum = 0
    union
    select board_id, num from series_openers where board_id = any ($1))
  insert into series_work (board_id, thread) select board_id, thread from openers order by board_id, thread`;

/** Returns the number of threads. */
export async function queueRebuild(db: Database, boards: readonly number[]): Promise<number> {
  return (await db.query(QUEUE, [boards])).rowCount ?? 0;
}
