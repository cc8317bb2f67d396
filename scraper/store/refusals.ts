import type pg from 'pg';
import type { Refusal } from '../sources/parse-result.ts';

/** refusals_pkey, posts_thread. A thread with a purged post is stored without a sample, which could quote that post. $6 thread, null for a list. */
const UPSERT_REFUSAL = `
insert into refusals (board_id, url, reason, sample, first_seen, last_seen)
values ($1, $2, $3,
  case when exists (select 1 from posts where board_id = $1 and thread = $6 and time_purged is not null) then '' else $4 end,
  $5, $5)
on conflict (board_id, url, reason) do update set
  times = refusals.times + 1, sample = excluded.sample, last_seen = excluded.last_seen`;

/** Records a refusal: one row per document and reason, with a count and a sample. `thread` is null for a list. */
export async function saveRefusal(
  pool: pg.Pool,
  boardId: number,
  url: string,
  thread: number | null,
  refusal: Refusal,
  now: Date,
): Promise<void> {
  await pool.query(UPSERT_REFUSAL, [boardId, url, refusal.reason, refusal.sample, now, thread]);
}
