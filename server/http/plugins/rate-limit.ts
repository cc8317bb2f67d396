import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Allowances, Caller, Spending } from '../../limits/token-buckets.ts';
import type { KnownCaller } from '../../limits/callers.ts';
import type { RefusalDelay } from '../../limits/refusal-penalty.ts';
import { duringVisit, type Purse, type Visit } from '../../limits/request-context.ts';
import { RefusedError } from '../errors.ts';
import { disconnectSignal } from './client-disconnect.ts';

export interface RateLimitOptions {
  readonly allowances: Allowances;
  readonly delay: RefusalDelay;
  /** At once where nothing need be looked up. */
  readonly callerOf: (request: FastifyRequest) => KnownCaller | Promise<KnownCaller>;
}

/** What any request costs; a search may cost more, which is known once it is read. */
const REQUEST_COST = 1;

/**
 * Charges every request of the scope it is registered in, tells the caller what is left, and lets what is done for the
 * request know who that is.
 */
export function registerRateLimit(app: FastifyInstance, { allowances, delay, callerOf }: RateLimitOptions): void {
  const spend: Spend = async (reply, caller, cost, refusal, purse) => {
    if (caller.isUnlimited || cost <= 0) return;
    const payer = purse === undefined ? caller : { ...caller, key: `${caller.key}-${purse}` };
    const spending = await allowances.spend(payer, cost);
    if (!spending.isAllowed) await delay.hold(caller.key, disconnectSignal(reply));
    // The headers tell what is left for reading, unless it is the purse that is empty.
    else if (purse !== undefined) return;
    settle(reply, payer, cost, spending, refusal);
  };
  app.addHook('onRequest', (request, reply, done) => {
    const found = callerOf(request);
    // Most are readers whom nothing limits, or who wait for Redis alone: no more promises than there is to wait for.
    if (!(found instanceof Promise) && found.isUnlimited && !found.isMistaken) {
      duringVisit(new ChargedVisit(request, reply, found, spend), done);
      return;
    }
    const begin = async (): Promise<Visit> => {
      const caller = await found;
      const { perMinute } = caller;
      await spend(reply, caller, REQUEST_COST, () => `Too many requests: ${perMinute} a minute are fine.`);
      if (caller.isMistaken) throw new RefusedError(401, 'key_unknown', 'This key is not good, or no more.');
      return new ChargedVisit(request, reply, caller, spend);
    };
    // What comes after `done` belongs to the visit: the next hooks, the handler and all that they wait for.
    // oxlint-disable-next-line promise/no-callback-in-promise -- a hook that returns a promise is left before the handler runs
    begin().then((visit) => duringVisit(visit, done), done);
  });
}

type Spend = (
  reply: FastifyReply,
  caller: KnownCaller,
  cost: number,
  refusal: (left: number) => string,
  purse?: Purse,
) => Promise<void>;

/** Of a caller who may ask; what few requests want is made for those alone. */
class ChargedVisit implements Visit {
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #caller: KnownCaller;
  readonly #spend: Spend;
  #paid: Set<string> | undefined;
  cost = 0;
  spentMs = 0;

  constructor(request: FastifyRequest, reply: FastifyReply, caller: KnownCaller, spend: Spend) {
    this.#request = request;
    this.#reply = reply;
    this.#caller = caller;
    this.#spend = spend;
  }

  get caller(): string {
    return this.#caller.key;
  }

  get route(): string {
    return this.#request.routeOptions.url ?? '';
  }

  get paid(): Set<string> {
    return (this.#paid ??= new Set());
  }

  async charge(cost: number, purse?: Purse): Promise<void> {
    const { perMinute } = this.#caller;
    const asked = purse === undefined ? cost - REQUEST_COST : cost;
    const what = purse === undefined ? '' : ` for ${purse}`;
    const refusal = (left: number) => `This costs ${cost}, and ${left} of ${perMinute} a minute are left${what}.`;
    await this.#spend(this.#reply, this.#caller, asked, refusal, purse);
  }
}

/** @throws RefusedError when it was not allowed */
function settle(
  reply: FastifyReply,
  { perMinute }: Caller,
  cost: number,
  { isAllowed, left }: Spending,
  refusal: (left: number) => string,
): void {
  const secondsFor = (missing: number) => Math.max(0, Math.ceil((missing * 60) / perMinute));
  void reply
    .header('ratelimit-limit', String(perMinute))
    .header('ratelimit-remaining', String(Math.floor(left)))
    // Until all of it is there again.
    .header('ratelimit-reset', String(secondsFor(perMinute - left)));
  if (isAllowed) return;
  const after = Math.max(1, secondsFor(Math.min(cost, perMinute) - left));
  throw new RefusedError(429, 'rate_limited', `${refusal(Math.floor(left))} Try again in ${after} seconds.`, after);
}
