/**
 * The request that something is done for, wherever that is: who is charged for a query and whose turn it is at
 * Elasticsearch. Kept by the runtime along the request, so that no route can forget it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/** An allowance beside the one for reading, as large: what is spent of one is not missing in the other. */
export type Purse = 'kicks';

export interface Visit {
  readonly caller: string;
  /** Which route is asked; its queries cost so much more. */
  readonly route: string;
  /** For a query, with what the request cost already. @throws RefusedError when the caller has not so much left */
  charge(cost: number, purse?: Purse): Promise<void>;
  /** What its queries cost so far, the dearest of them. */
  cost: number;
  /** Milliseconds that Elasticsearch has worked for it, waiting left out. */
  spentMs: number;
  /** Queries that were paid for: reading one twice costs nothing more. */
  readonly paid: Set<string>;
}

const visits = new AsyncLocalStorage<Visit>();

export function duringVisit<T>(visit: Visit, work: () => T): T {
  return visits.run(visit, work);
}

/** undefined outside of requests. */
export function currentVisit(): Visit | undefined {
  return visits.getStore();
}
