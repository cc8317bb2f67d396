/**
 * How many hits Elasticsearch counts in 50 ms, which is the default of SAGASU_SEARCH_COUNTED: for each query with many hits, the time with
 * the exact total minus the time without a total.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { SETTINGS } from '../../../platform/settings.ts';
import { hitPageBody } from '../../../server/search/execute/fetch-hits.ts';
import { parse } from '../../../server/search/language/parse.ts';
import { compile } from '../../../server/search/plan/compile.ts';
import type { World } from '../../support/world.ts';
import { median, timed, toMeasure, type Measure } from '../measure.ts';
import { toLanguage, type BenchQuery } from '../query-classes.ts';

const LIMIT_MS = 50;
const REPEATS = 9;
const PAUSE_MS = 5;
/** With fewer hits the difference is smaller than the spread of the times. */
const LEAST_HITS = 10_000;
const COMMON_WORDS = 10;

export async function measureCounts(
  world: World,
  queries: readonly BenchQuery[],
  rounds: number,
): Promise<readonly Measure[]> {
  const words = queries.filter(({ kind }) => kind === 'common').map(toLanguage);
  const texts = ['is:reply', '-has:file', ...words.slice(0, COMMON_WORDS)];
  const setting = Number(SETTINGS.searchCounted.fallback);
  const pairs = new Map<string, [number, number][]>();
  for (let round = 0; round < rounds; round++) {
    for (const q of texts) {
      const { total, exact, uncounted } = await timesOf(world, q);
      if (total < LEAST_HITS) continue;
      const counted = (LIMIT_MS * total) / Math.max(0.01, exact - uncounted);
      const name = q.includes(':') ? q : 'common words';
      pairs.set(name, [...(pairs.get(name) ?? []), [Math.round(counted), setting]]);
    }
  }
  return [...pairs].map(([name, all]) =>
    toMeasure(`counts: hits counted in ${LIMIT_MS} ms, ${name}`, all, null, 'hits', 'the default of the setting'),
  );
}

async function timesOf(world: World, q: string) {
  const search = compile(parse(q).root, { sort: 'new', direction: 'forward', now: Date.now() });
  let total = 0;
  const ask = async (counts: boolean) => {
    const body = hitPageBody(
      { indexPrefix: world.indexPrefix, timeoutMs: 30_000 },
      { search, after: null, size: 26, counts },
    );
    const { hits } = await world.elasticsearch.search({ ...body, request_cache: false });
    if (typeof hits.total === 'object') total = hits.total.value;
  };
  const times: Record<'exact' | 'uncounted', number[]> = { exact: [], uncounted: [] };
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    times.exact.push(await timed(async () => ask(true)));
    times.uncounted.push(await timed(async () => ask(false)));
    await sleep(PAUSE_MS);
  }
  return { total, exact: median(times.exact), uncounted: median(times.uncounted) };
}
