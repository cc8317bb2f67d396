/** A short burst of requests fills a queue too; it is over before anybody has to wait long. */
const LASTING_AFTER_MS = 1_000;
/** Without it a queue that is full again and again would be busy in some moments only. */
const REMEMBERED_MS = 30_000;

/** True if a queue has been full for a while, now or shortly before. */
export class Fullness {
  readonly #now: () => number;
  #fullSince: number | null = null;
  #lastingUntil = Number.NEGATIVE_INFINITY;

  constructor(now: () => number) {
    this.#now = now;
  }

  get isLasting(): boolean {
    return this.#now() < this.#lastingUntil || this.#hasLasted();
  }

  note(isFull: boolean): void {
    if (isFull) {
      this.#fullSince ??= this.#now();
      return;
    }
    if (this.#hasLasted()) this.#lastingUntil = this.#now() + REMEMBERED_MS;
    this.#fullSince = null;
  }

  #hasLasted(): boolean {
    return this.#fullSince !== null && this.#now() - this.#fullSince >= LASTING_AFTER_MS;
  }
}
