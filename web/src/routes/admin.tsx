import { createRoute, lazyRouteComponent, type AsyncRouteComponent } from '@tanstack/react-router';
import { PAGE_PATHS } from '../../../mappings/page-paths.ts';
import { addTexts } from '../lib/messages.ts';
import { rootRoute } from './root.tsx';

const pages = () => import('../features/admin/pages.ts');
const accountPage = () => import('../features/admin/account/account-page.tsx');
const settingsPage = () => import('../features/admin/settings/board-settings-page.tsx');
const boardPage = () => import('../features/admin/boards/board-page.tsx');
const defaultsPage = () => import('../features/admin/settings/board-defaults-page.tsx');

/** The frame of the pages of staff. */
export const staffRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PAGE_PATHS.staff,
  staleTime: Infinity,
  loader: async ({ context, location: { pathname } }) => {
    const added = await Promise.all(context.modules.map(async ({ staffTexts }) => staffTexts?.()));
    for (const texts of added) if (texts !== undefined) addTexts(texts);
    // The other pages of staff need scripts.
    if (context.isServer && pathname.replace(/\/$/, '') === PAGE_PATHS.staff)
      await (await pages()).prefetchOverview(context.queryClient);
  },
  component: lazyRouteComponent(pages, 'AdminLayout'),
  staticData: { isWide: true },
});

type PageName =
  | 'BoardsPage'
  | 'TasksPage'
  | 'TaskPage'
  | 'QuarantinePage'
  | 'PostsPage'
  | 'ReportsPage'
  | 'BansPage'
  | 'BulkPage'
  | 'FilesPage'
  | 'FiltersPage'
  | 'IdentitiesPage'
  | 'AuditPage'
  | 'QueuesPage'
  | 'RefusalsPage';

const createPageRoute = (path: string, component: AsyncRouteComponent<unknown>) =>
  createRoute({ getParentRoute: () => staffRoute, path, component });

const pageRoute = (path: string, page: PageName) => createPageRoute(path, lazyRouteComponent(pages, page));

/** Outside the layout, which requires a session, because the invited person has none. */
export const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PAGE_PATHS.invitation,
  component: lazyRouteComponent(pages, 'InvitationPage'),
});

/** Boards, tasks, quarantine and moderation, for signed-in admins. */
export const staffRoutes = [
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/',
    // The server renders it.
    staticData: { script: 'src/features/admin/pages.ts' },
    component: lazyRouteComponent(pages, 'OverviewPage'),
  }),
  pageRoute('/boards', 'BoardsPage'),
  createPageRoute('/boards/$board', lazyRouteComponent(boardPage, 'BoardPage')),
  createPageRoute('/boards/$board/settings', lazyRouteComponent(settingsPage, 'BoardSettingsPage')),
  createPageRoute('/board-defaults', lazyRouteComponent(defaultsPage, 'BoardDefaultsPage')),
  createPageRoute('/accounts', lazyRouteComponent(pages, 'AccountsPage')),
  createPageRoute('/account', lazyRouteComponent(accountPage, 'AccountPage')),
  pageRoute('/tasks', 'TasksPage'),
  pageRoute('/tasks/$id', 'TaskPage'),
  pageRoute('/quarantine', 'QuarantinePage'),
  pageRoute('/posts', 'PostsPage'),
  pageRoute('/reports', 'ReportsPage'),
  pageRoute('/bans', 'BansPage'),
  pageRoute('/bulk', 'BulkPage'),
  pageRoute('/files', 'FilesPage'),
  pageRoute('/filters', 'FiltersPage'),
  pageRoute('/identities', 'IdentitiesPage'),
  pageRoute('/audit', 'AuditPage'),
  pageRoute('/queues', 'QueuesPage'),
  pageRoute('/refusals', 'RefusalsPage'),
];
