/** Plans a filter for facets, timelines, completion and statistics, which count documents and hydrate none. */
import type { RequestContext } from '../../limits/request-context.ts';
import type { SearchContext } from '../context.ts';
import { excludePosts, type QueryContainer } from '../elasticsearch/clauses.ts';
import { UTC } from '../language/moment.ts';
import type { Query } from '../language/tree.ts';
import type { Zone } from '../language/zone.ts';
import { readQuery } from '../read-query.ts';
import { boardsOf } from './compile.ts';
import { planSearch } from './plan.ts';
import type { Resolution, ResolveContext } from './resolve.ts';

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
  /** Hits would be compared with the text as written, and `filter` matches all that are compared. */
  readonly isFolded: boolean;
}

/** For facets, timelines and statistics, which count documents and hydrate none. @throws QueryError, UnavailableError, and errors of `sendSearch` */
export async function planFilter(
  context: ResolveContext & Pick<SearchContext, 'clock' | 'identities'>,
  { q, now = context.clock().getTime(), zone = UTC }: FilterQuestion,
  request: RequestContext,
): Promise<FilterPlan> {
  // Counts need no order or group, whatever q contains.
  const query = await readQuery(context, { q, sort: null, isFilter: true }, request);
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
    isFolded: search.asWritten !== null,
  };
}
