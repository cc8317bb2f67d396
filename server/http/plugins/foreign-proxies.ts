/** Notices reverse proxies that are not in SAGASU_TRUSTED_PROXIES: their readers share one limit of requests. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Redis } from 'ioredis';
import ipaddr from 'ipaddr.js';
import { FOREIGN_PROXIES_KEY } from '../../../mappings/foreign-proxies.ts';

export interface ForeignProxiesOptions {
  readonly redis: Redis;
  readonly queuePrefix: string;
  readonly clock: () => Date;
}

/** Each proxy is recorded at most this often. */
const INTERVAL_MS = 60_000;
/** The record ends a day after the last request of an untrusted proxy. */
const KEPT_SECONDS = 86_400;
const MAX_PROXIES = 100;

export const foreignProxiesPlugin = fp(
  async (app: FastifyInstance, { redis, queuePrefix, clock }: ForeignProxiesOptions) => {
    const recorded = new Map<string, number>();
    const key = FOREIGN_PROXIES_KEY(queuePrefix);
    app.addHook('onRequest', (request, _reply, done) => {
      done();
      const proxy = foreignProxy(request);
      if (proxy === null) return;
      const now = clock();
      const last = recorded.get(proxy);
      if (last === undefined && recorded.size >= MAX_PROXIES) return;
      if (last !== undefined && now.getTime() - last < INTERVAL_MS) return;
      recorded.set(proxy, now.getTime());
      if (last === undefined) {
        request.log.warn(
          { proxy },
          'a proxy that is not in SAGASU_TRUSTED_PROXIES passes on requests: its readers share one limit',
        );
      }
      // The record is advice. Without Redis it is left out.
      redis
        .multi()
        .hset(key, proxy, now.toISOString())
        .expire(key, KEPT_SECONDS)
        .exec()
        .catch(() => undefined);
    });
  },
  { name: 'foreign-proxies' },
);

/**
 * The address of the untrusted proxy that sent the request; null without one. A proxy of the operator has a private address, whereas any
 * client on the internet can add the header.
 */
function foreignProxy({ headers, ips = [], socket: { remoteAddress = '' } }: FastifyRequest): string | null {
  if (headers['x-forwarded-for'] === undefined || ips.length > 1 || !ipaddr.isValid(remoteAddress)) return null;
  const address = ipaddr.process(remoteAddress);
  return address.range() === 'unicast' ? null : address.toString();
}
