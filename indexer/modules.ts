/** The modules of the indexer, each on its own line. To remove a module, delete its lines here and its folder. */
import { contributions } from '../modules/contributions/indexer/module.ts';
import { follow } from '../modules/follow/indexer/module.ts';
import { nicknames } from '../modules/nicknames/indexer/module.ts';
import { removalRequests } from '../modules/removal-requests/indexer/module.ts';
import { series } from '../modules/series/indexer/module.ts';
import type { IndexerModule } from './module.ts';

export const MODULES: readonly IndexerModule[] = [
  // Sorted by name.
  contributions,
  follow,
  nicknames,
  removalRequests,
  series,
];
