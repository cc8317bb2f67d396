import { Command, Option } from 'commander';
import {
  TASK_KINDS,
  TASK_STATUS_FILTERS,
  type TaskKind,
  type TaskStatusFilter,
  type RequestedAction,
} from '../mappings/task.ts';
import { listTasks, readTask, requestTaskAction } from '../server/admin/tasks/tasks.ts';
import type { Task } from '../mappings/contract/admin.ts';
import { readBoard, wholeNumber } from './arguments.ts';
import { withDatabase } from './stores.ts';
import { jsonOption } from './table.ts';
import { formatTask, formatTaskTable } from './tasks/format.ts';
import { EXIT_CODES, watchToEnd } from './tasks/watch.ts';

interface ListOptions {
  readonly board?: string;
  readonly kind?: TaskKind;
  readonly status?: TaskStatusFilter;
  readonly limit: number;
  readonly json: boolean;
}

export function tasksCommand(): Command {
  const tasks = new Command('tasks').description(
    'List and control rebuilds, rollbacks, verifications, purges, imports, exports and backups',
  );
  tasks
    .command('list')
    .description('List tasks, newest first')
    .option('--board <name>', 'only tasks of this board')
    .addOption(new Option('--kind <kind>', 'only tasks of this kind').choices(TASK_KINDS))
    .addOption(new Option('--status <status>', 'only tasks with this status').choices(TASK_STATUS_FILTERS))
    .option('--limit <number>', 'most tasks to list', wholeNumber(1_000), 20)
    .addOption(jsonOption())
    .action(async ({ board, json, ...filter }: ListOptions) => {
      const found = await withDatabase(async (pool) => {
        const name = board === undefined ? undefined : (await readBoard(pool, board)).name;
        return (await listTasks(pool, { ...filter, board: name })).tasks;
      });
      if (json) for (const task of found) console.log(JSON.stringify(task));
      else console.log(found.length === 0 ? 'No matching tasks.' : formatTaskTable(found));
    });
  tasks
    .command('show')
    .description('Show everything about one task')
    .argument('<id>', 'number of the task', parseTaskId)
    .option('--json', 'print one JSON object')
    .action(async (id: number, { json }: { readonly json?: true }) => {
      const task = await withDatabase((pool) => readTask(pool, id));
      console.log(json ? JSON.stringify(task) : formatTask(task));
    });
  tasks
    .command('watch')
    .description('Show the progress of a task until it ends')
    .argument('<id>', 'number of the task', parseTaskId)
    .addHelpText('after', EXIT_CODES)
    .action(async (id: number) => {
      process.exitCode = await withDatabase(async (pool) => {
        await readTask(pool, id);
        return watchToEnd(pool, [id]);
      });
    });
  addControl(tasks, 'pause', 'Pause a task; its progress is kept', 'pause', ({ id }) => {
    return `Task ${id} pauses within seconds. Resume it: sagasu tasks resume ${id}`;
  });
  addControl(tasks, 'resume', 'Resume a paused task', 'run', ({ id }) => `Resumed task ${id}.`);
  addControl(tasks, 'cancel', 'Cancel a task and undo what it has begun', 'cancel', ({ id, status }) => {
    return status === 'cancelled' ? `Cancelled task ${id}.` : `Task ${id} stops within seconds.`;
  });
  return tasks;
}

function addControl(
  tasks: Command,
  name: string,
  description: string,
  wanted: RequestedAction,
  format: (task: Task) => string,
): void {
  tasks
    .command(name)
    .description(description)
    .argument('<id>', 'number of the task', parseTaskId)
    .action(async (id: number) => {
      console.log(format(await withDatabase((pool) => requestTaskAction(pool, id, wanted))));
    });
}

/** A larger bigint would lose digits as a number. */
const parseTaskId = wholeNumber(Number.MAX_SAFE_INTEGER);
