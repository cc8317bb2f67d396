import { vi } from 'vitest';
import {
  TASK_CHANNEL,
  type TaskError,
  type TaskKind,
  type TaskProgress,
  type TaskStatus,
  type RequestedAction,
} from '../../mappings/task.ts';
import type { TestBoard } from './builders.ts';
import type { World } from './world.ts';

const END_LIMIT_MS = 90_000;

export interface SeenTask {
  readonly id: number;
  readonly status: TaskStatus;
  readonly step: string | null;
  readonly progress: Partial<TaskProgress>;
  readonly details: Readonly<Record<string, unknown>>;
  readonly error: TaskError | null;
}

/** Requests a task as the server does; returns the unfinished task of this kind if there is one. */
export async function enqueue(
  world: World,
  kind: TaskKind,
  board: TestBoard,
  options: Readonly<Record<string, unknown>> = {},
): Promise<number> {
  await world.pool.query(
    `insert into tasks (kind, board_id, options, requested_by) values ($1, $2, $3, 'test') on conflict do nothing`,
    [kind, board.id, JSON.stringify(options)],
  );
  await world.pool.query('select pg_notify($1, $2)', [TASK_CHANNEL, '']);
  const { rows } = await world.pool.query<{ id: string }>(
    `select id from tasks where kind = $1 and board_id = $2 order by id desc limit 1`,
    [kind, board.id],
  );
  return Number(rows[0]?.id);
}

export async function requestAction(world: World, id: number, action: RequestedAction): Promise<void> {
  await world.pool.query('update tasks set requested_action = $2 where id = $1', [id, action]);
  await world.pool.query('select pg_notify($1, $2)', [TASK_CHANNEL, '']);
}

export async function readTask(world: World, id: number): Promise<SeenTask> {
  const { rows } = await world.pool.query<Omit<SeenTask, 'id'>>(
    'select status, step, progress, details, error from tasks where id = $1',
    [id],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`there is no task ${id}`);
  return { ...row, id };
}

export async function ended(world: World, id: number, limitMs = END_LIMIT_MS): Promise<SeenTask> {
  return vi.waitFor(
    async () => {
      const task = await readTask(world, id);
      if (task.status === 'enqueued' || task.status === 'processing') {
        throw new Error(`task ${id} is ${task.status} at ${task.step}`);
      }
      return task;
    },
    { timeout: limitMs, interval: 20 },
  );
}

/**
 * Waits until the task is at the step or has ended. Returns whether the step was seen; polling may miss a short one.
 */
export async function reaches(world: World, id: number, step: string): Promise<boolean> {
  return vi.waitFor(
    async () => {
      const task = await readTask(world, id);
      if (task.status !== 'enqueued' && task.status !== 'processing') return false;
      if (task.step !== step) throw new Error(`task ${id} is ${task.status} at ${task.step}`);
      return true;
    },
    { timeout: END_LIMIT_MS, interval: 5 },
  );
}

export interface SeenIndex {
  readonly name: string;
  readonly slice: number;
  readonly state: string;
  readonly mappingVersion: number;
}

/** The board's indices in the registry, except retired ones. */
export async function registered(world: World, board: TestBoard): Promise<readonly SeenIndex[]> {
  const { rows } = await world.pool.query<{ name: string; slice: string; state: string; mapping_version: number }>(
    `select name, slice, state, mapping_version from indices
      where board_id = $1 and state <> 'retired' order by slice, build`,
    [board.id],
  );
  return rows.map((row) => ({
    name: row.name,
    slice: Number(row.slice),
    state: row.state,
    mappingVersion: row.mapping_version,
  }));
}

/** The board's indices that exist in Elasticsearch. */
export async function presentIndices(world: World, board: TestBoard): Promise<readonly string[]> {
  const found = await world.elasticsearch.indices.get({ index: `${world.indexPrefix}posts-${board.name}-v*` });
  return Object.keys(found).toSorted();
}
