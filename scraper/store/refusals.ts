import type pg from 'pg';
import type { Refusal, RefusalReason } from '../sources/parse-result.ts';

/**
 * Stored without a sample if the sample could quote a purged post: in a thread with one, or without a thread on a board with one.
 * Indexes: refusals_pkey, posts_thread, tombstones_pkey. $6 thread or null, $7 entries or null.
 */
const UPSERT_REFUSAL = `
insert into refusals (board_id, url, reason, sample, first_seen, last_seen, thread, entries)
values ($1, $2, $3,
  case
    when $6::bigint is null and exists (select 1 from tombstones where board_id = $1) then ''
    when exists (select 1 from posts where board_id = $1 and thread = $6 and time_purged is not null) then ''
    else $4
  end,
  $5, $5, $6, $7)
on conflict (board_id, url, reason) do update set
  times = refusals.times + 1, sample = excluded.sample, last_seen = excluded.last_seen, thread = excluded.thread,
  entries = excluded.entries`;

/** Reasons that do not show which threads the document contains, whichever was requested. */
const OF_ANY_THREAD: ReadonlySet<RefusalReason> = new Set(['html', 'wrong_thread']);

/**
 * Records a refusal: one row per document and reason, with a count and a sample. `requested` is the thread whose document or file
 * was requested, null for a list. The row names the thread only if the sample can quote no other. `entries`: how many entries of an accepted
 * document were refused alone; null for a document that was refused as a whole.
 */
export async function saveRefusal(
  pool: Pick<pg.Pool, 'query'>,
  boardId: number,
  url: string,
  requested: number | null,
  refusal: Refusal,
  now: Date,
  entries: number | null = null,
): Promise<void> {
  const thread = OF_ANY_THREAD.has(refusal.reason) ? null : requested;
  await pool.query(UPSERT_REFUSAL, [boardId, url, refusal.reason, refusal.sample, now, thread, entries]);
}
