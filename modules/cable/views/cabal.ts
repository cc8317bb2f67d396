/** A cabal as the database has it. Its key is in a file. */
import type { Layout } from '../codec/layout.ts';

export interface Cabal {
  readonly id: number;
  readonly layout: Layout;
}

/** Channels are compared by this: the name in lower case, as bytes. */
export function channelKey(name: string): Buffer {
  return Buffer.from(name.toLowerCase(), 'utf8');
}
