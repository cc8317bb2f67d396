/**
 * If many threads are marked when a rebuild begins, it covers their marks: the copy reads their posts anyway, so the live path need not
 * write them. docs/decisions/0063 gives the reasons, and why nothing is lost.
 */
import type { IndexSetStore } from '../index-set/ports.ts';
import type { ClaimedTask, TaskContext } from '../tasks/ports.ts';
import type { CoveredMarks } from './ports.ts';

/**
 * Fewer marks than this are not covered. Beside a copy, the live path indexes about 100 threads a second, so they take at most two minutes.
 * Covering them would cost the rollback: the old indices then lack their posts.
 */
export const COVER_FROM = 10_000;
/** Writers of these threads wait while a batch is covered: some tenths of a second. */
const BATCH = 20_000;

export interface CoverPorts {
  readonly sets: IndexSetStore;
  readonly marks: CoveredMarks;
  /** The number of marks from which on a rebuild covers them. */
  readonly coverFrom: number;
}

/**
 * Covers the board's marks. Must end before the first row is copied, also for a worker that has lost its task: each batch locks the task.
 * Returns the number of marks.
 */
export async function coverMarks(
  { sets, marks, coverFrom }: CoverPorts,
  task: ClaimedTask,
  context: Pick<TaskContext, 'pace'>,
): Promise<number> {
  if ((await marks.count(task.boardId, coverFrom)) < coverFrom) return 0;
  let covered = 0;
  for (let after = -1; ;) {
    const batch = await sets.change(task.boardId, (set) => set.cover(task.id, after, BATCH), task);
    covered += batch.marks;
    if (batch.marks < BATCH) return covered;
    after = batch.last;
    await context.pace();
  }
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
