/** Queries of each kind for the large run, and the reads that are not searches. */
import type { World } from '../../support/world.ts';
import { DAYS, FIRST_DAY, ZIPF_BOARDS } from '../corpus.ts';
import { createRandom, pick } from '../corpus/random.ts';
import { sampleQueries, toLanguage, type BenchQuery } from '../query-classes.ts';

export type KindOfRead = 'one board' | 'all boards' | 'one month' | 'rare' | 'common' | 'phrase' | 'deep page';

const MONTH_MS = 30 * 86_400_000;

/** Query texts of each kind, `count` of each. The deep pages need their cursors. */
export async function largeQueries(
  world: World,
  posts: number,
  count: number,
): Promise<ReadonlyMap<KindOfRead, readonly string[]>> {
  const random = createRandom(7);
  const sampled = await sampleQueries(world.pool, posts, count);
  const ofClass = (kind: BenchQuery['kind']) => sampled.filter((query) => query.kind === kind);
  const board = () => ZIPF_BOARDS[pick(random, 20)]?.name ?? '';
  const month = (): [Date, Date] => {
    const first = FIRST_DAY + pick(random, DAYS - 30) * 86_400_000;
    return [new Date(first), new Date(first + MONTH_MS)];
  };
  return new Map<KindOfRead, readonly string[]>([
    ['one board', texts(ofClass('board').map((query) => ({ ...query, board: board() })))],
    ['all boards', texts(ofClass('board').map((query) => ({ ...query, board: null })))],
    ['one month', texts(ofClass('common').map((query) => ({ ...query, days: month() })))],
    ['rare', texts(ofClass('rare'))],
    ['common', texts(ofClass('common'))],
    ['phrase', texts(ofClass('phrase'))],
    ['deep page', texts(ofClass('page 100'))],
  ]);
}

function texts(queries: readonly BenchQuery[]): readonly string[] {
  return queries.map(toLanguage);
}
