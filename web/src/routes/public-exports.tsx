import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from './root.tsx';

/** Files with all visible posts of a board. */
export const publicExportsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/exports',
  component: lazyRouteComponent(
    () => import('../features/public-exports/public-exports-page.tsx'),
    'PublicExportsPage',
  ),
});
