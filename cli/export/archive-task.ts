/** The task of an export, a backup or the import of an exported archive, which concern the whole archive. */
import pg from 'pg';
import type { CopyOptions } from '../../archive-export/copy-rows.ts';
import { placeName } from '../../backup/place.ts';
import { StoreMonitor } from '../../indexer/runtime/store-monitor.ts';
import { PostgresTaskStore } from '../../indexer/tasks/postgres-task-store.ts';
import type { CommandKind, TaskProgress } from '../../mappings/task.ts';
import { readConfig } from '../../platform/config.ts';
import { Datastores } from '../../platform/datastore/datastores.ts';
import { AppError } from '../../platform/errors.ts';
import { createLogger } from '../../platform/logger.ts';
import { createPostgresPool } from '../../platform/postgres.ts';
import { ProgressLine } from '../../platform/progress-line.ts';
import { ownerDatabaseUrl } from '../database-address.ts';
import { databaseProblem, withDatabase } from '../stores.ts';
import { EXIT } from '../exit-codes.ts';
import { beginTask, CommandTask, errorOf } from '../tasks/command-task.ts';

/** A report on the files that a backup or an export copied. */
interface WithFiles {
  readonly files: { readonly copied: number; readonly present: number; readonly missing: readonly string[] } | null;
}

/** How to follow, stop and pause the work. */
export type ArchiveWatch = Pick<CommandTask, 'signal' | 'pace' | 'progress'>;

export interface ArchiveWork {
  readonly kind: CommandKind;
  readonly options: Readonly<Record<string, string>>;
  /** Printed after a cancellation. */
  readonly afterCancel: string;
}

const INSUFFICIENT_PRIVILEGE = '42501';

/** Runs a backup or an export as a task, with a line of progress, and prints its report. Missing files set the exit code. */
export async function runArchiveTask<Step extends TaskProgress['unit'], Report extends WithFiles>(
  given: {
    readonly kind: CommandKind;
    readonly folder: string;
    readonly files: boolean;
    readonly json: boolean;
    readonly afterCancel: string;
    /** Options of the task besides its folder. */
    readonly options?: Readonly<Record<string, string>>;
    /** Names of the steps in the line of progress. */
    readonly steps: Readonly<Record<Step, string>>;
  },
  run: (pool: pg.Pool, options: CopyOptions<Step>) => Promise<Report>,
  detailsOf: (report: Report) => Readonly<Record<string, unknown>>,
  print: (report: Report) => void,
): Promise<void> {
  const folder = placeName(given.folder);
  const line = new ProgressLine(process.stderr);
  const report = await withArchiveTask(
    { kind: given.kind, options: { folder, ...given.options }, afterCancel: given.afterCancel },
    async ({ signal, pace, progress }) => {
      const onProgress = (step: Step, done: number, total: number | null) => {
        line.show(given.steps[step], done, total === null || total === 0 ? 0 : Math.min(1, done / total), step);
        progress(done, total, step);
      };
      const options = { folder, now: new Date(), signal, pace, onProgress };
      return withDatabase(async (pool) => {
        const datastores = given.files ? new Datastores(pool, readConfig()) : null;
        try {
          return await run(pool, { ...options, datastores });
        } finally {
          await datastores?.close();
        }
      }).finally(() => line.end());
    },
    (done) => ({
      ...detailsOf(done),
      ...(done.files !== null && {
        files: done.files.copied + done.files.present,
        missing: done.files.missing.length,
      }),
    }),
  );
  if (report === null) return;
  if (given.json) console.log(JSON.stringify(report));
  else print(report);
  if ((report.files?.missing.length ?? 0) > 0) process.exitCode = EXIT.failure;
}

/**
 * Runs `work` as a task, and records how the work ended. Returns null when it was cancelled, which sets the exit code. Ctrl-C cancels; a
 * second one ends the process immediately.
 * @param detailsOf the part of the result that the task shows
 */
export async function withArchiveTask<T>(
  { kind, options, afterCancel }: ArchiveWork,
  work: (watch: ArchiveWatch) => Promise<T>,
  detailsOf: (result: T) => Readonly<Record<string, unknown>>,
): Promise<T | null> {
  const config = readConfig();
  const url = ownerDatabaseUrl(config);
  const pool = createPostgresPool({ url, maxConnections: 2 });
  const interrupted = new AbortController();
  const stop = () => {
    process.exitCode = EXIT.interrupted;
    interrupted.abort();
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  let task: CommandTask | null = null;
  try {
    task = await begin(pool, kind, options);
    const signal = task === null ? interrupted.signal : AbortSignal.any([interrupted.signal, task.signal]);
    interrupted.signal.addEventListener('abort', () => task?.abort());
    if (interrupted.signal.aborted) task?.abort();
    const watch: ArchiveWatch = {
      signal,
      pace: async () => task?.pace(),
      progress: (...progress) => task?.progress(...progress),
    };
    const result = await work(watch);
    await task?.end({ status: 'succeeded', details: detailsOf(result) });
    return result;
  } catch (error) {
    await task?.end({ status: 'failed', error: errorOf(error) }).catch(() => undefined);
    if (!interrupted.signal.aborted && task?.signal.aborted !== true) throw databaseProblem(url, error);
    console.error(`Cancelled. ${afterCancel}`);
    if (process.exitCode !== EXIT.interrupted) process.exitCode = EXIT.cancelled;
    return null;
  } finally {
    process.removeListener('SIGINT', stop).removeListener('SIGTERM', stop);
    await pool.end();
  }
}

/** null for a role that may read only, such as a role for backups that was made by hand. */
async function begin(pool: pg.Pool, kind: CommandKind, options: ArchiveWork['options']): Promise<CommandTask | null> {
  let held;
  try {
    held = await beginTask(pool, { kind, boardId: null, options });
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== INSUFFICIENT_PRIVILEGE) throw error;
    console.error(`sagasu: this role of the database may not write tasks: this ${kind} is not listed among them`);
    return null;
  }
  if (held === null)
    throw new AppError(`${kind}_running`, `another command does the same: wait for it, or cancel its task`);
  const logger = createLogger(readConfig(), 'cli');
  return new CommandTask(new PostgresTaskStore(pool, new StoreMonitor(logger, 'PostgreSQL')), held);
}
