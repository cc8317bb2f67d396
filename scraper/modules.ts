/** The modules of the scraper, one a line. A module is removed by deleting its lines here and its folder. */
import type { ScraperModule } from './module.ts';

export const MODULES: readonly ScraperModule[] = [];
