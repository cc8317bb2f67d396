/** The modules that tests of the core need, each on its own line. To remove a module, delete its lines here and its folder. */
import { cable } from '../../modules/cable/test/support/module.ts';
import { contributions } from '../../modules/contributions/test/support/module.ts';
import { follow } from '../../modules/follow/test/support/module.ts';
import { ghosts } from '../../modules/ghosts/test/support/module.ts';
import { imports } from '../../modules/imports/test/support/module.ts';
import { nicknames } from '../../modules/nicknames/test/support/module.ts';
import { pictures } from '../../modules/pictures/test/support/module.ts';
import { publicExports } from '../../modules/public-exports/test/support/module.ts';
import { removalRequests } from '../../modules/removal-requests/test/support/module.ts';
import { series } from '../../modules/series/test/support/module.ts';
import { sitePages } from '../../modules/site-pages/test/support/module.ts';
import type { TestModule } from './module.ts';

export const MODULES: readonly TestModule[] = [
  // In the order of their names.
  cable,
  contributions,
  follow,
  ghosts,
  imports,
  nicknames,
  pictures,
  publicExports,
  removalRequests,
  series,
  sitePages,
];
