import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { PAGE_PATHS } from '../../../mappings/page-paths.ts';
import { rootRoute } from './root.tsx';

export const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PAGE_PATHS.settings,
  component: lazyRouteComponent(() => import('./settings-page.tsx'), 'SettingsPage'),
  staticData: { script: 'src/routes/settings-page.tsx' },
});
