/** The part of a module that runs in the scraper. */
import type { Service } from '../platform/lifecycle.ts';
import type { SourceKind } from '../mappings/sources.ts';
import type { MediaContext } from './media/context.ts';
import type { ScraperContext, ScraperOptions } from './context.ts';
import type { Source } from './sources/source.ts';

export interface ScraperModule {
  /** The folder's name in `modules/`. */
  readonly name: string;
  /** Sources that the module reads. */
  readonly sources?: Readonly<Partial<Record<SourceKind, Source>>>;
  /** Starts the module's work. It runs until the service is closed. */
  start?(options: ScraperOptions, context: ScraperContext): Service;
  /** Work with files. Runs about once a second while the scraper fetches files. */
  handleFiles?(context: MediaContext): Promise<void>;
}
