import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { WebModule } from '../../../web/src/lib/module.ts';
import { staffRoute } from '../../../web/src/routes/admin.tsx';
import { loadBoardPage } from '../../../web/src/routes/boards.tsx';
import { rootRoute } from '../../../web/src/routes/root.tsx';
import { SERIES_PAGES } from '../page-paths.ts';
import { seriesListAddress } from './addresses.ts';
import { t } from './link-texts.ts';
import { preloadThreadHead, ThreadHead } from './thread-head-layer.tsx';
import { threadSeriesQuery } from './thread-series.ts';

const pages = () => import('./pages.ts');
const script = '../modules/series/web/pages.ts';

/** The series of a board: `?filter=`, `?order=editions|name`, `?page=2`. */
const listRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: SERIES_PAGES.list,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, params: { board }, deps }) =>
    loadBoardPage(queryClient, board, async () => (await pages()).loadList(queryClient, board, deps)),
  component: lazyRouteComponent(pages, 'SeriesListPage'),
  staticData: { script },
});

/** A series: `?page=2` of its editions. */
const seriesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: SERIES_PAGES.one,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, params, deps }) =>
    loadBoardPage(queryClient, params.board, async () => (await pages()).loadSeries(queryClient, params, deps)),
  component: lazyRouteComponent(pages, 'SeriesPage'),
  staticData: { script },
});

const rulesRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/series',
  component: lazyRouteComponent(() => import('./staff/rules-page.tsx'), 'RulesPage'),
});

export const series = {
  name: 'series',
  routes: [listRoute, seriesRoute],
  staffRoutes: [rulesRoute],
  staffTexts: async () => (await import('./texts/en/audit-log.json')).default,
  auditPages: { series_rules: '/admin/series' },
  staffLinks: [
    {
      href: '/admin/series',
      text: () => t('series.name'),
      group: 'archive',
      role: ['moderator', 'any'],
      after: '/admin/board-defaults',
    },
  ],
  boardTabs: (board) => [{ href: seriesListAddress(board), text: () => t('series.name') }],
  loadThreadHead: async (queryClient, board, num) =>
    Promise.all([queryClient.prefetchQuery(threadSeriesQuery(board, num)), preloadThreadHead()]),
  ThreadHead,
} as const satisfies WebModule;
