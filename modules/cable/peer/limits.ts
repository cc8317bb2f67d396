/** Limits for peers and authors. Each refusal is counted with its reason. */
import { LRUCache } from 'lru-cache';

/** A bucket that refills at a constant rate. */
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
  /** Open requests of one peer. */
  readonly openRequests: number;
  /** Requests of one peer: burst, and rate per minute. */
  readonly requests: readonly [burst: number, perMinute: number];
  /** Hashes in one page of a history. Between pages the checks wait for the database, so few large pages are faster. */
  readonly page: number;
  /** Announced hashes of all peers whose posts have not arrived. */
  readonly wanted: number;
  /** Posts of one author: burst, and rate per minute. The burst must be enough for the author's whole history. */
  readonly authorPosts: readonly [burst: number, perMinute: number];
  /** As authorPosts, in bytes. */
  readonly authorBytes: readonly [burst: number, perMinute: number];
  /** Size of all stored posts of the cabal. Above it only deletes are accepted. */
  readonly totalBytes: number;
  /** A peer with this many strikes is banned for awayMs. */
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

/** A bucket of posts and a bucket of bytes for each author. */
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

/** Addresses of peers that are banned for a while. */
export class AwayList {
  readonly #until = new LRUCache<string, number>({ max: 1_000 });

  send(host: string, untilMs: number): void {
    this.#until.set(host, untilMs);
  }

  has(host: string, nowMs: number): boolean {
    return (this.#until.get(host) ?? 0) > nowMs;
  }
}
