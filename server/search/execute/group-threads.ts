/**
 * group:thread: one hit per thread, the thread's first hit in the order of the answer. Elasticsearch cannot combine
 * `collapse` with `search_after`, and pages keep no state. So this scans hits in steps, looks up the first hit of each thread
 * that it meets, and returns a thread only on the page that its first hit is on.
 *
 * Of threads A, B and C let the hits be, in order, A1 B1 A2 C1 B2. With two threads to a page, the first page is A1 B1. The
 * second page begins after B1 and meets A2, C1 and B2; it looks up the first hits of A, C and B, and returns C1 alone, since A1
 * and B1 are before its beginning. A backward page from C1 meets A2 first and returns A only where it passes A1.
 */
import type { estypes } from '@elastic/elasticsearch';
import { MAX_BUCKETS } from '../../../mappings/elasticsearch/post-index.ts';
import type { QueryContainer } from '../elasticsearch/clauses.ts';
import { sortClauses, type CompiledSearch } from '../plan/compile.ts';
import { fetchDocumentHits, NO_HITS, scoring, type HitPage, type HitPageRequest } from './fetch-hits.ts';
import { NOTHING_STORED, placeOf, withBoards, type HitPlace, type SortValues } from '../elasticsearch/index-hit.ts';
import type { RequestContext } from '../../limits/request-context.ts';
import { isPartial, searchTarget, sendSearch, type ElasticsearchContext } from '../elasticsearch/send-search.ts';

/** Hits per step. Threads whose first hit is known are excluded from the next step. */
const STEP = 500;
/** After this many steps the page stays short, and the next page continues from there. */
const MAX_STEPS = 40;
/** An estimate up to this is certainly at most MAX_BUCKETS threads. */
const COUNTABLE_ESTIMATE = 4_500;
/** Without it Elasticsearch builds global ordinals, a list of all threads of the index, after every refresh. */
const WITHOUT_ORDINALS = { execution_hint: 'map' } as const;

/** @throws errors of `sendSearch` */
export async function fetchThreadPage(
  context: ElasticsearchContext,
  pageRequest: HitPageRequest,
  request: RequestContext,
): Promise<HitPage> {
  if (pageRequest.search.boards?.length === 0) return NO_HITS;
  const [scanned, count] = await Promise.all([
    new ThreadScan(context, pageRequest, request).run(),
    pageRequest.counts === false ? NO_HITS : countThreads(context, pageRequest, request),
  ]);
  const { hits, partial } = pageRequest.documents
    ? await fetchDocumentHits(context, pageRequest, scanned.firstHits, request)
    : { hits: scanned.firstHits, partial: false };
  return {
    hits,
    total: count.total,
    relation: count.relation,
    nextAfter: scanned.nextAfter,
    partial: scanned.partial || count.partial || partial,
  };
}

/** The threads of one page. */
interface ScannedPage {
  /** The first hit of each thread, in the order of the page. */
  readonly firstHits: readonly HitPlace[];
  /** Where the next page continues; null at the end. */
  readonly nextAfter: SortValues | null;
  readonly partial: boolean;
}

class ThreadScan {
  readonly #context: ElasticsearchContext;
  readonly #pageRequest: HitPageRequest;
  readonly #request: RequestContext;
  readonly #compare: (a: SortValues, b: SortValues) => number;
  /** First hits by thread id, of all threads that the scan has met. */
  readonly #firstHits = new Map<string, HitPlace>();
  #partial = false;

  constructor(context: ElasticsearchContext, pageRequest: HitPageRequest, request: RequestContext) {
    this.#context = context;
    this.#pageRequest = pageRequest;
    this.#request = request;
    this.#compare = comparatorOf(sortClauses(pageRequest.search.order));
  }

