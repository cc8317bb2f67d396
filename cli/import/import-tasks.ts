/**
 * The tasks of a running import, one for each board: admins see, pause and cancel them like those of indexers. The command holds each
 * under a lease; an indexer ends a task whose command was killed.
 */
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { MediaReport } from '../../import/media/report.ts';
import { UNWATCHED, type BoardWatch } from '../../import/watch.ts';
import { Outage } from '../../indexer/runtime/outage.ts';
import { TaskLostError, type ClaimedTask, type TaskEnd } from '../../indexer/tasks/ports.ts';
import { PostgresTaskStore } from '../../indexer/tasks/postgres-task-store.ts';
import { ProgressRate } from '../../indexer/tasks/progress-rate.ts';
import type { Board } from '../../mappings/board.ts';
import type { TaskProgress } from '../../mappings/task.ts';
import { AppError } from '../../platform/errors.ts';
import { readConfig } from '../../platform/config.ts';
import { createLogger, type Logger } from '../../platform/logger.ts';
import { createPostgresPool } from '../../platform/postgres.ts';
import { ownerDatabaseUrl } from '../stores.ts';

const LEASE_MS = 8_000;
/** Each renewal reads what an admin has requested. */
const RENEW_MS = 400;
const PAUSED_MS = 200;

/**
 * Begins a task, or takes over one whose command was killed. tasks_one_of_kind. $1 board, $2 what is imported, $3 worker, $4 lease in
 * seconds.
 */
const BEGIN = `
insert into tasks as t (kind, board_id, status, options, requested_by, worker, started_at, lease_until, fence)
values ('import', $1, 'processing', jsonb_build_object('source', $2::text), 'cli', $3, clock_timestamp(),
  clock_timestamp() + make_interval(secs => $4), 1)
on conflict (board_id, kind) where status in ('enqueued', 'processing') do update
  set worker = excluded.worker, lease_until = excluded.lease_until, fence = t.fence + 1, requested_action = 'run', options = excluded.options
  where coalesce(t.lease_until < clock_timestamp(), true)
returning id, fence`;

/** tasks_one_of_kind. $1 board. */
const LEASE = `
select lease_until::text as lease from tasks
where board_id = $1 and kind = 'import' and status in ('enqueued', 'processing')`;

export class ImportTasks {
  readonly #pool: pg.Pool;
  readonly #store: PostgresTaskStore;
  readonly #source: string;
  readonly #tasks = new Map<string, ImportTask>();

  /** @param source what is imported, without a password */
  constructor(pool: pg.Pool, logger: Logger, source: string) {
    this.#pool = pool;
    this.#store = new PostgresTaskStore(pool, new Outage(logger, 'PostgreSQL'));
    this.#source = source;
  }

  /** Of a board whose task has begun, by `begin`. */
  of(board: string): BoardWatch {
    return this.#tasks.get(board) ?? UNWATCHED;
  }

  isStopped(): boolean {
    return this.#tasks.size > 0 && [...this.#tasks.values()].every(({ signal }) => signal.aborted);
  }

