/** Asks for a query while it is being typed: when the hand rests, one at a time, and only the last one's answer counts. */

export const REST_MS = 250;

export interface TypedSearchNeeds {
  /** Rejects with an AbortError once the signal says so. */
  readonly ask: (q: string, signal: AbortSignal) => Promise<void>;
  /** The answer of `q` is here, and nothing else was typed since. */
  readonly show: (q: string) => void;
  readonly onBusy: (isBusy: boolean) => void;
  /** The archive asks for a pause. */
  readonly asksForPause: (error: unknown) => boolean;
}

export class TypedSearch {
  readonly #needs: TypedSearchNeeds;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking: { readonly q: string; readonly controller: AbortController } | null = null;
  #isPaused = false;

  constructor(needs: TypedSearchNeeds) {
    this.#needs = needs;
  }

  /** null: what stands there now is no query to ask. `shown`: the query whose answer is on the page. */
  type(q: string | null, shown: string): void {
    clearTimeout(this.#timer);
    if (q !== null && q === this.#asking?.q) return;
    this.#abort();
    if (q === null || q === shown || this.#isPaused) return;
    this.#timer = setTimeout(() => void this.#ask(q), REST_MS);
  }

  /** Nothing of what was typed is shown any more. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#abort();
  }

  /** The reader has asked: what was refused while typing may be asked again. */
  entered(): void {
    this.stop();
    this.#isPaused = false;
  }

  async #ask(q: string): Promise<void> {
    const controller = new AbortController();
    this.#asking = { q, controller };
    this.#needs.onBusy(true);
    try {
      await this.#needs.ask(q, controller.signal);
      if (!controller.signal.aborted) this.#needs.show(q);
    } catch (error) {
      // Whoever is still typing hears of no mistake; Enter asks again, and then it is told.
      if (!controller.signal.aborted && this.#needs.asksForPause(error)) this.#isPaused = true;
    } finally {
      if (!controller.signal.aborted) this.#rest();
    }
  }

  #abort(): void {
    if (this.#asking === null) return;
    this.#asking.controller.abort();
    this.#rest();
  }

  #rest(): void {
    this.#asking = null;
    this.#needs.onBusy(false);
  }
}
