/**
 * The task of work that a command does itself: admins see, pause and cancel it like the tasks of indexers. The command holds it under a
 * lease; an indexer ends a task whose command was killed.
 */
import { leaseEnded } from '../../mappings/postgres/lease.ts';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { TaskLostError, type HeldTask, type TaskEnd, type TaskStore } from '../../indexer/tasks/ports.ts';
import { ProgressRate } from '../../indexer/tasks/progress-rate.ts';
import type { CommandKind, TaskError, TaskProgress } from '../../mappings/task.ts';
import { AppError } from '../../platform/errors.ts';

const LEASE_MS = 8_000;
/** Each renewal reads what an admin has requested. */
const RENEW_MS = 400;
const PAUSED_MS = 200;

/**
 * Begins a task, or resumes one whose command was killed. Index: tasks_one_of_kind. $1 kind, $2 board or null, $3 options, $4 worker, $5
 * lease in seconds.
 */
const BEGIN = `
insert into tasks as t (kind, board_id, status, options, requested_by, worker, started_at, lease_until, fence)
values ($1, $2, 'processing', $3, 'cli', $4, clock_timestamp(), clock_timestamp() + make_interval(secs => $5), 1)
on conflict (board_id, kind) where status in ('enqueued', 'processing') do update
  set worker = excluded.worker, lease_until = excluded.lease_until, fence = t.fence + 1, requested_action = 'run', options = excluded.options
  where coalesce(${leaseEnded('t.lease_until')}, true)
returning id, fence`;

/** Index: tasks_one_of_kind. $1 kind, $2 board or null. */
const LEASE = `
select lease_until::text as lease from tasks
where board_id is not distinct from $2 and kind = $1 and status in ('enqueued', 'processing')`;

export interface CommandWork {
  readonly kind: CommandKind;
  /** null for the whole archive. */
  readonly boardId: number | null;
  /** Details such as the imported files. */
  readonly options: Readonly<Record<string, string>>;
}

/** Waits for the lease of a killed command to end. Returns null if a running command does the same work. */
export async function beginTask(pool: pg.Pool, work: CommandWork): Promise<HeldTask | null> {
  const values = [work.kind, work.boardId, work.options, `${work.kind}-${hostname()}-${process.pid}`, LEASE_MS / 1000];
  let task = await tryToBegin(pool, values);
  let lease = task === null ? await leaseOf(pool, work) : null;
  while (task === null) {
    // A running command renews its lease in this time.
    await sleep(5 * RENEW_MS);
    task = await tryToBegin(pool, values);
    const next = task === null ? await leaseOf(pool, work) : null;
    if (task === null && next !== lease) return null;
    lease = next;
  }
  return task;
}

async function tryToBegin(pool: pg.Pool, values: readonly unknown[]): Promise<HeldTask | null> {
  const { rows } = await pool.query<{ id: string; fence: string }>(BEGIN, [...values]);
  const [row] = rows;
  return row === undefined ? null : { id: Number(row.id), fence: Number(row.fence) };
}

/** null if no task runs. */
async function leaseOf(pool: pg.Pool, { kind, boardId }: CommandWork): Promise<string | null> {
  const { rows } = await pool.query<{ lease: string }>(LEASE, [kind, boardId]);
  return rows[0]?.lease ?? null;
}

/** Messages of other errors may quote posts. */
export function errorOf(error: unknown): TaskError {
  if (error instanceof AppError) return { code: error.code, message: error.message };
  return { code: 'internal', message: 'the command has printed what went wrong' };
}

export class CommandTask {
  readonly #store: TaskStore;
  readonly #task: HeldTask;
  readonly #abort = new AbortController();
  readonly #ended = new AbortController();
  readonly #renewing: Promise<void>;
  #rate = new ProgressRate(() => performance.now());
  #progress: Omit<TaskProgress, 'perSecond'> | null = null;
  #isPaused = false;
  /** Number of pieces of work between `pace` and `progress`. */
  #working = 0;

  constructor(store: TaskStore, task: HeldTask) {
    this.#store = store;
    this.#task = task;
    this.#renewing = this.#renew();
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  async pace(): Promise<void> {
    while (this.#isPaused && !this.signal.aborted) await sleep(PAUSED_MS);
    if (!this.signal.aborted) this.#working++;
  }

  progress(done: number, total: number | null, unit: TaskProgress['unit']): void {
    if (this.#progress?.unit !== unit) this.#rate = new ProgressRate(() => performance.now());
    this.#progress = { done, total, unit };
    this.#working--;
  }

  abort(): void {
    this.#abort.abort();
  }

  async end(end: TaskEnd): Promise<void> {
    this.#ended.abort();
    await this.#renewing;
    await this.#record().catch(() => undefined);
    const isCancelled = this.signal.aborted;
    await this.#store.finish(this.#task, isCancelled ? { status: 'cancelled' } : end).catch((error: unknown) => {
      if (!(error instanceof TaskLostError)) throw error;
    });
  }

  async #renew(): Promise<void> {
    while (!this.#ended.signal.aborted) {
      try {
        const requested = await this.#store.renew(this.#task, LEASE_MS);
        this.#isPaused = requested === 'pause';
        if (requested === 'cancel') this.#abort.abort();
        await this.#record();
        // The command may continue with other boards for hours.
        if (this.signal.aborted && this.#working <= 0)
          return await this.#store.finish(this.#task, { status: 'cancelled' });
      } catch (error) {
        // Any other error means that the database is unavailable, and the work will fail with it.
        if (error instanceof TaskLostError) this.#abort.abort();
      }
      await sleep(RENEW_MS, undefined, { signal: this.#ended.signal }).catch(() => undefined);
    }
  }

  async #record(): Promise<void> {
    if (this.#progress === null) return;
    const progress = { ...this.#progress, perSecond: this.#rate.at(this.#progress.done) };
    await this.#store.update(this.#task, { step: progress.unit, progress });
  }
}
