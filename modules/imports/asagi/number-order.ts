/**
 * The clock readings of the posts before a number, in little memory for a board of any size. They reveal posts that were moved to the
 * board later: their numbers are new and their times are old.
 */

/** At most 1 MB for each board: the survey holds all boards of a source. */
const MAX_BUCKETS = 65_536;
/** Buckets that wait to be sorted in: a source in any order costs a few steps a row. */
const MAX_WAITING = 4_096;
/** The number of buckets to check before a number. */
const NEIGHBOURS = 512;

export class NumberOrder {
  #size = 1;
  /** Buckets of numbers that have posts, in ascending order; the latest reading of each is at the same place. */
  #buckets = new Float64Array();
  #latest = new Float64Array();
  /** The latest reading by bucket. */
  readonly #waiting = new Map<number, number>();

  record(num: number, reading: number): void {
    const bucket = Math.floor(num / this.#size);
    const known = this.#waiting.get(bucket);
    if (known === undefined || known < reading) this.#waiting.set(bucket, reading);
    if (this.#waiting.size >= MAX_WAITING) this.#sortIn();
  }

  /** The latest reading of the posts with lower numbers near this one; null if there are none. */
  latestBefore(num: number): number | null {
    this.#sortIn();
    const bucket = Math.floor(num / this.#size);
    let [low, high] = [0, this.#buckets.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((this.#buckets[middle] ?? 0) < bucket) low = middle + 1;
      else high = middle;
    }
    const near = this.#latest.subarray(Math.max(0, low - NEIGHBOURS), low);
    return near.length === 0 ? null : near.reduce((latest, reading) => Math.max(latest, reading), 0);
  }

  #sortIn(): void {
    if (this.#waiting.size === 0) return;
    const waiting = [...this.#waiting].sort(([one], [other]) => one - other);
    this.#waiting.clear();
    const [buckets, latest] = [this.#buckets, this.#latest];
    const sorted = new SortedBuckets(buckets.length + waiting.length);
    let at = 0;
    for (const [bucket, reading] of waiting) {
      for (; at < buckets.length && (buckets[at] ?? 0) <= bucket; at++) sorted.add(buckets[at] ?? 0, latest[at] ?? 0);
      sorted.add(bucket, reading);
    }
    for (; at < buckets.length; at++) sorted.add(buckets[at] ?? 0, latest[at] ?? 0);
    for (; sorted.length > MAX_BUCKETS; this.#size *= 2) sorted.halve();
    this.#buckets = sorted.buckets.slice(0, sorted.length);
    this.#latest = sorted.latest.slice(0, sorted.length);
  }
}

/** Buckets that are added in ascending order; equal ones become one. */
class SortedBuckets {
  readonly buckets: Float64Array;
  readonly latest: Float64Array;
  length = 0;

  constructor(most: number) {
    this.buckets = new Float64Array(most);
    this.latest = new Float64Array(most);
  }

  add(bucket: number, reading: number): void {
    const last = this.length - 1;
    if (last >= 0 && this.buckets[last] === bucket) {
      this.latest[last] = Math.max(this.latest[last] ?? 0, reading);
      return;
    }
    this.buckets[this.length] = bucket;
    this.latest[this.length] = reading;
    this.length++;
  }

  halve(): void {
    const { length } = this;
    this.length = 0;
    for (let at = 0; at < length; at++) this.add(Math.floor((this.buckets[at] ?? 0) / 2), this.latest[at] ?? 0);
  }
}
