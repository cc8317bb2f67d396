/** The modules of the pages, one per line. To remove a module, delete its lines in this file and its folder. */
import { cable } from '../../../modules/cable/web/module.ts';
import { contributions } from '../../../modules/contributions/web/module.ts';
import { ghosts } from '../../../modules/ghosts/web/module.ts';
import { nicknames } from '../../../modules/nicknames/web/module.ts';
import { pictures } from '../../../modules/pictures/web/module.ts';
import { publicExports } from '../../../modules/public-exports/web/module.ts';
import { removalRequests } from '../../../modules/removal-requests/web/module.ts';
import { series } from '../../../modules/series/web/module.ts';
import { similar } from '../../../modules/similar/web/module.ts';
import { sitePages } from '../../../modules/site-pages/web/module.ts';
import type { WebModule } from '../lib/module.ts';

export const MODULES = [
  // In the order of their links.
  sitePages,
  removalRequests,
  pictures,
  contributions,
  cable,
  ghosts,
  publicExports,
  nicknames,
  series,
  similar,
] as const satisfies readonly WebModule[];
