import type { estypes } from '@elastic/elasticsearch';
import { compile } from '../../../server/search/plan/compile.ts';
import { parse } from '../../../server/search/language/parse.ts';
import { hitPageBody } from '../../../server/search/execute/fetch-hits.ts';
import type { World } from '../../support/world.ts';
import { PAGE, toLanguage, type BenchQuery } from '../query-classes.ts';
import type { Contender, PageOfRows } from './contender.ts';
import { askElasticsearch } from '../ask-elasticsearch.ts';

/** Hits per request on the way to a far page: the largest page that our indices allow. */
const LARGEST_PAGE = 1_000;

export const IDS_ONLY = 'Elasticsearch, ids';

interface Answer {
  readonly hits: {
    readonly total: { readonly value: number };
    readonly hits: readonly { readonly sort: readonly number[] }[];
  };
}

/**
 * Elasticsearch, asked directly and through the leanest client, with the query that the server compiles from the same
 * text. With `documents`, hits include whole documents, as needed without PostgreSQL; otherwise they include what the
 * server requests.
 */
export function createElasticsearchDirect(world: World, documents: boolean): Contender {
  const places = new Map<string, readonly number[] | null>();

  async function place(query: BenchQuery): Promise<readonly number[] | null> {
    let after: readonly number[] | null = null;
    for (let left = (query.page - 1) * PAGE; left > 0; left -= LARGEST_PAGE) {
      const lean = requestOf(world, query, after, false);
      const answer = await post(world, { ...lean, size: Math.min(left, LARGEST_PAGE), track_total_hits: false });
      after = answer.hits.hits.at(-1)?.sort ?? after;
    }
    return after;
  }

  return {
    name: documents ? 'Elasticsearch, documents' : IDS_ONLY,
    async prepare(queries) {
      for (const query of queries)
        if (query.page > 1 && !places.has(keyOf(query))) places.set(keyOf(query), await place(query));
    },
    async ask(query): Promise<PageOfRows> {
      const { hits } = await post(world, requestOf(world, query, places.get(keyOf(query)) ?? null, documents));
      return { rows: Math.min(PAGE, hits.hits.length), total: hits.total.value };
    },
    close: async () => undefined,
  };
}

function keyOf(query: BenchQuery): string {
  return `${query.page} ${toLanguage(query)}`;
}

function requestOf(
  world: World,
  query: BenchQuery,
  after: readonly number[] | null,
  documents: boolean,
): estypes.SearchRequest {
  return hitPageBody(
    { indexPrefix: world.indexPrefix, timeoutMs: 5_000 },
    {
      search: compile(parse(toLanguage(query)).root, { sort: 'new', direction: 'forward', now: Date.now() }),
      after,
      size: PAGE + 1,
      documents,
    },
  );
}

async function post(world: World, asked: estypes.SearchRequest): Promise<Answer> {
  const { index, ignore_unavailable: ignore, allow_no_indices: allow, ...body } = asked;
  const path = encodeURIComponent([index].flat().join(','));
  const answer = await askElasticsearch(
    world.elasticsearchUrls[0] ?? '',
    `${path}/_search?ignore_unavailable=${ignore}&allow_no_indices=${allow}`,
    JSON.stringify(body),
  );
  const read = await answer.body.json();
  if (answer.statusCode !== 200)
    throw new Error(`Elasticsearch answered ${answer.statusCode}: ${JSON.stringify(read)}`);
  return read as Answer;
}
