import { expect, test } from 'vitest';
import { createThreadSchedule } from '../../../../scraper/poll/thread-schedule.ts';

const DAY_MS = 86_400_000;
const at = (ms: number) => new Date(1_800_000_000_000 + ms);

test('a thread is fetched again after its pause', () => {
  const threads = createThreadSchedule();
  threads.listed([{ num: 1 }], at(0));
  threads.fetched(1, at(0));
  expect(threads.mayFetch(1, { threadRefreshMs: 1_000 }, at(999))).toBe(false);
  expect(threads.mayFetch(1, { threadRefreshMs: 1_000 }, at(1_000))).toBe(true);
});

test('a clock that is set back by a day does not stop a thread from being fetched', () => {
  const threads = createThreadSchedule();
  threads.listed([{ num: 1 }], at(DAY_MS));
  threads.fetched(1, at(DAY_MS));
  expect(threads.mayFetch(1, { threadRefreshMs: 1_000 }, at(0))).toBe(true);
  expect(threads.toRefresh({ threadRefreshMaxMs: 3_600_000 }, at(0))).toEqual([1]);
  threads.fetched(1, at(0));
  expect(threads.mayFetch(1, { threadRefreshMs: 1_000 }, at(999))).toBe(false);
});
