import type { WebModule } from '../../../web/src/lib/module.ts';
import { similarAddress } from './addresses.ts';
import { t } from './link-texts.ts';

/** Types of which the archive computes a perceptual hash. */
const COMPARED = new Set(['jpg', 'jpeg', 'png', 'gif', 'webp']);

export const pictures = {
  name: 'pictures',
  routes: [],
  staffRoutes: [],
  fileLinks: ({ sha256, type }) =>
    sha256 === null || type === null || !COMPARED.has(type)
      ? []
      : [{ href: similarAddress(sha256), text: () => t('field.similar') }],
  loadFileLink: async () => (await import('./file-links.ts')).linkOfFile,
} as const satisfies WebModule;
