/** A cabal in the database. Its key is only in a file. */
import type { Layout } from '../codec/layout.ts';

export interface Cabal {
  readonly id: number;
  readonly layout: Layout;
}

/** The key by which channels are compared: the bytes of the name in lower case. */
export function channelKey(name: string): Buffer {
  return Buffer.from(name.toLowerCase(), 'utf8');
}
