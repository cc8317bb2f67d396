import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Allowances, Caller, Spending } from '../admission/allowances.ts';
import type { RefusalDelay } from '../admission/refusal-delay.ts';
import { duringVisit, type Visit } from '../admission/visit.ts';
import { RefusedError } from '../refused.ts';
import { readerGone } from './reader-gone.ts';

export interface RateLimitOptions {
  readonly allowances: Allowances;
  readonly delay: RefusalDelay;
  readonly callerOf: (request: FastifyRequest) => Promise<Caller & { readonly isUnlimited: boolean }>;
}

/** What any request costs; a search may cost more, which is known once it is read. */
const REQUEST_COST = 1;

/**
 * Charges every request of the scope it is registered in, tells the caller what is left, and lets what is done for the
 * request know who that is.
 */
export function registerRateLimit(app: FastifyInstance, { allowances, delay, callerOf }: RateLimitOptions): void {
  app.addHook('onRequest', (request, reply, done) => {
    const begin = async (): Promise<Visit> => {
      const caller = await callerOf(request);
      const spend = async (cost: number, refusal: (left: number) => string) => {
        if (caller.isUnlimited || cost <= 0) return;
        const spending = await allowances.spend(caller, cost);
        if (!spending.isAllowed) await delay.hold(caller.key, readerGone(reply));
        settle(reply, caller, cost, spending, refusal);
      };
      const { perMinute } = caller;
      await spend(REQUEST_COST, () => `Too many requests: ${perMinute} a minute are fine.`);
      return {
        caller: caller.key,
        route: request.routeOptions.url ?? '',
        cost: 0,
        spentMs: 0,
        paid: new Set(),
        charge: async (cost) =>
          spend(
            cost - REQUEST_COST,
            (left) => `This search costs ${cost}, and ${left} of ${perMinute} a minute are left.`,
          ),
      };
    };
    // What comes after `done` belongs to the visit: the next hooks, the handler and all that they wait for.
    // oxlint-disable-next-line promise/no-callback-in-promise -- a hook that returns a promise is left before the handler runs
    begin().then((visit) => duringVisit(visit, done), done);
  });
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
