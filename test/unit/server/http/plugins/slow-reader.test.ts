import { expect, test } from 'vitest';
import { ReaderPace } from '../../../../../server/http/plugins/slow-reader.ts';

const LIMITS = { bytesPerSecond: 1_000, windowMs: 30_000, longestMs: 600_000 };

/** When a client that reads `rate` bytes per second is cut off, with a check every second; null if it is not. */
function cutAt(rate: number, { from = 0, waiting = 1, until = 599_000 } = {}): number | null {
  const pace = new ReaderPace(LIMITS, 0);
  for (let now = 1_000; now <= until; now += 1_000) {
    const seconds = now / 1000;
    const taken = now <= from ? seconds * 1_000_000 : (from / 1000) * 1_000_000 + (seconds - from / 1000) * rate;
    if (pace.isOver({ taken, waiting }, now)) return now;
  }
  return null;
}

test('a client below the limit is cut off after one window, a faster one is not', () => {
  expect(cutAt(0)).toBe(30_000);
  expect(cutAt(999)).toBe(30_000);
  expect(cutAt(1_000)).toBeNull();
});

test('fast reading before the window does not count', () => {
  expect(cutAt(10, { from: 60_000 })).toBe(90_000);
});

test('a client that waits for the server is not cut off', () => {
  expect(cutAt(0, { waiting: 0 })).toBeNull();
});

test('every client is cut off at the end of the longest time', () => {
  expect(cutAt(1_000_000, { waiting: 0, until: 700_000 })).toBe(600_000);
});
