/** The modules of the pages, one a line. A module is removed by deleting its lines here and its folder. */
import { cable } from '../../../modules/cable/web/module.ts';
import { contributions } from '../../../modules/contributions/web/module.ts';
import type { WebModule } from '../lib/module.ts';

export const MODULES = [
  // In the order of their links.
  contributions,
  cable,
] as const satisfies readonly WebModule[];
