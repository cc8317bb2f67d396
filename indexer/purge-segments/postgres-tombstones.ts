import type pg from 'pg';
import type { StoreMonitor } from '../runtime/store-monitor.ts';
import { fromPostgres } from '../runtime/store-errors.ts';
import * as sql from './sql.ts';
import { numbersOf } from '../../mappings/post.ts';

export interface PurgedPost {
  readonly num: number;
  readonly subnum: number;
}

export interface RetiredIndex {
  readonly name: string;
  readonly slice: number;
  readonly isShared: boolean;
}

/** The tombstones of a board. Every call throws UnavailableError when PostgreSQL is unavailable. */
export class PostgresTombstones {
  readonly #pool: pg.Pool;
  readonly #monitor: StoreMonitor;

  constructor(pool: pg.Pool, monitor: StoreMonitor) {
    this.#pool = pool;
    this.#monitor = monitor;
  }

  /** Reads posts whose old content may still be in a segment, lowest num first. */
  async readUnpurged(boardId: number, limit: number): Promise<readonly PurgedPost[]> {
    const rows = await this.#query<{ num: string; subnum: number }>(sql.READ_UNPURGED, [boardId, limit]);
    return rows.map(({ num, subnum }) => ({ num: Number(num), subnum }));
  }

  /** Counts threads of these posts that have been dirty since before the purge: an index may lack their stubs. */
  async countAwaitingStubs(boardId: number, posts: readonly PurgedPost[]): Promise<number> {
    const [row] = await this.#query<{ threads: string }>(sql.COUNT_AWAITING_STUBS, [boardId, ...numbersOf(posts)]);
    return Number(row?.threads);
  }

  /** Indices that have left the set. They get no stubs; they are deleted soon, or the board's documents in those that it shared. */
  async readRetiredIndices(boardId: number): Promise<readonly RetiredIndex[]> {
    const rows = await this.#query<{ name: string; slice: string; is_shared: boolean }>(sql.READ_RETIRED, [boardId]);
    return rows.map(({ name, slice, is_shared: isShared }) => ({ name, slice: Number(slice), isShared }));
  }

  /** Deletes quarantined documents of earlier states of these posts: the reasons may quote their content. */
  async deleteRefusals(boardId: number, posts: readonly PurgedPost[]): Promise<void> {
    await this.#query(sql.DELETE_REFUSALS, [boardId, ...numbersOf(posts)]);
  }

  /** Records that no segment holds content of these posts any more. */
  async recordPurged(boardId: number, posts: readonly PurgedPost[]): Promise<void> {
    await this.#query(sql.RECORD_PURGED, [boardId, ...numbersOf(posts)]);
  }

  /** Adds a task for every board that has such posts and no unfinished task for them. Returns the number of tasks. */
  async addMissingTasks(): Promise<number> {
    const { rowCount } = await this.#call(() => this.#pool.query(sql.ADD_MISSING_TASKS));
    return rowCount ?? 0;
  }

  async #query<T extends pg.QueryResultRow>(statement: string, values: readonly unknown[]): Promise<T[]> {
    return (await this.#call(() => this.#pool.query<T>(statement, [...values]))).rows;
  }

  async #call<T>(call: () => Promise<T>): Promise<T> {
    return this.#monitor.track(() => fromPostgres(call));
  }
}
