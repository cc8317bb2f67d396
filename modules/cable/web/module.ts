import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { stringifySearch } from '../../../web/src/lib/addresses.ts';
import type { WebModule } from '../../../web/src/lib/module.ts';
import { staffRoute } from '../../../web/src/routes/admin.tsx';
import { t } from './link-texts.ts';

const ADDRESS = '/admin/cabals';
const ADMIN = ['admin', 'all'] as const;
/** Only channels of cabals have whole keys as poster ids. */
const AUTHOR = /^[0-9a-f]{64}$/;

const cabalsRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/cabals',
  component: lazyRouteComponent(() => import('./cabals-page.tsx'), 'CabalsPage'),
});

export const cable = {
  name: 'cable',
  routes: [],
  staffRoutes: [cabalsRoute],
  staffTexts: async () => ({
    ...(await import('./texts/en/settings.json')).default,
    ...(await import('./texts/en/audit-log.json')).default,
  }),
  auditPages: { cable_blocked: ADDRESS, cable_moderators: ADDRESS },
  staffLinks: [
    { href: ADDRESS, group: 'people', text: () => t('cabals.name'), role: ADMIN, after: '/admin/identities' },
  ],
  staffPostLinks: ({ board, posterid }) =>
    posterid === null || !AUTHOR.test(posterid)
      ? []
      : [
          {
            href: `${ADDRESS}${stringifySearch({ board, author: posterid })}`,
            text: () => t('cabals.block'),
            role: ADMIN,
          },
        ],
} as const satisfies WebModule;
