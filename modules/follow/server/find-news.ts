/**
 * New posts of an item: the answer of the search for its query, restricted to posts whose rev is in a window. It is the search itself, from
 * the text to the rows, so that it has exactly the hits of a search, and none that are hidden at this moment.
 */
import { UnavailableError } from '../../../platform/errors.ts';
import { partialSentence } from '../../../server/limits/partial-reasons.ts';
import type { RequestContext } from '../../../server/limits/request-context.ts';
import type { SearchContext } from '../../../server/search/context.ts';
import { fillPage } from '../../../server/search/execute/fill-page.ts';
import type { HydratedHit } from '../../../server/search/hydrate/read-rows.ts';
import { leavesOf, type Node } from '../../../server/search/language/tree.ts';
import type { Zone } from '../../../server/search/language/zone.ts';
import { boardsOf, type CompiledSearch } from '../../../server/search/plan/compile.ts';
import { planSearch } from '../../../server/search/plan/plan.ts';
import { createThreadSetCache } from '../../../server/search/plan/thread-set-cache.ts';
import { readQuery } from '../../../server/search/read-query.ts';
import type { Horizon } from './horizon.ts';

export interface NewsQuestion {
  readonly q: string;
  readonly zone: Zone;
  /** Posts with a higher rev are new. */
  readonly after: number;
  /** The end of the window in an earlier answer; null: the horizon. */
  readonly through: number | null;
  /** A page continues below this rev; null: it begins with the newest. */
  readonly below: number | null;
  readonly limit: number;
}

export interface FoundNews {
  readonly root: Node | null;
  /** Searches find every post up to this rev. At least `after`. */
  readonly through: number;
  /** The last stored or changed first. */
  readonly hits: readonly HydratedHit[];
  /** Hits of this page and those after it. */
  readonly total: { readonly value: number; readonly relation: 'eq' | 'gte' | 'about' };
  /** `below` of the next page; null at the end. */
  readonly next: number | null;
}

/** Hits are counted up to about this number. */
const MOST_COUNTED = 1_000;

/**
 * @throws QueryError if the query is no longer valid, as after the removal of its board; UnavailableError if posts would be missing; errors of `sendSearch`
 */
export async function findNews(
  context: SearchContext,
  horizon: Horizon,
  question: NewsQuestion,
  request: RequestContext,
): Promise<FoundNews> {
  const { q, zone, after, below, limit } = question;
  const query = await readQuery(context, { q, sort: null, isFilter: true }, request);
  const { root } = query;
  const known = Math.min(horizon.of(boardsOf(root)), question.through ?? Infinity, await settledRev(context, root));
  const through = Math.max(after, known);
  const last = below === null ? through : Math.min(through, below - 1);
  if (last <= after) return { root, through, hits: [], total: { value: 0, relation: 'eq' }, next: null };
  // A thread set that was looked up before the horizon may lack the thread of a new post.
  const current = { ...context, threadSets: createThreadSetCache(() => performance.now()) };
  const now = context.clock().getTime();
  const order = { sort: 'new', direction: 'forward', now, zone } as const;
  const plan = await planSearch(current, query, order, request);
  const page = await fillPage(
    { ...current, counting: { ...context.counting, most: MOST_COUNTED } },
    { search: within(plan.search, after, last), group: null, after: null, limit, count: 'within' },
    request,
  );
  if (page.partial || plan.resolution.partial || !request.partial.isEmpty)
    throw new UnavailableError('search', `New posts would be missing. ${partialSentence(request.partial.list())}`);
  return {
    root,
    through,
    hits: page.hits,
    total: { value: page.total, relation: page.relation },
    next: page.nextAfter?.[0] ?? null,
  };
}

/** A post has one rev, and no two posts have the same: it is the whole order. The other fields of the order name the post. */
function within(search: CompiledSearch, after: number, last: number): CompiledSearch {
  const range = { range: { rev: { gt: after, lte: last } } };
  return {
    ...search,
    query: { bool: { must: [search.query], filter: [range] } },
    sort: [{ rev: { order: 'desc', unmapped_type: 'long' } }, ...search.sort],
  };
}

/** Up to this rev, lookups of the query have their final values. */
async function settledRev({ lookups }: Pick<SearchContext, 'lookups'>, root: Node | null): Promise<number> {
  const fields = new Set([...leavesOf(root)].flatMap((leaf) => (leaf.kind === 'exact' ? [leaf.field] : [])));
  const pending = await Promise.all([...fields].map(async (field) => lookups[field]?.pendingFrom?.() ?? null));
  return Math.min(Infinity, ...pending.flatMap((rev) => (rev === null ? [] : [rev - 1])));
}
