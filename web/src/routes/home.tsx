import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { PAGE_PATHS } from '../../../mappings/page-paths.ts';
import { readExamplesSoon } from '../lib/examples.ts';
import { activityQuery, boardsQuery } from '../lib/queries.ts';
import { rootRoute } from './root.tsx';

export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PAGE_PATHS.home,
  loader: async ({ context: { queryClient, isServer } }) => {
    await Promise.all([
      queryClient.prefetchQuery(boardsQuery()),
      ...(isServer ? [queryClient.prefetchQuery(activityQuery()), readExamplesSoon(queryClient)] : []),
    ]);
  },
  component: lazyRouteComponent(() => import('./home-page.tsx'), 'Home'),
  staticData: { script: 'src/routes/home-page.tsx', isWide: true },
});
