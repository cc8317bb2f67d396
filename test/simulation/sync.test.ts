import { beforeAll, describe, expect, test } from 'vitest';
import { countOf } from '../support/full-counts.ts';
import { runHistory, type HistoryResult, type Mutants } from './history.ts';

/** Set SAGASU_SEEDS for more seeds. A failure names its seed; `runHistory(seed)` repeats that history. */
const SEEDS = Number(process.env['SAGASU_SEEDS'] ?? countOf(8_000));
/** Histories that run interleaved on one thread, so that they share the waits for the event loop. */
const CONCURRENCY = 32;
const MUTANT_SEEDS = 5_000;
const MS_PER_SEED = 100;

interface Tally {
  readonly failures: readonly string[];
  readonly seen: Readonly<Record<keyof HistoryResult['seen'], number>>;
}

async function runSeeds(count: number, mutants: Mutants = {}): Promise<Tally> {
  const failures: string[] = [];
  const seen: Record<string, number> = {};
  let next = 1;
  const runSome = async () => {
    while (next <= count) {
      const seed = next++;
      const result = await runHistory(seed, mutants);
      for (const [event, times] of Object.entries(result.seen)) seen[event] = (seen[event] ?? 0) + times;
      if (result.drift > 0 || result.stuck > 0) {
        failures.push(`seed ${seed}: ${result.drift} documents differ, ${result.stuck} threads are stuck`);
      }
      if (result.drifted > 0) failures.push(`seed ${seed}: a rebuild was not equal to its rows`);
      if (result.stepsBack > 0)
        failures.push(`seed ${seed}: searches lost ${result.stepsBack} documents when aliases moved`);
      for (const left of result.leftBehind) failures.push(`seed ${seed}: ${left}`);
      for (const defect of result.defects) failures.push(`seed ${seed}: ${defect.stack ?? defect.message}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, runSome));
  return { failures, seen: seen as Tally['seen'] };
}

/** Returns a seed whose history shows the mutant's mistake, or null. A search begins with the seed that showed it before. */
async function findSeed(
  mutants: Mutants,
  known: number,
  isFound: (result: HistoryResult) => boolean,
): Promise<number | null> {
  let found: number | null = isFound(await runHistory(known, mutants)) ? known : null;
  let next = 1;
  const runSome = async () => {
    while (found === null && next <= MUTANT_SEEDS) {
      const seed = next++;
      if (isFound(await runHistory(seed, mutants))) found ??= seed;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, runSome));
  return found;
}

beforeAll(() => {
  // Simulated monitors create thousands of errors, whose stacks are not needed.
  Error.stackTraceLimit = 2;
});

describe('Elasticsearch ends up equal to PostgreSQL, and no thread stays dirty', () => {
  test(
    `in ${SEEDS} histories of kills, freezes, lost queues, lost indices, late bulks and rebuilds`,
    { timeout: 60_000 + SEEDS * MS_PER_SEED },
    async () => {
      const { failures, seen } = await runSeeds(SEEDS);
      expect(failures).toEqual([]);
      for (const [event, times] of Object.entries(seen)) expect(times, `${event} never happened`).toBeGreaterThan(0);
    },
  );

  test('when every thread takes several snapshots', async () => {
    expect((await runSeeds(SEEDS / 5, { smallSnapshots: true })).failures).toEqual([]);
  });

  test('when workers cache the index set, as long as its version is checked', async () => {
    expect((await runSeeds(SEEDS / 5, { cachedSet: true })).failures).toEqual([]);
  });
});

const isWrong = ({ drift, drifted, stepsBack, leftBehind, stuck }: HistoryResult) =>
  drift + drifted + stepsBack + leftBehind.length + stuck > 0;
const drifts = ({ drift }: HistoryResult) => drift > 0;

describe('the simulation finds mistakes in the protocol', () => {
  test.for<[string, number, Mutants]>([
    ['a gen that is counted per row and starts again', 85, { counterGen: true }],
    ['clearing a dirty row whatever its gen', 13, { noGenCheck: true }],
    ['a cached index set whose version is not checked', 96, { cachedSet: true, noVersionCheck: true }],
    ['deleting a purged post instead of writing a stub', 43, { hardDelete: true }],
    ['documents without an external version', 30, { noVersion: true }],
  ])('%s makes the index drift', async ([, known, mutants]) => {
    expect(await findSeed(mutants, known, drifts)).not.toBeNull();
  });

  test.for<[string, number, Mutants]>([
    ['without live writes to building indices a rebuild misses changes', 27, { outsideSet: 'building' }],
    ['without live writes to standby indices a rollback loses changes', 49, { outsideSet: 'standby' }],
    [
      'without a new version after a change of the set workers write to the old set',
      7,
      { sameVersion: true, cachedSet: true },
    ],
    ['without a fence a worker that lost its task leaves indices behind', 141, { noFence: true }],
    ['a swap that does not wait for pending writes loses posts of searches', 2803, { noCatchUp: true }],
    ['saving the position before Elasticsearch has the page leaves gaps', 9, { positionFirst: true }],
  ])('%s', async ([, known, mutants]) => {
    expect(await findSeed(mutants, known, isWrong)).not.toBeNull();
  });

  test.for<[string, number, Mutants]>([
    ['covering marks of changes that commit later loses them', 313, { coverByRev: true }],
    ['a mark that stays covered when its thread changes again loses the change', 34, { keepCovered: true }],
    ['marks that stay covered after a cancelled rebuild are never indexed', 26, { noUncover: true }],
    ['covering marks again after rows were copied loses changes', 68, { coverAgain: true }],
    ['covering marks of a rebuild that has begun meanwhile loses changes', 3043, { coverBegun: true }],
    ['indices that lack what was covered must not be kept for a rollback', 4, { keepStandby: true }],
    ['a slice without an index of the rebuild loses what was covered', 5740, { liveSlicesOnly: true }],
  ])('%s', async ([, known, mutants]) => {
    expect(await findSeed(mutants, known, isWrong)).not.toBeNull();
  });

  test('housekeeping of shared indices must count documents before it reads who shares them', async () => {
    expect(await findSeed({ earlyMembers: true }, 27, isWrong)).not.toBeNull();
  });

  test('a relay that never adds a thread twice leaves threads dirty', async () => {
    expect(await findSeed({ noLease: true }, 85, ({ stuck }) => stuck > 0)).not.toBeNull();
  });
});
