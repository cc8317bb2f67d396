/**
 * One hit a thread: the one of its hits that comes first in the order, which is where the thread stands in the answer.
 * Elasticsearch can collapse hits and can go on after a hit, but not both. So the walk is over hits; for the threads that
 * it meets their first hits are asked for, and a thread is shown where the walk passes its first hit, and nowhere else. It
 * holds in both directions, and nothing is kept between two pages.
 */
import type { estypes } from '@elastic/elasticsearch';
import { ask, isPartial, whereToAsk, type Engine } from './send-search.ts';
import { orderOf, type QueryContainer } from '../plan/compile.ts';
import { Patience } from './patience.ts';
import { threadSetOf } from '../plan/find-threads.ts';
import { fetchThese, NO_HITS, scoring, type Place, type Skeleton, type SkeletonRequest } from './fetch-hits.ts';

/** Hits of one step; threads whose first hits are known are left out of the next. */
const STEP = 500;
/** Then a page stays short, and the next one goes on from where this one came to. */
const MAX_STEPS = 40;
/** Buckets of one answer: `search.max_buckets`. */
const MAX_COUNTED = 5_000;
/** Where it is about so many, it is no more than MAX_COUNTED. */
const CERTAINLY_FEWER = 4_500;
/** Otherwise a list of all threads of an index is made first, after every refresh. */
const BY_VALUE = { execution_hint: 'map' } as const;

/** @throws UnavailableError */
export async function fetchGroups(engine: Engine, request: SkeletonRequest): Promise<Skeleton> {
  if (request.search.boards?.length === 0) return NO_HITS;
  const walk = new Walk(engine, request);
  const [, count] = await Promise.all([walk.run(), countThreads(engine, request)]);
  const marked = await fetchThese(engine, request, walk.passed);
  return {
    hits: marked.hits,
    ...walk.counted(count),
    edge: walk.edge,
    partial: walk.partial || count.partial || marked.partial,
    stopped: walk.stopped,
  };
}

class Walk {
  readonly #engine: Engine;
  readonly #request: SkeletonRequest;
  readonly #compare: (a: readonly number[], b: readonly number[]) => number;
  readonly #patience: Patience;
  /** First hits, by thread. */
  readonly #known = new Map<string, Place>();
  /** Threads that the query lets through and the sieve does not. */
  readonly #wrong = new Set<string>();
  /** In the direction of the walk. */
  passed: readonly Place[] = [];
  /** From where a walk goes on; null at the end. */
  edge: readonly number[] | null = null;
  partial = false;
  stopped = false;

  constructor(engine: Engine, request: SkeletonRequest) {
    this.#engine = engine;
    this.#request = request;
    this.#patience = new Patience(engine);
    this.#compare = comparator(orderOf(request.search.order));
  }

  async run(): Promise<void> {
    const { after, size } = this.#request;
    this.edge = after;
    for (let step = 0; step < MAX_STEPS; step++) {
      const hits = await this.#hits(this.edge);
      const met = [...new Set(hits.map(({ thread }) => thread))];
      await this.#learn(met);
      const isEnd = hits.length < STEP;
      this.edge = isEnd ? null : (hits.at(-1)?.position ?? null);
      this.passed = this.#between(after, this.edge);
      if (isEnd || this.passed.length >= size) break;
      this.stopped = this.#wrong.size > 0 && this.#patience.isOver();
      if (this.stopped) break;
    }
    if (this.passed.length < size) return;
    this.passed = this.passed.slice(0, size);
    this.edge = this.passed.at(-1)?.position ?? null;
  }

