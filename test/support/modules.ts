/** The modules that tests of the core need, one a line. A module is removed by deleting its lines here and its folder. */
import { contributions } from '../../modules/contributions/test/support/module.ts';
import type { TestModule } from './module.ts';

export const MODULES: readonly TestModule[] = [
  // In the order of their names.
  contributions,
];
