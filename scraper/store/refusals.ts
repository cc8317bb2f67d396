import type pg from 'pg';
import type { Refusal } from '../sources/parse-result.ts';
import { UPSERT_REFUSAL } from './sql.ts';

/** Keeps what was refused, one row a document and reason, with how often and a sample. `thread` is null for a list. */
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
