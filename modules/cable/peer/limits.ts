/** What a peer, and an author, may cost. Every limit that is passed is counted with a reason. */
import { LRUCache } from 'lru-cache';

/** Refills evenly. The time is an argument. */
export class TokenBucket {
  readonly #capacity: number;
  readonly #perMs: number;
  #tokens: number;
  #at: number;

  constructor(capacity: number, perMinute: number, nowMs: number) {
    this.#capacity = capacity;
    this.#perMs = perMinute / 60_000;
    this.#tokens = capacity;
    this.#at = nowMs;
  }

  take(cost: number, nowMs: number): boolean {
    this.#tokens = Math.min(this.#capacity, this.#tokens + Math.max(0, nowMs - this.#at) * this.#perMs);
    this.#at = nowMs;
    if (this.#tokens < cost) return false;
    this.#tokens -= cost;
    return true;
  }
}

export interface PeerLimits {
  /** Requests of a peer that are open at once. */
  readonly openRequests: number;
  /** Requests of a peer: at once, and a minute. */
  readonly requests: readonly [burst: number, perMinute: number];
  /** Hashes of a page of a history. Between two pages nothing is checked while the last posts are stored: few pages are quicker. */
  readonly page: number;
  /** Hashes that a peer has announced and that were not answered yet. */
  readonly wanted: number;
  /** Posts of an author: at once, and a minute. The first number is what a history may have of one author. */
  readonly authorPosts: readonly [burst: number, perMinute: number];
  /** The same in bytes. */
  readonly authorBytes: readonly [burst: number, perMinute: number];
  /** Of all stored posts of the cabal. Above it only deletes are taken. */
  readonly totalBytes: number;
  /** A peer with more strikes is sent away for a while. */
  readonly strikes: number;
  readonly awayMs: number;
}

export const PEER_LIMITS: PeerLimits = {
  openRequests: 200,
  requests: [400, 1_200],
  page: 5_000,
  wanted: 40_000,
  authorPosts: [50_000, 600],
  authorBytes: [64 * 1_024 * 1_024, 1_024 * 1_024],
  totalBytes: 20 * 1_024 ** 3,
  strikes: 100,
  awayMs: 600_000,
};

/** How much each author may still send. */
export class AuthorBudgets {
  readonly #limits: PeerLimits;
  readonly #budgets = new LRUCache<string, { readonly posts: TokenBucket; readonly bytes: TokenBucket }>({
    max: 10_000,
  });

  constructor(limits: PeerLimits) {
    this.#limits = limits;
  }

  take(author: Buffer, bytes: number, nowMs: number): boolean {
    const name = author.toString('hex');
    let budget = this.#budgets.get(name);
    if (budget === undefined) {
      budget = {
        posts: new TokenBucket(...this.#limits.authorPosts, nowMs),
        bytes: new TokenBucket(...this.#limits.authorBytes, nowMs),
      };
      this.#budgets.set(name, budget);
    }
    return budget.posts.take(1, nowMs) && budget.bytes.take(bytes, nowMs);
  }
}

/** Addresses of peers that were sent away. */
export class AwayList {
  readonly #until = new LRUCache<string, number>({ max: 1_000 });

  send(host: string, untilMs: number): void {
    this.#until.set(host, untilMs);
  }

  has(host: string, nowMs: number): boolean {
    return (this.#until.get(host) ?? 0) > nowMs;
  }
}
