import type { Registry } from 'prom-client';
import { BullQueue, startBullWorker } from '../platform/bull-queue.ts';
import type { Config, StoreUrls } from '../platform/config.ts';
import { createElasticsearch } from '../platform/elasticsearch.ts';
import { ConfigError, toError, UnavailableError } from '../platform/errors.ts';
import type { Service } from '../platform/lifecycle.ts';
import type { Logger } from '../platform/logger.ts';
import { serveMetrics } from '../platform/metrics.ts';
import { createPostgresPool } from '../platform/postgres.ts';
import { assertQueuePolicy, createRedis } from '../platform/redis.ts';
import { indexQueue } from './queue-kinds.ts';
import { ElasticsearchBulk } from './live/elasticsearch-bulk.ts';
import { Batcher } from './live/batcher.ts';
import { indexBatch, type BatchPorts, type ThreadOutcome } from './live/index-batch.ts';
import { ElasticsearchIndices } from './index-set/elasticsearch-indices.ts';
import { LiveIndices } from './index-set/live-indices.ts';
import { PostgresIndexSets } from './index-set/postgres-index-sets.ts';
import { prepareIndices } from './index-set/prepare-indices.ts';
import { indexThread } from './live/index-thread.ts';
import { listen } from './live/notification-listener.ts';
import { createIndexerMetrics } from './metrics.ts';
import { Outage } from './runtime/outage.ts';
import { PostgresSyncStore } from './live/postgres-sync-store.ts';
import { runRelay } from './live/relay.ts';
import { backoffMs, systemClock as clock } from './runtime/clock.ts';
import { startTasks } from './start-tasks.ts';
import { Signal } from './runtime/signal.ts';
import { checkOrigin } from './restore-guard/check-origin.ts';
import { IndexOrigin } from './restore-guard/index-origin.ts';
import { DIRTY_CHANNEL, type IndexThreadJob } from '../mappings/queues.ts';
import { TASK_CHANNEL } from '../mappings/task.ts';

/** One bulk in flight reaches half of what two do; more than two gain nothing. */
const LANES = 2;
const LINGER_MS = 10;
/** Of the ten seconds that a closing process has: requests under way get the first six, jobs are handed back in the next two. */
const ABORT_REQUESTS_MS = 6_000;
const CLOSE_WORKER_MS = 8_000;
/** Work on tasks takes connections beside the two lanes, the relay and the metrics. */
const POSTGRES_CONNECTIONS = 16;

export interface IndexerOptions {
  readonly config: Config;
  readonly stores: StoreUrls;
  readonly logger: Logger;
  readonly registry: Registry;
}

/**
 * Starts relay and worker. Waits for stores that are away until the signal aborts.
 * @throws ConfigError when Redis may lose jobs by its configuration.
 * @throws RestoreUnfinishedError when the database is not the one, or not the state, that the indices were made from.
 */
export async function startIndexer(options: IndexerOptions, giveUp: AbortSignal): Promise<Service> {
  const { config, stores, logger, registry } = options;
  if (config.indexerConcurrency < 1) throw new ConfigError('SAGASU_INDEXER_CONCURRENCY must be at least 1');
  const metricsServer = await serveMetrics(registry, config.metricsPort);
  const parts = createParts(options);
  const { client, keeper, indices, outages, pool, sets, origin } = parts;
  const closeStores = async () => {
    await Promise.allSettled([client.close(), pool.end(), metricsServer?.close()]);
  };
  const isReady = await untilAvailable(giveUp, async () => {
    await outages.redis.watch(() => checkQueuePolicy(stores.redisUrl));
    const database = await checkOrigin({ pool, outage: outages.postgres, origin });
    await prepareIndices({ sets, indices, keeper, logger, database });
    logger.info({ epoch: await sets.epoch() }, 'indices are ready');
  }).catch(async (error: unknown) => {
    await closeStores();
    throw error;
  });
  if (!isReady) return { close: closeStores };
  const work = startWork(options, parts);
  logger.info('indexing');
  return {
    async close() {
      await work.close();
      await closeStores();
    },
  };
}

