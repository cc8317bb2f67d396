import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { KnownCaller } from '../../limits/callers.ts';
import type { CrawlDelay } from '../../limits/crawl-delay.ts';
import type { ReaderPass } from '../../limits/reader-pass.ts';
import type { RefusalPenalty } from '../../limits/refusal-penalty.ts';
import {
  Payer,
  createRequestContext,
  type RequestContext,
  type RequestContextOptions,
  type SideBucket,
} from '../../limits/request-context.ts';
import type { Caller, Spending, TokenBuckets } from '../../limits/token-buckets.ts';
import { RefusedError } from '../../shared/errors.ts';
import { isForPage } from '../page-requests.ts';
import { disconnectSignal } from './client-disconnect.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** null outside of scopes with a rate limit. */
    payer: Payer | null;
  }
}

export interface RateLimitOptions {
  readonly buckets: TokenBuckets;
  readonly penalty: RefusalPenalty;
  readonly crawlDelay: Pick<CrawlDelay, 'count'>;
  /** Returns no promise when nothing has to be looked up. */
  readonly callerOf: (request: FastifyRequest) => KnownCaller | Promise<KnownCaller>;
  /** Given with a refusal, since the limit may be used up by others in the network; null if browsers have to earn the pass. */
  readonly pass: Pick<ReaderPass, 'issue'> | null;
}

/** The charge for every request. A search may cost more, which is known only after its query is parsed. */
const REQUEST_COST = 1;

/** Charges every request of its scope, sets the RateLimit headers, and gives the request a `payer`. */
export function registerRateLimit(
  app: FastifyInstance,
  { buckets, penalty, crawlDelay, callerOf, pass }: RateLimitOptions,
): void {
  const spend = async (reply: FastifyReply, caller: KnownCaller, { cost, refusal, bucket }: Charge) => {
    if (caller.isUnlimited || cost <= 0) return;
    const suffixed = ({ key, perMinute }: Caller) => ({
      key: bucket === undefined ? key : `${key}-${bucket}`,
      perMinute,
    });
    const [own, ...shared] = caller.buckets;
    // The headers state the bucket that refuses.
    const spending = await buckets.spend([suffixed(own), ...shared.map(suffixed)], cost);
    if (!spending.isAllowed) {
      if (caller.kind === 'unknown' && pass !== null) void reply.header('set-cookie', pass.issue(caller.key));
      await penalty.hold(caller.key, disconnectSignal(reply));
    }
    // The headers state the main bucket, and a side bucket only if it is empty.
    else if (bucket !== undefined) return;
    applySpending(reply, cost, spending, refusal);
  };
  const payerOf = (reply: FastifyReply, caller: KnownCaller) =>
    new Payer({
      caller,
      async spend(cost, bucket) {
        const suffix = bucket === undefined ? '' : ` for ${bucket}`;
        await spend(reply, caller, {
          cost: bucket === undefined ? cost - REQUEST_COST : cost,
          refusal: (left) =>
            `This costs ${cost}; ${left} of ${caller.buckets[0].perMinute} per minute are left${suffix}.`,
          ...(bucket !== undefined && { bucket }),
        });
      },
    });

  app.addHook('onRequest', (request, reply, done) => {
    const found = callerOf(request);
    // Most callers are readers without a limit, for whom no promise is created.
    if (!(found instanceof Promise) && found.isUnlimited && !found.hasUnknownKey && found.kind !== 'crawler') {
      request.payer = payerOf(reply, found);
      done();
      return;
    }
    const begin = async () => {
      const caller = await found;
      const refusal = () => `Too many requests: the limit is ${caller.buckets[0].perMinute} per minute.`;
      await spend(reply, caller, { cost: REQUEST_COST, refusal });
      if (caller.kind === 'crawler' && !isForPage(request))
        crawlDelay.count(request.headers['user-agent'] ?? '', caller.key);
      if (caller.hasUnknownKey) throw new RefusedError(401, 'key_unknown', 'This API key is unknown or revoked.');
      request.payer = payerOf(reply, caller);
    };
    // oxlint-disable-next-line promise/no-callback-in-promise -- a hook with `done` avoids the promise in the common case
    begin().then(() => done(), done);
  });
}

interface Charge {
  readonly cost: number;
  readonly refusal: (left: number) => string;
  readonly bucket?: SideBucket;
}

/** The request context of a route's handler; the route states its own `costFactor` and `timeBudget`. */
export function requestContextOf(
  request: FastifyRequest,
  reply: FastifyReply,
  options: Pick<RequestContextOptions, 'costFactor' | 'timeBudget'> = {},
): RequestContext {
  const { payer } = request;
  return createRequestContext({ ...options, signal: disconnectSignal(reply), ...(payer !== null && { payer }) });
}

/** Sets the RateLimit headers. @throws RefusedError when the spending was not allowed */
function applySpending(
  reply: FastifyReply,
  cost: number,
  { isAllowed, caller: { perMinute }, left }: Spending,
  refusal: (left: number) => string,
): void {
  const secondsFor = (missing: number) => Math.max(0, Math.ceil((missing * 60) / perMinute));
  void reply
    .header('ratelimit-limit', String(perMinute))
    .header('ratelimit-remaining', String(Math.floor(left)))
    // Seconds until the bucket is full.
    .header('ratelimit-reset', String(secondsFor(perMinute - left)));
  if (isAllowed) return;
  const after = Math.max(1, secondsFor(Math.min(cost, perMinute) - left));
  throw new RefusedError(429, 'rate_limited', `${refusal(Math.floor(left))} Try again in ${after} seconds.`, after);
}
