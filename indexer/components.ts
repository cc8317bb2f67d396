import type { Registry } from 'prom-client';
import type { Config, StoreUrls } from '../platform/config.ts';
import { createElasticsearch } from '../platform/elasticsearch.ts';
import type { Logger } from '../platform/logger.ts';
import { createPostgresPool } from '../platform/postgres.ts';
import { readWriteBlocks } from '../platform/write-blocks.ts';
import { ElasticsearchIndices } from './index-set/elasticsearch-indices.ts';
import { LiveIndices } from './index-set/live-indices.ts';
import { PostedRanges } from './index-set/posted-ranges.ts';
import { PostgresIndexSets } from './index-set/postgres-index-sets.ts';
import { readBacklog } from './live/backlog.ts';
import { ElasticsearchBulk } from './live/elasticsearch-bulk.ts';
import { PostgresSyncStore } from './live/postgres-sync-store.ts';
import { RangedSearch } from './live/ranged-search.ts';
import { createIndexerMetrics } from './metrics.ts';
import type { COPY_PAGE } from './rebuild/copy-range.ts';
import { IndexOrigin } from './restore-guard/index-origin.ts';
import { StoreMonitor } from './runtime/store-monitor.ts';
import { fromElasticsearch } from './runtime/store-errors.ts';
import { WriteBlockWatch } from './runtime/write-block-watch.ts';

/** The live path uses a connection for each of its two batches, the relay and the metrics; tasks use the others. */
const POSTGRES_CONNECTIONS = 16;
const BLOCKS_TIMEOUT_MS = 10_000;

export interface IndexerOptions {
  readonly config: Config;
  readonly stores: StoreUrls;
  readonly logger: Logger;
  readonly registry: Registry;
  /** Other sizes than the product's. */
  readonly sizes?: Partial<IndexerSizes>;
}

/** Sizes that decide nothing about results. Tests reduce them, because they work with few posts. */
export interface IndexerSizes {
  readonly connections: number;
  readonly copyPage: typeof COPY_PAGE;
  readonly coverFrom: number;
}

/** Clients of the stores and the adapters that use them, shared by the live path and the tasks. */
export type Components = ReturnType<typeof createComponents>;

/** Creates everything without connecting or starting any work. */
export function createComponents({ config, stores, logger, registry, sizes }: IndexerOptions) {
  const monitors = {
    postgres: new StoreMonitor(logger, 'PostgreSQL'),
    redis: new StoreMonitor(logger, 'Redis'),
    elasticsearch: new StoreMonitor(logger, 'Elasticsearch'),
  };
  const pool = createPostgresPool({
    url: stores.databaseUrl,
    maxConnections: sizes?.connections ?? POSTGRES_CONNECTIONS,
  });
  const client = createElasticsearch(stores.elasticsearchUrls);
  const syncStore = new PostgresSyncStore(pool, monitors.postgres);
  const sets = new PostgresIndexSets(pool, monitors.postgres, config.shareIndexBelow);
  const abortRequests = new AbortController();
  const { indexPrefix, indexReplicas: replicas, indexRefreshSeconds: refreshSeconds } = config;
  const { signal } = abortRequests;
  const indices = new ElasticsearchIndices({
    client,
    monitor: monitors.elasticsearch,
    indexPrefix,
    replicas,
    refreshSeconds,
    signal,
  });
  const onForeign = (index: string) =>
    logger.warn({ index }, 'skipped an index name: an index of this name holds documents of another database');
  const provisioner = new LiveIndices({
    sets,
    store: indices,
    indexPrefix,
    onForeign,
    onCreated: (index) => logger.info({ index }, 'index created'),
    onRestored: (index) => logger.warn({ index }, 'Elasticsearch had lost this live index; it is being filled again'),
    onRetired: (index) =>
      logger.warn({ index }, 'Elasticsearch has lost this index, which serves no searches; it leaves the index set'),
  });
  const metrics = createIndexerMetrics(registry, () => readBacklog(pool, monitors.postgres));
  const bulk = new ElasticsearchBulk({ client, monitor: monitors.elasticsearch, signal, onBulk: metrics.onBulk });
  const ranges = new PostedRanges(pool, monitors.postgres);
  const search = new RangedSearch(ranges, bulk);
  const readBlocks = async () =>
    monitors.elasticsearch.track(() =>
      fromElasticsearch(() => readWriteBlocks(client, indexPrefix, { requestTimeout: BLOCKS_TIMEOUT_MS, signal })),
    );
  const blocks = new WriteBlockWatch({
    read: readBlocks,
    onBlocks: metrics.onBlocks,
    logger,
    now: () => performance.now(),
  });
  const origin = new IndexOrigin(client, monitors.elasticsearch, indexPrefix);
  return {
    monitors,
    pool,
    client,
    origin,
    syncStore,
    sets,
    indices,
    provisioner,
    onForeign,
    metrics,
    search,
    ranges,
    blocks,
    /** Aborts requests to Elasticsearch when the process can wait no longer. */
    abortRequests,
  };
}
