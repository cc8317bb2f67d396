import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { PAGE_PATHS } from '../../../mappings/page-paths.ts';
import { rootRoute } from './root.tsx';

export const apiDocsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PAGE_PATHS.apiDocs,
  component: lazyRouteComponent(() => import('../features/api-docs/api-docs-page.tsx'), 'ApiDocsPage'),
});
