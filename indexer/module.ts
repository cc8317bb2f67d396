/** The part of a module that runs in the indexer. */
import type { Components, IndexerOptions } from './components.ts';
import type { PeriodicWork } from './runtime/work-context.ts';

export interface IndexerModule {
  /** The folder's name in `modules/`. */
  readonly name: string;
  /** Work that is repeated until the process closes. Metrics go to `options.registry`. */
  periodicWork(options: IndexerOptions, components: Components): readonly Omit<PeriodicWork, 'logger'>[];
}
