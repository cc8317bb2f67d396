import { request } from 'undici';
import { POST_SORT } from '../../../mappings/elasticsearch/post-index.ts';
import { timed, toMeasure, type Measure } from '../measure.ts';
import { askElasticsearch } from '../ask-elasticsearch.ts';

/** Maximum number of rows in the export. */
const ROWS = 100_000;
/** Hits per request, the largest page of an index. */
const PAGE = 1_000;

/**
 * Posts per second of an export as NDJSON, which reads current rows from PostgreSQL; compared with whole documents from
 * Elasticsearch.
 */
export async function measureExport(
  serverUrl: string,
  elasticsearch: { readonly url: string; readonly alias: string },
  rounds: number,
): Promise<Measure> {
  const rates: [number, number][] = [];
  for (let turn = 0; turn <= rounds; turn++) {
    let [ours, theirs] = [0, 0];
    const oursMs = await timed(async () => {
      ours = await linesOf(`${serverUrl}/api/v1/search/export?q=&limit=${ROWS}`);
    });
    const theirsMs = await timed(async () => {
      theirs = await walk(elasticsearch, ours);
    });
    if (ours !== theirs) throw new Error(`${ours} posts were exported, Elasticsearch has ${theirs}`);
    // The first round warms up.
    if (turn > 0) rates.push([(ours / oursMs) * 1000, (theirs / theirsMs) * 1000]);
  }
  return toMeasure('export: posts per second as NDJSON', rates, null, 'posts/s', 'whole documents from Elasticsearch');
}

/** Counts all lines except the last, which says how the export ended. */
async function linesOf(url: string): Promise<number> {
  const answer = await request(url);
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}: ${await answer.body.text()}`);
  let lines = 0;
  for await (const chunk of answer.body) for (const byte of chunk as Buffer) if (byte === NEWLINE) lines += 1;
  return lines - 1;
}

const NEWLINE = 10;

async function walk({ url, alias }: { readonly url: string; readonly alias: string }, rows: number): Promise<number> {
  let read = 0;
  let after: unknown = undefined;
  while (read < rows) {
    const answer = await askElasticsearch(
      url,
      `${alias}/_search`,
      JSON.stringify({
        query: { bool: { filter: [{ term: { state: 'visible' } }] } },
        sort: POST_SORT.map((field) => ({ [field]: 'desc' })),
        size: Math.min(PAGE, rows - read),
        track_total_hits: false,
        search_after: after,
      }),
    );
    const { hits } = (await answer.body.json()) as { hits: { hits: readonly { readonly sort: unknown }[] } };
    if (hits.hits.length === 0) break;
    read += hits.hits.length;
    after = hits.hits.at(-1)?.sort;
  }
  return read;
}
