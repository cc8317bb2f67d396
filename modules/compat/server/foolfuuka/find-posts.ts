/** FoolFuuka's search: the common query tree, compiler and index, but with numbered pages instead of cursors. */
import { MAX_NUMBERED, type SearchGroup } from '../../../../mappings/contract/search.ts';
import type { Post, PostKey } from '../../../../mappings/post.ts';
import { UnavailableError } from '../../../../platform/errors.ts';
import { NotFoundError } from '../../../../server/shared/errors.ts';
import { excludePosts } from '../../../../server/search/elasticsearch/clauses.ts';
import type { FoolFuukaSearch } from './search-params.ts';
import type { SearchContext } from '../../../../server/search/context.ts';
import { conjunctsOf } from '../../../../server/search/language/build.ts';
import type { Node, Query } from '../../../../server/search/language/tree.ts';
import { partialSentence } from '../../../../server/limits/partial-reasons.ts';
import type { RequestContext } from '../../../../server/limits/request-context.ts';
import { fillPage } from '../../../../server/search/execute/fill-page.ts';
import { findPageStart } from '../../../../server/search/execute/page-start.ts';
import { chargeQuery } from '../../../../server/limits/costs.ts';
import { planSearch } from '../../../../server/search/plan/plan.ts';

export const HITS_PER_PAGE = 25;
/** Sent to clients as `max_results`. */
export const MAX_RESULTS = MAX_NUMBERED;

export interface Found {
  /** With `group:thread`, the opening posts of the threads. */
  readonly keys: readonly PostKey[];
  readonly total: number;
}

/**
 * May find fewer posts than there are: `request.partial` contains the reason.
 * @throws NotFoundError, RefusedError, UnavailableError
 */
export async function findPosts(
  context: SearchContext,
  { query: asked, page }: FoolFuukaSearch,
  limit: number,
  request: RequestContext,
): Promise<Found> {
  const query = await onKnownBoards(context, asked);
  await chargeQuery(query, JSON.stringify(query), request);
  const order = { sort: query.sort ?? 'new', direction: 'forward', now: context.clock().getTime() } as const;
  const [{ search }, hides] = await Promise.all([
    planSearch(context, query, order, request),
    context.records.pendingHides(null),
  ]);
  const plain = { ...search, query: excludePosts(search.query, hides.ids) };
  const place = await findPageStart(context, plain, query.group, (page - 1) * limit, request);
  if (place === 'end') return { keys: [], total: 0 };
  const found = await fillPage(
    context,
    { search: plain, group: query.group, after: place, limit, count: 'all' },
    request,
  );
  return { keys: found.hits.map(({ post }) => shownKeyOf(post, query.group)), total: found.total };
}

/** The hit itself, or the opening post of its thread. */
function shownKeyOf({ board, num, subnum, thread }: Post, group: SearchGroup | null): PostKey {
  switch (group) {
    case null:
      return { board, num, subnum };
    case 'thread':
      return { board, num: thread, subnum: 0 };
  }
}

/**
 * For FoolFuuka's API, which cannot mark an answer as partial: a client would treat it as complete and never request it again.
 * @throws UnavailableError
 */
export function refusePartial({ partial }: RequestContext): void {
  if (!partial.isEmpty) throw new UnavailableError('search', partialSentence(partial.list()));
}

/** Leaves out unknown boards, as FoolFuuka does. @throws NotFoundError if all named boards are unknown */
async function onKnownBoards({ boards }: SearchContext, query: Query): Promise<Query> {
  const { root } = query;
  const known: Node[] = [];
  for (const child of conjunctsOf(root)) {
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
