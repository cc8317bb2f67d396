import type { RegisteredIndex } from '../index-set/ports.ts';
import type { Clock } from '../runtime/clock.ts';
import type { ClaimedTask, TaskContext } from '../tasks/ports.ts';
import type { RangePlan, RangeQueue } from './ports.ts';
import { ProgressRate } from '../tasks/progress-rate.ts';

/** A few seconds of work: small enough that all processes finish together, large enough that a job's cost is negligible. */
const POSTS_PER_RANGE = 20_000;
const PLAN_AT_ONCE = 4;
/** Enough jobs to keep every process busy; the other ranges wait in PostgreSQL. */
const MAX_WAITING = 16;
/** A rebuild adds its ranges beside those of an older one only when the older one cannot keep the processes busy. */
const MAX_WAITING_BEHIND = 2;
/** A worker saves a range's position after every page. A range without progress for this long has lost its job. */
const LEASE_MS = 30_000;
/**
 * While no job waits in Redis, every queued range is either being copied or lost. Queuing a range once too often costs
 * one empty job.
 */
const LEASE_WHEN_DRAINED_MS = 2_000;
/** A poll takes some queries of both stores. While jobs are waiting, polling less often delays nothing. */
const POLL_MS = 250;
const POLL_WHEN_DRAINED_MS = 50;
const REPORT_MS = 500;
/** The duration of the later steps as a part of the copy's, mostly for merges of segments and the sums of the verification. */
const LATER = 0.1;

export interface CopyPorts {
  readonly ranges: RangePlan;
  readonly queue: RangeQueue;
  readonly clock: Clock;
  readonly now: () => number;
}

/**
 * Plans the ranges of every slice, queues them, and returns when all are copied. The ranges are copied by the workers of
 * all processes (copy-range.ts). `checkSet` is called with every progress report, and throws when an index was lost.
 */
export async function copyBoard(
  { ranges, queue, clock, now }: CopyPorts,
  task: ClaimedTask,
  context: TaskContext,
  indices: readonly Pick<RegisteredIndex, 'slice'>[],
  checkSet: () => Promise<void>,
): Promise<{ readonly documents: number; readonly refused: number }> {
  const { boardId, sliceSize } = task;
  const unplanned = indices.map(({ slice }) => slice).sort((a, b) => b - a);
  const speed = new ProgressRate(now);
  let reportedAt = -Infinity;
  // Until the state is read, an older rebuild may be copying.
  let most = MAX_WAITING_BEHIND;
  for (;;) {
    await context.pace();
    const waiting = await queue.waiting();
    const slice = unplanned.at(-1);
    // Planning stays a little ahead of copying, so that copying starts immediately even on a large board.
    const plans = slice !== undefined && waiting < most;
    if (plans) {
      if (!(await ranges.plan(task, { boardId, slice, sliceSize }, PLAN_AT_ONCE, POSTS_PER_RANGE))) unplanned.pop();
    }
    if (waiting < most) {
      const lease = waiting === 0 ? LEASE_WHEN_DRAINED_MS : LEASE_MS;
      const jobs = await ranges.claim(task.id, most - waiting, lease);
      if (jobs.length > 0) await queue.add(jobs);
    }
    const { documents, refused, planned, open, isBehind } = await ranges.state(task.id);
    most = isBehind ? MAX_WAITING_BEHIND : MAX_WAITING;
    const isDone = unplanned.length === 0 && open === 0;
    if (isDone || now() - reportedAt >= REPORT_MS) {
      reportedAt = now();
      await checkSet();
      const total = unplanned.length === 0 ? Math.max(planned, documents) : null;
      const perSecond = speed.at(documents);
      const secondsAfter = total === null || perSecond === null || perSecond === 0 ? null : (total / perSecond) * LATER;
      await context.report({
        progress: {
          done: documents,
          total,
          unit: 'documents',
          perSecond,
          ...(secondsAfter !== null && { secondsAfter }),
        },
        details: { documents, refused },
      });
    }
    if (isDone) return { documents, refused };
    if (!plans) await clock.wait(waiting === 0 ? POLL_WHEN_DRAINED_MS : POLL_MS, context.signal);
  }
}
