/** The part of a module that runs in the scraper. */
import type { Service } from '../platform/lifecycle.ts';
import type { ScraperContext, ScraperOptions } from './context.ts';

export interface ScraperModule {
  /** The folder's name in `modules/`. */
  readonly name: string;
  /** Starts the module's work. It runs until the service is closed. */
  start(options: ScraperOptions, context: ScraperContext): Service;
}
