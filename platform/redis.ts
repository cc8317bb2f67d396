import { Redis, type RedisOptions } from 'ioredis';
import { ConfigError } from './errors.ts';
import { sentinelOptions } from './redis-address.ts';

/** A connection for BullMQ workers, which requires that commands wait for a lost connection. */
export function createQueueConnection(url: string): Redis {
  const redis = connect(url, { maxRetriesPerRequest: null, enableReadyCheck: true });
  // ioredis reconnects by itself. Without a listener a lost connection would end the process.
  redis.on('error', () => undefined);
  return redis;
}

const ANSWER_MS = 2_000;

/**
 * A connection for everything else. Commands fail after 2 s, so that callers can continue without Redis. Then the connection is closed
 * too: while Redis hangs, only the first command waits, since callers send none to a connection that is not ready.
 */
export function createRedis(url: string): Redis {
  const redis = connect(url, {
    maxRetriesPerRequest: 1,
    commandTimeout: ANSWER_MS,
    socketTimeout: ANSWER_MS,
    enableOfflineQueue: true,
  });
  redis.on('error', () => undefined);
  return redis;
}

function connect(url: string, options: RedisOptions): Redis {
  const sentinels = sentinelOptions(url);
  return sentinels === null ? new Redis(url, options) : new Redis({ ...options, ...sentinels });
}

/**
 * Checks that Redis neither evicts queued jobs nor loses them in a crash.
 * @throws ConfigError with instructions to configure Redis.
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

/** null if a hosted Redis does not permit reading its configuration. */
async function readSetting(redis: Redis, name: string): Promise<string | null> {
  try {
    const answer = (await redis.config('GET', name)) as string[];
    return answer[1] ?? null;
  } catch (error) {
    if (error instanceof Error && /unknown command|NOPERM|permission/i.test(error.message)) return null;
    throw error;
  }
}
