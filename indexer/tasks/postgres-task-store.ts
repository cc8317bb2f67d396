import type pg from 'pg';
import { COMMAND_KINDS, type IndexerKind, type RequestedAction, type TaskError } from '../../mappings/task.ts';
import { inTransaction, prepared } from '../../platform/postgres.ts';
import type { StoreMonitor } from '../runtime/store-monitor.ts';
import { fromPostgres } from '../runtime/store-errors.ts';
import {
  type ClaimedTask,
  type HeldTask,
  type TaskEnd,
  TaskLostError,
  type TaskSelection,
  type TaskStore,
  type TaskUpdate,
} from './ports.ts';
import * as sql from './sql.ts';

interface TaskRow {
  readonly id: string;
  readonly kind: IndexerKind;
  readonly board_id: number;
  readonly board: string;
  readonly slice_size: string;
  readonly options: Record<string, unknown>;
  readonly step: string | null;
  readonly details: Record<string, unknown>;
  readonly fence: string;
  readonly request_id: string | null;
}

const INTERRUPTED: TaskError = {
  code: 'command_interrupted',
  message: 'the command was stopped: run it again',
};

/** Tasks in PostgreSQL. Every call throws UnavailableError when PostgreSQL is unavailable. */
export class PostgresTaskStore implements TaskStore {
  readonly #pool: pg.Pool;
  readonly #monitor: StoreMonitor;

  constructor(pool: pg.Pool, monitor: StoreMonitor) {
    this.#pool = pool;
    this.#monitor = monitor;
  }

  /** Much cheaper than a claim that finds nothing. */
  async hasUnfinished(): Promise<boolean> {
    const { rows } = await this.#call(() => this.#pool.query<{ is_so: boolean }>(prepared(sql.HAS_UNFINISHED, [])));
    return rows[0]?.is_so === true;
  }

  async claim(
    worker: string,
    leaseMs: number,
    { kinds, scheduled, rebuilds = 1 }: TaskSelection,
  ): Promise<ClaimedTask | null> {
    const rows = await this.#call(() =>
      inTransaction(this.#pool, async (client) => {
        await client.query(sql.LOCK_CLAIMS);
        return (await client.query<TaskRow>(sql.CLAIM_TASK, [worker, leaseMs / 1000, kinds, scheduled, rebuilds])).rows;
      }),
    );
    const [row] = rows;
    if (row === undefined) return null;
    const {
      id,
      kind,
      board_id: boardId,
      board,
      slice_size,
      options,
      step,
      details,
      fence,
      request_id: requestId,
    } = row;
    return {
      id: Number(id),
      kind,
      boardId,
      board,
      sliceSize: Number(slice_size),
      options,
      step,
      details,
      fence: Number(fence),
      requestId,
    };
  }

  async renew(task: HeldTask, leaseMs: number): Promise<RequestedAction> {
    const { rows } = await this.#call(() =>
      this.#pool.query<{ requested_action: RequestedAction }>(sql.RENEW_TASK, [task.id, task.fence, leaseMs / 1000]),
    );
    const [row] = rows;
    if (row === undefined) throw new TaskLostError(task.id);
    return row.requested_action;
  }

  async update(task: HeldTask, { step, progress, details }: TaskUpdate): Promise<void> {
    await this.#fenced(task, sql.UPDATE_TASK, [step ?? null, toJson(progress), toJson(details)]);
  }

  async finish(task: HeldTask, { status, details, error }: TaskEnd): Promise<void> {
    await this.#fenced(task, sql.FINISH_TASK, [status, toJson(details), toJson(error)]);
  }

  async release(task: HeldTask): Promise<void> {
    await this.#call(() => this.#pool.query(sql.RELEASE_TASK, [task.id, task.fence]));
  }

  /** Ends the tasks of commands that were killed. */
  async failInterrupted(): Promise<void> {
    await this.#call(() => this.#pool.query(sql.FAIL_INTERRUPTED, [COMMAND_KINDS, JSON.stringify(INTERRUPTED)]));
  }

  async #fenced(task: HeldTask, statement: string, values: readonly unknown[]): Promise<void> {
    const { rowCount } = await this.#call(() => this.#pool.query(statement, [task.id, task.fence, ...values]));
    if (rowCount === 0) throw new TaskLostError(task.id);
  }

  async #call<T>(call: () => Promise<T>): Promise<T> {
    return this.#monitor.track(() => fromPostgres(call));
  }
}

/** An error may quote a refused document; PostgreSQL's jsonb cannot hold U+0000. */
function toJson(value: object | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value).replaceAll(String.raw`\u0000`, '\u{FFFD}');
}
