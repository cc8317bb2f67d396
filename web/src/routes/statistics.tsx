import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { isBoardName } from '../../../mappings/board.ts';
import { boardsQuery } from '../lib/queries.ts';
import { ResultsSkeleton } from '../components/results-skeleton.tsx';
import { statisticsQuery } from '../features/statistics/statistics-queries.ts';
import { rootRoute } from './root.tsx';
import { isUnknownBoard } from './unknown-board.ts';

export const statisticsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$board/statistics',
  loader: async ({ context: { queryClient }, params: { board } }) => {
    if (!isBoardName(board)) throw notFound();
    const boards = queryClient.ensureQueryData(boardsQuery()).catch(() => undefined);
    await queryClient.prefetchQuery(statisticsQuery(board));
    if (isUnknownBoard(await boards, board)) throw notFound();
  },
  pendingComponent: ResultsSkeleton,
  component: lazyRouteComponent(() => import('../features/statistics/statistics-page.tsx'), 'StatisticsPage'),
});
