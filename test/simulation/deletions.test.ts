import { describe, expect, test } from 'vitest';
import { watchSite, type Mutants } from './deletions/watch.ts';

/** More seeds by hand or at night: SAGASU_DELETION_SEEDS=2000. A failure names its seed; `watchSite(seed)` is that history again. */
const SEEDS = Number(process.env['SAGASU_DELETION_SEEDS'] ?? 60);
const MUTANT_SEEDS = 100;
const MS_A_SEED = 500;

test(
  `in ${SEEDS} histories of old copies, cut lists, lost threads and outages nothing is said to be deleted that is not, and what is deleted is found`,
  { timeout: 60_000 + SEEDS * MS_A_SEED },
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
      for (const what of result.wrong) failures.push(`seed ${seed}: ${what} is not deleted`);
      for (const what of result.missed) missed.push(`seed ${seed}: ${what} is deleted, and nobody says so`);
      for (const what of result.late) failures.push(`seed ${seed}: ${what} took more than two looks`);
    }
    expect(failures).toEqual([]);
    // Old copies of a thread can outlive every thread behind it; then nobody can say how it went.
    expect(missed.length, missed.join('; ')).toBeLessThanOrEqual(found / 1_000);
    expect(found).toBeGreaterThan(SEEDS * 5);
    for (const event of [
      'pending_hides',
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

describe('the simulation finds mistakes in the protocol', () => {
  test.for<[string, Mutants]>([
    ['one look that is taken for enough', { oneLook: true }],
    ['copies that are believed however old they are', { anyAge: true }],
    ['threads that are called deleted wherever they stood', { noOrder: true }],
    ['half a board that vanishes and is believed', { noMass: true }],
  ])('%s', ([, mutants]) => {
    const isFound = Array.from({ length: MUTANT_SEEDS }, (_, index) => index + 1).some(
      (seed) => watchSite(seed, mutants).wrong.length > 0,
    );
    expect(isFound).toBe(true);
  });
});
