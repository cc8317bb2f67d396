import { expect, test } from 'vitest';
import { isQuiet } from '../../../../scraper/poll/quiet-detector.ts';

const NOW = new Date('2024-05-01T12:00:00Z');
/** Newest first: the newest so many minutes ago, and a gap of so many before each. */
const posts = (minutes: number, ...gaps: number[]) => {
  let at = NOW.getTime() - minutes * 60_000;
  return [new Date(at), ...gaps.map((gap) => new Date((at -= gap * 60_000)))];
};
const every = (minutes: number, times = 50) => Array.from({ length: times }, () => minutes);

test('a board is quiet when it has been for five times as long as ever', () => {
  expect(isQuiet(posts(24, ...every(5)), NOW)).toBe(false);
  expect(isQuiet(posts(26, ...every(5)), NOW)).toBe(true);
});

test('one that sleeps at night is not quiet at night', () => {
  expect(isQuiet(posts(600, ...every(5, 20), 480, ...every(5, 20)), NOW)).toBe(false);
});

test('one with few posts has no rhythm yet, and minutes are no silence', () => {
  expect(isQuiet([], NOW)).toBe(false);
  expect(isQuiet(posts(10_000, ...every(1, 10)), NOW)).toBe(false);
  expect(isQuiet(posts(9, ...every(0.01)), NOW)).toBe(false);
});
