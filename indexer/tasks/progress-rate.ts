import type { TaskProgress } from '../../mappings/task.ts';

const WINDOW_MS = 10_000;

/** Measures the rate of progress per second over the last ten seconds. */
export class ProgressRate {
  readonly #now: () => number;
  readonly #seen: { readonly at: number; readonly done: number }[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Returns the rate once `done` is reached; null until there are two measurements at different times. */
  at(done: number): number | null {
    const at = this.#now();
    this.#seen.push({ at, done });
    while (this.#seen.length > 2 && (this.#seen[1]?.at ?? at) <= at - WINDOW_MS) this.#seen.shift();
    const [first] = this.#seen;
    if (first === undefined || at - first.at <= 0) return null;
    return Math.max(0, Math.round(((done - first.done) * 1000) / (at - first.at)));
  }
}

/** Adds rates to the progress of work that counts in several units, one after another. */
export class ProgressRates {
  readonly #now: () => number;
  readonly #rates = new Map<TaskProgress['unit'], ProgressRate>();

  constructor(now: () => number) {
    this.#now = now;
  }

  withRate(progress: TaskProgress): TaskProgress {
    const rate = this.#rates.get(progress.unit) ?? new ProgressRate(this.#now);
    this.#rates.set(progress.unit, rate);
    return { ...progress, perSecond: rate.at(progress.done) };
  }
}
