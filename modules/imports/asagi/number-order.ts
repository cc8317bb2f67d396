/**
 * The clock readings of the posts before a number, in little memory for a board of any size. They reveal posts that were moved to the
 * board later: their numbers are new and their times are old.
 */

const MAX_BUCKETS = 200_000;
/** The number of buckets to check before a number. */
const NEIGHBOURS = 512;

export class NumberOrder {
  #size = 1;
  /** The latest reading by bucket of numbers. */
  #latest = new Map<number, number>();
  #sorted: readonly (readonly [bucket: number, reading: number])[] | null = null;

  record(num: number, reading: number): void {
    this.#sorted = null;
    const bucket = Math.floor(num / this.#size);
    const known = this.#latest.get(bucket);
    if (known === undefined || known < reading) this.#latest.set(bucket, reading);
    if (this.#latest.size > MAX_BUCKETS) this.#merge();
  }

  /** The latest reading of the posts with lower numbers near this one; null if there are none. */
  latestBefore(num: number): number | null {
    this.#sorted ??= [...this.#latest].sort(([a], [b]) => a - b);
    const bucket = Math.floor(num / this.#size);
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((this.#sorted[middle]?.[0] ?? 0) < bucket) low = middle + 1;
      else high = middle;
    }
    const near = this.#sorted.slice(Math.max(0, low - NEIGHBOURS), low);
    return near.length === 0 ? null : near.reduce((latest, [, reading]) => Math.max(latest, reading), 0);
  }

  #merge(): void {
    const merged = new Map<number, number>();
    for (const [bucket, reading] of this.#latest) {
      const half = Math.floor(bucket / 2);
      merged.set(half, Math.max(merged.get(half) ?? 0, reading));
    }
    this.#latest = merged;
    this.#size *= 2;
  }
}
