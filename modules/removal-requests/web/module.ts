import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { stringifySearch } from '../../../web/src/lib/addresses.ts';
import type { WebModule } from '../../../web/src/lib/module.ts';
import { staffRoute } from '../../../web/src/routes/admin.tsx';
import { rootRoute } from '../../../web/src/routes/root.tsx';
import { REQUEST_PAGE, SETTINGS_PAGE, STAFF_PAGE, TICKET_PAGE, TRANSPARENCY_PAGE } from '../requests.ts';
import { t } from './link-texts.ts';

/** The source of a page's script in the manifest of the build. */
const scriptOf = (page: string) => ({ script: `../modules/removal-requests/web/${page}.tsx` });

const statistics = () => import('./statistics.ts');

const requestRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: REQUEST_PAGE,
  loader: async ({ context }) => (await statistics()).loadStatistics(context.queryClient),
  staticData: scriptOf('request-page'),
  component: lazyRouteComponent(() => import('./request-page.tsx'), 'RequestPage'),
});

const ticketRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: TICKET_PAGE,
  staticData: scriptOf('ticket-page'),
  component: lazyRouteComponent(() => import('./ticket-page.tsx'), 'TicketPage'),
});

const transparencyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: TRANSPARENCY_PAGE,
  loader: async ({ context }) => (await statistics()).loadStatistics(context.queryClient),
  staticData: scriptOf('transparency-page'),
  component: lazyRouteComponent(() => import('./transparency-page.tsx'), 'TransparencyPage'),
});

const queueRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/removal-requests',
  component: lazyRouteComponent(() => import('./queue-page.tsx'), 'QueuePage'),
});

const settingsRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/removal-settings',
  component: lazyRouteComponent(() => import('./settings-page.tsx'), 'SettingsPage'),
});

export const removalRequests = {
  name: 'removal-requests',
  routes: [requestRoute, ticketRoute, transparencyRoute],
  staffRoutes: [queueRoute, settingsRoute],
  staffTexts: async () => ({
    ...(await import('./texts/en/audit-log.json')).default,
    ...(await import('./texts/en/overview.json')).default,
  }),
  auditPages: { removal_requests: STAFF_PAGE, removal_deadlines: SETTINGS_PAGE, removal_templates: SETTINGS_PAGE },
  footerLinks: [{ href: REQUEST_PAGE, text: () => t('removal.ask') }],
  postLinks: ({ board, num, subnum }) => [
    {
      href: REQUEST_PAGE + stringifySearch({ post: `/${board}/${num}${subnum > 0 ? `_${subnum}` : ''}` }),
      text: () => t('removal.ask'),
    },
  ],
  staffLinks: [
    {
      href: STAFF_PAGE,
      text: () => t('removal.requests'),
      group: 'moderation',
      role: ['moderator', 'any'],
      counts: [{ name: 'removal_requests', text: (count) => t('removal.waiting', { count }) }],
      after: '/admin/reports',
    },
  ],
} as const satisfies WebModule;
