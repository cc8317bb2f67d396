/**
 * Plans a search: reads the query, charges the caller, then refuses unknown boards and identities, resolves the conditions
 * that need a lookup, and compiles the Elasticsearch query. The charge comes first because looking a name up is work too: a
 * query with an unknown board costs as much as any other. Pages, facets, exports, feeds and explanations all start here, so
 * that they find the same posts.
 */
import type { SearchSort } from '../../../mappings/contract/search.ts';
import type { RequestContext } from '../../limits/request-context.ts';
import type { SearchContext } from '../context.ts';
import { UTC } from '../language/moment.ts';
import { parse } from '../language/parse.ts';
import { leavesOf, type ParsedQuery, type Query } from '../language/tree.ts';
import {
  boardsNamed,
  isIdentityLeaf,
  refuseUnknownBoards,
  refuseUnknownIdentities,
} from '../language/unknown-names.ts';
import type { Zone } from '../language/zone.ts';
import { excludePosts, type QueryContainer } from './clauses.ts';
import { boardsOf, compile, type CompiledSearch, type CompileOptions } from './compile.ts';
import { costOf } from './query-cost.ts';
import { resolveConditions, type Resolution, type ResolveContext } from './resolve.ts';

type NameContext = Pick<SearchContext, 'boards' | 'identities'>;

/**
 * `sort`: the order that overrides `sort:` in q, since the order is a part of the cost; null: that of q.
 * @throws QueryError; RefusedError when the caller has too little left
 */
export async function readQuery(
  context: NameContext,
  { q, sort }: { readonly q: string; readonly sort: SearchSort | null },
  request: RequestContext,
): Promise<ParsedQuery> {
  const query = await request.timings.measure('parse', () => parse(q));
  await chargeQuery({ ...query, sort: sort ?? query.sort }, q, request);
  await request.timings.measure('plan', async () => refuseUnknownNames(context, query, q));
  return query;
}

/** @throws QueryError board_unknown, identity_unknown */
async function refuseUnknownNames({ boards, identities }: NameContext, query: Query, q: string): Promise<void> {
  const named = boardsNamed(query, q);
  // `find` reloads the list for an unknown name, so that a board added just now is known.
  for (const { name } of named) await boards.find(name);
  const known = named.length === 0 ? [] : (await boards.all()).map((board) => board.name);
  refuseUnknownBoards(query, q, known);
  const hasIdentities = [...leavesOf(query.root)].some((leaf) => isIdentityLeaf(leaf));
  if (hasIdentities) refuseUnknownIdentities(query, q, await identities.all());
}

/** `query`: with the order of the answer. `key`: identifies the query among those of this request. @throws RefusedError when the caller has too little left */
export async function chargeQuery(
  query: Query,
  key: string,
  { account, costFactor, timings }: RequestContext,
): Promise<void> {
  await timings.measure('charge', async () => account.chargeQuery(key, costOf(query, costFactor)));
}

export interface SearchPlan {
  /** Still matches pending hides: hydration drops them. */
  readonly search: CompiledSearch;
  readonly resolution: Resolution;
}

/** For pages of hits. @throws QueryError condition_too_wide, UnavailableError, BusyError */
export async function planSearch(
  context: ResolveContext,
  { root }: Pick<Query, 'root'>,
  order: Pick<CompileOptions, 'sort' | 'direction' | 'now' | 'zone'>,
  request: RequestContext,
): Promise<SearchPlan> {
  return request.timings.measure('plan', async () => {
    const resolution = await resolveConditions(context, { root }, boardsOf(root), request);
    return { search: compile(root, { ...order, resolved: resolution.resolved }), resolution };
  });
}

export interface FilterQuestion {
  readonly q: string;
  /** Milliseconds since 1970, from which ages such as 7d count. Left out: now. */
  readonly now?: number;
  readonly zone?: Zone;
}

export interface FilterPlan {
  readonly query: Query;
  readonly now: number;
  /** Boards whose aliases hold every possible hit; null means all boards. */
  readonly boards: readonly string[] | null;
  /** The matching posts without pending hides; computes no score. */
  readonly filter: QueryContainer;
  /** Pending hides that `filter` does not exclude: counts are too high by at most this many. */
  readonly notExcludedHides: number;
  readonly resolution: Resolution;
}

/** For facets, timelines and statistics, which count documents and hydrate none. @throws QueryError, UnavailableError, BusyError */
export async function planFilter(
  context: ResolveContext & Pick<SearchContext, 'clock'>,
  { q, now = context.clock().getTime(), zone = UTC }: FilterQuestion,
  request: RequestContext,
): Promise<FilterPlan> {
  // Whatever q says, no order is computed.
  const query = await readQuery(context, { q, sort: 'new' }, request);
  const [{ search, resolution }, hides] = await Promise.all([
    planSearch(context, query, { sort: 'new', direction: 'forward', now, zone }, request),
    context.records.pendingHides(boardsOf(query.root)),
  ]);
  return {
    query,
    now,
    boards: search.boards,
    filter: excludePosts(search.query, hides.ids),
    notExcludedHides: hides.notExcluded,
    resolution,
  };
}
