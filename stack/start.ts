import type { Config, StoreUrls } from '../platform/config.ts';

export interface StackOptions {
  /** One line a step, for people: what is downloaded, built, started. */
  readonly onProgress: (line: string) => void;
}

export interface Stack extends StoreUrls {
  /** Stops what this call started and leaves what it found running. */
  stop(): Promise<void>;
}

/** Starts each of the three stores that the configuration does not name, and answers when all three do. */
export async function startStack(config: Config, options: StackOptions): Promise<Stack> {
  void config;
  void options;
  throw new Error('not built yet');
}
