import { expect } from 'vitest';

/**
 * In no window are there more requests than it has delays, and one: a request may be held up on its way and then stand
 * closer to the one behind it, never to two.
 */
export function expectPolite(times: readonly number[], delayMs: number): void {
  const sorted = [...times].sort((a, b) => a - b);
  const tooClose = sorted.flatMap((first, index) =>
    sorted
      .slice(index + 2)
      .map((later, between) => ({ requests: between + 3, within: later - first, atLeast: (between + 1) * delayMs }))
      .filter(({ within, atLeast }) => within < atLeast),
  );
  expect(tooClose).toEqual([]);
}
