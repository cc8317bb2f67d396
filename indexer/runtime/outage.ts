import { UnavailableError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logger.ts';

/** Logs once when a store goes away and once when it is back, however often it is tried between. */
export class Outage {
  readonly #logger: Logger;
  readonly #service: string;
  #since: number | null = null;

  /** `service` as in the errors that tell of it. */
  constructor(logger: Logger, service: string) {
    this.#logger = logger;
    this.#service = service;
  }

  /** Answers or throws as `call` does. */
  async watch<T>(call: () => Promise<T>): Promise<T> {
    try {
      const result = await call();
      this.#end();
      return result;
    } catch (error) {
      // A transaction may fail because of another store that was asked inside it.
      if (error instanceof UnavailableError && error.service === this.#service) this.#begin(error);
      throw error;
    }
  }

  #begin(error: UnavailableError): void {
    if (this.#since !== null) return;
    this.#since = performance.now();
    this.#logger.warn({ reason: error.message }, `${this.#service} is away; trying again until it is back`);
  }

  #end(): void {
    if (this.#since === null) return;
    const seconds = (performance.now() - this.#since) / 1000;
    this.#since = null;
    this.#logger.info({ seconds: Math.round(seconds * 10) / 10 }, `${this.#service} is back`);
  }
}
