import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { PAGE_PATHS } from '../../../mappings/page-paths.ts';
import { readExamplesSoon } from '../lib/examples.ts';
import { PAGE_DATA } from '../lib/hydration/page-data.ts';
import { rootRoute } from './root.tsx';

export const helpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PAGE_PATHS.help,
  loader: async ({ context: { queryClient, isServer } }) => {
    // Hydration needs the same examples as the server's page, which may have none.
    const isHydrating = !isServer && document.getElementById(PAGE_DATA) !== null;
    if (!isHydrating) await readExamplesSoon(queryClient);
  },
  component: lazyRouteComponent(() => import('./help-page.tsx'), 'HelpPage'),
  staticData: { script: 'src/routes/help-page.tsx' },
});
