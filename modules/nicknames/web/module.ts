import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { stringifySearch } from '../../../web/src/lib/addresses.ts';
import type { WebModule } from '../../../web/src/lib/module.ts';
import { staffRoute } from '../../../web/src/routes/admin.tsx';
import { FORM_PATH, PROPOSALS_PAGE } from '../proposals.ts';
import { t } from './link-texts.ts';

const proposalsRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/identity-proposals',
  component: lazyRouteComponent(() => import('./proposals-page.tsx'), 'ProposalsPage'),
});

export const nicknames = {
  name: 'nicknames',
  routes: [],
  staffRoutes: [proposalsRoute],
  staffTexts: async () => (await import('./texts/en/audit-log.json')).default,
  auditPages: { identity_proposals: PROPOSALS_PAGE },
  staffLinks: [
    {
      href: PROPOSALS_PAGE,
      text: () => t('nicknames.name'),
      group: 'people',
      role: ['admin', 'all'],
      counts: [{ name: 'identity_proposals', text: (count) => t('nicknames.waiting', { count }) }],
      after: '/admin/identities',
    },
  ],
  postLinks: ({ name, tripcode }) =>
    (name === null || name === 'Anonymous') && tripcode === null
      ? []
      : [
          {
            href:
              FORM_PATH +
              stringifySearch(tripcode === null ? { value: name ?? '' } : { kind: 'tripcode', value: tripcode }),
            text: () => t('nicknames.propose'),
          },
        ],
} as const satisfies WebModule;
