import { request } from 'undici';
import { getJson } from '../contenders/sagasu.ts';
import { median, quantilesOf, timed, toMeasure, type Measure } from '../measure.ts';
import { toLanguage, type BenchQuery } from '../query-classes.ts';

const KINDS = new Set(['rare', 'common', 'and', 'board', 'date+op']);
const QUERIES_PER_ROUND = 60;

/**
 * All facets and the timeline, requested together as a page does, until both have arrived; compared with the search
 * alone, alternately.
 */
export async function measureFacets(
  serverUrl: string,
  queries: readonly BenchQuery[],
  rounds: number,
  say: (line: string) => void,
): Promise<Measure | null> {
  const at = (route: string, q: string) => `${serverUrl}/api/v1/search${route}?q=${encodeURIComponent(q)}`;
  for (const route of ['/facets', '/timeline']) {
    const { statusCode, body } = await request(at(route, ''));
    await body.dump();
    if (statusCode === 404) {
      say(`facets: the server has no ${route}`);
      return null;
    }
  }
  const texts = queries.filter(({ kind }) => KINDS.has(kind)).map(toLanguage);
  const spread = texts.filter((_, index) => index % Math.ceil(texts.length / (QUERIES_PER_ROUND * (rounds + 1))) === 0);
  const times: [number[], number[]][] = [];
  for (let round = 0; round <= rounds; round++) {
    const [both, alone]: [number[], number[]] = [[], []];
    for (const q of spread.filter((_, index) => index % (rounds + 1) === round)) {
      both.push(await timed(async () => Promise.all([getJson(at('/facets', q)), getJson(at('/timeline', q))])));
      alone.push(await timed(async () => getJson(at('', q))));
    }
    // The first round warms up.
    if (round > 0) times.push([both, alone]);
  }
  return {
    ...toMeasure(
      'facets: all facets and the timeline, p50',
      times.map(([both, alone]) => [median(both), median(alone)]),
      { at: 'most', ratio: 2.5 },
      'ms',
      'the search alone',
    ),
    quantiles: {
      ours: quantilesOf(times.flatMap(([both]) => both)),
      theirs: quantilesOf(times.flatMap(([, alone]) => alone)),
    },
  };
}
