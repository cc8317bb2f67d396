import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from './root.tsx';

const pages = () => import('../features/admin/pages.ts');

const layoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  component: lazyRouteComponent(pages, 'AdminLayout'),
});

type PageName = 'BoardsPage' | 'BoardSettingsPage' | 'TasksPage' | 'TaskPage' | 'QuarantinePage' | 'PostsPage';

const pageRoute = (path: string, page: PageName) =>
  createRoute({ getParentRoute: () => layoutRoute, path, component: lazyRouteComponent(pages, page) });

/** Boards, tasks, quarantine and moderation, for signed-in admins. */
export const adminRoute = layoutRoute.addChildren([
  pageRoute('/', 'BoardsPage'),
  pageRoute('/boards/$board/settings', 'BoardSettingsPage'),
  pageRoute('/tasks', 'TasksPage'),
  pageRoute('/tasks/$id', 'TaskPage'),
  pageRoute('/quarantine', 'QuarantinePage'),
  pageRoute('/posts', 'PostsPage'),
]);