/** Clients and what stands on them; nothing of it does anything yet. */
function createParts({ config, stores, logger, registry }: IndexerOptions) {
  const outages = {
    postgres: new Outage(logger, 'PostgreSQL'),
    redis: new Outage(logger, 'Redis'),
    elasticsearch: new Outage(logger, 'Elasticsearch'),
  };
  const pool = createPostgresPool({
    url: stores.databaseUrl,
    role: 'sagasu_indexer',
    maxConnections: POSTGRES_CONNECTIONS,
  });
  const client = createElasticsearch(stores.elasticsearchUrls);
  const syncStore = new PostgresSyncStore(pool, outages.postgres);
  const sets = new PostgresIndexSets(pool, outages.postgres);
  const abortRequests = new AbortController();
  const { indexPrefix, indexReplicas: replicas } = config;
  const { signal } = abortRequests;
  const indices = new ElasticsearchIndices({ client, outage: outages.elasticsearch, indexPrefix, replicas, signal });
  const keeper = new LiveIndices({
    sets,
    store: indices,
    indexPrefix,
    onMade: (index) => logger.info({ index }, 'index made'),
    onForeign: (index) =>
      logger.warn({ index }, 'an index of this name has documents of another database; it is passed'),
    onRestored: (index) => logger.warn({ index }, 'Elasticsearch had lost this index; it is filled again'),
    onGone: (index) =>
      logger.warn({ index }, 'Elasticsearch has lost this index, which no search asks; it is given up'),
  });
  const metrics = createIndexerMetrics(registry, () => syncStore.backlog());
  const search = new ElasticsearchBulk({ client, outage: outages.elasticsearch, signal, onBulk: metrics.onBulk });
  const origin = new IndexOrigin(client, outages.elasticsearch, indexPrefix);
  return { outages, pool, client, origin, syncStore, sets, indices, keeper, metrics, search, abortRequests };
}

export type IndexerParts = ReturnType<typeof createParts>;

function startWork(options: IndexerOptions, parts: IndexerParts): Service {
  const { config, stores, logger } = options;
  const { abortRequests, keeper, metrics, outages, search, syncStore } = parts;
  const random = Math.random;
  const closing = new AbortController();
  const batchPorts: BatchPorts = {
    snapshots: syncStore,
    settlements: syncStore,
    search,
    indices: keeper,
    onCounts: metrics.onCounts,
    onDefect: (job, error) => logger.error({ err: error, ...job }, 'a thread cannot be indexed; it is tried again'),
  };
  const batcher = new Batcher<IndexThreadJob, ThreadOutcome>({
    run: (jobs) => indexBatch(batchPorts, jobs),
    lanes: LANES,
    // An equal share, so that no lane waits for jobs that the other holds.
    maxItems: Math.ceil(config.indexerConcurrency / LANES),
    lingerMs: LINGER_MS,
    clock,
    random,
  });
  const bull = { redisUrl: stores.redisUrl, prefix: config.queuePrefix, outage: outages.redis };
  const queue = new BullQueue(indexQueue, bull);
  const worker = startBullWorker(indexQueue, {
    ...bull,
    concurrency: config.indexerConcurrency,
    process: (job) =>
      indexThread(job, { batcher: (item) => batcher.add(item), clock, random, closing: closing.signal }),
    onError: (error) => logger.debug({ err: error }, 'queue'),
  });
  const newDirty = new Signal();
  const onDefect = (error: Error) => logger.error({ err: error }, 'the relay met an error; it goes on');
  const relay = runRelay({ dirty: syncStore, queue }, { clock, random, newWork: newDirty, onDefect }, closing.signal);
  const tasks = startTasks(options, parts, { bull, clock, random, closing: closing.signal });
  const listener = listen(
    {
      databaseUrl: stores.databaseUrl,
      channels: { [DIRTY_CHANNEL]: () => newDirty.raise(), [TASK_CHANNEL]: () => tasks.onNewTask() },
      clock,
      random,
    },
    closing.signal,
  );
  return {
    async close() {
      closing.abort();
      const timer = setTimeout(() => abortRequests.abort(), ABORT_REQUESTS_MS);
      await Promise.all([
        worker.close(CLOSE_WORKER_MS),
        tasks.close(CLOSE_WORKER_MS),
        batcher.close(),
        relay,
        listener,
      ]);
      clearTimeout(timer);
      await queue.close();
    },
  };
}

/** Answers false when it was told to give up. */
async function untilAvailable(giveUp: AbortSignal, work: () => Promise<void>): Promise<boolean> {
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
