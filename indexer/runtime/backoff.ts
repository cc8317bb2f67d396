import type { Random } from '../live/ports.ts';

const FIRST_MS = 100;
const LONGEST_MS = 10_000;

/** Milliseconds before try number `attempt` (from 1): doubling, with half of it left to chance so that many do not return as one. */
export function backoffMs(attempt: number, random: Random): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt - 1, 20));
  return full / 2 + (random() * full) / 2;
}
