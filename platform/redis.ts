import { Redis } from 'ioredis';
import { ConfigError } from './errors.ts';

/** For queues: BullMQ wants commands to wait for a lost connection rather than fail. */
export function createQueueConnection(url: string): Redis {
  const redis = new Redis(url, { maxRetriesPerRequest: null, enableReadyCheck: true });
  // ioredis reconnects by itself; without a listener a lost connection would end the process.
  redis.on('error', () => undefined);
  return redis;
}

/** For everything else: fail soon, so that callers can go on without Redis. */
export function createRedis(url: string): Redis {
  const redis = new Redis(url, { maxRetriesPerRequest: 1, commandTimeout: 2_000, enableOfflineQueue: true });
  redis.on('error', () => undefined);
  return redis;
}

/**
 * Queued jobs must survive a crash and must not be evicted.
 * @throws ConfigError that says how to set the server right.
 */
export async function assertQueuePolicy(redis: Redis): Promise<void> {
  const policy = await readSetting(redis, 'maxmemory-policy');
  if (policy !== null && policy !== 'noeviction') {
    throw new ConfigError(
      `Redis may drop queued jobs: its maxmemory-policy is ${policy}. Set it with \`redis-cli config set maxmemory-policy noeviction\` and in redis.conf.`,
    );
  }
  const appendonly = await readSetting(redis, 'appendonly');
  if (appendonly === 'no') {
    throw new ConfigError(
      'Redis loses queued jobs in a crash: append-only persistence is off. Turn it on with `redis-cli config set appendonly yes` and in redis.conf.',
    );
  }
}

/** null where a hosted Redis does not let anyone read its configuration. */
async function readSetting(redis: Redis, name: string): Promise<string | null> {
  try {
    const answer = (await redis.config('GET', name)) as string[];
    return answer[1] ?? null;
  } catch (error) {
    if (error instanceof Error && /unknown command|NOPERM|permission/i.test(error.message)) return null;
    throw error;
  }
}
