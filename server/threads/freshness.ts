/**
 * When the archive last looked for news of a thread at its source. It changes with every look although nothing of the
 * thread does, so it is no part of the thread's answer: that one is printed once, and its tag stands for the posts alone.
 * A header beside the tag would cost each reader's look every five seconds the questions that the tag saves.
 */
import type { Pool } from 'pg';
import type { Board } from '../../mappings/board.ts';
import { threadPath } from '../../mappings/source-address.ts';
import { readHarvestStatus, type HarvestOptions } from '../boards/harvest-status.ts';

/**
 * posts_num or posts_pkey, board_lists_pkey, harvest_state_pkey, forums_board_id_base_url_key: a row of each. No row unless
 * the board's newest list has the thread and its opener may be seen and lives. $1 board, $2 thread, $3 its document's address.
 */
const SELECT_LAST_LOOK = `
  select greatest(l.seen_at, h.fetched_at) as at
  from posts o
  join boards b on b.id = o.board_id
  join board_lists l on l.board_id = o.board_id
  left join harvest_state h on h.board_id = $1 and h.url = $3
  where o.board_id = $1 and o.num = $2 and o.subnum = 0 and o.opener and not o.hidden
    and o.time_archived is null and o.time_deleted_post is null and o.time_purged is null
    and exists (select from jsonb_array_elements(l.threads) listed where (listed ->> 0)::bigint = $2)
    and not exists (
      select from forums f
      where f.board_id = $1 and f.base_url = b.url || '/' || coalesce(b.source_name, b.name) and f.closed_at is not null)`;

interface LastLookRow {
  readonly at: Date;
}

/** null for a thread that nobody looks for any more: archived, deleted, off the list, or not there to be seen. */
export async function lastLookAt(pool: Pool, harvest: HarvestOptions, board: Board, num: number): Promise<Date | null> {
  const url = board.url + threadPath(board, num);
  const [{ rows }, harvests] = await Promise.all([
    pool.query<LastLookRow>(SELECT_LAST_LOOK, [board.id, num, url]),
    readHarvestStatus(harvest, [board.name]),
  ]);
  const [row] = rows;
  if (row === undefined) return null;
  // A list that is the one before is answered by 304, and no row tells of it.
  const confirmed = Date.parse(harvests.get(board.name)?.last_success ?? '');
  return new Date(Math.max(row.at.getTime(), Number.isNaN(confirmed) ? 0 : confirmed));
}
