/**
 * A board of 200 slices: searches as the server sends them, to the indices that can match, and sent to all indices, of which Elasticsearch
 * skips those that cannot match (`can_match`).
 */
import { loadLiveSlices } from '../../../server/boards/load.ts';
import { createRequestContext } from '../../../server/limits/request-context.ts';
import { IndexCoverage } from '../../../server/search/elasticsearch/index-coverage.ts';
import {
  sendSearch,
  type ElasticsearchContext,
  type SearchResponse,
} from '../../../server/search/elasticsearch/send-search.ts';
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
const TIMEOUT_MS = 30_000;

interface Asked {
  readonly name: string;
  readonly q: string;
  readonly counts: boolean;
  /** Time of the last hit of the page before, in milliseconds since 1970. */
  readonly after?: number;
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
    const unknown = `select 1 from indices where state = 'live' and not posted_known limit 1`;
    await until(async () => (await world.pool.query(unknown)).rowCount === 0);
  });
  const slices = await loadLiveSlices(world.pool);
  say(`${slices.length} indices`);
  const last = Math.max(...slices.map(({ reach }) => reach?.times.to ?? 0));
  const contexts = { chosen: contextOf(world, true), all: contextOf(world, false) };
  const measures: Measure[] = [];
  for (const asked of queriesOf(last)) {
    const times: [number, number][] = [];
    let [chosen, all] = [await send(contexts.chosen, asked), await send(contexts.all, asked)];
    for (let round = 0; round <= rounds; round++) {
      const [few, many]: [number[], number[]] = [[], []];
      for (let repeat = 0; repeat < REPEATS; repeat++) {
        few.push(
          await timed(async () => {
            chosen = await send(contexts.chosen, asked);
          }),
        );
        many.push(
          await timed(async () => {
            all = await send(contexts.all, asked);
          }),
        );
      }
      // The first round warms up.
      if (round > 0) times.push([median(few), median(many)]);
    }
    if (idsOf(chosen) !== idsOf(all)) throw new Error(`${asked.q} finds other posts in fewer indices`);
    const { _shards: some } = chosen;
    const { _shards: every } = all;
    const name = `skipped slices: ${asked.name}, sent to ${some.total} of ${slices.length} indices`;
    measures.push(toMeasure(name, times, null, 'ms', `all, of which Elasticsearch skips ${every.skipped ?? 0}`));
  }
  return measures;
}

function idsOf({ hits }: SearchResponse): string {
  return JSON.stringify([hits.total, hits.hits.map(({ sort }) => sort)]);
}

/** As a server has it; without `isChoosing` it does not know what the slices hold. */
function contextOf(world: World, isChoosing: boolean): ElasticsearchContext {
  const { elasticsearch, indexPrefix, pool } = world;
  const liveSlices = async () => {
    const slices = await loadLiveSlices(pool);
    return isChoosing ? slices : slices.map(({ reach: _reach, ...slice }) => slice);
  };
  const coverage = new IndexCoverage({ elasticsearch, indexPrefix, liveSlices });
  return { elasticsearch, indexPrefix, timeoutMs: TIMEOUT_MS, coverage };
}

async function send(context: ElasticsearchContext, { q, counts, after }: Asked): Promise<SearchResponse> {
  const search = compile(parse(q).root, { sort: 'new', direction: 'forward', now: Date.now() });
  const page = { search, after: after === undefined ? null : [after, 0, 0], size: 26, counts };
  const body = { ...hitPageBody(context, page), request_cache: false };
  return sendSearch(context, body, createRequestContext());
}

function day(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function queriesOf(last: number): readonly Asked[] {
  const week = day(last - 7 * DAY_MS);
  const [from, to, middle] = [day(last - 300 * DAY_MS), day(last - 270 * DAY_MS), last - 150 * DAY_MS];
  return [
    { name: 'the last week', q: `after:${week}`, counts: true },
    { name: 'a month', q: `after:${from} before:${to}`, counts: true },
    { name: 'a number', q: `num:${FIRST_NUM + 1}`, counts: true },
    { name: 'a page after a cursor without a total', q: 'is:reply', counts: false, after: middle },
    { name: 'all posts with their number', q: 'is:reply', counts: true },
  ];
}
