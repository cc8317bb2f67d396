/**
 * Leases in Redis: the right of one process to do a piece of work. They need no session of PostgreSQL, so they work over PgBouncer. The
 * holder renews its lease; the lease of a killed process expires. If Redis loses a lease, another process can do the same work at the same
 * time, so a lease may only protect work that is wasteful to do twice, not wrong.
 */
import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';

export interface Leases {
  /** Runs `work` while holding the lease. Returns false without running it if another holder has the lease. */
  hold(name: string, work: () => Promise<void>): Promise<boolean>;
}

const LIFE_MS = 20_000;
const RENEW_EVERY_MS = 5_000;

/** KEYS[1] the lease, ARGV[1] its holder, ARGV[2] its life in ms. */
const RENEW = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('pexpire', KEYS[1], ARGV[2]) end return 0`;
const RELEASE = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`;

export function createLeases(redis: Redis, prefix: string): Leases {
  return {
    async hold(name, work) {
      const key = `${prefix}:lease:${name}`;
      const holder = randomUUID();
      if ((await redis.set(key, holder, 'PX', LIFE_MS, 'NX')) === null) return false;
      const renewal = setInterval(() => {
        // A renewal that fails is followed by another one before the lease expires.
        redis.eval(RENEW, 1, key, holder, LIFE_MS).catch(() => undefined);
      }, RENEW_EVERY_MS);
      try {
        await work();
      } finally {
        clearInterval(renewal);
        // Without Redis, the lease expires.
        await redis.eval(RELEASE, 1, key, holder).catch(() => undefined);
      }
      return true;
    },
  };
}
