import { UnavailableError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logger.ts';
import { StatementEndedError, WritesBlockedError } from './store-errors.ts';

/** How often statements that PostgreSQL ended are logged at most. */
const ENDED_MS = 10_000;

/** Logs once when a store becomes unavailable and once when it answers again, however many calls fail in between. */
export class StoreMonitor {
  readonly #logger: Logger;
  readonly #service: string;
  #since: number | null = null;
  #endedAt = -Infinity;

  /** `service` is the name that the store's UnavailableErrors carry. */
  constructor(logger: Logger, service: string) {
    this.#logger = logger;
    this.#service = service;
  }

  /** Runs the call; returns and throws what it does. */
  async track<T>(call: () => Promise<T>): Promise<T> {
    try {
      const result = await call();
      this.#end();
      return result;
    } catch (error) {
      // The store answers, but refuses writes. WriteBlockWatch reports the block.
      if (error instanceof WritesBlockedError) throw error;
      if (error instanceof StatementEndedError && error.service === this.#service) {
        this.#end();
        this.#reportEnded(error);
        throw error;
      }
      // A transaction may also fail because of another store that is called inside it.
      if (error instanceof UnavailableError && error.service === this.#service) this.#begin(error);
      throw error;
    }
  }

  #begin(error: UnavailableError): void {
    if (this.#since !== null) return;
    this.#since = performance.now();
    this.#logger.warn({ reason: error.message }, `${this.#service} is unavailable; retrying until it answers`);
  }

  #reportEnded({ message }: StatementEndedError): void {
    if (performance.now() - this.#endedAt < ENDED_MS) return;
    this.#endedAt = performance.now();
    this.#logger.warn({ reason: message }, `${this.#service} ended a statement; it is repeated`);
  }

  #end(): void {
    if (this.#since === null) return;
    const seconds = (performance.now() - this.#since) / 1000;
    this.#since = null;
    this.#logger.info({ seconds: Math.round(seconds * 10) / 10 }, `${this.#service} is available again`);
  }
}
