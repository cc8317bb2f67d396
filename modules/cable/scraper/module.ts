import type { ScraperModule } from '../../../scraper/module.ts';
import { startCable } from './start.ts';

export const cable: ScraperModule = {
  name: 'cable',
  // A channel has no documents to fetch: a peer sends posts one by one.
  sources: { cable: {} },
  start: (options, { pool, slices }) => startCable(options, pool, slices),
};
