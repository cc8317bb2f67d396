/**
 * Request context: the caller of some work, its time limit and its cost. The route makes it with `requestContextOf`
 * (server/http/plugins/rate-limit.ts) and passes it as an argument down to each Elasticsearch request.
 */
import type { QueuedCaller } from './caller-kinds.ts';
import { PartialReasons } from './partial-reasons.ts';
import { StageTimings } from './stage-timings.ts';

/** Further token buckets of the same size per caller: kicks and new follow keys do not reduce what is left for reading. */
export type SideBucket = 'kicks' | 'follow-keys';

export interface RequestContext {
  readonly payer: Payer;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
  /** Multiplies the cost of each query of the route; a page of hits is 1. */
  readonly costFactor: number;
  /** Shared by all Elasticsearch requests of this HTTP request; null: each may take the whole search timeout. */
  readonly timeBudget: TimeBudget | null;
  readonly timings: StageTimings;
  /** The reasons why the answer is partial. */
  readonly partial: PartialReasons;
}

/** Execution time of Elasticsearch requests in milliseconds; waiting in the fair queue does not count. */
export class TimeBudget {
  #spentMs = 0;

  spend(ms: number): void {
    this.#spentMs += ms;
  }

  /** The remaining part of `timeoutMs`; 0 or less when none is left. */
  leftOf(timeoutMs: number): number {
    return Math.ceil(timeoutMs - this.#spentMs);
  }
}

export interface PayerOptions {
  /** Its key, an API key, an admin or the network of an address, is read when the request enters a fair queue. */
  readonly caller: QueuedCaller;
  /** @throws RefusedError when the caller's token bucket holds less */
  readonly spend: (cost: number, bucket?: SideBucket) => Promise<void>;
}

/** Charges one HTTP request. */
export class Payer {
  readonly #options: PayerOptions;
  readonly #charged = new Set<string>();
  #highestCost = 0;

  constructor(options: PayerOptions) {
    this.#options = options;
  }

  get caller(): QueuedCaller {
    return this.#options.caller;
  }

  /** Cost of the most expensive query so far. */
  get highestCost(): number {
    return this.#highestCost;
  }

  /** Charges a query once per request, however often it is read. `key` identifies the query. @throws RefusedError */
  async chargeQuery(key: string, cost: number): Promise<void> {
    if (this.#charged.has(key)) return;
    this.#charged.add(key);
    await this.#options.spend(cost);
    this.#highestCost = Math.max(this.#highestCost, cost);
  }

  /** @throws RefusedError */
  async charge(cost: number, bucket: SideBucket): Promise<void> {
    await this.#options.spend(cost, bucket);
  }
}

const UNLIMITED = { caller: { key: '', kind: 'reader' }, spend: async () => undefined } satisfies PayerOptions;

export type RequestContextOptions = Partial<Omit<RequestContext, 'timings' | 'partial'>>;

/** Without options: the context of work without a client and without a charge. */
export function createRequestContext(options: RequestContextOptions = {}): RequestContext {
  return {
    payer: new Payer(UNLIMITED),
    signal: new AbortController().signal,
    costFactor: 1,
    timeBudget: new TimeBudget(),
    ...options,
    timings: new StageTimings(),
    partial: new PartialReasons(),
  };
}
