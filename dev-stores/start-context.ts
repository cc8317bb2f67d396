import type { Config, Environment } from '../platform/config.ts';
import type { Account } from './tool.ts';
import type { Layout } from './layout.ts';
import type { StoreProcess } from './store-process.ts';

/** The settings and callbacks that every store needs in order to start. */
export interface StartContext {
  readonly config: Config;
  readonly places: Layout;
  readonly account: Account | null;
  /** The environment of this process, for PATH and JAVA_HOME. */
  readonly env: Environment;
  readonly onProgress: (line: string) => void;
  /** Receives the reason when a store has failed too often and is not started again. */
  readonly onGivenUp: (reason: string) => void;
  /** Cancels the first start. */
  readonly signal: AbortSignal | undefined;
}

export interface StartedStore {
  /** Several addresses separated by commas when the store has several nodes. */
  readonly url: string;
  readonly process: StoreProcess;
}

/** The environment of a store, without the secrets of the archive. */
export function storeEnvironment(context: StartContext, more: Environment = {}): Environment {
  return {
    PATH: context.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin',
    LC_ALL: 'C.UTF-8',
    HOME: context.places.data,
    ...more,
  };
}
