import { createRoute } from '@tanstack/react-router';
import { activityQuery, boardsQuery } from '../lib/queries.ts';
import { Home } from './home-page.tsx';
import { rootRoute } from './root.tsx';

export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  loader: async ({ context: { queryClient, isServer } }) => {
    await Promise.all([
      queryClient.prefetchQuery(boardsQuery()),
      ...(isServer ? [queryClient.prefetchQuery(activityQuery())] : []),
    ]);
  },
  component: Home,
});
