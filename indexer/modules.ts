/** The modules of the indexer, one a line. A module is removed by deleting its lines here and its folder. */
import { contributions } from '../modules/contributions/indexer/module.ts';
import type { IndexerModule } from './module.ts';

export const MODULES: readonly IndexerModule[] = [
  // Sorted by name.
  contributions,
];
