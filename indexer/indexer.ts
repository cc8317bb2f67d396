import { ConfigError, toError, UnavailableError } from '../platform/errors.ts';
import type { Service } from '../platform/lifecycle.ts';
import { serveMetrics } from '../platform/metrics.ts';
import { assertQueuePolicy, createRedis } from '../platform/redis.ts';
import { createComponents, type Components, type IndexerOptions } from './components.ts';
import { prepareIndices } from './index-set/prepare-indices.ts';
import { assertSameDatabase } from './restore-guard/assert-same-database.ts';
import { backoffMs, systemClock as clock } from './runtime/clock.ts';
import { startLivePath } from './start-live-path.ts';
import { startTasks } from './start-tasks.ts';

/** A closing process has five seconds: running requests get three of them, and handing back jobs takes up to one more. */
const ABORT_REQUESTS_MS = 3_000;
const CLOSE_WORKER_MS = 4_000;

/**
 * Starts the indexer: checks the stores, prepares the indices, then starts the live path and the tasks. Retries while a
 * store is unavailable, until `giveUp` aborts.
 * @throws ConfigError when Redis is configured so that it may lose jobs.
 * @throws RestoreUnfinishedError when the indices were filled from another database or from a later state of this one.
 */
export async function startIndexer(options: IndexerOptions, giveUp: AbortSignal): Promise<Service> {
  const { config, stores, logger, registry } = options;
  if (config.indexerConcurrency < 1) throw new ConfigError('SAGASU_INDEXER_CONCURRENCY must be at least 1');
  const metricsServer = await serveMetrics(registry, config);
  const components = createComponents(options);
  const { client, provisioner, indices, monitors, pool, sets, origin } = components;
  const closeStores = async () => {
    await Promise.allSettled([client.close(), pool.end(), metricsServer?.close()]);
  };
  const isReady = await retryUntilAvailable(giveUp, async () => {
    await monitors.redis.track(() => checkQueuePolicy(stores.redisUrl));
    const database = await assertSameDatabase({ pool, monitor: monitors.postgres, origin });
    await prepareIndices({ sets, indices, provisioner, logger, database });
    logger.info({ epoch: await sets.epoch() }, 'indices are ready');
  }).catch(async (error: unknown) => {
    await closeStores();
    throw error;
  });
  if (!isReady) return { close: closeStores };
  const work = startWork(options, components);
  logger.info('indexing');
  return {
    async close() {
      await work.close();
      await closeStores();
    },
  };
}

function startWork(options: IndexerOptions, components: Components): Service {
  const { config, stores } = options;
  const closing = new AbortController();
  const context = {
    bull: { redisUrl: stores.redisUrl, prefix: config.queuePrefix, monitor: components.monitors.redis },
    clock,
    random: Math.random,
    closing: closing.signal,
  };
  const tasks = startTasks(options, components, context);
  const livePath = startLivePath(options, components, { ...context, onTaskNotification: () => tasks.onNewTask() });
  return {
    async close() {
      closing.abort();
      const timer = setTimeout(() => components.abortRequests.abort(), ABORT_REQUESTS_MS);
      await Promise.all([livePath.close(CLOSE_WORKER_MS), tasks.close(CLOSE_WORKER_MS)]);
      clearTimeout(timer);
    },
  };
}

/** Returns false when `giveUp` aborted before the work succeeded. */
async function retryUntilAvailable(giveUp: AbortSignal, work: () => Promise<void>): Promise<boolean> {
  for (let attempt = 1; !giveUp.aborted; attempt++) {
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      await clock.wait(backoffMs(attempt, Math.random), giveUp);
    }
  }
  return false;
}

async function checkQueuePolicy(redisUrl: string): Promise<void> {
  const redis = createRedis(redisUrl);
  try {
    await assertQueuePolicy(redis);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new UnavailableError('Redis', `Redis: ${toError(error).message}`, { cause: error });
  } finally {
    redis.disconnect();
  }
}
