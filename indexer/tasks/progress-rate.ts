const WINDOW_MS = 10_000;

/** How much is done in a second, over the last ten. */
export class Speed {
  readonly #now: () => number;
  readonly #seen: { readonly at: number; readonly done: number }[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  /** null until there are two moments to compare. */
  at(done: number): number | null {
    const at = this.#now();
    this.#seen.push({ at, done });
    while (this.#seen.length > 2 && (this.#seen[1]?.at ?? at) <= at - WINDOW_MS) this.#seen.shift();
    const [first] = this.#seen;
    if (first === undefined || at - first.at <= 0) return null;
    return Math.max(0, Math.round(((done - first.done) * 1000) / (at - first.at)));
  }
}
