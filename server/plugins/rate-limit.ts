import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { Redis } from 'ioredis';

export interface RateLimitOptions {
  /** Requests a minute and address (of IPv6: a /64); 0 sets no limit. */
  readonly perMinute: number;
  /** Counts for all servers together; without it each counts for itself. */
  readonly redis: Redis | null;
  readonly keyPrefix: string;
}

/** Limits every route of the scope it is registered in. Redis out of reach: nobody is refused. */
export async function registerRateLimit(app: FastifyInstance, options: RateLimitOptions): Promise<void> {
  const { perMinute, redis, keyPrefix } = options;
  if (perMinute === 0) return;
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: 60_000,
    nameSpace: `${keyPrefix}-rate-`,
    enableDraftSpec: true,
    skipOnError: true,
    // Not even ask a Redis that is away: each request would wait for its time-out.
    ...(redis !== null && { redis, allowList: () => redis.status !== 'ready' }),
    errorResponseBuilder: (_request, context) =>
      Object.assign(new Error(`Too many requests: ${context.max} a minute are fine. Try again in ${context.after}.`), {
        statusCode: context.statusCode,
      }),
  });
}
