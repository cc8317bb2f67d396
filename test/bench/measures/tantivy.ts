import type { Contender } from '../contenders/contender.ts';
import { createTantivy } from '../contenders/tantivy.ts';
import { geometricMean, median, timed, toMeasure, type Measure } from '../measure.ts';
import { QUERY_CLASSES, type BenchQuery } from '../query-classes.ts';
import { WARM_UP } from '../rounds.ts';
import { storedBytes } from '../stored-bytes.ts';
import type { World } from '../../support/world.ts';

export interface TantivyOptions {
  readonly world: World;
  readonly ours: Contender;
  readonly queries: readonly BenchQuery[];
  readonly posts: number;
  readonly rounds: number;
  readonly say: (line: string) => void;
}

/** Queries our server and Tantivy in process, query by query in turn. */
export async function measureTantivy(options: TantivyOptions): Promise<readonly Measure[]> {
  const { world, ours, queries, posts, rounds, say } = options;
  const tantivy = await createTantivy(world, say);
  if (typeof tantivy === 'string') {
    say(`without Tantivy: ${tantivy}`);
    return [];
  }
  try {
    await ours.prepare?.(queries.filter(({ page }) => page > 1));
    const pairs: [number, number][] = [];
    for (let round = 0; round < rounds; round++) {
      const medians = { ours: [] as number[], theirs: [] as number[] };
      for (const kind of QUERY_CLASSES) {
        const own = queries.filter((query) => query.kind === kind).slice(WARM_UP);
        const times = { ours: [] as number[], theirs: [] as number[] };
        for (const query of own.filter((_, index) => index % rounds === round)) {
          times.ours.push(await timed(async () => ours.ask(query)));
          times.theirs.push((await tantivy.ask(query)).ms);
        }
        medians.ours.push(median(times.ours));
        medians.theirs.push(median(times.theirs));
      }
      pairs.push([geometricMean(medians.ours), geometricMean(medians.theirs)]);
    }
    const { index } = await storedBytes(world);
    return [
      toMeasure('search p50: geometric mean of the query classes', pairs, null, 'ms', 'Tantivy in process'),
      toMeasure(
        'disk: the search index, with documents',
        [[index / posts, tantivy.bytes / posts]],
        null,
        'bytes per post',
        'Tantivy',
      ),
    ];
  } finally {
    await tantivy.close();
  }
}
