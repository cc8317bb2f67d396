import type { IndexerKind } from '../../mappings/task.ts';
import { startTasks } from '../../server/admin/tasks/start.ts';
import { readBoards } from '../arguments.ts';
import { withDatabase } from '../stores.ts';
import { formatPlace } from './format.ts';
import { readUnfinishedTasks } from './unfinished.ts';
import { EXIT_CODES, watchToEnd } from './watch.ts';

export const WATCH_HELP = `
On a terminal, one line per task shows its progress. Elsewhere each change is printed as one JSON line; the last line of
a task is its result. Ctrl-C stops watching, not the task; sagasu tasks cancel <id> stops the task.
${EXIT_CODES}`;

export interface StartOptions {
  readonly kind: Exclude<IndexerKind, 'purge_segments'>;
  /** Names of boards; every board when empty. */
  readonly boards: readonly string[];
  readonly options?: Readonly<Record<string, boolean>>;
  /** True to watch the tasks until they end. */
  readonly wait: boolean;
  /** Without it the tasks are watched as long as they take. */
  readonly giveUpMs?: number;
  /** JSON lines also on a terminal. */
  readonly json?: boolean;
}

/** Starts one task per board, or joins the one that is unfinished. Sets the exit code when it waits. */
export async function startAndWatch({
  kind,
  boards,
  options = {},
  wait,
  giveUpMs = Infinity,
  json = false,
}: StartOptions): Promise<void> {
  await withDatabase(async (pool) => {
    const names = (await readBoards(pool, boards)).map(({ name }) => name);
    if (names.length === 0) {
      console.error('No boards yet. Add one: sagasu board add --help');
      return;
    }
    const before = new Map((await readUnfinishedTasks(pool)).map((task) => [task.id, task]));
    const tasks = await startTasks(pool, { kind, boards: names, options, requestedBy: 'cli' });
    for (const { id, board } of tasks) {
      const found = before.get(id);
      if (found === undefined) continue;
      const missing = Object.keys(options).filter((name) => options[name] && found.options[name] !== true);
      console.error(
        `Task ${id} is already running: ${kind} of ${formatPlace(board)}.` +
          (missing.length === 0 ? '' : ` It was started without ${missing.map((name) => `--${name}`).join(' and ')}.`),
      );
    }
    if (wait) {
      process.exitCode = await watchToEnd(
        pool,
        tasks.map(({ id }) => id),
        { giveUpMs, json },
      );
      return;
    }
    for (const task of tasks) {
      const { id, board } = task;
      console.log(
        process.stdout.isTTY && !json
          ? `Task ${id}: ${kind} of ${formatPlace(board)}. Watch it: sagasu tasks watch ${id}`
          : JSON.stringify(task),
      );
    }
  });
}
