import type { QueryClient } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { RouteError } from '../components/error-boundary.tsx';
import { isThreadAddress, parseSearch, stringifySearch } from '../lib/addresses.ts';
import { invitationRoute, staffRoute, staffRoutes } from '../routes/admin.tsx';
import { apiDocsRoute } from '../routes/api-docs.tsx';
import {
  allStatisticsRoute,
  boardPageRoute,
  boardRoute,
  catalogRoute,
  imagesRoute,
  statisticsRoute,
} from '../routes/boards.tsx';
import { helpRoute } from '../routes/help.tsx';
import { homeRoute } from '../routes/home.tsx';
import { publicLogRoute } from '../routes/public-log.tsx';
import { reportTicketRoute } from '../routes/report-ticket.tsx';
import { NotFound, rootRoute } from '../routes/root.tsx';
import { formRoute, searchRoute } from '../routes/search.tsx';
import { settingsRoute } from '../routes/settings.tsx';
import { postRoute, threadRoute } from '../routes/thread.tsx';
import { MODULES } from './modules.ts';

type Module = (typeof MODULES)[number];
type StaffRoute = Module['staffRoutes'][number];
type ReaderRoute = Module['routes'][number];

const routeTree = rootRoute.addChildren([
  homeRoute,
  searchRoute,
  formRoute,
  helpRoute,
  settingsRoute,
  invitationRoute,
  staffRoute.addChildren([...staffRoutes, ...MODULES.flatMap<StaffRoute>((module) => [...module.staffRoutes])]),
  apiDocsRoute,
  allStatisticsRoute,
  publicLogRoute,
  reportTicketRoute,
  ...MODULES.flatMap<ReaderRoute>((module) => [...module.routes]),
  boardRoute,
  boardPageRoute,
  catalogRoute,
  imagesRoute,
  statisticsRoute,
  threadRoute,
  postRoute,
]);

/** `history`: for a server, which renders one address. */
export function createAppRouter(queryClient: QueryClient, history?: RouterHistory) {
  const isServer = history !== undefined;
  let isFirstPage = true;
  return createRouter({
    routeTree,
    context: { queryClient, isServer, modules: MODULES },
    ...(isServer && { history }),
    parseSearch,
    stringifySearch,
    trailingSlash: 'preserve',
    // Threads restore the position by post (features/thread/scroll-restoration.ts). On the first page the router does nothing, since the
    // reader may have scrolled it before its scripts ran, or the browser may have restored its position. On a server it would write an
    // inline script.
    scrollRestoration:
      !isServer &&
      (({ location }) => {
        const keepsPlace = isFirstPage && window.scrollY > 0;
        isFirstPage = false;
        // For Back, the router keeps the place only of a page whose scrolling it has seen since it was rendered.
        if (keepsPlace) document.dispatchEvent(new Event('scroll'));
        return !keepsPlace && !isThreadAddress(location.pathname);
      }),
    // A quick answer replaces the page in one step; while a slow one loads, a skeleton is shown.
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
  interface StaticDataRouteOption {
    /**
     * The script of the page, besides those of all pages, so that the browser can load it early instead of discovering it script by
     * script. The page names the styles of this script too; others arrive late and move the page.
     */
    script?: string;
    /** The page uses the whole frame, not only the width of a column of text. */
    isWide?: boolean;
  }
}
