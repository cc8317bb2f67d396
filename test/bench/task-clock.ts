import { setTimeout as sleep } from 'node:timers/promises';
import type { TaskKind } from '../../mappings/task.ts';
import { startTasks } from '../../server/admin/tasks/start.ts';
import { readTask, requestTaskAction } from '../../server/admin/tasks/tasks.ts';
import type { World } from '../support/world.ts';

/**
 * Polling interval. Each poll takes about 1 ms of processor time from the task; what the task is compared with is not
 * polled.
 */
const LOOK_MS = 100;
/** A cancel takes less than half a second, so it is polled more often. */
const CANCEL_LOOK_MS = 20;
const LIMIT_MS = 3_600_000;
const TAKEN_UP_MS = 60_000;

export interface TimedTask {
  readonly seconds: number;
  /** Seconds of each step, in the order of the steps. */
  readonly steps: ReadonlyMap<string, number>;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Starts a task as an admin does and polls its row until it ends. */
export async function timeTask(
  world: World,
  kind: Exclude<TaskKind, 'purge_segments'>,
  board: string,
): Promise<TimedTask> {
  const steps = new Map<string, number>();
  const began = performance.now();
  const [started] = await startTasks(world.pool, { kind, boards: [board], requestedBy: 'bench' });
  if (started === undefined) throw new Error(`no ${kind} was started`);
  let since = began;
  let step: string | null = null;
  for (;;) {
    const { rows } = await world.pool.query<{
      status: string;
      step: string | null;
      details: Record<string, unknown>;
      error: { message: string } | null;
    }>('select status, step, details, error from tasks where id = $1', [started.id]);
    const [row] = rows;
    if (row === undefined) throw new Error(`task ${started.id} is gone`);
    const now = performance.now();
    const isOver = row.status !== 'enqueued' && row.status !== 'processing';
    if (row.step !== step || isOver) {
      if (step !== null) steps.set(step, (steps.get(step) ?? 0) + (now - since) / 1000);
      since = now;
      step = row.step;
    }
    if (row.status === 'succeeded') return { seconds: (now - began) / 1000, steps, details: row.details };
    if (isOver) throw new Error(`the ${kind} ended ${row.status}: ${row.error?.message ?? 'without a word'}`);
    if (row.status === 'enqueued' && now - began > TAKEN_UP_MS) throw new Error(`no indexer takes up the ${kind}`);
    if (now - began > LIMIT_MS) throw new Error(`the ${kind} did not end`);
    await sleep(LOOK_MS);
  }
}

/** Starts a rebuild and cancels it in the middle of its copy. Returns the seconds from the request to the end. */
export async function timeCancel(world: World, board: string, posts: number): Promise<number> {
  const [started] = await startTasks(world.pool, { kind: 'reindex', boards: [board], requestedBy: 'bench' });
  if (started === undefined) throw new Error('no rebuild was started');
  const until = async (isSo: (task: Awaited<ReturnType<typeof readTask>>) => boolean) => {
    const limit = performance.now() + TAKEN_UP_MS;
    for (;;) {
      const task = await readTask(world.pool, started.id);
      if (isSo(task)) return task;
      if (performance.now() > limit) throw new Error(`the rebuild is ${task.status} at ${task.step ?? 'its start'}`);
      await sleep(CANCEL_LOOK_MS);
    }
  };
  await until(({ step, progress }) => step === 'copy' && (progress?.done ?? 0) > posts / 5);
  const began = performance.now();
  await requestTaskAction(world.pool, started.id, 'cancel');
  const { status } = await until((task) => task.status !== 'enqueued' && task.status !== 'processing');
  if (status !== 'cancelled') throw new Error(`the rebuild ended ${status}`);
  return (performance.now() - began) / 1000;
}
