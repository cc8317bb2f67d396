import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from './root.tsx';

export const apiDocsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/api/docs',
  component: lazyRouteComponent(() => import('../features/api-docs/api-docs-page.tsx'), 'ApiDocsPage'),
});
