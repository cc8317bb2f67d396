import { describe, expect, test } from 'vitest';
import { backoffMs, systemClock } from '../../../../indexer/runtime/clock.ts';

describe('the wait before another attempt', () => {
  test('doubles up to ten seconds, half of it random', () => {
    const least = [1, 2, 3, 4, 7, 8, 50].map((attempt) => backoffMs(attempt, () => 0));
    const most = [1, 2, 3, 4, 7, 8, 50].map((attempt) => backoffMs(attempt, () => 1));
    expect(least).toEqual([50, 100, 200, 400, 3_200, 5_000, 5_000]);
    expect(most).toEqual([100, 200, 400, 800, 6_400, 10_000, 10_000]);
  });

  test('ends early and without an error when the process closes', async () => {
    const closing = new AbortController();
    const wait = systemClock.wait(600_000, closing.signal);
    closing.abort();
    await wait;
    await systemClock.wait(600_000, closing.signal);
  });
});
