import { Command, InvalidArgumentError, Option } from 'commander';
import { TASK_KINDS, TASK_STATUSES, type TaskKind, type TaskStatus, type RequestedAction } from '../mappings/task.ts';
import { listTasks, readTask, requestTaskAction } from '../server/admin/tasks/tasks.ts';
import type { Task } from '../mappings/contract/admin.ts';
import { boardsNamed } from './board-names.ts';
import { withDatabase } from './stores.ts';
import { taskPage, taskTable } from './tasks/tables.ts';
import { EXIT_CODES, watchToEnd } from './tasks/watch.ts';

interface ListOptions {
  readonly board?: string;
  readonly kind?: TaskKind;
  readonly status?: TaskStatus;
  readonly limit: number;
  readonly json?: true;
}

export function tasksCommand(): Command {
  const tasks = new Command('tasks').description('long work on boards: rebuilds, rollbacks, verifications');
  tasks
    .command('list')
    .description('tasks, newest first')
    .option('--board <name>', 'of this board only')
    .addOption(new Option('--kind <kind>', 'of this kind only').choices(TASK_KINDS))
    .addOption(new Option('--status <status>', 'in this state only').choices(TASK_STATUSES))
    .option('--limit <number>', 'at most so many', numberUpTo(1_000), 20)
    .option('--json', 'one JSON object a line')
    .action(async ({ board, json, ...filter }: ListOptions) => {
      const found = await withDatabase(async (pool) => {
        const [name] = board === undefined ? [] : await boardsNamed(pool, [board]);
        return (await listTasks(pool, { ...filter, board: name })).tasks;
      });
      if (json) for (const task of found) console.log(JSON.stringify(task));
      else console.log(found.length === 0 ? 'No such tasks.' : taskTable(found));
    });
  tasks
    .command('show')
    .description('everything about one task')
    .argument('<id>', 'its number', taskId)
    .option('--json', 'as one JSON object')
    .action(async (id: number, { json }: { readonly json?: true }) => {
      const task = await withDatabase((pool) => readTask(pool, id));
      console.log(json ? JSON.stringify(task) : taskPage(task));
    });
  tasks
    .command('watch')
    .description('show how far a task is until it ends')
    .argument('<id>', 'its number', taskId)
    .addHelpText('after', EXIT_CODES)
    .action(async (id: number) => {
      process.exitCode = await withDatabase(async (pool) => {
        await readTask(pool, id);
        return watchToEnd(pool, [id]);
      });
    });
  addAction(tasks, 'pause', 'let a task stand still; what it has done so far stays', 'pause', ({ id }) => {
    return `Task ${id} stands still within seconds: sagasu tasks resume ${id} lets it go on.`;
  });
  addAction(tasks, 'resume', 'let a paused task go on', 'run', ({ id }) => `Task ${id} goes on.`);
  addAction(tasks, 'cancel', 'stop a task, and take back what it has begun', 'cancel', ({ id, status }) => {
    return status === 'cancelled' ? `Task ${id} is cancelled.` : `Task ${id} stops within seconds.`;
  });
  return tasks;
}

function addAction(
  tasks: Command,
  name: string,
  description: string,
  action: RequestedAction,
  say: (task: Task) => string,
): void {
  tasks
    .command(name)
    .description(description)
    .argument('<id>', 'its number', taskId)
    .action(async (id: number) => {
      console.log(say(await withDatabase((pool) => requestTaskAction(pool, id, action))));
    });
}

/** PostgreSQL's bigint would take more; a number in JavaScript would not. */
const taskId = numberUpTo(Number.MAX_SAFE_INTEGER);

function numberUpTo(max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < 1 || value > max) {
      throw new InvalidArgumentError(`It must be a whole number from 1 to ${max}.`);
    }
    return value;
  };
}
