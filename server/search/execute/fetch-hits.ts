/**
 * One page of ungrouped hits, with their sort values. Whole documents are returned only if the caller requests them, since the shown
 * posts normally come from PostgreSQL (server/search/hydrate/).
 */
import { createHash } from 'node:crypto';
import type { estypes } from '@elastic/elasticsearch';
import type { PostSource } from '../../../mappings/elasticsearch/document-post.ts';
import type { SearchAnswer } from '../../../mappings/contract/search.ts';
import type { QueryContainer } from '../elasticsearch/clauses.ts';
import type { CompiledSearch } from '../plan/compile.ts';
import {
  NOTHING_STORED,
  placeOf,
  withBoards,
  type IndexHit,
  type HitPlace,
  type SortValues,
} from '../elasticsearch/index-hit.ts';
import type { RequestContext } from '../../limits/request-context.ts';
import {
  isPartial,
  searchTarget,
  sendSearch,
  type ElasticsearchContext,
  type SearchResponse,
} from '../elasticsearch/send-search.ts';

/** eq: exact; gte: at least; about: an estimate. */
export type TotalRelation = SearchAnswer['total']['relation'];

export interface HitPage {
  readonly hits: readonly IndexHit[];
  /** Hits on all pages; threads where hits are grouped by thread. */
  readonly total: number;
  readonly relation: TotalRelation;
  /** `search_after` of the next page; null after the last. */
  readonly nextAfter: SortValues | null;
  /** Stopped by the time-out, or some shards failed: hits may be missing and the total too low. */
  readonly partial: boolean;
  /** Only where hits are compared with the text as written. */
  readonly comparing?: Comparing;
}

export interface Comparing {
  /** Number of posts that were compared. */
  readonly compared: number;
  /** The page is not full because comparing more posts would take too long; the next page continues. */
  readonly isStopped: boolean;
}

/** For `fetchHitPage` and `fetchThreadPage` (group-threads.ts) alike. */
export interface HitPageRequest {
  readonly search: CompiledSearch;
  /** Sort values of the hit before this page; null for the first page. */
  readonly after: SortValues | null;
  readonly size: number;
  /** Return whole documents too. */
  readonly documents?: boolean;
  /** true: all hits are counted; a number: at most so many in each index; false: none, the page's total is 0. */
  readonly counts?: boolean | number;
}

export const NO_HITS: HitPage = { hits: [], total: 0, relation: 'eq', nextAfter: null, partial: false };

/** The parts of a response without documents that are read; other fields have no values. */
const PLACES = [
  'took',
  'timed_out',
  '_shards',
  'hits.total',
  'hits.hits._index',
  'hits.hits.fields',
  'hits.hits.sort',
  'hits.hits.matched_queries',
];

/** @throws errors of `sendSearch` */
export async function fetchHitPage(
  context: ElasticsearchContext,
  pageRequest: HitPageRequest,
  request: RequestContext,
): Promise<HitPage> {
  if (pageRequest.search.boards?.length === 0) return NO_HITS;
  const body = hitPageBody(context, pageRequest);
  const response = await sendSearch(context, pageRequest.documents ? body : { ...body, filter_path: PLACES }, request);
  // Elasticsearch leaves out what `filter_path` would leave empty.
  const { hits = [] }: Partial<SearchResponse['hits']> = (response as Partial<SearchResponse>).hits ?? {};
  return {
    hits: hits.map(({ _source: document, matched_queries: met, ...hit }) => ({
      ...placeOf(pageRequest.search.boards, hit),
      ...(met !== undefined && { met: met as string[] }),
      ...(document !== undefined && { document: document as PostSource }),
    })),
    ...totalOf(response),
    nextAfter: hits.length < pageRequest.size ? null : ((hits.at(-1)?.sort as number[] | undefined) ?? null),
    partial: isPartial(response),
  };
}

/** 0 if hits were not counted. */
function totalOf({ hits }: Partial<estypes.SearchResponse>): Pick<HitPage, 'total' | 'relation'> {
  const total = hits?.total ?? 0;
  return typeof total === 'number' ? { total, relation: 'eq' } : { total: total.value, relation: total.relation };
}

/** The given hits of the search with their documents, in the given order. */
export async function fetchDocumentHits(
  context: ElasticsearchContext,
  pageRequest: HitPageRequest,
  ranked: readonly HitPlace[],
  request: RequestContext,
): Promise<Pick<HitPage, 'hits' | 'partial'>> {
  if (ranked.length === 0) return NO_HITS;
  const onlyThese: QueryContainer = { ids: { values: ranked.map(({ id }) => id) } };
  const query: QueryContainer = { bool: { must: [pageRequest.search.query], filter: [onlyThese] } };
  const search = { ...pageRequest.search, query };
  const page = await fetchHitPage(
    context,
    { ...pageRequest, search, after: null, size: ranked.length, counts: false },
    request,
  );
  const hits = new Map(page.hits.map((hit) => [hit.id, hit]));
  return {
    hits: ranked.flatMap((place) => {
      const hit = hits.get(place.id);
      return hit === undefined ? [] : [{ ...hit, ...place }];
    }),
    partial: page.partial,
  };
}

/** The request body. Separate from sending it, so that explanations can show it and the bench can measure it. */
export function hitPageBody(
  context: Pick<ElasticsearchContext, 'indexPrefix' | 'timeoutMs'>,
  { search, after, size, documents = false, counts = true }: HitPageRequest,
): estypes.SearchRequest {
  return {
    ...searchTarget(context, search.boards),
    ...scoring(search),
    query: search.query,
    sort: search.sort,
    size,
    track_total_hits: counts,
    ...(documents ? { _source: true } : NOTHING_STORED),
    ...withBoards(search.boards),
    ...(after !== null && { search_after: [...after] }),
  };
}

/**
 * Makes scores comparable for sort:relevance. Term frequencies are taken over all indices, since boards differ in size by
 * thousands. All pages use the same replicas, since replicas differ in their deleted documents and so in their scores.
 */
export function scoring({ order, query }: CompiledSearch) {
  if (order.sort !== 'relevance') return {};
  // Hexadecimal, since Elasticsearch reserves preferences that start with "_".
  const preference = createHash('sha256').update(JSON.stringify(query)).digest('hex');
  return { search_type: 'dfs_query_then_fetch', preference } satisfies estypes.SearchRequest;
}
