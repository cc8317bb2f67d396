/**
 * Executes and hydrates one page of hits, and fills it up where hydration dropped hits: posts that are hidden or gone by
 * now. Their number is subtracted from the total.
 */
import type { RequestContext } from '../../limits/request-context.ts';
import type { HydratedHit } from '../hydrate/read-rows.ts';
import type { HydratedPage, Records } from '../hydrate/records.ts';
import { excludePosts } from '../plan/clauses.ts';
import type { CompiledSearch } from '../plan/compile.ts';
import { fetchHitPage, type HitPage, type HitPageRequest, type SortValues, type TotalRelation } from './fetch-hits.ts';
import { fetchThreadPage } from './group-threads.ts';
import type { SearchClient } from './send-search.ts';

export type PageContext = SearchClient & { readonly records: Records };

export interface PageRequest {
  readonly search: CompiledSearch;
  /** One hit per thread. */
  readonly grouped: boolean;
  /** Sort values of the hit before this page; null for the first page. */
  readonly after: SortValues | null;
  readonly limit: number;
}

export interface Page {
  /** In the direction of paging. */
  readonly hits: readonly HydratedHit[];
  /** `search_after` of the next page in this direction; null at the end. */
  readonly nextAfter: SortValues | null;
  readonly total: number;
  readonly relation: TotalRelation;
  readonly partial: boolean;
}

const MAX_ROUNDS = 4;

/** @throws UnavailableError, BusyError */
export async function fillPage(
  context: PageContext,
  { after, limit, search, grouped }: PageRequest,
  request: RequestContext,
): Promise<Page> {
  const fetchPage = grouped ? fetchThreadPage : fetchHitPage;
  const runRound = async (asked: HitPageRequest): Promise<Round> => {
    const page = await request.timings.measure('execute', async () => fetchPage(context, asked, request));
    const hydrated = await request.timings.measure('hydrate', async () => context.records.hydrate(page.hits, request));
    return { page, hydrated };
  };
  // One hit more than the page holds shows whether another page follows.
  const asked = { search, after, size: limit + 1, documents: context.records.needsDocuments };
  const first = await runFirstRound(context.records, runRound, asked, request);
  const shown: HydratedHit[] = [];
  let dropped = 0;
  let partial = false;
  let { page, hydrated }: Round = first;
  for (let round = 1; ; round++) {
    shown.push(...hydrated.hits);
    dropped += page.hits.length - hydrated.hits.length;
    partial ||= page.partial || !hydrated.complete;
    if (round === MAX_ROUNDS || page.nextAfter === null || shown.length > limit) break;
    ({ page, hydrated } = await runRound({ ...asked, search: first.search, after: page.nextAfter }));
  }
  const hits = shown.slice(0, limit);
  const isLowerBound = partial || first.notExcludedHides > 0;
  return {
    hits,
    nextAfter: shown.length > limit ? (hits.at(-1)?.hit.sortValues ?? null) : page.nextAfter,
    total: Math.max(page.total - dropped - first.notExcludedHides, hits.length),
    relation: isLowerBound && page.relation === 'eq' ? 'gte' : page.relation,
    partial,
  };
}

interface Round {
  readonly page: HitPage;
  readonly hydrated: HydratedPage;
}

interface FirstRound extends Round {
  /** The search for further rounds. */
  readonly search: CompiledSearch;
  /** Pending hides that the total still includes. */
  readonly notExcludedHides: number;
}

/**
 * The hydrated rows say whether there are pending hides, so that a page normally takes one round trip to each store. Only if
 * there are some is the search repeated without them, since the total of the first response may include them.
 */
async function runFirstRound(
  records: Records,
  runRound: (asked: HitPageRequest) => Promise<Round>,
  asked: HitPageRequest,
  { timings }: RequestContext,
): Promise<FirstRound> {
  const { search } = asked;
  const first = { ...(await runRound(asked)), search, notExcludedHides: 0 };
  const isEmpty = first.page.total === 0 && first.page.hits.length === 0;
  if (isEmpty || first.hydrated.hasPendingHides === false) return first;
  const hides = await timings.measure('pending_hides', async () => records.pendingHides(search.boards));
  if (hides.ids.length === 0) return first;
  const withoutHides = { ...search, query: excludePosts(search.query, hides.ids) };
  return {
    ...(await runRound({ ...asked, search: withoutHides })),
    search: withoutHides,
    notExcludedHides: hides.notExcluded,
  };
}
