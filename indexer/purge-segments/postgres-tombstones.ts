import type pg from 'pg';
import type { Outage } from '../runtime/outage.ts';
import { fromPostgres } from '../runtime/store-errors.ts';
import type { PurgedPost, TombstoneStore } from './ports.ts';
import * as sql from './sql.ts';

export class PostgresTombstones implements TombstoneStore {
  readonly #pool: pg.Pool;
  readonly #outage: Outage;

  constructor(pool: pg.Pool, outage: Outage) {
    this.#pool = pool;
    this.#outage = outage;
  }

  async readUnpurged(boardId: number, limit: number): Promise<readonly PurgedPost[]> {
    const rows = await this.#query<{ num: string; subnum: number }>(sql.READ_UNPURGED, [boardId, limit]);
    return rows.map(({ num, subnum }) => ({ num: Number(num), subnum }));
  }

  async countAwaitingStubs(boardId: number, posts: readonly PurgedPost[]): Promise<number> {
    const [row] = await this.#query<{ threads: string }>(sql.COUNT_AWAITING_STUBS, [boardId, ...columnsOf(posts)]);
    return Number(row?.threads);
  }

  async readRetiredIndices(boardId: number): Promise<readonly string[]> {
    return (await this.#query<{ name: string }>(sql.READ_RETIRED, [boardId])).map(({ name }) => name);
  }

  async deleteRefusals(boardId: number, posts: readonly PurgedPost[]): Promise<void> {
    await this.#query(sql.DELETE_REFUSALS, [boardId, ...columnsOf(posts)]);
  }

  async recordPurged(boardId: number, posts: readonly PurgedPost[]): Promise<void> {
    await this.#query(sql.RECORD_PURGED, [boardId, ...columnsOf(posts)]);
  }

  async addMissingTasks(): Promise<number> {
    const { rowCount } = await this.#call(() => this.#pool.query(sql.ADD_MISSING_TASKS));
    return rowCount ?? 0;
  }

  async #query<T extends pg.QueryResultRow>(statement: string, values: readonly unknown[]): Promise<T[]> {
    return (await this.#call(() => this.#pool.query<T>(statement, [...values]))).rows;
  }

  async #call<T>(call: () => Promise<T>): Promise<T> {
    return this.#outage.watch(() => fromPostgres(call));
  }
}

function columnsOf(posts: readonly PurgedPost[]): [nums: number[], subnums: number[]] {
  return [posts.map(({ num }) => num), posts.map(({ subnum }) => subnum)];
}
