import type pg from 'pg';
import { TASK_CHANNEL } from '../../mappings/task.ts';
import { inTransaction } from '../../platform/postgres.ts';
import type { Outage } from '../runtime/outage.ts';
import { fromPostgres } from '../runtime/store-errors.ts';
import type { Verification } from './ports.ts';
import * as sql from './sql.ts';

/** How verifications ended, and which are due. Every call throws UnavailableError when PostgreSQL is away. */
export class PostgresVerifications {
  readonly #pool: pg.Pool;
  readonly #outage: Outage;

  constructor(pool: pg.Pool, outage: Outage) {
    this.#pool = pool;
    this.#outage = outage;
  }

  /** Answers the seconds since the task was first taken up. */
  async write(boardId: number, taskId: number, { found, drift, documents }: Verification): Promise<number> {
    const { rows } = await this.#call(() =>
      this.#pool.query<{ seconds: string }>(sql.WRITE_VERIFICATION, [boardId, taskId, found, drift, documents]),
    );
    return Math.round(Number(rows[0]?.seconds ?? 0) * 10) / 10;
  }

  /** Asks for a verification of every board that has had none for so long. Answers for how many. */
  async enqueueDue(hours: number): Promise<number> {
    return this.#call(() =>
      inTransaction(this.#pool, async (client) => {
        await client.query(sql.HOLD_SCHEDULE);
        const { rowCount } = await client.query(sql.ENQUEUE_DUE, [hours]);
        if ((rowCount ?? 0) > 0) await client.query(sql.NOTIFY, [TASK_CHANNEL]);
        return rowCount ?? 0;
      }),
    );
  }

  async #call<T>(call: () => Promise<T>): Promise<T> {
    return this.#outage.watch(() => fromPostgres(call));
  }
}
