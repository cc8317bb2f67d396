/** The services that routes use, created once for a server from its stores and configuration. */
import type { FastifyBaseLogger } from 'fastify';
import type { Redis } from 'ioredis';
import type { Pool } from 'pg';
import type { Config } from '../../platform/config.ts';
import { Datastores, type MediaConfig } from '../../platform/datastore/datastores.ts';
import type { Elasticsearch } from '../../platform/elasticsearch.ts';
import { createAdminContext, type AdminContext } from '../admin/context.ts';
import { createBoardDirectory, type BoardDirectory } from '../boards/directory.ts';
import { loadNewestModeration } from '../boards/load.ts';
import { createIdentityDirectory } from '../identities/directory.ts';
import { createCallers } from '../limits/callers.ts';
import { FairQueue } from '../limits/fair-queue.ts';
import { RefusalPenalty } from '../limits/refusal-penalty.ts';
import { TokenBuckets } from '../limits/token-buckets.ts';
import type { SearchContext } from '../search/context.ts';
import { createCursorCodec } from '../search/execute/cursor.ts';
import { postgresRecords } from '../search/hydrate/records.ts';
import { createThreadSetCache } from '../search/plan/thread-set-cache.ts';
import { ThreadReader } from '../threads/read-thread.ts';
import { FallbackSnapshot } from '../visibility/fallback-snapshot.ts';
import { PostgresProbe } from '../visibility/postgres-probe.ts';
import { refreshSnapshot } from '../visibility/snapshot-writer.ts';
import type { RateLimitOptions } from './plugins/rate-limit.ts';

export type ServerConfig = Pick<
  Config,
  | 'crawlers'
  | 'exportRows'
  | 'exportRowsAdmin'
  | 'exports'
  | 'indexPrefix'
  | 'publicUrl'
  | 'queuePrefix'
  | 'rateLimit'
  | 'rateLimitAdmin'
  | 'rateLimitKey'
  | 'scraperHostDelayMs'
  | 'scraperIntervalMs'
  | 'scraperOwnOrigin'
  | 'searchConcurrency'
  | 'searchThreads'
  | 'searchTimeoutMs'
>;

export interface ServiceOptions {
  readonly config: ServerConfig;
  /** Signs cursors. */
  readonly secret: string;
  readonly pool: Pool;
  readonly elasticsearch: Elasticsearch;
  /**
   * Counts requests over all servers and holds the snapshot for times without PostgreSQL. Without Redis each server counts
   * for itself, and there is no fallback.
   */
  readonly redis?: Redis;
  readonly clock: () => Date;
  /** Where files are stored. */
  readonly media?: MediaConfig;
}

export interface Services {
  readonly config: ServerConfig;
  readonly pool: Pool;
  readonly elasticsearch: Elasticsearch;
  readonly redis: Redis | null;
  readonly clock: () => Date;
  readonly postgres: PostgresProbe;
  readonly boards: BoardDirectory;
  readonly datastores: Datastores;
  readonly threadReader: ThreadReader;
  readonly search: SearchContext;
  readonly admin: AdminContext;
  readonly rateLimit: RateLimitOptions;
}

const NO_MEDIA: MediaConfig = { mediaDir: 'media', s3AccessKeyId: null, s3SecretAccessKey: null, s3Region: '' };

export function createServices(options: ServiceOptions, log: FastifyBaseLogger): Services {
  const { config, pool, elasticsearch, clock, redis = null } = options;
  const postgres = createPostgresProbe(options, log);
  const boards = createBoardDirectory(pool, postgres, clock);
  const stores = { pool, elasticsearch, redis, postgres, clock };
  const admin = createAdmin(config, stores);
  return {
    ...stores,
    config,
    boards,
    datastores: new Datastores(pool, options.media ?? NO_MEDIA),
    threadReader: new ThreadReader(pool),
    search: createSearch(options, postgres, boards),
    admin,
    rateLimit: createRateLimit(config, stores, admin),
  };
}

function createPostgresProbe({ config, pool, redis, clock }: ServiceOptions, log: FastifyBaseLogger): PostgresProbe {
  return new PostgresProbe({
    query: async () => loadNewestModeration(pool),
    snapshot: redis === undefined ? null : new FallbackSnapshot({ redis, prefix: config.queuePrefix, clock }),
    onSuccess: async (newest, target) => refreshSnapshot(pool, target, newest),
    log,
  });
}

/** With more waiting searches, the last would wait longer than readers do. */
const MAX_WAITING_SEARCHES = 50;

function createSearch(
  { config, secret, pool, elasticsearch, clock }: ServiceOptions,
  postgres: PostgresProbe,
  boards: BoardDirectory,
): SearchContext {
  return {
    pool,
    elasticsearch,
    postgres,
    boards,
    clock,
    indexPrefix: config.indexPrefix,
    timeoutMs: config.searchTimeoutMs,
    maxThreads: config.searchThreads,
    identities: createIdentityDirectory(pool, postgres, clock),
    records: postgresRecords({ pool, boards }),
    cursors: createCursorCodec(secret),
    threadSets: createThreadSetCache(() => clock().getTime()),
    queue: new FairQueue({
      slots: config.searchConcurrency,
      capacity: MAX_WAITING_SEARCHES,
      now: () => performance.now(),
    }),
  };
}

type Stores = Pick<Services, 'pool' | 'elasticsearch' | 'redis' | 'postgres' | 'clock'>;

function createAdmin(config: ServerConfig, stores: Stores): AdminContext {
  const { indexPrefix, queuePrefix, publicUrl, scraperOwnOrigin } = config;
  const pace = {
    intervalMs: config.scraperIntervalMs,
    hostDelayMs: config.scraperHostDelayMs,
    ownOrigin: scraperOwnOrigin === null ? null : new URL(scraperOwnOrigin).origin,
  };
  return createAdminContext({ ...stores, indexPrefix, queuePrefix, publicUrl, pace });
}

function createRateLimit(config: ServerConfig, { redis, clock }: Stores, admin: AdminContext): RateLimitOptions {
  return {
    buckets: new TokenBuckets({ redis, prefix: `${config.queuePrefix}-bucket-`, clock }),
    penalty: new RefusalPenalty({ now: () => performance.now() }),
    callerOf: createCallers({
      ...admin,
      readerLimit: config.rateLimit,
      keyLimit: config.rateLimitKey,
      adminLimit: config.rateLimitAdmin,
    }),
  };
}
