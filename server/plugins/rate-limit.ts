import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Allowances, Caller, Spending } from '../admission/allowances.ts';
import { duringVisit, type Visit } from '../admission/visit.ts';
import { RefusedError } from '../refused.ts';

export interface RateLimitOptions {
  readonly allowances: Allowances;
  readonly callerOf: (request: FastifyRequest) => Promise<Caller & { readonly isUnlimited: boolean }>;
}

/** What any request costs; a search may cost more, which is known once it is read. */
const REQUEST_COST = 1;

/**
 * Charges every request of the scope it is registered in, tells the caller what is left, and lets what is done for the
 * request know who that is.
 */
export function registerRateLimit(app: FastifyInstance, { allowances, callerOf }: RateLimitOptions): void {
  app.addHook('onRequest', (request, reply, done) => {
    const begin = async (): Promise<Visit> => {
      const caller = await callerOf(request);
      const charge = async (cost: number) => {
        if (caller.isUnlimited) return;
        settle(reply, caller, cost, await allowances.spend(caller, cost));
      };
      await charge(REQUEST_COST);
      return { caller: caller.key, route: request.routeOptions.url ?? '', charge, paid: new Set() };
    };
    begin().then(
      (visit) => duringVisit(visit, done),
      (error: unknown) => done(error as Error),
    );
  });
}

/** @throws RefusedError when it was not allowed */
function settle(reply: FastifyReply, { perMinute }: Caller, cost: number, { isAllowed, left }: Spending): void {
  const secondsFor = (missing: number) => Math.max(0, Math.ceil((missing * 60) / perMinute));
  void reply
    .header('ratelimit-limit', String(perMinute))
    .header('ratelimit-remaining', String(Math.floor(left)))
    // Until all of it is there again.
    .header('ratelimit-reset', String(secondsFor(perMinute - left)));
  if (isAllowed) return;
  const after = Math.max(1, secondsFor(Math.min(cost, perMinute) - left));
  const detail =
    cost > REQUEST_COST
      ? `This search costs ${cost}, and of ${perMinute} a minute ${Math.floor(left)} are left. Try again in ${after} seconds, or ask for less.`
      : `Too many requests: ${perMinute} a minute are fine. Try again in ${after} seconds.`;
  throw new RefusedError(429, 'rate_limited', detail, after);
}
