import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { isBoardName } from '../../../mappings/board.ts';
import { boardsQuery } from '../lib/queries.ts';
import { imagesQuery } from '../features/boards/queries.ts';
import { ResultsSkeleton } from '../components/results-skeleton.tsx';
import { entryOf } from './history-entry.ts';
import { rootRoute } from './root.tsx';
import { isUnknownBoard } from './unknown-board.ts';

/** A board's pictures: `?cursor=`. */
export const imagesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$board/images',
  validateSearch: ({ cursor }: Record<string, unknown>) => ({
    cursor: typeof cursor === 'string' && cursor !== '' ? cursor : undefined,
  }),
  loaderDeps: ({ search }) => search,
  gcTime: 0,
  loader: async ({ context: { queryClient }, params: { board }, deps: { cursor }, location }) => {
    if (!isBoardName(board)) throw notFound();
    const entry = entryOf(location);
    const boards = queryClient.ensureQueryData(boardsQuery()).catch(() => undefined);
    await queryClient.prefetchQuery(imagesQuery(board, cursor, entry));
    if (isUnknownBoard(await boards, board)) throw notFound();
    return { board, cursor, entry };
  },
  pendingComponent: ResultsSkeleton,
  component: lazyRouteComponent(() => import('../features/boards/gallery-page.tsx'), 'GalleryPage'),
});
