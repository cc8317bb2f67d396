/**
 * Hits of a query with a condition on more threads than are listed: a walk over what the rest of the query lets through,
 * in order, of which the sieve keeps what is right. Every hit is reached, each in its place. Where hardly any are right a
 * page stays short, and the next one goes on from where this one came to.
 */
import { ask, isPartial, totalOf, whereToAsk, type Engine } from './send-search.ts';
import { Patience } from './patience.ts';
import { threadSetOf } from '../plan/find-threads.ts';
import type { Sieve } from '../plan/sieve.ts';
import { fetchThese, NO_HITS, skeletonRequest, type Place, type Skeleton, type SkeletonRequest } from './fetch-hits.ts';

/** Posts that are looked at first, for each hit that is wanted; after them as many as an index hands out. */
const FIRST_STEP = 8;
const STEP = 1_000;

/** @throws UnavailableError */
export async function fetchSifted(engine: Engine, request: SkeletonRequest, sieve: Sieve): Promise<Skeleton> {
  if (request.search.boards?.length === 0) return NO_HITS;
  const walk = new Walk(engine, request, sieve);
  await walk.run();
  const found = await fetchThese(engine, request, walk.passed);
  return {
    ...found,
    ...walk.count(),
    edge: walk.edge,
    partial: walk.partial || found.partial,
    stopped: walk.stopped,
  };
}

interface MetHit extends Place {
  readonly thread: string;
}

class Walk {
  readonly #engine: Engine;
  readonly #request: SkeletonRequest;
  readonly #sieve: Sieve;
  readonly #patience: Patience;
  #looked = 0;
  #found = 0;
  /** What the query lets through, on all pages. */
  #through = 0;
  #isEnd = false;
  passed: Place[] = [];
  edge: readonly number[] | null;
  partial = false;
  stopped = false;

  constructor(engine: Engine, request: SkeletonRequest, sieve: Sieve) {
    this.#engine = engine;
    this.#request = request;
    this.#sieve = sieve;
    this.#patience = new Patience(engine);
    this.edge = request.after;
  }

  async run(): Promise<void> {
    const { size } = this.#request;
    for (let step = Math.min(size * FIRST_STEP, STEP); ; step = STEP) {
      const met = await this.#meet(step);
      const right = await this.#sift(met);
      this.#looked += met.length;
      this.#found += right.length;
      this.passed.push(...right);
      this.#isEnd = met.length < step;
      this.edge = this.#isEnd ? null : (met.at(-1)?.position ?? null);
      if (this.#isEnd || this.passed.length >= size) break;
      this.stopped = this.#patience.isOver();
      if (this.stopped) break;
    }
    if (this.passed.length < size) return;
    this.passed = this.passed.slice(0, size);
    this.edge = this.passed.at(-1)?.position ?? null;
  }

  /** By the share of what was looked at that is right, unless that was all there is. */
  count(): Pick<Skeleton, 'total' | 'counted'> {
    if (this.#isEnd && this.#request.after === null) return { total: this.#found, counted: 'exactly' };
    return { total: Math.round((this.#through * this.#found) / Math.max(this.#looked, 1)), counted: 'about' };
  }

  async #meet(size: number): Promise<readonly MetHit[]> {
    const { search, counts = true, whole = false, signal } = this.#request;
    const isCounted = counts && this.#looked === 0;
    const plain = { search: { ...search, highlight: [] }, after: this.edge, size, counts: isCounted, whole };
    const request = { ...skeletonRequest(this.#engine, plain), docvalue_fields: ['thread_id'] };
    const answer = await ask(this.#engine, request, signal);
    this.partial ||= isPartial(answer);
    if (isCounted) this.#through = totalOf(answer);
    return answer.hits.hits.map(({ _id: id = '', fields, sort }) => ({
      id,
      position: sort as number[],
      thread: String((fields?.['thread_id'] as readonly string[] | undefined)?.[0]),
    }));
  }

  /** Those that are right, in their order. */
  async #sift(met: readonly MetHit[]): Promise<readonly MetHit[]> {
    if (met.length === 0) return [];
    const { search, signal } = this.#request;
    const sifting = await this.#sieve.of(threadSetOf(met.map(({ thread }) => thread)), signal);
    const answer = await ask(
      this.#engine,
      {
        ...whereToAsk(this.#engine, search.boards),
        query: { bool: { filter: [{ ids: { values: met.map(({ id }) => id) } }, sifting.query] } },
        sort: ['_doc'],
        size: met.length,
        track_total_hits: false,
        _source: false,
      },
      signal,
    );
    this.partial ||= sifting.partial || isPartial(answer);
    const right = new Set(answer.hits.hits.map(({ _id: id }) => id));
    return met.filter(({ id }) => right.has(id));
  }
}
