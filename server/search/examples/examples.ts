/** Examples of the query language that find posts in this archive, with the number of hits. */
import type { estypes } from '@elastic/elasticsearch';
import type { ExamplesAnswer, QueryExample } from '../../../mappings/contract/examples.ts';
import type { PartialReason } from '../../../mappings/contract/partial.ts';
import { documentId } from '../../../mappings/elasticsearch/post-document.ts';
import type { Post } from '../../../mappings/post.ts';
import { createRequestContext, type RequestContext } from '../../limits/request-context.ts';
import { createCountCache, moderationState, type CountTimes } from '../../statistics/count-cache.ts';
import { withRecords, type SearchContext } from '../context.ts';
import { anyOf, excludePosts, type QueryContainer } from '../elasticsearch/clauses.ts';
import { searchTarget, sendSearch } from '../elasticsearch/send-search.ts';
import { fillPage } from '../execute/fill-page.ts';
import { UTC } from '../language/moment.ts';
import { parse } from '../language/parse.ts';
import { QueryError } from '../language/query-error.ts';
import type { CompiledSearch } from '../plan/compile.ts';
import { planSearch } from '../plan/plan.ts';
import { plainText, recipesOf, sampled } from './recipes.ts';
import { topicsOf } from './topics.ts';

const FRESH_MS = 30 * 60_000;
/** The same cost as the statistics of one board; a page of hits costs 1. */
const COST = 12;
/** Posts from which words and values are taken: of all posts, of opening posts, and of those with a file. */
const READ = { '': 100, 'is:op': 100, 'has:file': 50 } as const;
/** Posts that are read for a field of which those have no value. */
const READ_FOR_FIELD = 25;
/** Queries that are counted by one search. */
const COUNTED_AT_ONCE = 40;

export function createExamples(context: SearchContext): (request: RequestContext) => Promise<ExamplesAnswer> {
  const cached = createCountCache<ExamplesAnswer>(context.clock, FRESH_MS, 1);
  return async (request) =>
    withRecords(context, 'postgres', async (chosen) =>
      cached('', await moderationState(chosen), async (times) => {
        await request.payer.chargeQuery('examples', COST);
        // Several callers may wait for the answer, so it is not cancelled when one of them disconnects.
        return findExamples(chosen, times, createRequestContext({ payer: request.payer, timeBudget: null }));
      }),
    );
}

async function findExamples(
  context: SearchContext,
  times: CountTimes,
  request: RequestContext,
): Promise<ExamplesAnswer> {
  const now = times.countedAt;
  const [posts, openers, withFile] = await Promise.all(
    Object.entries(READ).map(async ([q, count]) => newest(context, { q, count, now }, request)),
  );
  const all = [...(posts ?? []), ...(openers ?? []), ...(withFile ?? [])];
  const sample = Array.from(new Map(all.map((post) => [documentId(post), post])).values(), sampled);
  const texts = [...(openers ?? []), ...(posts ?? [])].map((post) => ({
    subject: post.subject ?? '',
    comment: plainText(post),
  }));
  const recipes = recipesOf({
    topics: topicsOf(texts),
    openers: openers ?? [],
    posts: posts ?? [],
    identities: (await context.identities.all()).map(({ name }) => name),
  });
  const counter = new Counter(context, now, request);
  const written = recipes.map((recipe) => recipe.write(sample));
  await counter.count([...written.flat(), ...recipes.flatMap(({ from }) => from ?? [])]);
  const again = await Promise.all(
    recipes.map(async ({ from, write }, at) => {
      const isFound = written[at]?.some((q) => counter.hits(q) > 0) === true;
      if (isFound || from === null || counter.hits(from) === 0) return written[at] ?? [];
      const more = await newest(context, { q: from, count: READ_FOR_FIELD, now }, createRequestContext(request));
      return write(more.map(sampled));
    }),
  );
  await counter.count(again.flat());
  request.partial.addAll(counter.passing);
  return {
    examples: withoutRepeats(
      recipes.flatMap(({ kind, name }, at) => {
        const q = again[at]?.find((one) => counter.hits(one) > 0);
        return q === undefined ? [] : [{ kind, name, q, hits: counter.hits(q) }];
      }),
    ),
    counted_at: new Date(now).toISOString(),
    fresh_until: new Date(times.freshUntil).toISOString(),
    partial: !request.partial.isEmpty,
    partial_reasons: request.partial.list(),
  };
}

