/**
 * Writes of readers wait in this queue. A write may wait for a lock in PostgreSQL, and holds a connection during that time: without the
 * queue, a flood of writes took all connections of the server, and reads did not get any within five seconds. When the queue is full,
 * writes are refused immediately.
 */
import { clientNetwork, widerNetwork } from '../shared/client-network.ts';
import { RefusedError } from '../shared/errors.ts';
import { BusyError } from './busy-error.ts';
import { FairQueue } from './fair-queue.ts';

/** Concurrent writes, of the eight connections that a server has for requests. One network has at most half of them. */
const SLOTS = 4;
const CAPACITY = 100;
/** A request ends after 20 seconds. */
const LONGEST_WAIT_MS = 15_000;
const RETRY_AFTER_SECONDS = 5;

export class WriterQueue {
  readonly #queue = new FairQueue({ slots: SLOTS, capacity: CAPACITY, now: () => performance.now() });

  /** `address`: the writer's. @throws RefusedError 429 `writers_busy`; the signal's reason when the client disconnects during the wait */
  async run<T>(address: string | undefined, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const writer = { key: widerNetwork(address) ?? clientNetwork(address), kind: 'reader' } as const;
    try {
      return await this.#queue.run(writer, signal, work, { waitTimeoutMs: LONGEST_WAIT_MS });
    } catch (error) {
      if (!(error instanceof BusyError)) throw error;
      throw new RefusedError(
        429,
        'writers_busy',
        'Too many readers are writing right now. Try again in a few seconds.',
        RETRY_AFTER_SECONDS,
      );
    }
  }
}
