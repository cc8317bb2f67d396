/**
 * Compares the same number of posts on 77 boards and on four, to show what a partition and an index per board cost
 * readers. A search in one board should cost the same in both; a search over all boards asks 77 indices instead of
 * four.
 */
import { createWorld, destroyWorld, type World } from '../../support/world.ts';
import { FOUR_BOARDS, MANY_BOARDS, type CorpusBoard } from '../corpus.ts';
import { loadCorpus, markAllDirty } from '../load.ts';
import { geometricMean, median, timed, toMeasure, type Measure } from '../measure.ts';
import type { BenchOptions } from '../options.ts';
import { readInTurn, THREAD_POSTS, type Reads } from '../read-in-turn.ts';
import { until, untilLive } from '../until.ts';
import { withProcess } from '../with-process.ts';
import type { StoreUrls } from '../../../platform/config.ts';

const NAME = `${MANY_BOARDS.length} boards`;

export async function measureManyBoards(
  { databaseUrl, redisUrl, elasticsearchUrls }: StoreUrls,
  posts: number,
  options: Pick<BenchOptions, 'rounds' | 'queries'>,
  say: (line: string) => void,
): Promise<readonly Measure[]> {
  const worlds: World[] = [];
  try {
    const indexed: number[] = [];
    for (const boards of [MANY_BOARDS, FOUR_BOARDS]) {
      const world = await createWorld(databaseUrl, redisUrl, elasticsearchUrls);
      worlds.push(world);
      indexed.push(posts / (await indexCorpus(world, boards, posts)));
      say(`${boards.length} boards: ${indexed.at(-1)?.toFixed(0)} posts a second indexed`);
    }
    const corpora = worlds.map((world) => ({ world, posts }));
    const [many, few] = await readInTurn(corpora, options, say);
    if (many === undefined || few === undefined) throw new Error('nothing was read');
    const against = `${FOUR_BOARDS.length} boards`;
    const pairs = (of: (reads: Reads) => readonly number[]): [number, number][] =>
      of(many).map((value, round) => [value, of(few)[round] ?? Number.NaN]);
    return [
      toMeasure(`${NAME}: live indexing`, [[indexed[0] ?? 0, indexed[1] ?? 0]], null, 'posts/s', against),
      toMeasure(
        `${NAME}: a search on one board, p50`,
        pairs(({ kinds }) => (kinds.get('board') ?? []).map(median)),
        { at: 'most', ratio: 1.25 },
        'ms',
        against,
      ),
      toMeasure(`${NAME}: searches, p50: geometric mean of the query classes`, pairs(meansOf), null, 'ms', against),
      toMeasure(
        `${NAME}: a thread of ${THREAD_POSTS}, p50`,
        pairs(({ threads }) => threads.map(median)),
        { at: 'most', ratio: 1.25 },
        'ms',
        against,
      ),
    ];
  } finally {
    for (const world of worlds) await destroyWorld(databaseUrl, world);
  }
}

function meansOf({ kinds, threads }: Reads): number[] {
  return threads.map((_, round) => geometricMean([...kinds.values()].map((rounds) => median(rounds[round] ?? []))));
}

/** Indexes through the live path, where batches contain many boards. Returns seconds. */
export async function indexCorpus(world: World, boards: readonly CorpusBoard[], posts: number): Promise<number> {
  const loaded = await loadCorpus(world, boards, posts);
  return withProcess('indexer/main.ts', world, {}, async () => {
    for (const { id } of loaded) await untilLive(world, id);
    for (const { id } of loaded) await markAllDirty(world.pool, id);
    const took = await timed(async () =>
      until(async () => (await world.pool.query('select 1 from dirty limit 1')).rowCount === 0),
    );
    await world.elasticsearch.indices.refresh({ index: `${world.indexPrefix}*` });
    return took / 1000;
  });
}
