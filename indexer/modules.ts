/** The modules of the indexer, one a line. A module is removed by deleting its lines here and its folder. */
import type { IndexerModule } from './module.ts';
import { contributions } from '../modules/contributions/indexer/module.ts';

export const MODULES: readonly IndexerModule[] = [
  // In the order of their names.
  contributions,
];
