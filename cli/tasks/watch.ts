import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { toError } from '../../platform/errors.ts';
import { readTasks } from '../../server/admin/tasks/tasks.ts';
import type { Task } from '../../mappings/contract/admin.ts';
import { toUnavailable } from '../../platform/postgres-errors.ts';
import { createReporter, type Reporter } from './reporter.ts';
import { readStandings, whyItWaits } from './unfinished.ts';
import { driftOf, isOver } from './format.ts';

const EVERY_MS = 250;
/** An indexer looks every second, and a dead one's lease ends after eight. */
const NOBODY_MS = 10_000;

export const EXIT_CODES = `
Exit codes: 0 succeeded, 1 failed or documents still differ, 2 the command was not understood, 3 cancelled,
130 no longer watched (Ctrl-C); the task goes on then.`;

/** Of several tasks the worst counts: failed, then cancelled, then drift left. */
export function exitCodeOf(tasks: readonly Task[]): number {
  if (tasks.some(({ status }) => status === 'failed')) return 1;
  if (tasks.some(({ status }) => status === 'cancelled')) return 3;
  return tasks.some((task) => driftOf(task) > 0) ? 1 : 0;
}

/** Watches tasks until all have ended or the user has seen enough. Answers the exit code. */
export async function watchToEnd(pool: pg.Pool, ids: readonly number[]): Promise<number> {
  const { stdout, stderr } = process;
  const reporter = createReporter(stdout, stderr);
  const stop = new AbortController();
  let code = 0;
  const leave = (exitCode: number) => () => {
    code = exitCode;
    stop.abort();
  };
  // Once: a second Ctrl-C ends the process at once.
  process.once('SIGINT', leave(130)).once('SIGTERM', leave(143));
  // Whoever read our output has gone.
  stdout.once('error', leave(0));
  const left = await watch(pool, ids, reporter, stop.signal);
  if (!stop.signal.aborted) return exitCodeOf(left);
  if (code !== 0) for (const task of left) if (!isOver(task)) reporter.remark(goesOn(task));
  return code;
}

function goesOn({ id, kind, board }: Task): string {
  return (
    `Task ${id}, the ${kind} of /${board}/, goes on. ` +
    `sagasu tasks watch ${id} shows it again, sagasu tasks cancel ${id} stops it.`
  );
}

/** Answers the tasks as they were last. */
async function watch(
  pool: pg.Pool,
  ids: readonly number[],
  reporter: Reporter,
  signal: AbortSignal,
): Promise<readonly Task[]> {
  const idleSince = new Map<number, number>();
  const told = new Map<number, string>();
  let tasks: readonly Task[] = [];
  let isAway = false;
  while (!signal.aborted) {
    try {
      tasks = await readTasks(pool, ids);
      const standings = await readStandings(pool);
      isAway = false;
      reporter.update(tasks);
      if (tasks.every(isOver)) break;
      for (const { id } of tasks) {
        const why = whyItWaits(id, standings);
        if (why === null) {
          idleSince.delete(id);
          told.delete(id);
          continue;
        }
        const since = idleSince.get(id) ?? performance.now();
        idleSince.set(id, since);
        if (performance.now() - since < NOBODY_MS || told.get(id) === why) continue;
        told.set(id, why);
        reporter.remark(`Task ${id} waits: ${why}.`);
      }
    } catch (thrown) {
      if (toUnavailable(toError(thrown)) === null) throw thrown;
      if (!isAway) reporter.remark('The database is out of reach; the tasks are looked at again when it is back.');
      isAway = true;
    }
    await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
  return tasks;
}
