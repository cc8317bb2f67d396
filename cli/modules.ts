/** The modules with commands, each on its own line. To remove a module, delete its lines here and its folder. */
import { cable } from '../modules/cable/cli/module.ts';
import { contributions } from '../modules/contributions/cli/module.ts';
import { imports } from '../modules/imports/cli/module.ts';
import { nicknames } from '../modules/nicknames/cli/module.ts';
import { removalRequests } from '../modules/removal-requests/cli/module.ts';
import { series } from '../modules/series/cli/module.ts';
import { sitePages } from '../modules/site-pages/cli/module.ts';
import type { CliModule } from './module.ts';

export const MODULES: readonly CliModule[] = [
  // Sorted by name.
  cable,
  contributions,
  imports,
  nicknames,
  removalRequests,
  series,
  sitePages,
];
