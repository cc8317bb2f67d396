import { expect, test } from 'vitest';
import { afterFailure, afterPause, dueThreads, inOrder, type DueThread } from '../../../../scraper/poll/due-threads.ts';
import { nextInterval } from '../../../../scraper/boards/poller.ts';

const fresh = (num: number, modified: number, seen: number | null): DueThread => ({
  num,
  modified,
  seen,
  failures: 0,
  pause: 0,
});

test('a thread is due when its time differs from the stored one, later or earlier', () => {
  const listed = [
    { num: 1, modified: 10 },
    { num: 2, modified: 20 },
    { num: 3, modified: 30 },
    { num: 4, modified: 40 },
  ];
  const seen = new Map([
    [1, 10],
    [2, 19],
    [3, 31],
  ]);
  expect([...dueThreads(listed, seen, new Map()).values()]).toEqual([
    fresh(2, 20, 19),
    fresh(3, 30, 31),
    fresh(4, 40, null),
  ]);
});

test('attempts accumulate while the version is the same, and restart with the next', () => {
  const earlier = new Map([[4, { ...fresh(4, 40, null), failures: 3, pause: 5 }]]);
  expect(dueThreads([{ num: 4, modified: 40 }], new Map(), earlier).get(4)).toMatchObject({ failures: 3, pause: 5 });
  expect(dueThreads([{ num: 4, modified: 41 }], new Map(), earlier).get(4)).toMatchObject({ failures: 0, pause: 0 });
});

test('a thread that left the list is no longer due', () => {
  expect(dueThreads([], new Map(), new Map([[4, fresh(4, 40, null)]])).size).toBe(0);
});

test('threads that were never stored come first, then the oldest', () => {
  const due = [fresh(1, 50, 49), fresh(2, 30, null), fresh(3, 20, 10), fresh(4, 10, null)];
  expect(inOrder(due).map(({ num }) => num)).toEqual([4, 2, 3, 1]);
});

test('a failing thread is tried less and less often, but never given up', () => {
  let thread = fresh(1, 1, null);
  const pauses = Array.from({ length: 10 }, () => {
    thread = afterFailure(thread);
    return thread.pause;
  });
  expect(pauses).toEqual([0, 1, 3, 7, 15, 31, 63, 63, 63, 63]);
  expect(afterPause(thread)).toMatchObject({ pause: 62, failures: 10 });
});

test('a quiet board is polled less and less often, down to an eighth; news restore the rate', () => {
  let interval = 1_000;
  const quiet = Array.from({ length: 5 }, () => (interval = nextInterval(interval, false, 1_000)));
  expect(quiet).toEqual([2_000, 4_000, 8_000, 8_000, 8_000]);
  expect(nextInterval(interval, true, 1_000)).toBe(1_000);
});
