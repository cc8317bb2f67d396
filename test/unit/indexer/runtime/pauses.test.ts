import { describe, expect, test } from 'vitest';
import { backoffMs } from '../../../../indexer/runtime/backoff.ts';
import { systemClock } from '../../../../indexer/runtime/system-clock.ts';
import { Wake } from '../../../../indexer/runtime/signal.ts';

describe('the pause before another try', () => {
  test('doubles up to ten seconds, half of it by chance', () => {
    const least = [1, 2, 3, 4, 7, 8, 50].map((attempt) => backoffMs(attempt, () => 0));
    const most = [1, 2, 3, 4, 7, 8, 50].map((attempt) => backoffMs(attempt, () => 1));
    expect(least).toEqual([50, 100, 200, 400, 3_200, 5_000, 5_000]);
    expect(most).toEqual([100, 200, 400, 800, 6_400, 10_000, 10_000]);
  });

  test('ends early and without an error when the process closes', async () => {
    const closing = new AbortController();
    const pause = systemClock.wait(600_000, closing.signal);
    closing.abort();
    await pause;
    await systemClock.wait(600_000, closing.signal);
  });
});

describe('a wake-up call', () => {
  test('cuts the pause short', async () => {
    const wake = new Wake();
    const pause = wake.pause(systemClock, 600_000);
    wake.call();
    await pause;
  });

  test('that came before the pause is not lost, and counts once', async () => {
    const wake = new Wake();
    wake.call();
    wake.call();
    await wake.pause(systemClock, 600_000);
    let isOver = false;
    const next = wake.pause(systemClock, 600_000).then(() => (isOver = true));
    await systemClock.wait(5);
    expect(isOver).toBe(false);
    wake.call();
    await next;
  });
});
