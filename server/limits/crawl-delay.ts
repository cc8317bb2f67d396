import { LRUCache } from 'lru-cache';
import type { Counter } from 'prom-client';
import { RefusedError } from '../shared/errors.ts';
import { crawlerIn } from './caller-kinds.ts';

/** Requests that a crawler may send at once, such as those for a page and what belongs to it, before it has to keep the delay. */
const AHEAD = 30;
const MAX_CRAWLERS = 10_000;

export interface CrawlDelayOptions {
  /** Seconds between two requests; 0 means no delay. */
  readonly seconds: number;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  readonly refusals?: Pick<Counter, 'inc'>;
}

/**
 * The pace of crawlers: the Crawl-delay of robots.txt, and some requests ahead of it. A crawler is a name with a network, so that a program
 * that takes the name of a search engine does not use up what the engine may request.
 */
export class CrawlDelay {
  readonly #options: CrawlDelayOptions;
  /** By crawler, the time for which its requests so far are enough. */
  readonly #paidUntil = new LRUCache<string, number>({ max: MAX_CRAWLERS });

  constructor(options: CrawlDelayOptions) {
    this.#options = options;
  }

  /** Counts a request of a crawler. @throws RefusedError 429 `crawl_delay` when it comes too early; then it is not counted */
  count(userAgent: string, network: string): void {
    const { seconds, refusals } = this.#options;
    if (seconds === 0) return;
    const crawler = `${crawlerIn(userAgent)} ${network}`;
    const now = this.#options.now();
    const paid = Math.max(now, this.#paidUntil.get(crawler) ?? now) + seconds * 1000;
    const after = Math.ceil((paid - now) / 1000 - AHEAD * seconds);
    if (after <= 0) {
      this.#paidUntil.set(crawler, paid);
      return;
    }
    refusals?.inc();
    const detail = `Crawlers may send a request every ${seconds} s: see Crawl-delay in /robots.txt. Try again in ${after} s.`;
    throw new RefusedError(429, 'crawl_delay', detail, after);
  }
}