  cancelled(): string[] {
    return [...this.#tasks].flatMap(([board, { signal }]) => (signal.aborted ? [board] : []));
  }

  /** The board's task, which is begun if there is none. @throws AppError if another command imports the board */
  async begin({ id: boardId, name, sliceSize }: Board): Promise<BoardWatch> {
    const begun = this.#tasks.get(name);
    if (begun !== undefined) return begun;
    const worker = `import-${hostname()}-${process.pid}`;
    const values = [boardId, this.#source, worker, LEASE_MS / 1000];
    let row = await this.#tryToBegin(values);
    let lease = row === null ? await this.#leaseOf(boardId) : null;
    while (row === null) {
      // A running command renews its lease in this time. One that was killed does not, and then the lease ends.
      await sleep(5 * RENEW_MS);
      row = await this.#tryToBegin(values);
      const next = row === null ? await this.#leaseOf(boardId) : null;
      if (row === null && next !== lease) {
        throw new AppError('import_running', `another command imports /${name}/: wait for it, or cancel its task`);
      }
      lease = next;
    }
    const about = { kind: 'import', boardId, board: name, sliceSize, options: {}, step: null, details: {} } as const;
    const task = new ImportTask(this.#store, { ...about, id: Number(row.id), fence: Number(row.fence) });
    this.#tasks.set(name, task);
    return task;
  }

  async #tryToBegin(values: readonly unknown[]): Promise<{ readonly id: string; readonly fence: string } | null> {
    const { rows } = await this.#pool.query<{ id: string; fence: string }>(BEGIN, [...values]);
    return rows[0] ?? null;
  }

  /** null without a task that runs. */
  async #leaseOf(boardId: number): Promise<string | null> {
    const { rows } = await this.#pool.query<{ lease: string }>(LEASE, [boardId]);
    return rows[0]?.lease ?? null;
  }

  /** Cancels all. Returns false if none has begun. */
  abort(): boolean {
    for (const task of this.#tasks.values()) task.abort();
    return this.#tasks.size > 0;
  }

  /** Ends all tasks. @param details results by board; null if the import failed with the error */
  async end(details: ReadonlyMap<string, Readonly<Record<string, unknown>>> | null, error?: unknown): Promise<void> {
    for (const [board, task] of this.#tasks) {
      if (details !== null) await task.end({ status: 'succeeded', details: details.get(board) ?? {} });
      else await task.end({ status: 'failed', error: errorOf(error) });
    }
  }
}

/** Messages of other errors may quote what was imported. */
function errorOf(error: unknown): { readonly code: string; readonly message: string } {
  if (error instanceof AppError) return { code: error.code, message: error.message };
  return { code: 'internal', message: 'the command has printed what went wrong' };
}

class ImportTask implements BoardWatch {
  readonly #store: PostgresTaskStore;
  readonly #task: ClaimedTask;
  readonly #abort = new AbortController();
  readonly #ended = new AbortController();
  readonly #renewing: Promise<void>;
  #rate = new ProgressRate(() => performance.now());
  #progress: Omit<TaskProgress, 'perSecond'> | null = null;
  #isPaused = false;
  /** Pieces of work between `pace` and `progress`. */
  #working = 0;

  constructor(store: PostgresTaskStore, task: ClaimedTask) {
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

  progress(done: number, total: number | null, unit: 'posts' | 'files'): void {
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
        // Other boards may still be imported for hours.
        if (this.signal.aborted && this.#working <= 0)
          return await this.#store.finish(this.#task, { status: 'cancelled' });
      } catch (error) {
        // Any other error: the database is away, and the import will say so.
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

/** Exit codes, as those of the commands for tasks. */
const INTERRUPTED = 130;
const CANCELLED = 3;

/** Results by board. */
export type Results = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** Runs `work` with tasks for the boards that it imports, and ends them as it ended. Ctrl-C cancels them; a second one ends the process. */
export async function withImportTasks(source: string, work: (tasks: ImportTasks) => Promise<Results>): Promise<void> {
  const config = readConfig();
  const pool = createPostgresPool({ url: ownerDatabaseUrl(config), maxConnections: 2 });
  const tasks = new ImportTasks(pool, createLogger(config, 'cli'), source);
  const stop = (signal: NodeJS.Signals) => {
    process.exitCode = INTERRUPTED;
    // Nothing has been written before the tasks begin: the signal now ends the process.
    if (!tasks.abort()) process.kill(process.pid, signal);
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    const results = await work(tasks);
    await tasks.end(results);
    const cancelled = tasks.cancelled();
    if (cancelled.length > 0) {
      console.error(
        `Cancelled: ${cancelled.map((board) => `/${board}/`).join(', ')}. What was imported is kept; run the command again to go on.`,
      );
      if (process.exitCode !== INTERRUPTED) process.exitCode = CANCELLED;
    }
  } catch (error) {
    await tasks.end(null, error).catch(() => undefined);
    throw error;
  } finally {
    process.removeListener('SIGINT', stop).removeListener('SIGTERM', stop);
    await pool.end();
  }
}

/** What a task shows of a report: counts, and nothing of the source. */
export function resultsOf(
  boards: readonly {
    readonly board: string;
    readonly read: number;
    readonly imported: number;
    readonly unchanged: number;
  }[],
  media: readonly MediaReport[] | null,
): Results {
  return new Map(
    boards.map(({ board, read, imported, unchanged }) => {
      const { files, thumbs, damaged, missing } = media?.find((one) => one.board === board) ?? {};
      const taken = files && thumbs ? { files: files.stored, thumbnails: thumbs.stored, damaged, missing } : {};
      return [board, { read, imported, unchanged, ...taken }];
    }),
  );
}
