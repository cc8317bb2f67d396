/** FoolFuuka's search: the common query tree, compiler and index, but with numbered pages instead of cursors. */
import type { PostKey } from '../../../mappings/post.ts';
import { UnavailableError } from '../../../platform/errors.ts';
import { NotFoundError } from '../../http/errors.ts';
import type { CompiledSearch } from '../../search/plan/compile.ts';
import { excludePosts } from '../../search/plan/clauses.ts';
import type { FoolFuukaSearch } from '../../search/language/foolfuuka-params.ts';
import type { SearchContext } from '../../search/context.ts';
import type { Node, Query } from '../../search/language/tree.ts';
import type { RequestContext } from '../../limits/request-context.ts';
import { fetchHitPage, type HitPage, type SortValues } from '../../search/execute/fetch-hits.ts';
import { fetchThreadPage } from '../../search/execute/group-threads.ts';
import { fillPage } from '../../search/execute/fill-page.ts';
import { chargeQuery, planSearch } from '../../search/plan/plan.ts';

export const HITS_PER_PAGE = 25;
/** Sent to clients as `max_results`. */
export const MAX_RESULTS = 5_000;

/** Hits or threads that one search skips at most. */
const STEP = 1_000;
const STEP_OF_THREADS = 500;

export interface Found {
  /** With `group:thread`, the opening posts of the threads. */
  readonly keys: readonly PostKey[];
  readonly total: number;
}

/** @throws NotFoundError, RefusedError, UnavailableError */
export async function findPosts(
  context: SearchContext,
  { query: asked, page }: FoolFuukaSearch,
  limit: number,
  request: RequestContext,
): Promise<Found> {
  const query = await onKnownBoards(context, asked);
  await chargeQuery(query, JSON.stringify(query), request);
  const grouped = query.group !== null;
  const order = { sort: query.sort ?? 'new', direction: 'forward', now: context.clock().getTime() } as const;
  const [{ search }, hides] = await Promise.all([
    planSearch(context, query, order, request),
    context.records.pendingHides(null),
  ]);
  // FoolFuuka's API has no highlights.
  const plain = { ...search, query: excludePosts(search.query, hides.ids), highlight: [] };
  const place = await placeBehind(context, plain, grouped, (page - 1) * limit, request);
  if (place === 'end') return { keys: [], total: 0 };
  const found = await fillPage(context, { search: plain, grouped, after: place, limit }, request);
  // A client would take partial results for complete ones and never ask again.
  if (found.partial) throw new UnavailableError('search', 'Part of the index did not answer.');
  const posts = found.hits.map(({ post }) => post);
  return {
    keys: posts.map(({ board, num, subnum, thread }) =>
      grouped ? { board, num: thread, subnum: 0 } : { board, num, subnum },
    ),
    total: found.total,
  };
}

/** Leaves out unknown boards, as FoolFuuka does. @throws NotFoundError if all named boards are unknown */
async function onKnownBoards({ boards }: SearchContext, query: Query): Promise<Query> {
  const { root } = query;
  const children = root?.kind === 'and' ? root.children : root === null ? [] : [root];
  const known: Node[] = [];
  for (const child of children) {
    if (child.kind !== 'board') {
      known.push(child);
      continue;
    }
    const here = [];
    for (const board of child.boards) if ((await boards.find(board.name)) !== null) here.push(board);
    if (here.length === 0) throw new NotFoundError('board_unknown', 'Board not found.');
    known.push({ ...child, boards: here });
  }
  return { ...query, root: root?.kind === 'and' ? { ...root, children: known } : (known[0] ?? null) };
}

/** The place after the first `count` hits; null for the beginning, `end` if there are fewer hits. */
async function placeBehind(
  context: SearchContext,
  search: CompiledSearch,
  grouped: boolean,
  count: number,
  request: RequestContext,
): Promise<SortValues | null | 'end'> {
  let after: SortValues | null = null;
  let left = count;
  while (left > 0) {
    const size = Math.min(left, grouped ? STEP_OF_THREADS : STEP);
    const fetchPage = grouped ? fetchThreadPage : fetchHitPage;
    const passed: HitPage = await fetchPage(context, { search, after, size, counts: false }, request);
    if (passed.partial) throw new UnavailableError('search', 'Part of the index did not answer.');
    if (passed.nextAfter === null) return 'end';
    after = passed.nextAfter;
    left -= passed.hits.length;
  }
  return after;
}
