/**
 * group:thread: one hit per thread, the thread's first hit in the order of the answer. Elasticsearch cannot combine
 * `collapse` with `search_after`. So this scans hits in steps, asks for the first hit of each thread it meets, and returns a
 * thread where the scan passes its first hit. That works in both directions and keeps no state between pages.
 */
import type { estypes } from '@elastic/elasticsearch';
import type { QueryContainer } from '../plan/clauses.ts';
import { orderOf } from '../plan/compile.ts';
import {
  fetchRankedHits,
  NO_HITS,
  scoring,
  type HitPage,
  type HitPageRequest,
  type RankedHit,
  type SortValues,
} from './fetch-hits.ts';
import { isPartial, searchTarget, sendSearch, type SearchCall, type SearchClient } from './send-search.ts';

/** Hits per step. Threads whose first hit is known are excluded from the next step. */
const STEP = 500;
/** After this many steps the page stays short, and the next page continues from there. */
const MAX_STEPS = 40;
/** Buckets per response: `search.max_buckets`. */
const MAX_BUCKETS = 5_000;
/** An estimate up to this is certainly at most MAX_BUCKETS threads. */
const COUNTABLE_ESTIMATE = 4_500;
/** Without it Elasticsearch builds global ordinals, a list of all threads of the index, after every refresh. */
const WITHOUT_ORDINALS = { execution_hint: 'map' } as const;

/** @throws UnavailableError, BusyError */
export async function fetchThreadPage(
  client: SearchClient,
  request: HitPageRequest,
  call: SearchCall,
): Promise<HitPage> {
  if (request.search.boards?.length === 0) return NO_HITS;
  const scan = new ThreadScan(client, request, call);
  const [, count] = await Promise.all([scan.run(), countThreads(client, request, call)]);
  const marked = await fetchRankedHits(client, request, scan.passed, call);
  return {
    hits: marked.hits,
    total: count.total,
    relation: count.relation,
    nextAfter: scan.nextAfter,
    partial: scan.partial || count.partial || marked.partial,
  };
}

class ThreadScan {
  readonly #client: SearchClient;
  readonly #request: HitPageRequest;
  readonly #call: SearchCall;
  readonly #compare: (a: SortValues, b: SortValues) => number;
  /** First hits by thread id. */
  readonly #firstHits = new Map<string, RankedHit>();
  /** First hits that the scan has passed, in its direction. */
  passed: readonly RankedHit[] = [];
  /** Where the next page continues; null at the end. */
  nextAfter: SortValues | null = null;
  partial = false;

  constructor(client: SearchClient, request: HitPageRequest, call: SearchCall) {
    this.#client = client;
    this.#request = request;
    this.#call = call;
    this.#compare = comparatorOf(orderOf(request.search.order));
  }

  async run(): Promise<void> {
    const { after, size } = this.#request;
    this.nextAfter = after;
    for (let step = 0; step < MAX_STEPS; step++) {
      const hits = await this.#fetchStep(this.nextAfter);
      await this.#fetchFirstHits([...new Set(hits.map(({ thread }) => thread))]);
      const isEnd = hits.length < STEP;
      this.nextAfter = isEnd ? null : (hits.at(-1)?.sortValues ?? null);
      this.passed = this.#firstHitsBetween(after, this.nextAfter);
      if (isEnd || this.passed.length >= size) break;
    }
    if (this.passed.length < size) return;
    this.passed = this.passed.slice(0, size);
    this.nextAfter = this.passed.at(-1)?.sortValues ?? null;
  }

