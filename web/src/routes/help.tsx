import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { PAGE_PATHS } from '../../../mappings/page-paths.ts';
import { readExamplesSoon } from '../lib/examples.ts';
import { rootRoute } from './root.tsx';

export const helpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PAGE_PATHS.help,
  loader: async ({ context: { queryClient } }) => readExamplesSoon(queryClient),
  component: lazyRouteComponent(() => import('./help-page.tsx'), 'HelpPage'),
  staticData: { script: 'src/routes/help-page.tsx' },
});
