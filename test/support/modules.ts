/** The modules that tests of the core need, each on its own line. To remove a module, delete its lines here and its folder. */
import { contributions } from '../../modules/contributions/test/support/module.ts';
import type { TestModule } from './module.ts';

export const MODULES: readonly TestModule[] = [
  // In the order of their names.
  contributions,
];
