import { LRUCache } from 'lru-cache';

/** How long a caller without scripts waits for a page that others get for a proof of work. */
const WAIT_S = 20;
/** Afterwards its pages are not delayed for so long. */
const FREE_S = 600;
const MAX_NETWORKS = 10_000;

/** The networks that wait instead of a proof of work, so that pages need no scripts. Each server has its own. */
export class WaitedNetworks {
  readonly #now: () => number;
  readonly #since = new LRUCache<string, number>({ max: MAX_NETWORKS });

  /** @param now milliseconds of a monotonic clock */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The seconds that this network still has to wait; 0 if it has waited. The wait begins with its first request. */
  left(network: string): number {
    const waited = (this.#now() - (this.#since.get(network) ?? Number.NEGATIVE_INFINITY)) / 1000;
    if (waited < WAIT_S + FREE_S) return Math.max(0, Math.ceil(WAIT_S - waited));
    this.#since.set(network, this.#now());
    return WAIT_S;
  }
}
