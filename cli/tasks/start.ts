import type { TaskKind } from '../../mappings/task.ts';
import { startTasks } from '../../server/admin/tasks/start.ts';
import { boardsNamed } from '../board-names.ts';
import { withDatabase } from '../stores.ts';
import { readStandings } from './unfinished.ts';
import { EXIT_CODES, watchToEnd } from './watch.ts';

export const AFTER_HELP = `
On a terminal a line for each task shows how far it is; elsewhere each change is a JSON line, the last one the end.
Ctrl-C stops watching and leaves the task to its work; sagasu tasks cancel <id> stops it.
${EXIT_CODES}`;

export interface StartOptions {
  readonly kind: Exclude<TaskKind, 'purge_segments'>;
  /** None for all. */
  readonly boards: readonly string[];
  readonly options?: Readonly<Record<string, boolean>>;
  readonly wait: boolean;
}

/** Starts a task a board, or finds the one that is under way, and watches them unless told not to. */
export async function startAndWatch({ kind, boards, options = {}, wait }: StartOptions): Promise<void> {
  await withDatabase(async (pool) => {
    const names = await boardsNamed(pool, boards);
    if (names.length === 0) {
      console.error('No boards yet: sagasu board add --help');
      return;
    }
    const before = new Map((await readStandings(pool)).map((standing) => [standing.id, standing]));
    const tasks = await startTasks(pool, { kind, boards: names, options, requestedBy: 'cli' });
    for (const { id, board } of tasks) {
      const found = before.get(id);
      if (found === undefined) continue;
      const lacks = Object.keys(options).filter((name) => options[name] && found.options[name] !== true);
      console.error(
        `A ${kind} of /${board}/ is under way already: task ${id}.` +
          (lacks.length === 0 ? '' : ` It was started without ${lacks.map((name) => `--${name}`).join(' and ')}.`),
      );
    }
    if (wait) {
      process.exitCode = await watchToEnd(
        pool,
        tasks.map(({ id }) => id),
      );
      return;
    }
    for (const task of tasks) {
      const { id, board } = task;
      console.log(
        process.stdout.isTTY
          ? `Task ${id}: ${kind} of /${board}/. sagasu tasks watch ${id} shows how far it is.`
          : JSON.stringify(task),
      );
    }
  });
}
