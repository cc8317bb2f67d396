import type pg from 'pg';
import { DIRTY_CHANNEL } from '../../../mappings/queues.ts';
import { inTransaction } from '../../../platform/postgres.ts';
import type { Quarantine, RetryQuarantine } from '../../contract/admin.ts';
import * as sql from './sql.ts';

/** Documents that Elasticsearch refuses, oldest first. */
export async function listQuarantine(pool: pg.Pool, board: string | null, limit: number): Promise<Quarantine> {
  const { rows } = await pool.query<sql.QuarantineRow>(sql.LIST_QUARANTINE, [board, limit]);
  const documents = rows.map((row) => ({
    board: row.board,
    thread: Number(row.thread),
    num: Number(row.num),
    subnum: row.subnum,
    index: row.index_name,
    reason: row.reason,
    since: row.since.toISOString(),
  }));
  return { documents, total: rows[0]?.total ?? 0 };
}

/** Has the indexer try refused documents again; answers how many. It releases those that are taken now. */
export async function retryQuarantine(pool: pg.Pool, { board, num }: RetryQuarantine): Promise<number> {
  return inTransaction(pool, async (client) => {
    const values = [board ?? null, num ?? null];
    const { rows } = await client.query<{ documents: number }>(sql.RETRY_QUARANTINE, values);
    await client.query(sql.NOTIFY_INDEXER, [DIRTY_CHANNEL]);
    return rows[0]?.documents ?? 0;
  });
}
