import type pg from 'pg';
import type { StoreMonitor } from '../runtime/store-monitor.ts';
import { fromPostgres } from '../runtime/store-errors.ts';
import type { CoveredMarks, MarkCounts, WaitingRebuild, WaitingRebuilds } from './ports.ts';
import * as sql from './sql.ts';

/** Covered marks in PostgreSQL. Every call throws UnavailableError when PostgreSQL is unavailable. */
export class PostgresMarks implements CoveredMarks, WaitingRebuilds {
  readonly #pool: pg.Pool;
  readonly #monitor: StoreMonitor;

  constructor(pool: pg.Pool, monitor: StoreMonitor) {
    this.#pool = pool;
    this.#monitor = monitor;
  }

  async count(boardId: number, limit: number): Promise<MarkCounts> {
    const { rows } = await this.#query<MarkCounts>(sql.COUNT_MARKS, [boardId, limit]);
    return rows[0] ?? { own: 0, all: 0 };
  }

  async uncovered(): Promise<readonly WaitingRebuild[]> {
    const { rows } = await this.#query<{ id: string; fence: string; board_id: number }>(sql.READ_WAITING_REBUILDS, []);
    return rows.map(({ id, fence, board_id: boardId }) => ({ id: Number(id), fence: Number(fence), boardId }));
  }

  async recordCovered({ id, fence }: WaitingRebuild, marks: number): Promise<void> {
    await this.#query(sql.RECORD_COVERED, [id, fence, marks]);
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
