/** The services that routes use, created once for a server from its stores and configuration. */
import type { FastifyBaseLogger } from 'fastify';
import type { Redis } from 'ioredis';
import type { Pool } from 'pg';
import type { Registry } from 'prom-client';
import type { Config } from '../../platform/config.ts';
import { Datastores, type MediaConfig } from '../../platform/datastore/datastores.ts';
import type { Elasticsearch } from '../../platform/elasticsearch.ts';
import type { RemovalLog } from '../../platform/removal-log.ts';
import { metNeeds } from '../../platform/setting-needs.ts';
import type { SharedFiles } from '../../platform/shared-files/shared-files.ts';
import { createAdminContext, type AdminContext } from '../admin/context.ts';
import { createBoardDirectory, type BoardDirectory } from '../boards/directory.ts';
import { loadLiveSlices } from '../boards/load.ts';
import { StoreStates } from '../health/store-states.ts';
import { createIdentityDirectory } from '../identities/directory.ts';
import { createQueues, type Queues } from '../limits/queues.ts';
import { ProofGate } from '../limits/proof-gate.ts';
import { createProofs } from '../limits/proofs-of-work.ts';
import { ReaderPass } from '../limits/reader-pass.ts';
import { WriterQueue } from '../limits/writer-queue.ts';
import { overviewLimits } from '../overview/limits.ts';
import type { OverviewStores } from '../overview/part.ts';
import type { SearchContext } from '../search/context.ts';
import { IndexCoverage } from '../search/elasticsearch/index-coverage.ts';
import { IndexSizes } from '../search/elasticsearch/index-sizes.ts';
import { createSearchMetrics } from '../search/elasticsearch/search-metrics.ts';
import { createCursorCodec } from '../search/execute/cursor.ts';
import { postgresRecords } from '../search/hydrate/records.ts';
import { identityLookup, type Lookups } from '../search/plan/lookup.ts';
import type { LookupStores, ThreadGroups } from '../search/plan/lookup-stores.ts';
import { createThreadSetCache } from '../search/plan/thread-set-cache.ts';
import { ThreadReader } from '../threads/read-thread.ts';
import { FallbackSnapshot } from '../visibility/fallback-snapshot.ts';
import { PostgresProbe } from '../visibility/postgres-probe.ts';
import { refreshSnapshot } from '../visibility/fallback-writer.ts';
import type { RateLimitOptions } from './plugins/rate-limit.ts';
import { createRateLimit } from './rate-limit-options.ts';
import type { ReaderLimits } from './plugins/slow-reader.ts';

export type ServerConfig = Pick<
  Config,
  | 'contact'
  | 'crawlDelay'
  | 'mediaConcurrency'
  | 'crawlers'
  | 'exportRows'
  | 'exportRowsAdmin'
  | 'exports'
  | 'indexPrefix'
  | 'otherArchives'
  | 'overviewBackupDays'
  | 'overviewFreePercent'
  | 'overviewLagSeconds'
  | 'proofWhileBusy'
  | 'publicUrl'
  | 'queuePrefix'
  | 'rateLimit'
  | 'rateLimitAdmin'
  | 'rateLimitKey'
  | 'scraperHostDelayMs'
  | 'scraperIntervalMs'
  | 'scraperOwnOrigin'
  | 'searchConcurrency'
  | 'searchCounted'
  | 'searchThreads'
  | 'searchTimeoutMs'
  | 'sourceFiles'
  | 'trustedProxies'
  | 'tripcodeSecret'
>;

export interface ServiceOptions {
  readonly metrics: Registry;
  readonly config: ServerConfig;
  /** Signs cursors, device cookies and challenges. */
  readonly secret: string;
  readonly pool: Pool;
  readonly elasticsearch: Elasticsearch;
  /** Counts requests over all servers, and stores the snapshot that replaces PostgreSQL while it is unavailable. */
  readonly redis: Redis;
  readonly clock: () => Date;
  /** Where files are stored. */
  readonly media: MediaConfig;
  readonly removals: RemovalLog;
  /** The folder whose free space the overview shows. */
  readonly dataDir: string;
  /** Where modules store files. */
  readonly files: SharedFiles;
  /** Pace below which export clients are disconnected; left out: the default of the route. */
  readonly exportReaders?: ReaderLimits;
  /** Suggestions that take longer are left out of an answer without hits. For tests; by default 150 milliseconds. */
  readonly suggestionsMs?: number;
  /** Whether PostgreSQL is probed and replaced while it is unavailable. For tests, since probes time out on a busy machine; by default true. */
  readonly hasFallback?: boolean;
}

export interface Services {
  readonly metrics: Registry;
  readonly config: ServerConfig;
  /** Modules derive keys from it. */
  readonly secret: string;
  readonly pool: Pool;
  readonly elasticsearch: Elasticsearch;
  readonly redis: Redis;
  readonly clock: () => Date;
  readonly postgres: PostgresProbe;
  readonly boards: BoardDirectory;
  readonly datastores: Datastores;
  readonly threadReader: ThreadReader;
  readonly search: SearchContext;
  readonly coverage: IndexCoverage;
  readonly queues: Queues;
  readonly pass: ReaderPass;
  readonly gate: ProofGate;
  readonly overview: OverviewStores;
  readonly storeStates: StoreStates;
  readonly admin: AdminContext;
  readonly rateLimit: RateLimitOptions;
  readonly files: SharedFiles;
  readonly writers: WriterQueue;
  readonly exportReaders?: ReaderLimits;
}

