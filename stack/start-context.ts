import type { Config, Environment } from '../platform/config.ts';
import type { Account } from './accounts.ts';
import type { Layout } from './layout.ts';
import type { StoreProcess } from './store-process.ts';

/** What each store needs to know to start. */
export interface StartContext {
  readonly config: Config;
  readonly places: Layout;
  readonly account: Account | null;
  /** Of the machine: PATH, JAVA_HOME. */
  readonly env: Environment;
  readonly onProgress: (line: string) => void;
  readonly signal: AbortSignal | undefined;
}

export interface StartedStore {
  /** Several with commas when the store has several nodes. */
  readonly url: string;
  readonly process: Pick<StoreProcess, 'pid' | 'stop'>;
}

/** The environment a store gets: what it needs to run, none of the archive's secrets. */
export function storeEnvironment(context: StartContext, more: Environment = {}): Environment {
  return {
    PATH: context.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin',
    LC_ALL: 'C.UTF-8',
    HOME: context.places.data,
    ...more,
  };
}
