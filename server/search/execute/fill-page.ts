/**
 * Executes and hydrates one page of hits, and fills it up where hydration dropped hits: posts that are hidden or gone by
 * now. Their number is subtracted from the total.
 *
 * How pending hides (server/visibility/pending-hides.ts) change a page:
 *
 *     there are none       as usual; the rows of the page say so, and the first response is used
 *     up to MAX_EXCLUDED   the search is repeated without them, so that the total is exact
 *     with `=`             the total counts posts that were read, so that nothing is repeated or subtracted
 *     more                 the newest are excluded, the others dropped like any hidden row; their whole number is subtracted from the
 *                          total, which is a lower bound then (`gte`), since not all of them match the query
 */
import type { AnswerSource } from '../../../mappings/contract/origin.ts';
import type { SearchGroup } from '../../../mappings/contract/search.ts';
import type { RequestContext } from '../../limits/request-context.ts';
import type { HydratedHit } from '../hydrate/read-rows.ts';
import type { HydratedPage, Records } from '../hydrate/records.ts';
import { excludePosts } from '../elasticsearch/clauses.ts';
import type { CompiledSearch } from '../plan/compile.ts';
import type { Comparing, HitPage, HitPageRequest, TotalRelation } from './fetch-hits.ts';
import { fetchingOf } from './fetch-page.ts';
import type { SortValues } from '../elasticsearch/index-hit.ts';
import type { IndexSizes } from '../elasticsearch/index-sizes.ts';
import { searchTarget, type ElasticsearchContext } from '../elasticsearch/send-search.ts';
import { countLimit } from './count-limit.ts';

export type PageContext = ElasticsearchContext & {
  readonly records: Records;
  readonly counting?: Counting;
};

export interface Counting {
  /** Most hits that a search counts (SAGASU_SEARCH_COUNTED); 0 for all. */
  readonly most: number;
  readonly sizes: IndexSizes;
}

export interface PageRequest {
  readonly search: CompiledSearch;
  /** One hit per group; null for every hit. */
  readonly group: SearchGroup | null;
  /** Sort values of the hit before this page; null for the first page. */
  readonly after: SortValues | null;
  readonly limit: number;
  /** `within`: hits are counted as far as that takes little time. `all`: however long it takes. `none`: the total is 0 or a page. */
  readonly count: 'within' | 'all' | 'none';
}

export interface FilledPage {
  /** In the direction of paging. */
  readonly hits: readonly HydratedHit[];
  /** `search_after` of the next page in this direction; null at the end. */
  readonly nextAfter: SortValues | null;
  readonly total: number;
  readonly relation: TotalRelation;
  readonly partial: boolean;
  /** Only where hits are compared with the text as written. */
  readonly comparing?: Comparing;
  /** `postgres` if any post was read from its row. */
  readonly source: AnswerSource;
}

const MAX_ROUNDS = 4;

/** @throws UnavailableError, and errors of `sendSearch` */
export async function fillPage(
  context: PageContext,
  { after, limit, search, group, count }: PageRequest,
  request: RequestContext,
): Promise<FilledPage> {
  const { fetchPage } = fetchingOf(group, search);
  const runRound = async (pageRequest: HitPageRequest): Promise<Round> => {
    const page = await request.timings.measure('execute', async () => fetchPage(context, pageRequest, request));
    const hydrated = await request.timings.measure('hydrate', async () => context.records.hydrate(page.hits, request));
    return { page, hydrated };
  };
  // One hit more than the page holds shows whether another page follows.
  const counts = count === 'within' ? await countLimitOf(context, search) : count === 'all';
  const pageRequest = { search, after, size: limit + 1, documents: context.records.needsDocuments, counts };
  const first = await runFirstRound(context.records, runRound, pageRequest, request);
  const shown: HydratedHit[] = [];
  let dropped = 0;
  let partial = false;
  let { source } = first.hydrated;
  let { page, hydrated }: Round = first;
  for (let round = 1; ; round++) {
    shown.push(...hydrated.hits);
    dropped += page.hits.length - hydrated.hits.length;
    partial ||= page.partial || !hydrated.complete;
    if (hydrated.source === 'postgres') source = 'postgres';
    const isStopped = page.comparing?.isStopped === true;
    if (isStopped || round === MAX_ROUNDS || page.nextAfter === null || shown.length > limit) break;
    ({ page, hydrated } = await runRound({ ...pageRequest, search: first.search, after: page.nextAfter }));
  }
  const hits = shown.slice(0, limit);
  const isLowerBound = partial || first.notExcludedHides > 0;
  return {
    hits,
    nextAfter: shown.length > limit ? (hits.at(-1)?.hit.sortValues ?? null) : page.nextAfter,
    // A dropped hit may be one of the hides that were not excluded, and is then subtracted twice: hence a lower bound.
    total: Math.max(page.total - dropped - first.notExcludedHides, hits.length),
    relation: isLowerBound && page.relation === 'eq' ? 'gte' : page.relation,
    partial,
    ...(page.comparing !== undefined && { comparing: page.comparing }),
    source,
  };
}

async function countLimitOf(context: PageContext, { boards }: CompiledSearch): Promise<number | true> {
  const { counting } = context;
  if (counting === undefined || counting.most === 0 || boards?.length === 0) return true;
  return countLimit(await counting.sizes.of(searchTarget(context, boards).index), counting.most);
}

interface Round {
  readonly page: HitPage;
  readonly hydrated: HydratedPage;
}

interface FirstRound extends Round {
  /** The search that the following rounds use. */
  readonly search: CompiledSearch;
  /** Pending hides beyond MAX_EXCLUDED, which the search does not exclude: at most this many hits of the total are hidden. */
  readonly notExcludedHides: number;
}

/**
 * The hydrated rows show whether there are pending hides, so that a page normally takes one round trip to each store. Only if there are
 * some is the search repeated without them, since the total of the first response may include them.
 */
async function runFirstRound(
  records: Records,
  runRound: (pageRequest: HitPageRequest) => Promise<Round>,
  pageRequest: HitPageRequest,
  { timings }: RequestContext,
): Promise<FirstRound> {
  const { search } = pageRequest;
  const first = { ...(await runRound(pageRequest)), search, notExcludedHides: 0 };
  const isEmpty = first.page.total === 0 && first.page.hits.length === 0;
  if (isEmpty || search.asWritten !== null || first.hydrated.hasPendingHides === false) return first;
  const hides = await timings.measure('pending_hides', async () => records.pendingHides(search.boards));
  if (hides.ids.length === 0) return first;
  const withoutHides = { ...search, query: excludePosts(search.query, hides.ids) };
  return {
    ...(await runRound({ ...pageRequest, search: withoutHides })),
    search: withoutHides,
    notExcludedHides: hides.notExcluded,
  };
}
