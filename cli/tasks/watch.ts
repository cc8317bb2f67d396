import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { toError } from '../../platform/errors.ts';
import { readTasks } from '../../server/admin/tasks/tasks.ts';
import type { Task } from '../../mappings/contract/admin.ts';
import { toUnavailable } from '../../platform/postgres-errors.ts';
import { EXIT, EXIT_CODE_LINES } from '../exit-codes.ts';
import { countDrift, formatPlace, isFinished } from './format.ts';
import { notCompared } from './not-compared.ts';
import { createReporter, type Reporter } from './reporter.ts';
import { readUnfinishedTasks, stalledReason, waitingReason, type UnfinishedTask } from './unfinished.ts';

const POLL_MS = 250;
/** Longer than an idle indexer needs to take a task (1 s), or to resume one whose indexer died (8 s). */
const WAITING_NOTICE_MS = 10_000;

export const EXIT_CODES = `
Exit codes:
${EXIT_CODE_LINES.map((line) => `  ${line}\n`).join('')}A task that is no longer watched goes on.`;

/** The worst result of all tasks counts: failed, then cancelled, then remaining drift, then what was not compared. */
export function exitCodeOf(tasks: readonly Task[]): number {
  if (tasks.some(({ status }) => status === 'failed')) return EXIT.failure;
  if (tasks.some(({ status }) => status === 'cancelled')) return EXIT.cancelled;
  if (tasks.some((task) => countDrift(task) > 0)) return EXIT.failure;
  return tasks.some((task) => notCompared(task).length > 0) ? EXIT.notCompared : EXIT.success;
}

export interface WatchOptions {
  /** Stops watching, with the code for boards that were not compared, when no indexer works on any task for this long. */
  readonly giveUpMs: number;
  /** JSON lines also on a terminal. */
  readonly json?: boolean;
}

/** Reports the tasks until all have ended or the command is interrupted. Returns the exit code. */
export async function watchToEnd(
  pool: pg.Pool,
  ids: readonly number[],
  options: WatchOptions = { giveUpMs: Infinity },
): Promise<number> {
  const { stdout, stderr } = process;
  const reporter = createReporter(stdout, stderr, options.json);
  const stop = new AbortController();
  let code = 0;
  const leave = (exitCode: number) => () => {
    code = exitCode;
    stop.abort();
  };
  // `once`, so that a second Ctrl-C ends the process immediately.
  process.once('SIGINT', leave(EXIT.interrupted)).once('SIGTERM', leave(EXIT.terminated));
  // The program that read stdout has closed it.
  const onClosed = leave(EXIT.success);
  stdout.once('error', onClosed);
  try {
    const { tasks, stalled } = await watch(pool, ids, reporter, stop.signal, options);
    if (stalled !== null) {
      for (const task of tasks.filter((one) => !isFinished(one))) reporter.print(stalledNotice(task, stalled));
      if (tasks.length === 0) reporter.print(`Not compared: no board: ${stalled}.`);
      return EXIT.notCompared;
    }
    if (stop.signal.aborted) {
      if (code !== 0) for (const task of tasks) if (!isFinished(task)) reporter.print(continuesNotice(task));
      return code;
    }
    for (const task of tasks) for (const sentence of notCompared(task)) reporter.print(sentence);
    return exitCodeOf(tasks);
  } finally {
    stdout.off('error', onClosed);
  }
}

function continuesNotice({ id, kind, board }: Task): string {
  return (
    `Task ${id} (${kind} of ${formatPlace(board)}) continues. ` +
    `Watch it: sagasu tasks watch ${id}. Cancel it: sagasu tasks cancel ${id}`
  );
}

function stalledNotice({ id, board }: Task, reason: string): string {
  return `Not compared: ${formatPlace(board)}: ${reason}. Its task is left waiting. Watch it: sagasu tasks watch ${id}`;
}

interface Watched {
  /** The tasks as of the last read. */
  readonly tasks: readonly Task[];
  /** Why watching ended before the tasks did; null when it did not. */
  readonly stalled: string | null;
}

async function watch(
  pool: pg.Pool,
  ids: readonly number[],
  reporter: Reporter,
  signal: AbortSignal,
  { giveUpMs }: WatchOptions,
): Promise<Watched> {
  const notices = new WaitingNotices(reporter);
  let tasks: readonly Task[] = [];
  let isAway = false;
  let workedAt = performance.now();
  while (!signal.aborted) {
    let stalled: string | null = null;
    try {
      tasks = await readTasks(pool, ids);
      const unfinished = await readUnfinishedTasks(pool);
      isAway = false;
      reporter.update(tasks);
      if (tasks.every(isFinished)) break;
      notices.update(ids, unfinished);
      stalled = stalledReason(unfinished);
    } catch (thrown) {
      if (toUnavailable(toError(thrown)) === null) throw thrown;
      if (!isAway) reporter.print('The database does not answer. Watching resumes when it does.');
      isAway = true;
      stalled = 'the database does not answer';
    }
    if (stalled === null) workedAt = performance.now();
    else if (performance.now() - workedAt > giveUpMs) return { tasks, stalled };
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
  return { tasks, stalled: null };
}

/** Prints why a task waits once it has waited for a while, and again when the reason changes. */
class WaitingNotices {
  readonly #reporter: Reporter;
  readonly #since = new Map<number, number>();
  readonly #printed = new Map<number, string>();

  constructor(reporter: Reporter) {
    this.#reporter = reporter;
  }

  update(ids: readonly number[], unfinished: readonly UnfinishedTask[]): void {
    for (const id of ids) {
      const reason = waitingReason(id, unfinished);
      if (reason === null) {
        this.#since.delete(id);
        this.#printed.delete(id);
        continue;
      }
      const since = this.#since.get(id) ?? performance.now();
      this.#since.set(id, since);
      if (performance.now() - since < WAITING_NOTICE_MS || this.#printed.get(id) === reason) continue;
      this.#printed.set(id, reason);
      this.#reporter.print(`Task ${id} is waiting: ${reason}.`);
    }
  }
}
