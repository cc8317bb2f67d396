import { createRoute, lazyRouteComponent, type AsyncRouteComponent } from '@tanstack/react-router';
import { rootRoute } from './root.tsx';

const pages = () => import('../features/admin/pages.ts');
const settingsPage = () => import('../features/admin/settings/board-settings-page.tsx');

const layoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  component: lazyRouteComponent(pages, 'AdminLayout'),
});

type PageName = 'BoardsPage' | 'TasksPage' | 'TaskPage' | 'QuarantinePage' | 'PostsPage';

const createPageRoute = (path: string, component: AsyncRouteComponent<unknown>) =>
  createRoute({ getParentRoute: () => layoutRoute, path, component });

const pageRoute = (path: string, page: PageName) => createPageRoute(path, lazyRouteComponent(pages, page));

/** Boards, tasks, quarantine and moderation, for signed-in admins. */
export const adminRoute = layoutRoute.addChildren([
  pageRoute('/', 'BoardsPage'),
  createPageRoute('/boards/$board/settings', lazyRouteComponent(settingsPage, 'BoardSettingsPage')),
  pageRoute('/tasks', 'TasksPage'),
  pageRoute('/tasks/$id', 'TaskPage'),
  pageRoute('/quarantine', 'QuarantinePage'),
  pageRoute('/posts', 'PostsPage'),
]);
