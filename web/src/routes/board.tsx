import { createRoute, notFound } from '@tanstack/react-router';
import { isBoardName } from '../../../mappings/board.ts';
import { boardsQuery } from '../lib/queries.ts';
import { BoardIndex } from '../features/boards/board-index.tsx';
import { pageOf, readListParams } from '../features/boards/list-params.ts';
import { boardIndexQuery } from '../features/boards/queries.ts';
import { ResultsSkeleton } from '../components/results-skeleton.tsx';
import { useBoardTitle } from '../components/board-title.ts';
import { isUnknownBoard } from './unknown-board.ts';
import { entryOf } from './history-entry.ts';
import { rootRoute } from './root.tsx';
import { t } from '../lib/messages.ts';

/** A board's threads: `?sort=created`, `?page=2`. */
export const boardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$board/',
  validateSearch: readListParams,
  loaderDeps: ({ search }) => search,
  // What was read belongs to an entry of the history: see thread-list-queries.ts.
  gcTime: 0,
  loader: async ({ context: { queryClient }, params: { board }, deps, location }) => {
    if (!isBoardName(board)) throw notFound();
    const entry = entryOf(location);
    const asked = { board, sort: deps.sort ?? 'modified', page: pageOf(deps.page) };
    const boards = queryClient.ensureQueryData(boardsQuery()).catch(() => undefined);
    await queryClient.prefetchQuery(boardIndexQuery(asked, entry));
    if (isUnknownBoard(await boards, board)) throw notFound();
    return { asked, entry };
  },
  pendingComponent: ResultsSkeleton,
  component: BoardPage,
});

function BoardPage() {
  const { asked, entry } = boardRoute.useLoaderData();
  useBoardTitle(asked.board, asked.page === 1 ? undefined : t('board.page', { number: asked.page }));
  return <BoardIndex asked={asked} entry={entry} />;
}
