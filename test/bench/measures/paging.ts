import type { createSagasu } from '../contenders/sagasu.ts';
import { getJson } from '../contenders/sagasu.ts';
import { createRandom } from '../corpus/random.ts';
import { median, quantilesOf, timed, toMeasure, type Measure } from '../measure.ts';
import { expectedHits, PAGE, wordByHits } from '../query-classes.ts';
import { vocabulary } from '../corpus/vocabulary.ts';

const FAR_PAGE = 1_000;
const QUERIES = 8;
const READS_PER_ROUND = 40;

/** Compares a far page, reached by its cursor, with the first page of the same query, alternately. */
export async function measurePaging(
  sagasu: ReturnType<typeof createSagasu>,
  serverUrl: string,
  posts: number,
  rounds: number,
): Promise<Measure> {
  // The expected hits of the tenth most frequent word limit how far the pages go.
  const page = Math.min(FAR_PAGE, Math.floor(expectedHits(posts, vocabulary().shares[10] ?? 0) / PAGE / 1.2));
  const random = createRandom(11);
  const most = expectedHits(posts, vocabulary().shares[10] ?? 0);
  const words = Array.from({ length: QUERIES }, () =>
    wordByHits(posts, Math.min(page * PAGE * 1.1, most), posts, random),
  );
  const urls: [string, string][] = [];
  for (const q of words) {
    const cursor = await sagasu.cursorOf(q, page);
    // A word may have fewer hits than expected.
    if (cursor === null) continue;
    const first = `${serverUrl}/api/v1/search?q=${q}&limit=${PAGE}`;
    urls.push([`${first}&cursor=${cursor}`, first]);
  }
  if (urls.length === 0) throw new Error(`no query has a page ${page}`);
  const times: [number[], number[]][] = [];
  for (let round = 0; round <= rounds; round++) {
    const [far, first]: [number[], number[]] = [[], []];
    for (let read = 0; read < READS_PER_ROUND; read++) {
      const [farUrl, firstUrl] = urls[read % urls.length] ?? ['', ''];
      far.push(await timed(async () => getJson(farUrl)));
      first.push(await timed(async () => getJson(firstUrl)));
    }
    // The first round warms up.
    if (round > 0) times.push([far, first]);
  }
  return {
    ...toMeasure(
      `paging: page ${page} by cursor, p50`,
      times.map(([far, first]) => [median(far), median(first)]),
      { at: 'most', ratio: 2 },
      'ms',
      'page 1 of the same query',
    ),
    quantiles: {
      ours: quantilesOf(times.flatMap(([far]) => far)),
      theirs: quantilesOf(times.flatMap(([, first]) => first)),
    },
  };
}
