/** The modules of the scraper, each on its own line. To remove a module, delete its lines here and its folder. */
import { cable } from '../modules/cable/scraper/module.ts';
import { contributions } from '../modules/contributions/scraper/module.ts';
import type { ScraperModule } from './module.ts';

export const MODULES: readonly ScraperModule[] = [
  // Sorted by name.
  cable,
  contributions,
];
