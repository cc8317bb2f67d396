import { expect, test } from 'vitest';
import { nextCountMs } from '../../../../cli/start/progress.ts';

const FAST = 5;

test('the progress is counted less often while nothing changes, and again every second after news', () => {
  expect(nextCountMs(1_000, { isNews: false, tookMs: FAST })).toBe(2_000);
  expect(nextCountMs(8_000, { isNews: false, tookMs: FAST })).toBe(10_000);
  expect(nextCountMs(10_000, { isNews: true, tookMs: FAST })).toBe(1_000);
});

test('slow counts of a large archive occupy the stores for a twentieth of the time at most', () => {
  expect(nextCountMs(1_000, { isNews: true, tookMs: 4_000 })).toBe(80_000);
});
