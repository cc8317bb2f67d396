import { LRUCache } from 'lru-cache';

const HALF_LIFE_MS = 10_000;
const MAX_CALLERS = 10_000;

/** Milliseconds that callers have used; older ones count less. */
export class RecentUsage {
  readonly #now: () => number;
  readonly #used = new LRUCache<string, { readonly amount: number; readonly at: number }>({ max: MAX_CALLERS });

  constructor(now: () => number) {
    this.#now = now;
  }

  add(caller: string, amount: number): void {
    this.#used.set(caller, { amount: this.of(caller) + amount, at: this.#now() });
  }

  of(caller: string): number {
    const usage = this.#used.get(caller);
    return usage === undefined ? 0 : usage.amount * 2 ** ((usage.at - this.#now()) / HALF_LIFE_MS);
  }
}
