import type { CableMessage } from '../codec/message.ts';

/** A connected peer of a cabal. */
export interface Link {
  /** Unique within the process. */
  readonly id: number;
  /** Its address, for logs and limits. */
  readonly peer: string;
  /** Resolves when more can be sent. @throws ConnectionError */
  send(message: CableMessage): Promise<void>;
}
