/** The part of a module that runs in the indexer. */
import type { Components, IndexerOptions } from './components.ts';
import type { Service } from '../platform/lifecycle.ts';
import type { PeriodicWork } from './runtime/work-context.ts';
import type { TaskHandler } from './tasks/ports.ts';

export interface IndexerModule {
  /** The folder's name in `modules/`. */
  readonly name: string;
  /**
   * The handlers of the module's kinds of tasks (`mappings/modules.ts`). One runner does the tasks of all modules, so that they do not delay rebuilds
   * and verifications.
   */
  taskHandlers?(options: IndexerOptions, components: Components): Readonly<Record<string, TaskHandler>>;
  /** Starts work of another form, such as a worker of a queue. It runs until the service is closed. */
  start?(options: IndexerOptions, components: Components): Service;
  /** Work that is repeated until the process closes. Metrics go to `options.registry`. */
  periodicWork?(options: IndexerOptions, components: Components): readonly Omit<PeriodicWork, 'logger'>[];
}