  /** After `start`, up to and including `end`. */
  #firstHitsBetween(start: SortValues | null, end: SortValues | null): readonly RankedHit[] {
    return [...this.#firstHits.values()]
      .filter(({ sortValues }) => start === null || this.#compare(sortValues, start) > 0)
      .filter(({ sortValues }) => end === null || this.#compare(sortValues, end) <= 0)
      .sort((a, b) => this.#compare(a.sortValues, b.sortValues));
  }

  async #fetchStep(after: SortValues | null): Promise<readonly { thread: string; sortValues: SortValues }[]> {
    const { search } = this.#request;
    const response = await sendSearch(
      this.#client,
      {
        ...searchTarget(this.#client, search.boards),
        ...scoring(search),
        query: excludeThreads(search.query, [...this.#firstHits.keys()]),
        sort: search.sort,
        size: STEP,
        track_total_hits: false,
        _source: false,
        docvalue_fields: ['thread_id'],
        ...(after !== null && { search_after: [...after] }),
      },
      this.#call,
    );
    this.partial ||= isPartial(response);
    return response.hits.hits.map(({ fields, sort }) => ({
      thread: String((fields?.['thread_id'] as readonly string[] | undefined)?.[0]),
      sortValues: sort as number[],
    }));
  }

  /** First in the order of the answer, whichever direction the scan has. */
  async #fetchFirstHits(threads: readonly string[]): Promise<void> {
    if (threads.length === 0) return;
    const { search } = this.#request;
    const sort = orderOf({ ...search.order, direction: 'forward' });
    const inThese: QueryContainer = { terms: { thread_id: [...threads] } };
    const response = await sendSearch(
      this.#client,
      {
        ...searchTarget(this.#client, search.boards),
        ...scoring(search),
        query: { bool: { must: [search.query], filter: [inThese] } },
        size: 0,
        track_total_hits: false,
        aggs: {
          threads: {
            terms: { field: 'thread_id', size: threads.length, ...WITHOUT_ORDINALS },
            aggs: { first: { top_hits: { size: 1, sort, _source: false } } },
          },
        },
      },
      this.#call,
    );
    this.partial ||= isPartial(response);
    const found = response.aggregations?.['threads'] as unknown as
      | { readonly buckets: readonly ThreadBucket[] }
      | undefined;
    for (const { key, doc_count: threadHits, first } of found?.buckets ?? []) {
      for (const { _id: id = '', sort: sortValues } of first.hits.hits) {
        this.#firstHits.set(key, { id, sortValues: sortValues as number[], threadHits });
      }
    }
  }
}

interface ThreadBucket {
  readonly key: string;
  readonly doc_count: number;
  readonly first: { readonly hits: estypes.SearchHitsMetadata };
}

/** Exact for few threads, an estimate for many: counting a million takes as long as listing them. */
async function countThreads(
  client: SearchClient,
  { search }: HitPageRequest,
  call: SearchCall,
): Promise<Pick<HitPage, 'total' | 'relation' | 'partial'>> {
  const estimate = await aggregate(client, search, call, {
    threads: { cardinality: { field: 'thread_id', precision_threshold: 40_000 } },
  });
  const total = (estimate.found?.['threads'] as { readonly value: number } | undefined)?.value ?? 0;
  if (total > COUNTABLE_ESTIMATE) return { total, relation: 'about', partial: estimate.partial };
  const { found, partial } = await aggregate(
    client,
    search,
    call,
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
  client: SearchClient,
  search: HitPageRequest['search'],
  call: SearchCall,
  aggs: Record<string, estypes.AggregationsAggregationContainer>,
  paths: readonly string[] = ['aggregations'],
): Promise<{ readonly found: Readonly<Record<string, unknown>> | undefined; readonly partial: boolean }> {
  const response = await sendSearch(
    client,
    {
      ...searchTarget(client, search.boards),
      query: search.query,
      size: 0,
      track_total_hits: false,
      aggs,
      filter_path: ['took', 'timed_out', '_shards', ...paths],
    },
    call,
  );
  return { found: response.aggregations, partial: isPartial(response) };
}

function excludeThreads(query: QueryContainer, threads: readonly string[]): QueryContainer {
  if (threads.length === 0) return query;
  return { bool: { must: [query], must_not: [{ terms: { thread_id: [...threads] } }] } };
}

/** Negative where a hit at `a` comes before a hit at `b`. */
function comparatorOf(sort: readonly estypes.SortCombinations[]) {
  const signs = sort.map((key) => (JSON.stringify(key).includes('"desc"') ? -1 : 1));
  return (a: SortValues, b: SortValues): number => {
    for (const [index, sign] of signs.entries()) {
      const difference = (a[index] ?? 0) - (b[index] ?? 0);
      if (difference !== 0) return sign * Math.sign(difference);
    }
    return 0;
  };
}
