import type { RegisteredIndex } from '../index-set/ports.ts';
import type { Clock } from '../runtime/clock.ts';
import type { ClaimedTask, TaskContext } from '../tasks/ports.ts';
import type { RangePlan, RangeQueue } from './ports.ts';
import { Speed } from '../tasks/progress-rate.ts';

/** Some seconds of work: small enough that all processes end together, large enough that its job costs nothing. */
const POSTS_A_RANGE = 20_000;
const PLAN_AT_ONCE = 4;
/** Enough to keep every process busy; the rest waits in PostgreSQL. */
const MAX_WAITING = 16;
/** A walk notes its place at every page. A range that has not moved for this long has lost its job. */
const LEASE_MS = 30_000;
/** With nothing waiting in Redis a range is either being walked or lost; to add it once too often costs one empty job. */
const LEASE_WHEN_DRAINED_MS = 2_000;
/** To look costs both stores some questions. Nothing is missed by looking less often while ranges wait to be walked. */
const LOOK_MS = 250;
const LOOK_WHEN_DRAINED_MS = 50;
const NOTE_MS = 500;

export interface CopyPorts {
  readonly ranges: RangePlan;
  readonly queue: RangeQueue;
  readonly clock: Clock;
  readonly now: () => number;
}

/** Plans the ranges of every slice, hands them to whoever walks them, and ends when all are done. */
export async function copyBoard(
  { ranges, queue, clock, now }: CopyPorts,
  task: ClaimedTask,
  context: TaskContext,
  indices: readonly Pick<RegisteredIndex, 'slice'>[],
  checkSet: () => Promise<void>,
): Promise<{ readonly documents: number; readonly refused: number }> {
  const { boardId, sliceSize } = task;
  const unplanned = indices.map(({ slice }) => slice).sort((a, b) => b - a);
  const speed = new Speed(now);
  let noted = -Infinity;
  for (;;) {
    await context.pace();
    const waiting = await queue.waiting();
    const slice = unplanned.at(-1);
    // Planned a little ahead of what is being walked: a walk begins at once, however large the board is.
    const plans = slice !== undefined && waiting < MAX_WAITING;
    if (plans) {
      if (!(await ranges.plan(task, { boardId, slice, sliceSize }, PLAN_AT_ONCE, POSTS_A_RANGE))) unplanned.pop();
    }
    if (waiting < MAX_WAITING) {
      const lease = waiting === 0 ? LEASE_WHEN_DRAINED_MS : LEASE_MS;
      const jobs = await ranges.claim(task.id, MAX_WAITING - waiting, lease);
      if (jobs.length > 0) await queue.add(jobs);
    }
    const { documents, refused, planned, open } = await ranges.state(task.id);
    const isDone = unplanned.length === 0 && open === 0;
    if (isDone || now() - noted >= NOTE_MS) {
      noted = now();
      await checkSet();
      const total = unplanned.length === 0 ? Math.max(planned, documents) : null;
      await context.note({
        progress: { done: documents, total, unit: 'documents', perSecond: speed.at(documents) },
        details: { documents, refused },
      });
    }
    if (isDone) return { documents, refused };
    if (!plans) await clock.wait(waiting === 0 ? LOOK_WHEN_DRAINED_MS : LOOK_MS, context.signal);
  }
}
