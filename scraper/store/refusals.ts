import type pg from 'pg';
import type { Refusal } from '../reading.ts';
import { UPSERT_REFUSAL } from './sql.ts';

/** Keeps what was refused, one row a document and reason, with how often and a sample. */
export async function saveRefusal(
  pool: pg.Pool,
  boardId: number,
  url: string,
  refusal: Refusal,
  now: Date,
): Promise<void> {
  await pool.query(UPSERT_REFUSAL, [boardId, url, refusal.reason, refusal.sample, now]);
}
