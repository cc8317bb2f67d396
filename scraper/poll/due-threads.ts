/** Decides which threads of a board must be fetched, and in what order. Pure. */
import type { ListedThread } from '../sources/source.ts';
import type { ThreadVersion } from '../threads/harvest-thread.ts';

type DatedThread = Pick<ListedThread, 'num' | 'modified'>;

export interface DueThread extends ThreadVersion {
  /** The list's time of the thread when it was last stored; null if it was never stored. */
  readonly seen: number | null;
  /** Polls to skip before the next attempt. */
  readonly pause: number;
}

/** A thread that keeps failing is tried at every 64th poll. */
const LONGEST_PAUSE = 63;

/**
 * The threads that a new list makes due: those whose time differs from the stored one. Failures of the same version are kept.
 * `seen` has the stored times by num; `earlier` the threads that were due before.
 */
export function dueThreads(
  listed: readonly DatedThread[],
  seen: ReadonlyMap<number, number | null>,
  earlier: ReadonlyMap<number, DueThread>,
): Map<number, DueThread> {
  const due = new Map<number, DueThread>();
  for (const { num, modified } of listed) {
    const before = seen.get(num) ?? null;
    if (before === modified) continue;
    const known = earlier.get(num);
    const { failures, pause } = known?.modified === modified ? known : { failures: 0, pause: 0 };
    due.set(num, { num, modified, seen: before, failures, pause });
  }
  return due;
}

/** Threads that were never stored come first, then the others; each group by oldest time, since these leave the board first. */
export function inOrder(due: Iterable<DueThread>): DueThread[] {
  return [...due].sort(
    (a, b) => Number(a.seen !== null) - Number(b.seen !== null) || a.modified - b.modified || a.num - b.num,
  );
}

export function afterFailure(thread: DueThread): DueThread {
  return {
    ...thread,
    failures: thread.failures + 1,
    pause: Math.min(2 ** thread.failures - 1, LONGEST_PAUSE),
  };
}

/** After a poll that skipped the thread. */
export function afterPause(thread: DueThread): DueThread {
  return { ...thread, pause: thread.pause - 1 };
}
