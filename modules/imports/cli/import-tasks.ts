/** The tasks of a running import, one for each board. */
import type pg from 'pg';
import type { MediaReport } from '../media/report.ts';
import { UNWATCHED, type BoardWatch } from '../watch.ts';
import { StoreMonitor } from '../../../indexer/runtime/store-monitor.ts';
import { PostgresTaskStore } from '../../../indexer/tasks/postgres-task-store.ts';
import type { Board } from '../../../mappings/board.ts';
import { AppError } from '../../../platform/errors.ts';
import { readConfig } from '../../../platform/config.ts';
import { createLogger, type Logger } from '../../../platform/logger.ts';
import { createPostgresPool } from '../../../platform/postgres.ts';
import { ownerDatabaseUrl } from '../../../cli/database-address.ts';
import { EXIT } from '../../../cli/exit-codes.ts';
import { beginTask, CommandTask, errorOf } from '../../../cli/tasks/command-task.ts';

export class ImportTasks {
  readonly #pool: pg.Pool;
  readonly #store: PostgresTaskStore;
  readonly #source: string;
  readonly #tasks = new Map<string, CommandTask>();

  /** @param source a description of the source, without a password */
  constructor(pool: pg.Pool, logger: Logger, source: string) {
    this.#pool = pool;
    this.#store = new PostgresTaskStore(pool, new StoreMonitor(logger, 'PostgreSQL'));
    this.#source = source;
  }

  /** The signals of a board whose task was started by `begin`. */
  of(board: string): BoardWatch {
    return this.#tasks.get(board) ?? UNWATCHED;
  }

  isStopped(): boolean {
    return this.#tasks.size > 0 && [...this.#tasks.values()].every(({ signal }) => signal.aborted);
  }

  cancelled(): string[] {
    return [...this.#tasks].flatMap(([board, { signal }]) => (signal.aborted ? [board] : []));
  }

  /** Returns the board's task; starts it if there is none. @throws AppError if another command imports the board */
  async begin({ id: boardId, name }: Board): Promise<BoardWatch> {
    const begun = this.#tasks.get(name);
    if (begun !== undefined) return begun;
    const held = await beginTask(this.#pool, { kind: 'import', boardId, options: { source: this.#source } });
    if (held === null)
      throw new AppError('import_running', `another command imports /${name}/: wait for it, or cancel its task`);
    const task = new CommandTask(this.#store, held);
    this.#tasks.set(name, task);
    return task;
  }

  /** Cancels all tasks. Returns false if none has started. */
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

/** Results by board. */
export type Results = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/**
 * Runs `work` with tasks for the boards that it imports, and ends them with its result. Ctrl-C cancels them; a second Ctrl-C ends the
 * process.
 */
export async function withImportTasks(source: string, work: (tasks: ImportTasks) => Promise<Results>): Promise<void> {
  const config = readConfig();
  const pool = createPostgresPool({ url: ownerDatabaseUrl(config), maxConnections: 2 });
  const tasks = new ImportTasks(pool, createLogger(config, 'cli'), source);
  const stop = (signal: NodeJS.Signals) => {
    process.exitCode = EXIT.interrupted;
    // Nothing is written before the tasks start, so the signal ends the process.
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
      if (process.exitCode !== EXIT.interrupted) process.exitCode = EXIT.cancelled;
    }
  } catch (error) {
    await tasks.end(null, error).catch(() => undefined);
    throw error;
  } finally {
    process.removeListener('SIGINT', stop).removeListener('SIGTERM', stop);
    await pool.end();
  }
}

/** The part of a report that a task shows: counts, without content of the source. */
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
