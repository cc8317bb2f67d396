import { setTimeout } from 'node:timers/promises';

/** Waits; the simulation has a clock of its own. */
export interface Clock {
  /** Waits `ms` milliseconds. Ends early, without an error, when the signal aborts. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

/** A random number from 0 (included) to 1 (excluded), like `Math.random`. */
export type Random = () => number;

export const systemClock: Clock = {
  async wait(ms, signal) {
    // The only possible error is the signal's abort, which is a normal end of the wait.
    await setTimeout(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
  },
};

const FIRST_MS = 100;
const LONGEST_MS = 10_000;

/**
 * Milliseconds to wait before attempt number `attempt` (from 1): 100 ms, doubled each time up to 10 s. Half of it is
 * random, so that many callers do not retry at the same moment.
 */
export function backoffMs(attempt: number, random: Random): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt - 1, 20));
  return full / 2 + (random() * full) / 2;
}
