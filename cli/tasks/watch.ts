import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { toError } from '../../platform/errors.ts';
import { readTasks } from '../../server/admin/tasks/tasks.ts';
import type { Task } from '../../mappings/contract/admin.ts';
import { toUnavailable } from '../../platform/postgres-errors.ts';
import { countDrift, formatPlace, isFinished } from './format.ts';
import { createReporter, type Reporter } from './reporter.ts';
import { readUnfinishedTasks, waitingReason } from './unfinished.ts';

const POLL_MS = 250;
/** Longer than an idle indexer needs to take a task (1 s), or to take over one whose indexer died (8 s). */
const WAITING_NOTICE_MS = 10_000;

export const EXIT_CODES = `
Exit codes: 0 succeeded, 1 failed or documents still differ, 2 usage error, 3 cancelled, 130 or 143 no longer watched
(Ctrl-C or SIGTERM); the task goes on.`;

/** The worst result of all tasks counts: failed, then cancelled, then remaining drift. */
export function exitCodeOf(tasks: readonly Task[]): number {
  if (tasks.some(({ status }) => status === 'failed')) return 1;
  if (tasks.some(({ status }) => status === 'cancelled')) return 3;
  return tasks.some((task) => countDrift(task) > 0) ? 1 : 0;
}

/** Reports the tasks until all have ended or the command is interrupted. Returns the exit code. */
export async function watchToEnd(pool: pg.Pool, ids: readonly number[]): Promise<number> {
  const { stdout, stderr } = process;
  const reporter = createReporter(stdout, stderr);
  const stop = new AbortController();
  let code = 0;
  const leave = (exitCode: number) => () => {
    code = exitCode;
    stop.abort();
  };
  // `once`, so that a second Ctrl-C ends the process immediately.
  process.once('SIGINT', leave(130)).once('SIGTERM', leave(143));
  // The reader of stdout has closed it.
  stdout.once('error', leave(0));
  const tasks = await watch(pool, ids, reporter, stop.signal);
  if (!stop.signal.aborted) return exitCodeOf(tasks);
  if (code !== 0) for (const task of tasks) if (!isFinished(task)) reporter.print(continuesNotice(task));
  return code;
}

function continuesNotice({ id, kind, board }: Task): string {
  return (
    `Task ${id} (${kind} of ${formatPlace(board)}) continues. ` +
    `Watch it: sagasu tasks watch ${id}. Cancel it: sagasu tasks cancel ${id}`
  );
}

/** Returns the tasks as they were read last. */
async function watch(
  pool: pg.Pool,
  ids: readonly number[],
  reporter: Reporter,
  signal: AbortSignal,
): Promise<readonly Task[]> {
  const waitingSince = new Map<number, number>();
  const printedReasons = new Map<number, string>();
  let tasks: readonly Task[] = [];
  let isAway = false;
  while (!signal.aborted) {
    try {
      tasks = await readTasks(pool, ids);
      const unfinished = await readUnfinishedTasks(pool);
      isAway = false;
      reporter.update(tasks);
      if (tasks.every(isFinished)) break;
      for (const { id } of tasks) {
        const reason = waitingReason(id, unfinished);
        if (reason === null) {
          waitingSince.delete(id);
          printedReasons.delete(id);
          continue;
        }
        const since = waitingSince.get(id) ?? performance.now();
        waitingSince.set(id, since);
        if (performance.now() - since < WAITING_NOTICE_MS || printedReasons.get(id) === reason) continue;
        printedReasons.set(id, reason);
        reporter.print(`Task ${id} is waiting: ${reason}.`);
      }
    } catch (thrown) {
      if (toUnavailable(toError(thrown)) === null) throw thrown;
      if (!isAway) reporter.print('The database does not answer. Watching resumes when it does.');
      isAway = true;
    }
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
  return tasks;
}
