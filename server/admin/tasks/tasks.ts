/** Tasks as those see them who ask for them: the server and the command line. Indexers do them. */
import type pg from 'pg';
import { TASK_CHANNEL, type TaskKind, type TaskStatus, type RequestedAction } from '../../../mappings/task.ts';
import { inTransaction } from '../../../platform/postgres.ts';
import type { Task, TaskList } from '../../../mappings/contract/admin.ts';
import { NotFoundError } from '../../http/errors.ts';
import { TaskConflictError } from './errors.ts';
import { presentTask } from './present.ts';
import * as sql from './sql.ts';

export interface TaskFilter {
  readonly board?: string | undefined;
  readonly kind?: TaskKind | undefined;
  readonly status?: TaskStatus | undefined;
  /** Only tasks with a lower id. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** Newest first. */
export async function listTasks(pool: pg.Pool, filter: TaskFilter): Promise<TaskList> {
  const { board = null, kind = null, status = null, before = null, limit } = filter;
  const { rows } = await pool.query<sql.TaskRow>(sql.LIST_TASKS, [board, kind, status, before, limit + 1]);
  const tasks = rows.slice(0, limit).map(presentTask);
  return { tasks, next: rows.length > limit ? (tasks.at(-1)?.id ?? null) : null };
}

/** @throws NotFoundError */
export async function readTask(pool: pg.Pool | pg.PoolClient, id: number): Promise<Task> {
  const [task] = await readTasks(pool, [id]);
  if (task === undefined) throw new NotFoundError('task_unknown', `There is no task ${id}.`);
  return task;
}

/** In the order asked for. */
export async function readTasks(pool: pg.Pool | pg.PoolClient, ids: readonly number[]): Promise<Task[]> {
  const { rows } = await pool.query<sql.TaskRow>(sql.READ_TASKS, [ids]);
  return rows.map(presentTask);
}

/** Of all boards, oldest first. */
export async function unfinishedTasks(pool: pg.Pool): Promise<Task[]> {
  const { rows } = await pool.query<sql.TaskRow>(sql.UNFINISHED_TASKS);
  return rows.map(presentTask);
}

/**
 * Tells a task to go on, to pause or to stop. What no indexer has begun is cancelled at once.
 * @throws NotFoundError
 * @throws TaskConflictError when it has ended, or is being cancelled.
 */
export async function requestTaskAction(pool: pg.Pool, id: number, action: RequestedAction): Promise<Task> {
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(sql.REQUEST_TASK_ACTION, [id, action]);
    const task = await readTask(client, id);
    if (rowCount === 0) {
      throw task.cancelling
        ? new TaskConflictError('task_cancelling', `Task ${id} is being cancelled.`)
        : new TaskConflictError('task_finished', `Task ${id} has ended: it is ${task.status}.`);
    }
    await client.query(sql.NOTIFY_TASKS, [TASK_CHANNEL]);
    return task;
  });
}
