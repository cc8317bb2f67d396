import type { ScraperModule } from '../../../scraper/module.ts';
import { handleOfferedFiles } from './offered-files.ts';

export const contributions: ScraperModule = {
  name: 'contributions',
  handleFiles: async (context) => void (await handleOfferedFiles(context)),
};