interface LookingUp {
  lookups?(stores: LookupStores): Lookups;
  threadGroups?(stores: Pick<LookupStores, 'pool'>): ThreadGroups;
}

export function createServices(
  options: ServiceOptions,
  log: FastifyBaseLogger,
  modules: readonly LookingUp[],
): Services {
  const { config, pool, elasticsearch, clock, redis } = options;
  const postgres = createPostgresProbe(options, log);
  const stores = { pool, elasticsearch, redis, postgres, clock };
  const admin = createAdmin(options, stores);
  const search = createSearchContext(options, postgres, modules);
  const { boards, coverage, queues } = search;
  const pass = new ReaderPass({ ...options, publicUrl: config.publicUrl });
  return {
    ...stores,
    metrics: options.metrics,
    coverage,
    queues,
    pass,
    gate: new ProofGate({
      isOn: config.proofWhileBusy,
      proofs: createProofs({ ...options, use: 'reader pass' }),
      pass,
      queues,
      now: () => clock().getTime(),
      registry: options.metrics,
    }),
    config,
    secret: options.secret,
    boards,
    datastores: new Datastores(pool, options.media),
    threadReader: new ThreadReader(pool),
    search,
    overview: {
      ...stores,
      indexPrefix: config.indexPrefix,
      queuePrefix: config.queuePrefix,
      folders: { SAGASU_DATA: options.dataDir, SAGASU_MEDIA: options.media.mediaDir },
      limits: overviewLimits(config),
    },
    storeStates: new StoreStates({ ...stores, log, indexPrefix: config.indexPrefix }),
    admin,
    rateLimit: createRateLimit({ ...stores, ...admin, pass, config, registry: options.metrics }),
    writers: new WriterQueue(),
    files: options.files,
    ...(options.exportReaders !== undefined && { exportReaders: options.exportReaders }),
  };
}

function createPostgresProbe(options: ServiceOptions, log: FastifyBaseLogger): PostgresProbe {
  const { config, pool, redis, clock, hasFallback = true } = options;
  return new PostgresProbe({
    pool,
    snapshot: hasFallback ? new FallbackSnapshot({ redis, prefix: config.queuePrefix, clock }) : null,
    onSuccess: async (newest, target) => refreshSnapshot(pool, target, newest),
    log,
  });
}

function createCoverage({ config, pool, elasticsearch }: SearchOptions, postgres: PostgresProbe): IndexCoverage {
  const liveSlices = async () =>
    postgres.readOrFallback(
      async () => loadLiveSlices(pool),
      async (snapshot) => (await snapshot.boards()).liveSlices ?? [],
    );
  return new IndexCoverage({ elasticsearch, indexPrefix: config.indexPrefix, liveSlices });
}

const SUGGESTIONS_MS = 150;

type SearchOptions = Pick<
  ServiceOptions,
  'config' | 'secret' | 'pool' | 'elasticsearch' | 'clock' | 'metrics' | 'suggestionsMs'
>;

/** Also for commands, which search without the other services. `modules`: the server's modules, which add lookups. */
export function createSearchContext(
  options: SearchOptions,
  postgres: PostgresProbe,
  modules: readonly LookingUp[],
): SearchContext & { readonly coverage: IndexCoverage; readonly queues: Queues } {
  const { config, secret, pool, elasticsearch, clock, metrics, suggestionsMs = SUGGESTIONS_MS } = options;
  const boards = createBoardDirectory(pool, postgres, clock, config.sourceFiles, config.contact !== null);
  const coverage = createCoverage(options, postgres);
  const identities = createIdentityDirectory(pool, postgres, clock);
  const queues = createQueues(metrics, config);
  const stores = {
    pool,
    elasticsearch,
    boards,
    indexPrefix: config.indexPrefix,
    coverage,
    metrics: createSearchMetrics(metrics, coverage),
    timeoutMs: config.searchTimeoutMs,
    queue: queues.search,
    queues,
    threadGroups: modules.flatMap((module) => module.threadGroups?.({ pool }) ?? []),
  };
  const ofModules = modules.map((module) => module.lookups?.(stores) ?? {});
  return {
    ...stores,
    postgres,
    clock,
    suggestionsMs,
    counting: { most: config.searchCounted, sizes: new IndexSizes(stores) },
    maxThreads: config.searchThreads,
    identities,
    lookups: Object.assign({ identity: identityLookup(identities) }, ...ofModules) as Lookups,
    records: postgresRecords({ pool, boards }),
    cursors: createCursorCodec(secret),
    threadSets: createThreadSetCache(() => clock().getTime()),
  };
}

type Stores = Pick<Services, 'pool' | 'elasticsearch' | 'redis' | 'postgres' | 'clock'>;

function createAdmin({ config, secret, removals }: ServiceOptions, stores: Stores): AdminContext {
  const { indexPrefix, queuePrefix, publicUrl, scraperOwnOrigin } = config;
  const pace = {
    intervalMs: config.scraperIntervalMs,
    hostDelayMs: config.scraperHostDelayMs,
    ownOrigin: scraperOwnOrigin === null ? null : new URL(scraperOwnOrigin).origin,
  };
  return createAdminContext({
    ...stores,
    indexPrefix,
    queuePrefix,
    publicUrl,
    secret,
    pace,
    met: metNeeds(config),
    removals,
  });
}
