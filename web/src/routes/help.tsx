import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from './root.tsx';

export const helpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/search/help',
  component: lazyRouteComponent(() => import('./help-page.tsx'), 'HelpPage'),
  staticData: { script: 'src/routes/help-page.tsx' },
});
