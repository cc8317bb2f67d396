import { expect, test } from 'vitest';
import { isQuiet } from '../../../../scraper/boards/quiet-detector.ts';

const NOW = new Date('2024-05-01T12:00:00Z');
/** Times of posts, newest first: the age of the newest in minutes, and the gap before each. */
const posts = (minutes: number, ...gaps: number[]) => {
  let at = NOW.getTime() - minutes * 60_000;
  return [new Date(at), ...gaps.map((gap) => new Date((at -= gap * 60_000)))];
};
const every = (minutes: number, times = 50) => Array.from({ length: times }, () => minutes);

test('a board is quiet after five times its longest gap', () => {
  expect(isQuiet(posts(24, ...every(5)), NOW)).toBe(false);
  expect(isQuiet(posts(26, ...every(5)), NOW)).toBe(true);
});

test('a board that is silent every night is not quiet at night', () => {
  expect(isQuiet(posts(600, ...every(5, 20), 480, ...every(5, 20)), NOW)).toBe(false);
});

test('a board with few posts is never quiet, and neither are minutes of silence', () => {
  expect(isQuiet([], NOW)).toBe(false);
  expect(isQuiet(posts(10_000, ...every(1, 10)), NOW)).toBe(false);
  expect(isQuiet(posts(9, ...every(0.01)), NOW)).toBe(false);
});
