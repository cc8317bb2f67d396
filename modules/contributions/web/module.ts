import { hexOfBase64 } from '../../../web/src/lib/hex.ts';
import type { WebModule } from '../../../web/src/lib/module.ts';
import { dumpedFileAddress, DUMPS_ADDRESS } from './addresses.ts';
import { t } from './link-texts.ts';
import { routes, staffRoutes } from './routes.tsx';

const STAFF = ['moderator', 'all'] as const;

export const contributions = {
  name: 'contributions',
  routes,
  staffRoutes,
  staffTexts: async () => (await import('./texts/en/audit-log.json')).default,
  homeLinks: [{ href: DUMPS_ADDRESS, text: () => t('dumps.name') }],
  fileLinks: ({ md5, size }) => {
    const hex = md5 === null ? null : hexOfBase64(md5);
    return hex === null || size === null ? [] : [{ href: dumpedFileAddress(hex, size), text: () => t('post.dumps') }];
  },
  auditPages: { dumps: '/admin/dumps' },
  staffLinks: [
    { href: '/admin/dumps', group: 'archive', text: () => t('dumps.name'), role: STAFF, after: '/admin/refusals' },
    {
      href: '/admin/dumps/offers',
      group: 'archive',
      text: () => t('offers.name'),
      role: STAFF,
      counts: [{ name: 'offered_files', text: (count) => t('offers.waiting', { count }) }],
      after: '/admin/dumps',
    },
  ],
} as const satisfies WebModule;
