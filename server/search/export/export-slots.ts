import { RefusedError } from '../../shared/errors.ts';

/** Limits the concurrent exports of a server, each of which may take minutes: `count` in all, and one for each caller. */
export class ExportSlots {
  readonly #count: number;
  readonly #callers = new Set<string>();

  constructor(count: number) {
    this.#count = count;
  }

  get taken(): number {
    return this.#callers.size;
  }

  /**
   * Returns a function that releases the slot; calling it again does nothing. `caller`: an API key, an admin or a network.
   * @throws RefusedError 429 `export_running` while the caller has a slot, 503 `exports_busy` when all slots are taken
   */
  take(caller: string): () => void {
    if (this.#callers.has(caller)) {
      const detail =
        'Your last export is still running, and each caller may run one at a time. Try again when it has ended.';
      throw new RefusedError(429, 'export_running', detail, RETRY_AFTER_S);
    }
    if (this.#callers.size >= this.#count) {
      throw new RefusedError(503, 'exports_busy', 'Too many exports are running. Try again later.');
    }
    this.#callers.add(caller);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.#callers.delete(caller);
    };
  }
}

const RETRY_AFTER_S = 30;
