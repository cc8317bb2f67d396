/** Reads tasks, and requests that they are paused, resumed or cancelled. Indexers run tasks. */
import type pg from 'pg';
import type { Task, TaskList } from '../../../mappings/contract/admin.ts';
import {
  isUnfinished,
  type RequestedAction,
  TASK_CHANNEL,
  type TaskKind,
  type TaskStatusFilter,
  UNFINISHED_STATUSES,
} from '../../../mappings/task.ts';
import { NotFoundError, RefusedError } from '../../shared/errors.ts';
import { asAccount } from '../as-account.ts';
import * as sql from './sql.ts';

export interface TaskFilter {
  /** Board name. */
  readonly board?: string | undefined;
  readonly kind?: TaskKind | undefined;
  readonly status?: TaskStatusFilter | undefined;
  /** Only tasks with a lower id. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** Newest first. */
export async function listTasks(client: pg.Pool | pg.PoolClient, filter: TaskFilter): Promise<TaskList> {
  const { board = null, kind = null, status, before = null, limit } = filter;
  const statuses = status === 'unfinished' ? UNFINISHED_STATUSES : status && [status];
  const { rows } = await client.query<sql.TaskRow>(sql.LIST_TASKS, [board, kind, statuses, before, limit + 1]);
  const tasks = rows.slice(0, limit).map(presentTask);
  return { tasks, next: rows.length > limit ? (tasks.at(-1)?.id ?? null) : null };
}

/** @throws NotFoundError `task_unknown` */
export async function readTask(client: pg.Pool | pg.PoolClient, id: number): Promise<Task> {
  const [task] = await readTasks(client, [id]);
  if (task === undefined) throw new NotFoundError('task_unknown', `There is no task ${id}.`);
  return task;
}

/** In the order of `ids`; unknown ids are left out. */
export async function readTasks(pool: pg.Pool | pg.PoolClient, ids: readonly number[]): Promise<Task[]> {
  const { rows } = await pool.query<sql.TaskRow>(sql.READ_TASKS, [ids]);
  return rows.map(presentTask);
}

/** Enqueued and processing tasks of the boards that the account of the transaction administers, oldest first. */
export async function unfinishedTasks(client: pg.PoolClient): Promise<Task[]> {
  const { rows } = await client.query<sql.TaskRow>(sql.UNFINISHED_TASKS);
  return rows.map(presentTask);
}

/**
 * Requests that a task runs, pauses or is cancelled. An enqueued task is cancelled immediately; an indexer carries out the rest.
 * `secret`: see asAccount.
 * @throws NotFoundError `task_unknown`
 * @throws RefusedError 409 `task_finished`, `task_cancelling`
 */
export async function requestTaskAction(
  pool: pg.Pool,
  id: number,
  action: RequestedAction,
  secret: string | null = null,
): Promise<Task> {
  return asAccount(pool, secret, async (client) => {
    const { rowCount } = await client.query(sql.REQUEST_TASK_ACTION, [id, action]);
    const task = await readTask(client, id);
    if (rowCount === 0) {
      throw task.cancelling
        ? new RefusedError(409, 'task_cancelling', `Task ${id} is already being cancelled.`)
        : new RefusedError(409, 'task_finished', `Task ${id} has already ended with the status ${task.status}.`);
    }
    await client.query(sql.NOTIFY_TASKS, [TASK_CHANNEL]);
    return task;
  });
}

function presentTask(row: sql.TaskRow): Task {
  const {
    id,
    kind,
    board,
    status,
    requested_action,
    step,
    details,
    error,
    requested_by,
    started_at,
    finished_at,
    now,
  } = row;
  const unfinished = isUnfinished(row);
  return {
    id: Number(id),
    kind,
    board,
    status,
    paused: unfinished && requested_action === 'pause',
    cancelling: unfinished && requested_action === 'cancel',
    step,
    progress: presentProgress(row),
    details: { ...details },
    error: error === null ? null : { code: error.code, message: error.message },
    requested_by,
    enqueued_at: row.enqueued_at.toISOString(),
    started_at: started_at?.toISOString() ?? null,
    finished_at: finished_at?.toISOString() ?? null,
    duration_ms: started_at === null ? null : (finished_at ?? now).getTime() - started_at.getTime(),
  };
}

/** Paused, cancelled and finished tasks have no speed and no remaining time. */
function presentProgress(row: sql.TaskRow): Task['progress'] {
  const { progress, requested_action } = row;
  if (!('done' in progress)) return null;
  const { done, total, unit, secondsAfter = 0 } = progress;
  const perSecond = isUnfinished(row) && requested_action === 'run' ? progress.perSecond : null;
  const secondsLeft =
    perSecond === null || perSecond <= 0 || total === null
      ? null
      : Math.max(0, total - done) / perSecond + secondsAfter;
  return { done, total, unit, per_second: perSecond, seconds_left: secondsLeft };
}
