import { onTestFinished, vi } from 'vitest';
import { Registry } from 'prom-client';
import { startIndexer } from '../../indexer/indexer.ts';
import { readConfig, requireStores } from '../../platform/config.ts';
import type { Service } from '../../platform/lifecycle.ts';
import { createLogger } from '../../platform/logger.ts';
import { createRedis } from '../../platform/redis.ts';
import type { World } from './world.ts';

const DRAIN_LIMIT_MS = 60_000;

export interface TestIndexer extends Service {
  readonly registry: Registry;
}

/** An indexer in this process, closed when the test ends. */
export async function runIndexer(world: World, settings: Readonly<Record<string, string>> = {}): Promise<TestIndexer> {
  const indexer = await openIndexer(world, settings);
  onTestFinished(async () => indexer.close());
  return indexer;
}

/** An indexer in this process; the caller closes it. */
export async function openIndexer(world: World, settings: Readonly<Record<string, string>> = {}): Promise<TestIndexer> {
  const config = readConfig({
    DATABASE_URL: world.databaseUrl,
    REDIS_URL: world.redisUrl,
    ELASTICSEARCH_URL: world.elasticsearchUrls.join(','),
    SAGASU_INDEX_PREFIX: world.indexPrefix,
    SAGASU_QUEUE_PREFIX: world.queuePrefix,
    SAGASU_LOG_LEVEL: process.env['SAGASU_TEST_LOG_LEVEL'] ?? 'silent',
    // What a test did not ask for must not come between; it is due after every rebuild.
    SAGASU_VERIFY_INTERVAL_HOURS: '0',
    ...settings,
  });
  const registry = new Registry();
  const service = await startIndexer(
    { config, stores: requireStores(config), logger: createLogger(config, 'indexer'), registry },
    new AbortController().signal,
  );
  let closed: Promise<void> | undefined;
  const close = async () => {
    closed ??= service.close();
    await closed;
  };
  return { close, registry };
}

/** Waits until no thread is marked. */
export async function drained(world: World, limitMs = DRAIN_LIMIT_MS): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await world.pool.query<{ count: string }>('select count(*) from dirty');
      if (rows[0]?.count !== '0') throw new Error(`${rows[0]?.count} threads are still marked`);
    },
    { timeout: limitMs, interval: 50 },
  );
}

/** What FLUSHALL would do to this world, and to no other on the same server. */
export async function loseQueue(world: World): Promise<number> {
  const redis = createRedis(world.redisUrl);
  try {
    const keys = await redis.keys(`${world.queuePrefix}:*`);
    return keys.length === 0 ? 0 : await redis.del(keys);
  } finally {
    redis.disconnect();
  }
}
