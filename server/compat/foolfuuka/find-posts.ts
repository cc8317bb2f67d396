/** FoolFuuka's search: the same tree, compiler and index as any other, by pages that are counted and not by cursors. */
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
/** Clients are told so in `max_results`. */
export const MAX_RESULTS = 5_000;

/** Hits that are passed over at a time: as many as an index hands out, and of threads as many as one step meets. */
const STEP = 1_000;
const STEP_OF_THREADS = 500;

export interface Found {
  /** Of threads the opening posts. */
  readonly keys: readonly PostKey[];
  readonly total: number;
}

/** @throws NotFoundError, RefusedError, UnavailableError */
export async function findPosts(
  house: SearchContext,
  { query: asked, page }: FoolFuukaSearch,
  limit: number,
  request: RequestContext,
): Promise<Found> {
  const query = await onKnownBoards(house, asked);
  await chargeQuery(query, JSON.stringify(query), request);
  const grouped = query.group !== null;
  const order = { sort: query.sort ?? 'new', direction: 'forward', now: house.clock().getTime() } as const;
  const [{ search }, hides] = await Promise.all([
    planSearch(house, query, order, request),
    house.records.pendingHides(null),
  ]);
  // Nothing is marked.
  const plain = { ...search, query: excludePosts(search.query, hides.ids), highlight: [] };
  const place = await placeBehind(house, plain, grouped, (page - 1) * limit, request);
  if (place === 'end') return { keys: [], total: 0 };
  const found = await fillPage(house, { search: plain, grouped, after: place, limit }, request);
  // A client takes a part for the whole, and would never ask for the rest.
  if (found.partial) throw new UnavailableError('search', 'Not all of the index answered.');
  const posts = found.hits.map(({ post }) => post);
  return {
    keys: posts.map(({ board, num, subnum, thread }) =>
      grouped ? { board, num: thread, subnum: 0 } : { board, num, subnum },
    ),
    total: found.total,
  };
}

/** Boards that are not here are left out, as FoolFuuka does; where none is left, nothing was asked. @throws NotFoundError */
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

/** From where the hits go on after so many; null for the beginning. */
async function placeBehind(
  house: SearchContext,
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
    const passed: HitPage = await fetchPage(house, { search, after, size, counts: false }, request);
    if (passed.partial) throw new UnavailableError('search', 'Not all of the index answered.');
    if (passed.nextAfter === null) return 'end';
    after = passed.nextAfter;
    left -= passed.hits.length;
  }
  return after;
}