  /** Scans from the page's beginning until enough first hits are behind the scan, or no hit is left. */
  async run(): Promise<ScannedPage> {
    const { after, size } = this.#pageRequest;
    /** The last hit that was scanned; null once all are. */
    let reached = after;
    let found: readonly HitPlace[] = [];
    for (let step = 0; step < MAX_STEPS; step++) {
      const hits = await this.#fetchStep(reached);
      await this.#fetchFirstHits([...new Set(hits.map(({ thread }) => thread))]);
      reached = hits.length < STEP ? null : (hits.at(-1)?.sortValues ?? null);
      found = this.#firstHitsBetween(after, reached);
      if (reached === null || found.length >= size) break;
    }
    const firstHits = found.slice(0, size);
    // The scan may have gone further than a full page: the next page begins after the last thread of this one.
    const nextAfter = found.length < size ? reached : (firstHits.at(-1)?.sortValues ?? null);
    return { firstHits, nextAfter, partial: this.#partial };
  }

  /** First hits after `start`, up to and including `end`. */
  #firstHitsBetween(start: SortValues | null, end: SortValues | null): readonly HitPlace[] {
    return [...this.#firstHits.values()]
      .filter(({ sortValues }) => start === null || this.#compare(sortValues, start) > 0)
      .filter(({ sortValues }) => end === null || this.#compare(sortValues, end) <= 0)
      .sort((a, b) => this.#compare(a.sortValues, b.sortValues));
  }

  async #fetchStep(after: SortValues | null): Promise<readonly { thread: string; sortValues: SortValues }[]> {
    const { search } = this.#pageRequest;
    const response = await sendSearch(
      this.#context,
      threadStepBody(this.#context, search, after, [...this.#firstHits.keys()]),
      this.#request,
    );
    this.#partial ||= isPartial(response);
    return response.hits.hits.map(({ fields, sort }) => ({
      thread: String((fields?.['thread_id'] as readonly string[] | undefined)?.[0]),
      sortValues: sort as number[],
    }));
  }

  /** First in the order of the answer, in either direction of the scan. */
  async #fetchFirstHits(threads: readonly string[]): Promise<void> {
    if (threads.length === 0) return;
    const { search } = this.#pageRequest;
    const sort = sortClauses({ ...search.order, direction: 'forward' });
    const inThese: QueryContainer = { terms: { thread_id: [...threads] } };
    const response = await sendSearch(
      this.#context,
      {
        ...searchTarget(this.#context, search.boards),
        ...scoring(search),
        query: { bool: { must: [search.query], filter: [inThese] } },
        size: 0,
        track_total_hits: false,
        aggs: {
          threads: {
            terms: { field: 'thread_id', size: threads.length, ...WITHOUT_ORDINALS },
            aggs: { first: { top_hits: { size: 1, sort, ...NOTHING_STORED, ...withBoards(search.boards) } } },
          },
        },
      },
      this.#request,
    );
    this.#partial ||= isPartial(response);
    const found = response.aggregations?.['threads'] as unknown as
      | { readonly buckets: readonly ThreadBucket[] }
      | undefined;
    for (const { key, doc_count: threadHits, first } of found?.buckets ?? []) {
      for (const hit of first.hits.hits) {
        this.#firstHits.set(key, { ...placeOf(search.boards, hit), threadHits });
      }
    }
  }
}

/** The request for one step of the scan: the thread of each hit after `after`, without the hits of `known` threads. */
export function threadStepBody(
  context: ElasticsearchContext,
  search: CompiledSearch,
  after: SortValues | null,
  known: readonly string[],
): estypes.SearchRequest {
  return {
    ...searchTarget(context, search.boards),
    ...scoring(search),
    query: excludeThreads(search.query, known),
    sort: search.sort,
    size: STEP,
    track_total_hits: false,
    ...NOTHING_STORED,
    docvalue_fields: ['thread_id'],
    ...(after !== null && { search_after: [...after] }),
  };
}

interface ThreadBucket {
  readonly key: string;
  readonly doc_count: number;
  readonly first: { readonly hits: estypes.SearchHitsMetadata };
}

/** Exact for few threads, an estimate for many: counting a million takes as long as listing them. */
async function countThreads(
  context: ElasticsearchContext,
  { search }: HitPageRequest,
  request: RequestContext,
): Promise<Pick<HitPage, 'total' | 'relation' | 'partial'>> {
  const estimate = await aggregate(context, search, request, {
    threads: { cardinality: { field: 'thread_id', precision_threshold: 40_000 } },
  });
  const total = (estimate.found?.['threads'] as { readonly value: number } | undefined)?.value ?? 0;
  if (total > COUNTABLE_ESTIMATE) return { total, relation: 'about', partial: estimate.partial };
  const { found, partial } = await aggregate(
    context,
    search,
    request,
    {
      threads: { terms: { field: 'thread_id', size: MAX_BUCKETS, ...WITHOUT_ORDINALS } },
      counted: { stats_bucket: { buckets_path: 'threads>_count' } },
    },
    ['aggregations.threads.sum_other_doc_count', 'aggregations.counted.count'],
  );
  // Boards without posts have no index, and the response no aggregations.
  if (found === undefined) return { total: 0, relation: 'eq', partial };
  const { count } = found['counted'] as { readonly count: number };
  const { sum_other_doc_count: uncounted } = found['threads'] as { readonly sum_other_doc_count: number };
  return uncounted === 0 ? { total: count, relation: 'eq', partial } : { total, relation: 'about', partial };
}

async function aggregate(
  context: ElasticsearchContext,
  search: HitPageRequest['search'],
  request: RequestContext,
  aggs: Record<string, estypes.AggregationsAggregationContainer>,
  paths: readonly string[] = ['aggregations'],
): Promise<{ readonly found: Readonly<Record<string, unknown>> | undefined; readonly partial: boolean }> {
  const response = await sendSearch(
    context,
    {
      ...searchTarget(context, search.boards),
      query: search.query,
      size: 0,
      track_total_hits: false,
      aggs,
      filter_path: ['took', 'timed_out', '_shards', ...paths],
    },
    request,
  );
  return { found: response.aggregations, partial: isPartial(response) };
}

export function excludeThreads(query: QueryContainer, threads: readonly string[]): QueryContainer {
  if (threads.length === 0) return query;
  return { bool: { must: [query], must_not: [{ terms: { thread_id: [...threads] } }] } };
}

/** Negative if a hit at `a` comes before a hit at `b`. */
export function comparatorOf(sort: readonly estypes.SortCombinations[]) {
  const signs = sort.map((key) => (JSON.stringify(key).includes('"desc"') ? -1 : 1));
  return (a: SortValues, b: SortValues): number => {
    for (const [index, sign] of signs.entries()) {
      const difference = (a[index] ?? 0) - (b[index] ?? 0);
      if (difference !== 0) return sign * Math.sign(difference);
    }
    return 0;
  };
}
