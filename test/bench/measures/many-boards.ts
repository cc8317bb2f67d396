/**
 * Compares the same number of posts on 77 boards and on four, to show what a partition and an index per board cost
 * readers. A search in one board should cost the same in both; a search over all boards asks 77 indices instead of
 * four, unless small boards share indices.
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
/** Part of all posts up to which boards share indices: the small boards have less than half of it. */
const SHARED_PART = 0.05;

export async function measureManyBoards(
  { databaseUrl, redisUrl, elasticsearchUrls }: StoreUrls,
  posts: number,
  options: Pick<BenchOptions, 'rounds' | 'queries'>,
  say: (line: string) => void,
): Promise<readonly Measure[]> {
  const worlds: World[] = [];
  try {
    const indexed: number[] = [];
    for (const [boards, shareBelow] of [
      [MANY_BOARDS, 0],
      [MANY_BOARDS, Math.round(posts * SHARED_PART)],
      [FOUR_BOARDS, 0],
    ] as const) {
      const world = await createWorld(databaseUrl, redisUrl, elasticsearchUrls);
      worlds.push(world);
      indexed.push(posts / (await indexCorpus(world, boards, posts, shareBelow)));
      say(`${boards.length} boards: ${indexed.at(-1)?.toFixed(0)} posts a second indexed`);
    }
    const corpora = worlds.map((world) => ({ world, posts }));
    const [own, shared, few] = await readInTurn(corpora, options, say);
    if (own === undefined || shared === undefined || few === undefined) throw new Error('nothing was read');
    return [own, shared].flatMap((many, place) => {
      const name = place === 0 ? NAME : `${NAME} that share indices`;
      const against = `${FOUR_BOARDS.length} boards`;
      const pairs = (of: (reads: Reads) => readonly number[]): [number, number][] =>
        of(many).map((value, round) => [value, of(few)[round] ?? Number.NaN]);
      return [
        toMeasure(`${name}: live indexing`, [[indexed[place] ?? 0, indexed[2] ?? 0]], null, 'posts/s', against),
        toMeasure(
          `${name}: a search on one board, p50`,
          pairs(({ kinds }) => (kinds.get('board') ?? []).map(median)),
          { at: 'most', ratio: 1.25 },
          'ms',
          against,
        ),
        toMeasure(
          `${name}: searches, p50: geometric mean of the query classes`,
          pairs(meansOf),
          place === 0 ? null : { at: 'most', ratio: 1.3 },
          'ms',
          against,
        ),
        toMeasure(
          `${name}: a thread of ${THREAD_POSTS}, p50`,
          pairs(({ threads }) => threads.map(median)),
          { at: 'most', ratio: 1.25 },
          'ms',
          against,
        ),
      ];
    });
  } finally {
    for (const world of worlds) await destroyWorld(databaseUrl, world);
  }
}

function meansOf({ kinds, threads }: Reads): number[] {
  return threads.map((_, round) => geometricMean([...kinds.values()].map((rounds) => median(rounds[round] ?? []))));
}

/** Indexes through the live path, where batches contain many boards. Returns seconds. */
export async function indexCorpus(
  world: World,
  boards: readonly CorpusBoard[],
  posts: number,
  shareBelow = 0,
): Promise<number> {
  const loaded = await loadCorpus(world, boards, posts);
  return withProcess('indexer/main.ts', world, { SAGASU_SHARE_INDEX_BELOW: String(shareBelow) }, async () => {
    for (const { id } of loaded) await untilLive(world, id);
    for (const { id } of loaded) await markAllDirty(world.pool, id);
    const took = await timed(async () =>
      until(async () => (await world.pool.query('select 1 from dirty limit 1')).rowCount === 0),
    );
    await world.elasticsearch.indices.refresh({ index: `${world.indexPrefix}*` });
    return took / 1000;
  });
}
