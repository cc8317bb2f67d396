import type pg from 'pg';
import type { StoreMonitor } from '../runtime/store-monitor.ts';
import { fromPostgres } from '../runtime/store-errors.ts';
import type { CoveredMarks } from './ports.ts';
import * as sql from './sql.ts';

/** Covered marks in PostgreSQL. Every call throws UnavailableError when PostgreSQL is unavailable. */
export class PostgresMarks implements CoveredMarks {
  readonly #pool: pg.Pool;
  readonly #monitor: StoreMonitor;

  constructor(pool: pg.Pool, monitor: StoreMonitor) {
    this.#pool = pool;
    this.#monitor = monitor;
  }

  async count(boardId: number, limit: number): Promise<number> {
    const { rows } = await this.#query<{ threads: number }>(sql.COUNT_MARKS, [boardId, limit]);
    return rows[0]?.threads ?? 0;
  }

  async clear(taskId: number, limit: number): Promise<number> {
    return (await this.#query(sql.CLEAR_COVERED, [taskId, limit])).rowCount ?? 0;
  }

  async uncover(taskId: number, limit: number): Promise<number> {
    return (await this.#query(sql.UNCOVER_MARKS, [taskId, limit])).rowCount ?? 0;
  }

  /** Makes marks ordinary again if the task that covers them has ended. Returns how many. */
  async uncoverEnded(limit: number): Promise<number> {
    return (await this.#query(sql.UNCOVER_ENDED, [limit])).rowCount ?? 0;
  }

  async #query<T extends pg.QueryResultRow>(text: string, values: readonly unknown[]): Promise<pg.QueryResult<T>> {
    return this.#monitor.track(() => fromPostgres(() => this.#pool.query<T>(text, [...values])));
  }
}
