import type pg from 'pg';
import { TASK_CHANNEL } from '../../mappings/task.ts';
import { inTransaction } from '../../platform/postgres.ts';
import type { StoreMonitor } from '../runtime/store-monitor.ts';
import { fromPostgres } from '../runtime/store-errors.ts';
import type { Verification } from './verification.ts';

/** Uses the primary keys of verifications and tasks. $1 board, $2 task, $3 drift, $4 documents. */
const WRITE_VERIFICATION = `
  insert into verifications (board_id, verified_at, drift, documents)
  values ($1, clock_timestamp(), $3, $4)
  on conflict (board_id) do update
     set verified_at = excluded.verified_at, drift = excluded.drift, documents = excluded.documents
  returning (select extract(epoch from clock_timestamp() - started_at) from tasks where id = $2) as seconds`;

/** Keeps two processes from adding the same tasks. Held until the transaction ends. */
const LOCK_SCHEDULE = `select pg_advisory_xact_lock(hashtext('sagasu_verify_schedule'), 0)`;

/**
 * Adds a verification for every board whose last one was requested too long ago, and for every board with a rebuild that ended after its
 * last one began, because a rebuild compares sums only. A statement of its own after LOCK_SCHEDULE, so that it sees what the previous
 * holder wrote. Uses tasks_of_board. $1 hours.
 */
const ENQUEUE_DUE = `
  insert into tasks (kind, board_id, options, requested_by)
  select 'verify', b.id, '{"repair": true, "deep": false}', 'schedule'
    from boards b
   where coalesce((select max(t.enqueued_at) from tasks t where t.board_id = b.id and t.kind = 'verify'), b.created_at)
         < clock_timestamp() - make_interval(hours => $1)
      or exists (
           select 1 from tasks r
            where r.board_id = b.id and r.kind = 'reindex' and r.status = 'succeeded'
              and r.finished_at > coalesce(
                    (select max(coalesce(t.started_at, t.enqueued_at)) from tasks t where t.board_id = b.id and t.kind = 'verify'), '-infinity'))
   order by b.id
  on conflict do nothing
  returning id`;

/** Results of verifications, and their schedule. Every call throws UnavailableError when PostgreSQL is unavailable. */
export class Verifications {
  readonly #pool: pg.Pool;
  readonly #monitor: StoreMonitor;

  constructor(pool: pg.Pool, monitor: StoreMonitor) {
    this.#pool = pool;
    this.#monitor = monitor;
  }

  /** Stores the result of a board's verification. Returns the seconds since the task was started. */
  async write(boardId: number, taskId: number, { drift, documents }: Verification): Promise<number> {
    const { rows } = await this.#call(() =>
      this.#pool.query<{ seconds: string }>(WRITE_VERIFICATION, [boardId, taskId, drift, documents]),
    );
    return Math.round(Number(rows[0]?.seconds ?? 0) * 10) / 10;
  }

  /** Adds tasks for the boards whose last verification is more than `hours` old. Returns the number of tasks. */
  async enqueueDue(hours: number): Promise<number> {
    return this.#call(() =>
      inTransaction(this.#pool, async (client) => {
        await client.query(LOCK_SCHEDULE);
        const { rowCount } = await client.query(ENQUEUE_DUE, [hours]);
        if ((rowCount ?? 0) > 0) await client.query(`select pg_notify($1, '')`, [TASK_CHANNEL]);
        return rowCount ?? 0;
      }),
    );
  }

  async #call<T>(call: () => Promise<T>): Promise<T> {
    return this.#monitor.track(() => fromPostgres(call));
  }
}
