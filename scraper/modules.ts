/** The modules of the scraper, one a line. A module is removed by deleting its lines here and its folder. */
import { cable } from '../modules/cable/scraper/module.ts';
import { contributions } from '../modules/contributions/scraper/module.ts';
import type { ScraperModule } from './module.ts';

export const MODULES: readonly ScraperModule[] = [
  // Sorted by name.
  cable,
  contributions,
];
