import { expect, test } from 'vitest';
import { systemClock, type Clock } from '../../../../indexer/runtime/clock.ts';
import { Signal } from '../../../../indexer/runtime/signal.ts';

test('a raised signal ends the wait', async () => {
  const signal = new Signal();
  const wait = signal.wait(systemClock, 600_000);
  signal.raise();
  await wait;
});

test('a signal that was raised before the wait ends that wait, and only that one', async () => {
  let clockWaits = 0;
  const clock: Clock = {
    async wait(ms, interrupt) {
      clockWaits++;
      await systemClock.wait(ms, interrupt);
    },
  };
  const signal = new Signal();
  signal.raise();
  signal.raise();
  await signal.wait(clock, 600_000);
  expect(clockWaits).toBe(0);
  const next = signal.wait(clock, 600_000);
  expect(clockWaits).toBe(1);
  signal.raise();
  await next;
});
