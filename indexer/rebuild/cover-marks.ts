/**
 * If many threads are marked, rebuilds cover the marks of their boards: the copy reads their posts anyway, so the live path need not
 * write them. docs/decisions/0063 and 0131 give the reasons, and why nothing is lost.
 */
import type { IndexSetStore } from '../index-set/ports.ts';
import { TaskLostError, type ClaimedTask, type HeldTask, type TaskContext } from '../tasks/ports.ts';
import type { CoveredMarks, MarkCounts, WaitingRebuilds } from './ports.ts';

/**
 * Fewer marks than this are not covered. Beside a copy, the live path indexes about 100 threads a second, so they take at most two minutes.
 * Covering them would cost the rollback: the old indices then lack their posts. All boards with unfinished rebuilds count together, because
 * their marks wait in one line.
 */
export const COVER_FROM = 10_000;
/**
 * A board with less than this part of COVER_FROM keeps its marks: the live path indexes them sooner than the rebuild, which takes seconds
 * for any board.
 */
const OWN_PART = 0.1;
/** Writers of these threads wait while a batch is covered: some tenths of a second. */
const BATCH = 20_000;

export interface CoverPorts {
  readonly sets: IndexSetStore;
  readonly marks: CoveredMarks;
  /** The number of marks of all boards with unfinished rebuilds from which on these cover them. */
  readonly coverFrom: number;
}

/**
 * Covers the board's marks. Must end before the first row is copied, also for a worker that has lost its task: each batch locks the task.
 * Returns the number of marks.
 */
export async function coverMarks(
  ports: CoverPorts,
  task: HeldTask & Pick<ClaimedTask, 'boardId'>,
  context: Pick<TaskContext, 'pace'>,
): Promise<number> {
  const { own } = await countLargeBacklog(ports, task.boardId);
  if (own < ports.coverFrom * OWN_PART) return 0;
  let covered = 0;
  for (let after = -1; ;) {
    const batch = await ports.sets.change(task.boardId, (set) => set.cover(task.id, after, BATCH), task);
    covered += batch.marks;
    if (batch.marks < BATCH) return covered;
    after = batch.last;
    await context.pace();
  }
}

/**
 * Covers the marks of boards whose rebuilds wait for their turn, once for each rebuild: posts that arrive while it waits are indexed. A
 * rebuild that a worker begins meanwhile covers the rest itself.
 */
export async function coverWaiting(
  ports: CoverPorts & { readonly waiting: WaitingRebuilds },
  closing: AbortSignal,
): Promise<void> {
  const { waiting } = ports;
  const rebuilds = await waiting.uncovered();
  const [first] = rebuilds;
  if (first === undefined || (await countLargeBacklog(ports, first.boardId)).all === 0) return;
  for (const rebuild of rebuilds) {
    try {
      const covered = await coverMarks(ports, rebuild, { pace: async () => closing.throwIfAborted() });
      await waiting.recordCovered(rebuild, covered);
    } catch (error) {
      if (closing.aborted) return;
      if (!(error instanceof TaskLostError)) throw error;
    }
  }
}

/** Counts nothing while all boards together have few marks. */
async function countLargeBacklog({ marks, coverFrom }: CoverPorts, boardId: number): Promise<MarkCounts> {
  const counts = await marks.count(boardId, coverFrom);
  return counts.all >= coverFrom ? counts : { own: 0, all: 0 };
}

/** Deletes the marks that this task covers, when its indices are live: they have the posts. */
export async function clearCovered(marks: CoveredMarks, task: ClaimedTask): Promise<void> {
  while ((await marks.clear(task.id, BATCH)) > 0);
}

/** Returns the marks that this task covers to the live path. */
export async function uncover(marks: CoveredMarks, task: ClaimedTask): Promise<void> {
  while ((await marks.uncover(task.id, BATCH)) > 0);
}

/** Does the same for tasks that ended without doing so. */
export async function uncoverEnded(marks: { uncoverEnded(limit: number): Promise<number> }): Promise<void> {
  while ((await marks.uncoverEnded(BATCH)) > 0);
}
