import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { WebModule } from '../../../web/src/lib/module.ts';
import { staffRoute } from '../../../web/src/routes/admin.tsx';
import { rootRoute } from '../../../web/src/routes/root.tsx';
import { PAGE_NAMES, STAFF_PAGE, type PageName } from '../page-names.ts';
import { t } from './link-texts.ts';

const pages = () => import('./site-pages.tsx');

function pageRoute(name: PageName) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path: `/${name}`,
    loader: async ({ context }) => (await pages()).loadPage(name, context.queryClient),
    component: lazyRouteComponent(pages, 'ShownPage'),
    staticData: { script: '../modules/site-pages/web/site-pages.tsx' },
  });
}

const staffPageRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/pages',
  component: lazyRouteComponent(pages, 'ShownStaffPage'),
});

export const sitePages = {
  name: 'site-pages',
  routes: [pageRoute('about'), pageRoute('contact'), pageRoute('feeds')],
  staffRoutes: [staffPageRoute],
  staffTexts: async () => (await import('./texts/en/audit-log.json')).default,
  footerLinks: PAGE_NAMES.map((name) => ({ href: `/${name}`, text: () => t(`site-pages.${name}`) })),
  auditPages: { site_pages: STAFF_PAGE },
  staffLinks: [{ href: STAFF_PAGE, group: 'system', text: () => t('site-pages.name'), role: ['admin', 'all'] }],
} as const satisfies WebModule;
