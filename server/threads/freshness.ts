/**
 * The time of the last request to the source for new posts of a thread. It changes with every poll even if the thread does not, so it
 * is not part of the thread's answer: it would change the ETag, and every reader would load the thread again.
 */
import type { Pool } from 'pg';
import type { Board } from '../../mappings/board.ts';
import { threadPath } from '../../mappings/sources.ts';
import { readHarvestStatus, type HarvestOptions } from '../boards/harvest-status.ts';

/**
 * Returns a row only if the thread is on the board's newest list and its opener is visible and alive.
 * Indexes, one row of each: posts_num or posts_pkey, board_lists_pkey, harvest_state_pkey, forums_board_id_base_url_key.
 * $1 board, $2 thread, $3 address of its document.
 */
const SELECT_LAST_CHECK = `
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

interface LastCheckRow {
  readonly at: Date;
}

/** null for a thread that is no longer polled (archived, deleted, off the list), hidden, or not in the archive. */
export async function readLastCheck(
  pool: Pool,
  harvest: HarvestOptions,
  board: Board,
  num: number,
): Promise<Date | null> {
  const url = board.url + threadPath(board, num);
  const [{ rows }, harvests] = await Promise.all([
    pool.query<LastCheckRow>(SELECT_LAST_CHECK, [board.id, num, url]),
    readHarvestStatus(harvest, [board.name]),
  ]);
  const [row] = rows;
  if (row === undefined) return null;
  // The source answers 304 for an unchanged list, which only the harvest status records.
  const confirmed = Date.parse(harvests.get(board.name)?.last_success ?? '');
  return new Date(Math.max(row.at.getTime(), Number.isNaN(confirmed) ? 0 : confirmed));
}
