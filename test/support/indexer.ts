import { onTestFinished, vi } from 'vitest';
import { Registry } from 'prom-client';
import type { IndexerSizes } from '../../indexer/components.ts';
import { startIndexer } from '../../indexer/indexer.ts';
import { readConfig, requireStores } from '../../platform/config.ts';
import type { Service } from '../../platform/lifecycle.ts';
import { createLogger, type Logger } from '../../platform/logger.ts';
import { createPatientRedis } from './patient-redis.ts';
import { loginUrl } from './logins.ts';
import type { World } from './world.ts';

const DRAIN_LIMIT_MS = 60_000;
/** All periodic work begins at the start and would open every connection of a larger pool. */
const CONNECTIONS = 6;

export interface TestIndexer extends Service {
  readonly registry: Registry;
}

export interface TestIndexerOptions {
  readonly logger?: Logger;
  readonly sizes?: Partial<IndexerSizes>;
}

/** Starts an indexer in this process and closes it when the test ends. */
export async function runIndexer(
  world: World,
  settings: Readonly<Record<string, string>> = {},
  options: TestIndexerOptions = {},
): Promise<TestIndexer> {
  const indexer = await openIndexer(world, settings, options);
  onTestFinished(async () => indexer.close());
  return indexer;
}

/** Starts an indexer in this process; the caller closes it. */
export async function openIndexer(
  world: World,
  settings: Readonly<Record<string, string>> = {},
  { logger, sizes }: TestIndexerOptions = {},
): Promise<TestIndexer> {
  const config = readConfig({
    DATABASE_URL: loginUrl(world.databaseUrl, 'indexer'),
    REDIS_URL: world.redisUrl,
    ELASTICSEARCH_URL: world.elasticsearchUrls.join(','),
    SAGASU_INDEX_PREFIX: world.indexPrefix,
    SAGASU_QUEUE_PREFIX: world.queuePrefix,
    SAGASU_LOG_LEVEL: process.env['SAGASU_TEST_LOG_LEVEL'] ?? 'silent',
    // No scheduled verifications, which would otherwise be due after every rebuild and disturb the test.
    SAGASU_VERIFY_INTERVAL_HOURS: '0',
    ...settings,
  });
  const registry = new Registry();
  const service = await startIndexer(
    {
      config,
      stores: requireStores(config, 'indexer'),
      logger: logger ?? createLogger(config, 'indexer'),
      registry,
      sizes: { connections: CONNECTIONS, ...sizes },
    },
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

/** Waits until few threads are marked. A writer that calls it writes no more than the indexer keeps up with, on any machine. */
export async function keptUp(world: World, most = 5): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await world.pool.query<{ count: string }>('select count(*) from dirty');
      if (Number(rows[0]?.count) > most) throw new Error(`${rows[0]?.count} threads are marked`);
    },
    { timeout: DRAIN_LIMIT_MS, interval: 30 },
  );
}

/**
 * Does what FLUSHALL would do, but only to this world's keys on the shared server. Returns the number of deleted keys.
 */
export async function loseQueue(world: World): Promise<number> {
  const redis = createPatientRedis(world.redisUrl);
  try {
    const keys = await redis.keys(`${world.queuePrefix}:*`);
    return keys.length === 0 ? 0 : await redis.del(keys);
  } finally {
    redis.disconnect();
  }
}
