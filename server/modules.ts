/** The modules of the server, one per line. To remove a module, delete its lines in this file and its folder. */
import { cable } from '../modules/cable/server/module.ts';
import { compat } from '../modules/compat/server/module.ts';
import { contributions } from '../modules/contributions/server/module.ts';
import { follow } from '../modules/follow/server/module.ts';
import { ghosts } from '../modules/ghosts/server/module.ts';
import { nicknames } from '../modules/nicknames/server/module.ts';
import { pictures } from '../modules/pictures/server/module.ts';
import { publicExports } from '../modules/public-exports/server/module.ts';
import { removalRequests } from '../modules/removal-requests/server/module.ts';
import { series } from '../modules/series/server/module.ts';
import { similar } from '../modules/similar/server/module.ts';
import { sitePages } from '../modules/site-pages/server/module.ts';
import type { ServerModule } from './module.ts';

export const MODULES: readonly ServerModule[] = [
  // In the order of their names.
  cable,
  compat,
  contributions,
  follow,
  ghosts,
  nicknames,
  pictures,
  publicExports,
  removalRequests,
  series,
  similar,
  sitePages,
];
