/**
 * A board of 200 slices: searches that can match in few of them, sent to all of their indices, of which Elasticsearch skips those that
 * cannot match (`can_match`), and sent only to the indices whose times and numbers overlap with the query. The second contender knows
 * these ranges without a request, so it is the most that a server could save.
 */
import type { estypes } from '@elastic/elasticsearch';
import { hitPageBody } from '../../../server/search/execute/fetch-hits.ts';
import { parse } from '../../../server/search/language/parse.ts';
import { compile } from '../../../server/search/plan/compile.ts';
import type { World } from '../../support/world.ts';
import { FIRST_NUM, ONE_BOARD } from '../corpus.ts';
import { loadCorpus, markAllDirty } from '../load.ts';
import { median, timed, toMeasure, type Measure } from '../measure.ts';
import type { BenchOptions } from '../options.ts';
import { until, untilLive, untilMerged } from '../until.ts';
import { withProcess } from '../with-process.ts';

const SLICES = 200;
const REPEATS = 20;
const DAY_MS = 86_400_000;

interface Range {
  readonly index: string;
  readonly times: readonly [number, number];
  readonly nums: readonly [number, number];
}

interface Asked {
  readonly name: string;
  readonly q: string;
  readonly counts: boolean;
  readonly overlaps: (range: Range) => boolean;
}

export async function measureSkippedSlices(
  world: World,
  { posts, rounds, say }: Pick<BenchOptions, 'rounds'> & { posts: number; say: (line: string) => void },
): Promise<readonly Measure[]> {
  const [board] = await loadCorpus(world, ONE_BOARD, posts, Math.ceil(posts / SLICES));
  if (board === undefined) throw new Error('the board was not made');
  await withProcess('indexer/main.ts', world, {}, async () => {
    await untilLive(world, board.id);
    await markAllDirty(world.pool, board.id);
    await until(async () => (await world.pool.query('select 1 from dirty limit 1')).rowCount === 0);
    await world.elasticsearch.indices.refresh({ index: `${world.indexPrefix}*` });
    await untilMerged(world);
  });
  const ranges = await rangesOf(world);
  say(`${ranges.length} indices`);
  const measures: Measure[] = [];
  for (const asked of queriesOf(ranges)) {
    const times: [number, number][] = [];
    let shards: estypes.ShardStatistics | undefined;
    for (let round = 0; round <= rounds; round++) {
      const [few, all]: [number[], number[]] = [[], []];
      for (let repeat = 0; repeat < REPEATS; repeat++) {
        few.push(await timed(async () => send(world, asked, ranges.filter(asked.overlaps))));
        all.push(
          await timed(async () => {
            shards = await send(world, asked, null);
          }),
        );
      }
      // The first round warms up.
      if (round > 0) times.push([median(few), median(all)]);
    }
    const overlapping = ranges.filter(asked.overlaps).length;
    const skipped = `Elasticsearch skipped ${shards?.skipped ?? 0} of ${shards?.total ?? 0}`;
    const name = `skipped slices: ${asked.name} sent to ${overlapping} indices`;
    measures.push(toMeasure(name, times, null, 'ms', `all indices, ${skipped}`));
  }
  return measures;
}

function day(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function queriesOf(ranges: readonly Range[]): readonly Asked[] {
  const last = Math.max(...ranges.map(({ times }) => times[1]));
  const week = last - 7 * DAY_MS;
  const [from, to] = [last - 300 * DAY_MS, last - 270 * DAY_MS];
  const num = FIRST_NUM + 1;
  const within = (first: number, end: number) => (range: Range) => range.times[1] >= first && range.times[0] < end;
  return [
    { name: 'the last week', q: `after:${day(week)}`, counts: true, overlaps: within(Date.parse(day(week)), Infinity) },
    {
      name: 'a month',
      q: `after:${day(from)} before:${day(to)}`,
      counts: true,
      overlaps: within(Date.parse(day(from)), Date.parse(day(to))),
    },
    { name: 'a number', q: `num:${num}`, counts: true, overlaps: ({ nums }) => nums[0] <= num && nums[1] >= num },
    { name: 'all posts with their number', q: 'is:reply', counts: true, overlaps: () => true },
    { name: 'the newest posts without their number', q: 'is:reply', counts: false, overlaps: within(week, Infinity) },
  ];
}

async function rangesOf({ elasticsearch, indexPrefix }: World): Promise<readonly Range[]> {
  const { aggregations } = await elasticsearch.search({
    index: `${indexPrefix}posts`,
    size: 0,
    aggregations: {
      indices: {
        terms: { field: '_index', size: 2 * SLICES },
        aggregations: {
          first: { min: { field: 'time_posted' } },
          last: { max: { field: 'time_posted' } },
          lowest: { min: { field: 'num' } },
          highest: { max: { field: 'num' } },
        },
      },
    },
  });
  const found = aggregations?.['indices'] as { readonly buckets: readonly Bucket[] } | undefined;
  return (found?.buckets ?? []).map(({ key, first, last, lowest, highest }) => ({
    index: key,
    times: [first.value, last.value],
    nums: [lowest.value, highest.value],
  }));
}

type Bucket = { readonly key: string } & Readonly<
  Record<'first' | 'last' | 'lowest' | 'highest', { readonly value: number }>
>;

async function send(
  { elasticsearch, indexPrefix }: World,
  { q, counts }: Asked,
  only: readonly Range[] | null,
): Promise<estypes.ShardStatistics> {
  const search = compile(parse(q).root, { sort: 'new', direction: 'forward', now: Date.now() });
  const body = hitPageBody({ indexPrefix, timeoutMs: 30_000 }, { search, after: null, size: 26, counts });
  const index = only === null || only.length >= SLICES ? body.index : only.map(({ index: name }) => name);
  const { _shards: shards } = await elasticsearch.search({
    ...body,
    ...(index !== undefined && { index }),
    request_cache: false,
  });
  return shards;
}
