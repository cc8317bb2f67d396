/**
 * Plans a search: reads the query, charges the caller, then refuses unknown boards and identities, resolves the conditions
 * that need a lookup, and compiles the Elasticsearch query. The charge comes first because looking a name up is work too: a
 * query with an unknown board costs as much as any other. Pages, facets, exports, feeds and explanations all start here, so
 * that they find the same posts. An API without a query text builds
 * the tree itself, and calls `chargeQuery` and `planSearch`.
 */
import { isListed } from '../../../mappings/board.ts';
import { fieldNamed, fieldOf } from '../../../mappings/search/fields.ts';
import { sortOf } from '../../../mappings/search/sorts.ts';
import type { RequestContext } from '../../limits/request-context.ts';
import type { SearchContext } from '../context.ts';
import { UTC } from '../language/moment.ts';
import { parse } from '../language/parse.ts';
import { leavesOf, type Leaf, type ParsedQuery, type Query } from '../language/tree.ts';
import {
  boardsNamed,
  isIdentityLeaf,
  refuseUnknownBoards,
  refuseUnknownIdentities,
} from '../language/unknown-names.ts';
import type { Zone } from '../language/zone.ts';
import { excludePosts, type QueryContainer } from '../elasticsearch/clauses.ts';
import { notePartial, searchTarget } from '../elasticsearch/send-search.ts';
import { boardsOf, compile, type CompiledSearch, type CompileOptions } from './compile.ts';
import { costOf } from '../../limits/costs.ts';
import { resolveConditions, type Resolution, type ResolveContext } from './resolve.ts';

type NameContext = Pick<SearchContext, 'boards' | 'identities'>;

/** A parsed query with the order and grouping of its answer, and what was charged for it. */
export interface ChargedQuery extends ParsedQuery {
  /** What the query costs on this route, and what it was charged. */
  readonly cost: number;
}

/**
 * For pages of hits and exports. `sort` and `group`: parameters that override `sort:` and `group:` in q; null: those of q.
 * The returned query has the overriding values.
 * @throws QueryError; RefusedError when the caller has too little left
 */
export async function readQuery(
  context: NameContext,
  { q, sort, group = null }: Pick<Query, 'sort'> & Partial<Pick<Query, 'group'>> & { readonly q: string },
  request: RequestContext,
): Promise<ChargedQuery> {
  const override = (query: ParsedQuery) => ({ ...query, sort: sort ?? query.sort, group: group ?? query.group });
  return (await readAndCharge(context, q, override, request)).ordered;
}

/** `withOrder`: gives the parsed query the order and grouping of its answer, for which it is charged. */
async function readAndCharge(
  context: NameContext,
  q: string,
  withOrder: (query: ParsedQuery) => ParsedQuery,
  request: RequestContext,
): Promise<{ readonly parsed: ParsedQuery; readonly ordered: ChargedQuery }> {
  const parsed = await request.timings.measure('parse', () => parse(q));
  const ordered = withOrder(parsed);
  const cost = await chargeQuery(ordered, q, request);
  await request.timings.measure('plan', async () => refuseUnknownNames(context, parsed, q));
  return { parsed, ordered: { ...ordered, cost } };
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

/**
 * `query`: with the order and grouping of the answer. `key`: a request is charged once for each key, so that a query may be read
 * several times for one answer; its text, or anything else that differs between queries. Returns the query's cost, also when it
 * was charged before.
 * @throws RefusedError when the caller has too little left
 */
export async function chargeQuery(
  query: Query,
  key: string,
  { payer, costFactor, timings }: RequestContext,
): Promise<number> {
  const cost = costOf(query, costFactor);
  await timings.measure('charge', async () => payer.chargeQuery(key, cost));
  return cost;
}

export interface SearchPlan {
  /** Still matches pending hides: hydration drops them. */
  readonly search: CompiledSearch;
  readonly resolution: Resolution;
}

/** For pages of hits. @throws QueryError condition_too_wide, UnavailableError, and what `sendSearch` throws */
export async function planSearch(
  context: ResolveContext,
  { root }: Pick<Query, 'root'>,
  order: Pick<CompileOptions, 'sort' | 'direction' | 'now' | 'zone'>,
  request: RequestContext,
): Promise<SearchPlan> {
  return request.timings.measure('plan', async () => {
    await noteMissingFields(context, { root, sort: order.sort }, request);
    const resolution = await resolveConditions(context, { root }, boardsOf(root), request);
    const search = compile(root, { ...order, resolved: resolution.resolved });
    return { search: await withoutUnlisted(context, search), resolution };
  });
}

/** Boards that no list names are found by their names only. */
async function withoutUnlisted({ boards }: ResolveContext, search: CompiledSearch): Promise<CompiledSearch> {
  if (search.boards !== null) return search;
  const unlisted = (await boards.all()).filter((board) => !isListed(board)).map(({ name }) => name);
  if (unlisted.length === 0) return search;
  return { ...search, query: { bool: { must: [search.query], must_not: [{ terms: { board: unlisted } }] } } };
}

/** The first mapping version with the field of the index that the leaf asks; 0 for a field of all versions. */
function sinceOf(leaf: Leaf): number {
  switch (leaf.kind) {
    case 'text':
      return leaf.field === 'any' ? 0 : (fieldOf('text', leaf.field).since ?? 0);
    case 'exact':
    case 'number':
      return fieldNamed(leaf.field)?.since ?? 0;
    case 'time':
      return fieldOf('time', leaf.edge).since ?? 0;
    case 'board':
    case 'is':
    case 'has':
    case 'quote':
      return 0;
  }
}

/** Indices of an older mapping find nothing by a field that they lack; the answer says so. */
async function noteMissingFields(
  context: ResolveContext,
  { root, sort }: Pick<Query, 'root' | 'sort'>,
  request: RequestContext,
): Promise<void> {
  const ofSort = sort === null ? 0 : (sortOf(sort).since ?? 0);
  const newest = Math.max(ofSort, ...[...leavesOf(root)].map((leaf) => sinceOf(leaf)));
  if (newest === 0) return;
  const { index } = searchTarget(context, boardsOf(root));
  notePartial(context, (await context.coverage?.gapsOfField(index, newest)) ?? [], request);
}

export interface FilterQuestion {
  readonly q: string;
  /** Milliseconds since 1970, from which ages such as 7d count. Left out: now. */
  readonly now?: number;
  readonly zone?: Zone;
}

export interface FilterPlan {
  /** As it was parsed, with its `sort:` and `group:`, which the filter ignores. */
  readonly query: Query;
  readonly now: number;
  /** The boards that `filter` must be sent to, as in `CompiledSearch`; null means all boards. */
  readonly boards: readonly string[] | null;
  /** The matching posts on `boards`, without pending hides; computes no score. */
  readonly filter: QueryContainer;
  /**
   * Pending hides beyond MAX_EXCLUDED (server/visibility/pending-hides.ts), normally 0. `filter` does not exclude them: counts
   * are too high by at most this many.
   */
  readonly notExcludedHides: number;
  readonly resolution: Resolution;
}

/** For facets, timelines and statistics, which count documents and hydrate none. @throws QueryError, UnavailableError, and what `sendSearch` throws */
export async function planFilter(
  context: ResolveContext & Pick<SearchContext, 'clock'>,
  { q, now = context.clock().getTime(), zone = UTC }: FilterQuestion,
  request: RequestContext,
): Promise<FilterPlan> {
  // Whatever q says, nothing is ordered or grouped.
  const { parsed: query } = await readAndCharge(context, q, (all) => ({ ...all, sort: null, group: null }), request);
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
