import { describe, expect, test } from 'vitest';
import { watchSite, type Mutants } from './deletions/watch.ts';

/** Set SAGASU_DELETION_SEEDS for more seeds. A failure names its seed; `watchSite(seed)` repeats that history. */
const SEEDS = Number(process.env['SAGASU_DELETION_SEEDS'] ?? 60);
const MUTANT_SEEDS = 100;
const MS_PER_SEED = 500;

test(
  `in ${SEEDS} histories of old copies, cut lists, lost threads and outages exactly the deleted posts and threads are marked as deleted`,
  { timeout: 60_000 + SEEDS * MS_PER_SEED },
  () => {
    const failures: string[] = [];
    const seen: Record<string, number> = {};
    const missed: string[] = [];
    let found = 0;
    for (let seed = 1; seed <= SEEDS; seed++) {
      const result = watchSite(seed);
      found += result.found;
      for (const [event, times] of Object.entries(result.seen)) seen[event] = (seen[event] ?? 0) + times;
      seen['held'] = (seen['held'] ?? 0) + result.held;
      for (const what of result.wrong) failures.push(`seed ${seed}: ${what} is marked but not deleted`);
      for (const what of result.missed) missed.push(`seed ${seed}: ${what} is deleted but not marked`);
      for (const what of result.late) failures.push(`seed ${seed}: ${what} took more than two observations`);
    }
    expect(failures).toEqual([]);
    // Old copies of a thread can outlive all threads behind it; then there is no evidence of a deletion.
    expect(missed.length, missed.join('; ')).toBeLessThanOrEqual(found / 1_000);
    expect(found).toBeGreaterThan(SEEDS * 5);
    for (const event of [
      'suppressed',
      'outage',
      'cut list',
      'cut thread',
      'old list',
      'old thread',
      'lost thread',
      'held',
    ]) {
      expect(seen[event], `${event} never happened`).toBeGreaterThan(0);
    }
  },
);

describe('the simulation finds mistakes in the rules', () => {
  test.for<[string, Mutants]>([
    ['accepting a single observation', { oneLook: true }],
    ['trusting copies of any age', { anyAge: true }],
    ['ignoring the positions of threads', { noOrder: true }],
    ['believing that half a board was deleted at once', { noMass: true }],
  ])('%s', ([, mutants]) => {
    const isFound = Array.from({ length: MUTANT_SEEDS }, (_, index) => index + 1).some(
      (seed) => watchSite(seed, mutants).wrong.length > 0,
    );
    expect(isFound).toBe(true);
  });
});
