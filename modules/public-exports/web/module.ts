import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { WebModule } from '../../../web/src/lib/module.ts';
import { rootRoute } from '../../../web/src/routes/root.tsx';
import { EXPORTS_PAGE } from '../page-path.ts';
import { t } from './link-texts.ts';

const page = () => import('./public-exports-page.tsx');

const exportsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: EXPORTS_PAGE,
  loader: async ({ context }) => context.queryClient.prefetchQuery((await page()).publicExportsQuery),
  component: lazyRouteComponent(page, 'PublicExportsPage'),
  staticData: { script: '../modules/public-exports/web/public-exports-page.tsx' },
});

export const publicExports = {
  name: 'public-exports',
  routes: [exportsRoute],
  staffRoutes: [],
  staffTexts: async () => (await import('./texts/en/settings.json')).default,
  boardsLinks: (boards) =>
    boards.some((board) => board.public_export) ? [{ href: EXPORTS_PAGE, text: () => t('exports.link') }] : [],
} as const satisfies WebModule;