  /** With a sieve, by the share of the threads that were met. */
  counted({ total, counted }: Pick<Skeleton, 'total' | 'counted'>): Pick<Skeleton, 'total' | 'counted'> {
    if (this.#request.search.sieve === undefined) return { total, counted };
    const share = this.#known.size / Math.max(this.#known.size + this.#wrong.size, 1);
    return { total: Math.round(total * share), counted: 'about' };
  }

  #between(after: readonly number[] | null, edge: readonly number[] | null): readonly Place[] {
    return [...this.#known.values()]
      .filter(({ position }) => after === null || this.#compare(position, after) > 0)
      .filter(({ position }) => edge === null || this.#compare(position, edge) <= 0)
      .sort((a, b) => this.#compare(a.position, b.position));
  }

  async #hits(after: readonly number[] | null): Promise<readonly { thread: string; position: readonly number[] }[]> {
    const { search, signal } = this.#request;
    const query = without(search.query, [...this.#known.keys(), ...this.#wrong]);
    const answer = await ask(
      this.#engine,
      {
        ...whereToAsk(this.#engine, search.boards),
        ...scoring(search),
        query,
        sort: search.sort,
        size: STEP,
        track_total_hits: false,
        _source: false,
        docvalue_fields: ['thread_id'],
        ...(after !== null && { search_after: [...after] }),
      },
      signal,
    );
    this.partial ||= isPartial(answer);
    return answer.hits.hits.map(({ fields, sort }) => ({
      thread: String((fields?.['thread_id'] as readonly string[] | undefined)?.[0]),
      position: sort as number[],
    }));
  }

  /** First hits of threads, in the order of the answer whichever way the walk goes. */
  async #learn(threads: readonly string[]): Promise<void> {
    if (threads.length === 0) return;
    const { search, signal } = this.#request;
    const sort = orderOf({ ...search.order, direction: 'forward' });
    const ofThese: QueryContainer = { terms: { thread_id: [...threads] } };
    const sifting = await search.sieve?.of(threadSetOf(threads), signal);
    this.partial ||= sifting?.partial === true;
    const answer = await ask(
      this.#engine,
      {
        ...whereToAsk(this.#engine, search.boards),
        ...scoring(search),
        query: { bool: { must: [search.query], filter: [ofThese, ...(sifting === undefined ? [] : [sifting.query])] } },
        size: 0,
        track_total_hits: false,
        aggs: {
          threads: {
            terms: { field: 'thread_id', size: threads.length, ...BY_VALUE },
            aggs: { first: { top_hits: { size: 1, sort, _source: false } } },
          },
        },
      },
      signal,
    );
    this.partial ||= isPartial(answer);
    const found = answer.aggregations?.['threads'] as unknown as
      | { readonly buckets: readonly ThreadBucket[] }
      | undefined;
    for (const { key, doc_count: hits, first } of found?.buckets ?? []) {
      for (const { _id: id = '', sort: position } of first.hits.hits) {
        this.#known.set(key, { id, position: position as number[], threadHits: hits });
      }
    }
    for (const thread of threads) if (!this.#known.has(thread)) this.#wrong.add(thread);
  }
}

interface ThreadBucket {
  readonly key: string;
  readonly doc_count: number;
  readonly first: { readonly hits: estypes.SearchHitsMetadata };
}

/** Few threads one by one, many about: to count a million takes as long as to list them. */
async function countThreads(
  engine: Engine,
  request: SkeletonRequest,
): Promise<Pick<Skeleton, 'total' | 'counted' | 'partial'>> {
  const about = await aggregate(engine, request, {
    threads: { cardinality: { field: 'thread_id', precision_threshold: 40_000 } },
  });
  const total = (about.found?.['threads'] as { readonly value: number } | undefined)?.value ?? 0;
  if (total > CERTAINLY_FEWER) return { total, counted: 'about', partial: about.partial };
  const { found, partial } = await aggregate(
    engine,
    request,
    {
      threads: { terms: { field: 'thread_id', size: MAX_COUNTED, ...BY_VALUE } },
      counted: { stats_bucket: { buckets_path: 'threads>_count' } },
    },
    ['aggregations.threads.sum_other_doc_count', 'aggregations.counted.count'],
  );
  // No index at all, of boards without a post.
  if (found === undefined) return { total: 0, counted: 'exactly', partial };
  const { count } = found['counted'] as { readonly count: number };
  const { sum_other_doc_count: uncounted } = found['threads'] as { readonly sum_other_doc_count: number };
  return uncounted === 0 ? { total: count, counted: 'exactly', partial } : { total, counted: 'about', partial };
}

async function aggregate(
  engine: Engine,
  { search, signal }: SkeletonRequest,
  aggs: Record<string, estypes.AggregationsAggregationContainer>,
  paths: readonly string[] = ['aggregations'],
): Promise<{ readonly found: Readonly<Record<string, unknown>> | undefined; readonly partial: boolean }> {
  const answer = await ask(
    engine,
    {
      ...whereToAsk(engine, search.boards),
      query: search.query,
      size: 0,
      track_total_hits: false,
      aggs,
      filter_path: ['took', 'timed_out', '_shards', ...paths],
    },
    signal,
  );
  return { found: answer.aggregations, partial: isPartial(answer) };
}

function without(query: QueryContainer, threads: readonly string[]): QueryContainer {
  if (threads.length === 0) return query;
  return { bool: { must: [query], must_not: [{ terms: { thread_id: [...threads] } }] } };
}

/** Below 0 where a hit at `a` comes before one at `b`. */
function comparator(sort: readonly estypes.SortCombinations[]) {
  const signs = sort.map((key) => (JSON.stringify(key).includes('"desc"') ? -1 : 1));
  return (a: readonly number[], b: readonly number[]): number => {
    for (const [place, sign] of signs.entries()) {
      const difference = (a[place] ?? 0) - (b[place] ?? 0);
      if (difference !== 0) return sign * Math.sign(difference);
    }
    return 0;
  };
}
