/** Contenders take turns in short chunks, so that a slow moment of the machine affects all of them. */
import type { Contender } from './contenders/contender.ts';
import { QUERY_CLASSES, type BenchQuery, type QueryClass } from './query-classes.ts';
import { timed } from './measure.ts';

const CHUNK = 25;
/**
 * Queries of each class that are asked without being measured. They are repeated for a while, since engines compile
 * code that runs often.
 */
export const WARM_UP = 25;
const WARM_UP_MS = 8_000;

/** Milliseconds of each answer, by round. */
export type Latencies = ReadonlyMap<Contender, ReadonlyMap<QueryClass, readonly (readonly number[])[]>>;

export async function runLatencies(
  contenders: readonly Contender[],
  queries: readonly BenchQuery[],
  rounds: number,
): Promise<Latencies> {
  for (const contender of contenders) await contender.prepare?.(queries.filter(({ page }) => page > 1));
  const all = new Map(
    contenders.map((contender) => [contender, new Map(QUERY_CLASSES.map((kind) => [kind, roundsOf(rounds)]))]),
  );
  for (const contender of contenders) await warmUp(contender, queries);
  for (let round = 0; round < rounds; round++) {
    for (const kind of QUERY_CLASSES) {
      const own = queries.filter((query) => query.kind === kind).slice(WARM_UP);
      const ofRound = own.filter((_, index) => index % rounds === round);
      for (const [turn, chunk] of chunksOf(ofRound).entries()) {
        // The first contender changes, since it may find colder caches.
        for (const contender of rotated(contenders, turn + round)) {
          const times = all.get(contender)?.get(kind)?.[round];
          for (const query of chunk) times?.push(await timed(async () => contender.ask(query)));
        }
      }
    }
  }
  return all;
}

export async function warmUp(contender: Contender, queries: readonly BenchQuery[]): Promise<void> {
  const own = QUERY_CLASSES.flatMap((kind) => queries.filter((query) => query.kind === kind).slice(0, WARM_UP));
  const end = performance.now() + WARM_UP_MS;
  do {
    for (const query of own) await contender.ask(query);
  } while (performance.now() < end);
}

/** Percentage of each class in a reader's queries. */
const MIX: readonly (readonly [QueryClass, number])[] = [
  ['rare', 25],
  ['common', 20],
  ['and', 15],
  ['phrase', 10],
  ['board', 15],
  ['date+op', 10],
  ['md5', 5],
];
const READERS = 8;

/** Answers per second for eight concurrent readers, by round. */
export async function runThroughput(
  contenders: readonly Contender[],
  queries: readonly BenchQuery[],
  rounds: number,
  seconds: number,
): Promise<ReadonlyMap<Contender, readonly number[]>> {
  const mixed = mix(queries);
  const all = new Map(contenders.map((contender) => [contender, [] as number[]]));
  for (let round = 0; round < rounds; round++) {
    for (const contender of rotated(contenders, round)) {
      let answers = 0;
      let next = round * 1_000;
      const began = performance.now();
      await Promise.all(
        Array.from({ length: READERS }, async () => {
          while (performance.now() - began < seconds * 1000) {
            const query = mixed[next++ % mixed.length];
            if (query !== undefined) await contender.ask(query);
            answers += 1;
          }
        }),
      );
      all.get(contender)?.push(answers / ((performance.now() - began) / 1000));
    }
  }
  return all;
}

/** Distributes the classes evenly, so that every section of the list has the same shares. */
function mix(queries: readonly BenchQuery[]): BenchQuery[] {
  const placed = MIX.flatMap(([kind, share]) => {
    const own = queries.filter((query) => query.kind === kind);
    return Array.from({ length: share * 5 }, (_, index) => ({
      at: (index + 0.5) / (share * 5),
      query: own[index % own.length],
    }));
  });
  return placed.toSorted((a, b) => a.at - b.at).flatMap(({ query }) => query ?? []);
}

function roundsOf(rounds: number): number[][] {
  return Array.from({ length: rounds }, () => []);
}

function chunksOf<T>(values: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(values.length / CHUNK) }, (_, index) =>
    values.slice(index * CHUNK, (index + 1) * CHUNK),
  );
}

function rotated<T>(values: readonly T[], by: number): T[] {
  const at = by % values.length;
  return [...values.slice(at), ...values.slice(0, at)];
}
