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
  homeLinks: [{ href: DUMPS_ADDRESS, text: () => t('dumps.name') }],
  fileLinks: ({ md5, size }) => {
    const hex = md5 === null ? null : hexOfBase64(md5);
    return hex === null || size === null ? [] : [{ href: dumpedFileAddress(hex, size), text: () => t('post.dumps') }];
  },
  staffLinks: [
    { href: '/admin/dumps', text: () => t('dumps.name'), role: STAFF, after: '/admin/files' },
    { href: '/admin/dumps/offers', text: () => t('offers.name'), role: STAFF, after: '/admin/dumps' },
  ],
} as const satisfies WebModule;
