/**
 * One page of hits as Elasticsearch returns them: document ids, sort values and highlighted text; whole documents only where
 * the caller asks for them, since the posts that are shown normally come from PostgreSQL (server/search/hydrate/).
 */
import { createHash } from 'node:crypto';
import type { estypes } from '@elastic/elasticsearch';
import type { PostSource } from '../../../mappings/elasticsearch/document-post.ts';
import { keyOfDocumentId } from '../../../mappings/elasticsearch/post-document.ts';
import { HIGHLIGHT_END, HIGHLIGHT_START } from '../../../mappings/highlight.ts';
import type { SearchAnswer } from '../../../mappings/contract/search.ts';
import type { PostKey } from '../../../mappings/post.ts';
import type { QueryContainer } from '../plan/clauses.ts';
import type { CompiledSearch, HighlightField } from '../plan/compile.ts';
import { isPartial, searchTarget, sendSearch, totalHits, type SearchCall, type SearchClient } from './send-search.ts';

/** A hit's place in the order: its values of the sort fields, as `search_after` takes them. */
export type SortValues = readonly number[];

export interface RankedHit {
  /** Document id. */
  readonly id: string;
  readonly sortValues: SortValues;
  /** Number of hits in its thread, of which this is the first; only where hits are grouped by thread. */
  readonly threadHits?: number;
}

export interface IndexHit extends RankedHit {
  readonly key: PostKey;
  /** The whole text of a field, with sentinels around what matched. */
  readonly marked: Readonly<Partial<Record<HighlightField, string>>>;
  /** Present if the request asked for documents. */
  readonly document?: PostSource;
}

/** eq: exact; gte: at least; about: an estimate. */
export type TotalRelation = SearchAnswer['total']['relation'];

export interface HitPage {
  readonly hits: readonly IndexHit[];
  /** Hits on all pages; threads where hits are grouped by thread. */
  readonly total: number;
  readonly relation: Exclude<TotalRelation, 'gte'>;
  /** `search_after` of the next page; null after the last. */
  readonly nextAfter: SortValues | null;
  /** Stopped by the time-out, or some shards failed: hits may be missing and the total too low. */
  readonly partial: boolean;
}

export interface HitPageRequest {
  readonly search: CompiledSearch;
  /** Sort values of the hit before this page; null for the first page. */
  readonly after: SortValues | null;
  readonly size: number;
  /** Return whole documents too. */
  readonly documents?: boolean;
  /** false: no total, so that Elasticsearch may stop early. */
  readonly counts?: boolean;
  /** Fail instead of returning a part of the hits. */
  readonly complete?: boolean;
}

/** Characters of a field that are searched for marks; the rest of a longer field stays unmarked. */
const MAX_MARKED_LENGTH = 200_000;

export const NO_HITS: HitPage = { hits: [], total: 0, relation: 'eq', nextAfter: null, partial: false };

/** @throws UnavailableError, BusyError */
export async function fetchHitPage(client: SearchClient, request: HitPageRequest, call: SearchCall): Promise<HitPage> {
  if (request.search.boards?.length === 0) return NO_HITS;
  const response = await sendSearch(client, hitPageBody(client, request), call);
  const { hits } = response.hits;
  return {
    hits: hits.map(({ _id: id = '', sort = [], highlight = {}, _source: document }) => ({
      id,
      key: keyOfDocumentId(id),
      sortValues: sort as number[],
      marked: Object.fromEntries(Object.entries(highlight).map(([field, [text]]) => [field, text])),
      ...(document !== undefined && { document: document as PostSource }),
    })),
    total: totalHits(response),
    relation: 'eq',
    nextAfter: hits.length < request.size ? null : ((hits.at(-1)?.sort as number[] | undefined) ?? null),
    partial: isPartial(response),
  };
}

/** The given hits of the search with their marks, in the given order. */
export async function fetchRankedHits(
  client: SearchClient,
  request: HitPageRequest,
  ranked: readonly RankedHit[],
  call: SearchCall,
): Promise<Pick<HitPage, 'hits' | 'partial'>> {
  if (ranked.length === 0) return NO_HITS;
  const onlyThese: QueryContainer = { ids: { values: ranked.map(({ id }) => id) } };
  const query: QueryContainer = { bool: { must: [request.search.query], filter: [onlyThese] } };
  const search = { ...request.search, query };
  const page = await fetchHitPage(
    client,
    { ...request, search, after: null, size: ranked.length, counts: false },
    call,
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

/** The request body; apart from sending it, so that explanations can show it and the bench can measure it. */
export function hitPageBody(
  client: Pick<SearchClient, 'indexPrefix' | 'timeoutMs'>,
  { search, after, size, documents = false, counts = true, complete = false }: HitPageRequest,
): estypes.SearchRequest {
  return {
    ...searchTarget(client, search.boards),
    ...scoring(search),
    query: search.query,
    sort: search.sort,
    size,
    track_total_hits: counts,
    ...(complete && { allow_partial_search_results: false }),
    _source: documents,
    ...(after !== null && { search_after: [...after] }),
    ...(search.highlight.length > 0 && {
      highlight: {
        type: 'unified' as const,
        number_of_fragments: 0,
        max_analyzed_offset: MAX_MARKED_LENGTH,
        pre_tags: [HIGHLIGHT_START],
        post_tags: [HIGHLIGHT_END],
        fields: Object.fromEntries(search.highlight.map((field) => [field, {}])),
      },
    }),
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
