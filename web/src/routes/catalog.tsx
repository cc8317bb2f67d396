import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { isBoardName } from '../../../mappings/board.ts';
import { boardsQuery } from '../lib/queries.ts';
import { pageOf, readListParams } from '../features/boards/list-params.ts';
import { catalogQuery } from '../features/boards/queries.ts';
import { readCardOrder } from '../features/boards/catalog-cards.ts';
import { ResultsSkeleton } from '../components/results-skeleton.tsx';
import { entryOf } from './history-entry.ts';
import { rootRoute } from './root.tsx';
import { isUnknownBoard } from './unknown-board.ts';

/** `?sort=created|posts|images`, `?page=2`, `?filter=words`. */
export const catalogRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$board/catalog',
  validateSearch: (raw) => {
    const { sort, page } = readListParams(raw);
    const { filter } = raw;
    return {
      sort: readCardOrder(raw['sort']) ?? sort,
      page,
      filter: typeof filter === 'string' && filter !== '' ? filter : undefined,
    };
  },
  // The filter works on what is there.
  loaderDeps: ({ search: { sort, page } }) => ({ sort: sort === 'created' ? sort : undefined, page }),
  gcTime: 0,
  loader: async ({ context: { queryClient }, params: { board }, deps, location }) => {
    if (!isBoardName(board)) throw notFound();
    const entry = entryOf(location);
    const asked = { board, sort: deps.sort ?? 'modified', page: pageOf(deps.page) } as const;
    const boards = queryClient.ensureQueryData(boardsQuery()).catch(() => undefined);
    await queryClient.prefetchQuery(catalogQuery(asked, entry));
    if (isUnknownBoard(await boards, board)) throw notFound();
    return { asked, entry };
  },
  pendingComponent: ResultsSkeleton,
  component: lazyRouteComponent(() => import('../features/boards/catalog-page.tsx'), 'CatalogPage'),
});
