import type pg from 'pg';
import { DIRTY_CHANNEL } from '../../mappings/queues.ts';
import { inTransaction } from '../../platform/postgres.ts';
import type { Quarantine, RetryQuarantine } from '../../mappings/contract/admin.ts';
import { decodePosition, encodePosition, type QuarantinePosition } from './quarantine/position.ts';
import * as sql from './quarantine/sql.ts';

export interface QuarantineQuestion {
  /** null for all. */
  readonly board: string | null;
  readonly limit: number;
  /** `next` of the page before; null for the first. */
  readonly cursor: string | null;
}

/** Documents that Elasticsearch refuses, oldest first. @throws CursorError */
export async function listQuarantine(pool: pg.Pool, question: QuarantineQuestion): Promise<Quarantine> {
  const { board, limit, cursor } = question;
  const after = cursor === null ? null : decodePosition(cursor);
  const place = [after?.since, after?.boardId, after?.num, after?.subnum, after?.index].map((value) => value ?? null);
  const [found, counted] = await Promise.all([
    // One more than the page holds: it says whether another follows.
    pool.query<sql.QuarantineRow>(sql.LIST_QUARANTINE, [board, limit + 1, ...place]),
    pool.query<{ total: number }>(sql.COUNT_QUARANTINE, [board]),
  ]);
  const rows = found.rows.slice(0, limit);
  const documents = rows.map((row) => ({
    board: row.board,
    thread: Number(row.thread),
    num: Number(row.num),
    subnum: row.subnum,
    index: row.index_name,
    reason: row.reason,
    since: row.since.toISOString(),
  }));
  const last = found.rows.length > limit ? rows.at(-1) : undefined;
  return {
    documents,
    total: counted.rows[0]?.total ?? 0,
    next: last === undefined ? null : encodePosition(toPosition(last)),
  };
}

function toPosition(row: sql.QuarantineRow): QuarantinePosition {
  return {
    since: Number(row.since_us),
    boardId: row.board_id,
    num: Number(row.num),
    subnum: row.subnum,
    index: row.index_name,
  };
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
