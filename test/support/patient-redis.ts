import type { Redis } from 'ioredis';
import { createRedis } from '../../platform/redis.ts';

const PATIENCE_MS = 120_000;

/**
 * A connection as the processes have it, except that it waits for answers on a stalled machine. With the limit of two seconds a server
 * would count Redis as unavailable, and answer 503 while PostgreSQL is unavailable too.
 */
export function createPatientRedis(url: string): Redis {
  const redis = createRedis(url);
  redis.options.commandTimeout = PATIENCE_MS;
  return redis;
}
