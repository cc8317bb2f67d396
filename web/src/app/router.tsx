import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { RouteError } from '../components/route-error.tsx';
import { isThreadAddress, parseSearch, stringifySearch } from '../lib/addresses.ts';
import { adminRoute } from '../routes/admin.tsx';
import { boardRoute } from '../routes/board.tsx';
import { catalogRoute } from '../routes/catalog.tsx';
import { homeRoute } from '../routes/home.tsx';
import { imagesRoute } from '../routes/images.tsx';
import { NotFound } from '../routes/not-found.tsx';
import { postRoute } from '../routes/post.tsx';
import { rootRoute } from '../routes/root.tsx';
import { searchRoute } from '../routes/search.tsx';
import { statisticsRoute } from '../routes/statistics.tsx';
import { threadRoute } from '../routes/thread.tsx';

const routeTree = rootRoute.addChildren([
  homeRoute,
  searchRoute,
  adminRoute,
  boardRoute,
  catalogRoute,
  imagesRoute,
  statisticsRoute,
  threadRoute,
  postRoute,
]);

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    trailingSlash: 'preserve',
    // Threads keep their place by post: features/thread/reading-place.ts.
    scrollRestoration: ({ location }) => !isThreadAddress(location.pathname),
    // A quick answer replaces the page in one step; a slow one is waited for with its room held.
    defaultPendingMs: 200,
    defaultPendingMinMs: 200,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFound,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
