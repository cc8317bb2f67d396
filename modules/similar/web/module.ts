import type { WebModule } from '../../../web/src/lib/module.ts';
import { similarAddress } from './addresses.ts';
import { t } from './link-texts.ts';

export const similar = {
  name: 'similar',
  routes: [],
  staffRoutes: [],
  threadFoot: {
    href: ({ board, num }) => similarAddress(board, num),
    text: () => t('field.like'),
    load: () => import('./similar-threads.tsx'),
  },
} as const satisfies WebModule;
