import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { PAGE_PATHS } from '../../../mappings/page-paths.ts';
import { rootRoute } from './root.tsx';

const page = () => import('../features/public-exports/public-exports-page.tsx');

/** Files with all visible posts of a board. */
export const publicExportsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PAGE_PATHS.exports,
  loader: async ({ context }) => context.queryClient.prefetchQuery((await page()).publicExportsQuery),
  component: lazyRouteComponent(page, 'PublicExportsPage'),
  staticData: { script: 'src/features/public-exports/public-exports-page.tsx' },
});
