/** Asks Elasticsearch which posts match: keys, places in the order and marked text. What is in them PostgreSQL knows. */
import { createHash } from 'node:crypto';
import type { estypes } from '@elastic/elasticsearch';
import type { PostSource } from '../../../mappings/elasticsearch/document-post.ts';
import { keyOfDocumentId } from '../../../mappings/elasticsearch/post-document.ts';
import { HIGHLIGHT_END, HIGHLIGHT_START } from '../../../mappings/highlight.ts';
import type { PostKey } from '../../../mappings/post.ts';
import { ask, isPartial, totalOf, whereToAsk, type Engine } from './send-search.ts';
import type { CompiledSearch, HighlightField, QueryContainer } from '../plan/compile.ts';

export type { Engine } from './send-search.ts';

/** A hit and where it stands in the order. */
export interface Place {
  readonly id: string;
  readonly position: readonly number[];
  /** Hits of its thread, of which it is the first: only where hits are grouped. */
  readonly threadHits?: number;
}

export interface SkeletonHit extends Place {
  readonly key: PostKey;
  /** The whole text of a field, with sentinels around what matched. */
  readonly marked: Readonly<Partial<Record<HighlightField, string>>>;
  /** Only where documents were asked for. */
  readonly document?: PostSource;
}

export interface Skeleton {
  readonly hits: readonly SkeletonHit[];
  /** Every match that was counted, on all pages; threads where hits are grouped. */
  readonly total: number;
  readonly counted: 'exactly' | 'about';
  /** From where to go on; null where nothing follows. */
  readonly edge: readonly number[] | null;
  /** Stopped by the time-out, or without some shards: hits and total may be too few. */
  readonly partial: boolean;
  /** It had no more time to look for hits: there are more behind the edge, or none. */
  readonly stopped?: boolean;
}

export interface SkeletonRequest {
  readonly search: CompiledSearch;
  readonly after: readonly number[] | null;
  readonly size: number;
  /** Whole documents too. */
  readonly documents?: boolean;
  /** false: no total is needed, so that it may stop early. */
  readonly counts?: boolean;
  /** An error rather than a part of the hits. */
  readonly whole?: boolean;
  /** The reader went away: nobody waits for the answer. */
  readonly signal: AbortSignal;
}

/** Characters of a field that are looked at for marks; the rest of a longer one stays unmarked. */
const MAX_MARKED_LENGTH = 200_000;

export const NO_HITS: Skeleton = { hits: [], total: 0, counted: 'exactly', edge: null, partial: false };

/** @throws UnavailableError when Elasticsearch cannot be reached, is too busy, or takes too long. */
export async function fetchSkeleton(engine: Engine, request: SkeletonRequest): Promise<Skeleton> {
  if (request.search.boards?.length === 0) return NO_HITS;
  const answer = await ask(engine, skeletonRequest(engine, request), request.signal);
  const { hits } = answer;
  return {
    hits: hits.hits.map(({ _id: id = '', sort = [], highlight = {}, _source: document }) => ({
      id,
      key: keyOfDocumentId(id),
      position: sort as number[],
      marked: Object.fromEntries(Object.entries(highlight).map(([field, [text]]) => [field, text])),
      ...(document !== undefined && { document: document as PostSource }),
    })),
    total: totalOf(answer),
    counted: 'exactly',
    edge: hits.hits.length < request.size ? null : ((hits.hits.at(-1)?.sort as number[] | undefined) ?? null),
    partial: isPartial(answer),
  };
}

/** These hits of the search, in the places that are given. */
export async function fetchThese(
  engine: Engine,
  request: SkeletonRequest,
  places: readonly Place[],
): Promise<Pick<Skeleton, 'hits' | 'partial'>> {
  if (places.length === 0) return NO_HITS;
  const these: QueryContainer = { ids: { values: places.map(({ id }) => id) } };
  const query: QueryContainer = { bool: { must: [request.search.query], filter: [these] } };
  const search = { ...request.search, query };
  const found = await fetchSkeleton(engine, { ...request, search, after: null, size: places.length, counts: false });
  const hits = new Map(found.hits.map((hit) => [hit.id, hit]));
  return {
    hits: places.flatMap((place) => {
      const hit = hits.get(place.id);
      return hit === undefined ? [] : [{ ...hit, ...place }];
    }),
    partial: found.partial,
  };
}

/** The whole request, so that what is sent can be looked at, and measured, apart from sending it. */
export function skeletonRequest(
  engine: Pick<Engine, 'indexPrefix' | 'timeoutMs'>,
  { search, after, size, documents = false, counts = true, whole = false }: Omit<SkeletonRequest, 'signal'>,
): estypes.SearchRequest {
  return {
    ...whereToAsk(engine, search.boards),
    ...scoring(search),
    query: search.query,
    sort: search.sort,
    size,
    track_total_hits: counts,
    ...(whole && { allow_partial_search_results: false }),
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
 * Words are as rare as they are in all the indices together: boards differ in size by thousands, and their scores could not
 * be compared. Copies of an index differ in what was deleted from them, and so do their scores: all pages ask the same ones.
 */
export function scoring({ order, query }: CompiledSearch) {
  if (order.sort !== 'relevance') return {};
  // In hexadecimal: what begins with _ is a word of Elasticsearch's own.
  const preference = createHash('sha256').update(JSON.stringify(query)).digest('hex');
  return { search_type: 'dfs_query_then_fetch', preference } satisfies estypes.SearchRequest;
}