/** Two recipes of a field may write the same query. */
function withoutRepeats(examples: readonly QueryExample[]): QueryExample[] {
  return [...new Map(examples.map((example) => [`${example.kind} ${example.name} ${example.q}`, example])).values()];
}

interface Reading {
  readonly q: string;
  readonly count: number;
  readonly now: number;
}

async function newest(
  context: SearchContext,
  { q, count, now }: Reading,
  request: RequestContext,
): Promise<readonly Post[]> {
  const search = await plan(context, q, now, request);
  if (search === null) return [];
  const page = await fillPage(context, { search, group: null, after: null, limit: count, count: 'none' }, request);
  return page.hits.map(({ post }) => post);
}

/** null for a text that is no query, as when a word of a post reads like an operator. */
async function plan(
  context: SearchContext,
  q: string,
  now: number,
  request: RequestContext,
): Promise<CompiledSearch | null> {
  try {
    return (await planSearch(context, parse(q), { sort: 'new', direction: 'forward', now, zone: UTC }, request)).search;
  } catch (error) {
    if (error instanceof QueryError) return null;
    throw error;
  }
}

/** Counts the posts of many queries with few searches. */
class Counter {
  readonly #context: SearchContext;
  readonly #now: number;
  readonly #request: RequestContext;
  readonly #hits = new Map<string, number>();

  constructor(context: SearchContext, now: number, request: RequestContext) {
    this.#context = context;
    this.#now = now;
    this.#request = createRequestContext(request);
  }

  /** Why counts are too low for a while. An old index without a field makes every search for the field partial, which is no reason. */
  get passing(): readonly PartialReason[] {
    return this.#request.partial.list().filter(({ reason }) => reason === 'timed_out' || reason === 'shard_failed');
  }

  /** 0 for a query that was not counted. */
  hits(q: string): number {
    return this.#hits.get(q) ?? 0;
  }

  async count(queries: readonly string[]): Promise<void> {
    const planned: Planned[] = [];
    for (const q of new Set(queries)) {
      if (this.#hits.has(q)) continue;
      const search = await plan(this.#context, q, this.#now, this.#request);
      if (search === null) continue;
      // Its filter finds more than its hits.
      if (search.asWritten === null) planned.push({ q, search });
      else this.#hits.set(q, await this.#countWritten(search));
    }
    const hides = await this.#context.records.pendingHides(null);
    for (let at = 0; at < planned.length; at += COUNTED_AT_ONCE) {
      await this.#countTogether(planned.slice(at, at + COUNTED_AT_ONCE), hides.ids);
    }
  }

  async #countWritten(search: CompiledSearch): Promise<number> {
    const page = await fillPage(
      this.#context,
      { search, group: null, after: null, limit: 1, count: 'none' },
      this.#request,
    );
    return page.hits.length;
  }

  async #countTogether(planned: readonly Planned[], hidden: readonly string[]): Promise<void> {
    const filters = planned.map(({ search: { query, boards } }): QueryContainer => {
      const filter = excludePosts(query, hidden);
      return boards === null ? filter : { bool: { filter: [filter, { terms: { board: [...boards] } }] } };
    });
    const response = await sendSearch(
      this.#context,
      {
        ...searchTarget(this.#context, null),
        query: { bool: { filter: [anyOf(filters)] } },
        size: 0,
        track_total_hits: false,
        aggregations: { queries: { filters: { filters } } },
      },
      this.#request,
    );
    const counts = response.aggregations?.['queries'] as estypes.AggregationsFiltersAggregate | undefined;
    const buckets = (counts?.buckets ?? []) as readonly { readonly doc_count: number }[];
    for (const [at, { q }] of planned.entries()) this.#hits.set(q, buckets[at]?.doc_count ?? 0);
  }
}

interface Planned {
  readonly q: string;
  readonly search: CompiledSearch;
}
