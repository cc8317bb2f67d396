/** Which threads of a board are to be fetched, and in what order. Pure. */
import type { ListedThread } from '../sources/source.ts';

type DatedThread = Pick<ListedThread, 'num' | 'modified'>;

export interface DueThread extends DatedThread {
  /** What the list said when the thread was last stored; null for a thread that never was. */
  readonly seen: number | null;
  /** Attempts at this version that came to nothing. */
  readonly failures: number;
  /** Passes to leave it out. */
  readonly pause: number;
}

/** A thread that keeps failing is still tried, every 64th pass. */
const LONGEST_PAUSE = 63;

/**
 * What a new list makes due: threads whose time is not the one that was seen. Attempts at the same version count on.
 * `seen` is by num; `earlier` is what was due before.
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

/** Threads that were never stored come first, those nearest to falling off the board before the others; then the rest alike. */
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

/** A pass went by without it. */
export function afterPause(thread: DueThread): DueThread {
  return { ...thread, pause: thread.pause - 1 };
}
