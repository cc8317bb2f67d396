/**
 * Similar queries for a search with few or no hits: `keybord wayand` → `keyboard wayland`. Results stay exact.
 *
 * Two requests find candidates and count their posts. The best ones are then searched like any query, and their first hit is read from its row:
 * so a word of a hidden or purged post, which the index may still have, is never shown.
 */
import type { estypes } from '@elastic/elasticsearch';
import {
  ENOUGH_HITS,
  MAX_SUGGESTED,
  TIMES_AS_MANY,
  type SuggestedQuery,
} from '../../../mappings/contract/did-you-mean.ts';
import type { Post } from '../../../mappings/post.ts';
import { parseComment } from '../../../mappings/comment/parse.ts';
import { commentPlainText } from '../../../mappings/comment/plain-text.ts';
import { analyze } from '../../../mappings/text-analysis/analyze.ts';
import { UnavailableError } from '../../../platform/errors.ts';
import { createRequestContext, type RequestContext } from '../../limits/request-context.ts';
import type { SearchContext } from '../context.ts';
import { anyOf, excludePosts, type QueryContainer } from '../elasticsearch/clauses.ts';
import { searchTarget, sendSearch } from '../elasticsearch/send-search.ts';
import { fillPage } from '../execute/fill-page.ts';
import { parse } from '../language/parse.ts';
import { QueryError } from '../language/query-error.ts';
import type { Zone } from '../language/zone.ts';
import { boardsOf, type CompiledSearch } from '../plan/compile.ts';
import { planSearch } from '../plan/plan.ts';
import { readQuery } from '../read-query.ts';
import { applyEdits, candidatesOf, rankOf, type Candidate } from './candidates.ts';
import { countWords } from './count-words.ts';
import { spotsOf, textLeavesOf } from './spots.ts';

export interface DidYouMeanParams {
  readonly q: string;
  readonly zone: Zone;
}

/** null if it takes longer than `limitMs`, or if a store is unavailable. @throws QueryError for `q` */
export async function suggestQueries(
  context: SearchContext,
  params: DidYouMeanParams,
  limitMs: number,
  request: RequestContext,
): Promise<readonly SuggestedQuery[] | null> {
  const limit = AbortSignal.timeout(limitMs);
  const signal = AbortSignal.any([request.signal, limit]);
  // Separate reasons: a partial count of a suggestion says nothing about the hits.
  const limited = createRequestContext({ ...request, signal });
  try {
    const found = await findSimilar({ ...context, timeoutMs: Math.min(limitMs, context.timeoutMs) }, params, limited);
    // Elasticsearch answers in time with what it has counted so far, which may be nothing at all.
    return limited.partial.list().some(({ reason }) => reason === 'timed_out') ? null : found;
  } catch (error) {
    if (limit.aborted || error instanceof UnavailableError) return null;
    throw error;
  }
}

async function findSimilar(
  context: SearchContext,
  { q, zone }: DidYouMeanParams,
  request: RequestContext,
): Promise<readonly SuggestedQuery[]> {
  const query = await readQuery(context, { q, sort: null }, request);
  const texts = textLeavesOf(query.root);
  // A comparison with the text as written is exact on purpose.
  if (texts.length === 0 || texts.some(({ asWritten }) => asWritten === true)) return [];
  const text = q.toWellFormed();
  const spots = spotsOf(query.root, text);
  const words = await countWords(context, { spots, text, boards: boardsOf(query.root) }, request);
  const candidates = candidatesOf(query, text, spots, words);
  if (candidates.length === 0) return [];
  const now = context.clock().getTime();
  const planned = async (one: string) => plan(context, one, { now, zone }, request);
  const original = await planned(text);
  const searches: Search[] = [];
  for (const candidate of candidates) {
    const search = await planned(candidate.q);
    if (search !== null) searches.push({ candidate, search });
  }
  if (original === null) return [];
  const counts = await countPosts(context, [original, ...searches.map(({ search }) => search)], request);
  const [own = 0, ...others] = counts;
  if (own >= ENOUGH_HITS) return [];
  const isEnough = (hits: number) => hits > 0 && hits >= own * TIMES_AS_MANY;
  const best = searches
    .map((search, at) => ({ ...search, hits: others[at] ?? 0 }))
    // Any of the words is only a help if no post has all of them.
    .filter(({ candidate, hits }) => isEnough(hits) && (own === 0 || candidate.change !== 'any_word'))
    .sort((a, b) => rankOf(a.candidate.cost, a.hits) - rankOf(b.candidate.cost, b.hits))
    .slice(0, MAX_SUGGESTED);
  const shown = await Promise.all(best.map(async (one) => shownQuery(context, text, one, request)));
  return shown.filter((one) => one !== null).filter(({ hits }) => isEnough(hits));
}

interface Search {
  readonly candidate: Candidate;
  readonly search: CompiledSearch;
}

/** null for a text that is no query, as for a word that reads like an operator. */
async function plan(
  context: SearchContext,
  q: string,
  { now, zone }: { readonly now: number; readonly zone: Zone },
  request: RequestContext,
): Promise<CompiledSearch | null> {
  try {
    return (await planSearch(context, parse(q), { sort: 'new', direction: 'forward', now, zone }, request)).search;
  } catch (error) {
    if (error instanceof QueryError) return null;
    throw error;
  }
}

/** All queries are on the same boards, since no change concerns a board. */
async function countPosts(
  context: SearchContext,
  searches: readonly CompiledSearch[],
  request: RequestContext,
): Promise<readonly number[]> {
  const boards = searches[0]?.boards ?? null;
  const hides = await context.records.pendingHides(boards);
  const filters = searches.map(({ query }): QueryContainer => excludePosts(query, hides.ids));
  const response = await sendSearch(
    context,
    {
      ...searchTarget(context, boards),
      query: { bool: { filter: [anyOf(filters)] } },
      size: 0,
      track_total_hits: false,
      aggregations: { queries: { filters: { filters } } },
    },
    request,
  );
  const queries = response.aggregations?.['queries'] as estypes.AggregationsFiltersAggregate | undefined;
  return ((queries?.buckets ?? []) as { doc_count: number }[]).map(({ doc_count: count }) => count);
}

/** The suggestion with the words as posts have them; null if its first hit is not shown. */
async function shownQuery(
  context: SearchContext,
  text: string,
  { candidate, search }: Search,
  request: RequestContext,
): Promise<SuggestedQuery | null> {
  const page = await fillPage(context, { search, group: null, after: null, limit: 1, count: 'all' }, request);
  const [hit] = page.hits;
  if (hit === undefined) return null;
  const { change, edits } = candidate;
  const spelt = edits.map((edit) => (edit.term === null ? edit : { ...edit, text: spelling(hit.post, edit.term) }));
  return { q: edits.length === 0 ? candidate.q : applyEdits(text, spelt), change, hits: page.total };
}

/** The first word of the post that the index has as this term. */
function spelling(post: Post, term: string): string {
  const texts = [post.comment === null ? '' : commentPlainText(parseComment(post.comment).tokens), post.subject ?? ''];
  for (const text of texts) {
    const found = analyze(text, 'post_text').find((one) => one.term === term);
    if (found !== undefined) return text.slice(found.start, found.end).toLowerCase();
  }
  return term;
}
