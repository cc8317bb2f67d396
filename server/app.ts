/** The application, without a process around it: give it stores and a clock, and ask it by `inject` or let it listen. */
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { fastify, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Redis } from 'ioredis';
import type { Pool } from 'pg';
import { Registry } from 'prom-client';
import { MEDIA_PATH } from '../mappings/media.ts';
import type { Config } from '../platform/config.ts';
import { Datastores, type MediaConfig } from '../platform/datastore/datastores.ts';
import type { Elasticsearch } from '../platform/elasticsearch.ts';
import { FallbackSnapshot } from './visibility/fallback-snapshot.ts';
import { PostgresProbe } from './visibility/postgres-probe.ts';
import { refreshSnapshot } from './visibility/snapshot-writer.ts';
import { loadNewestModeration } from './boards/load.ts';
import { TokenBuckets } from './limits/token-buckets.ts';
import { createCallers } from './limits/callers.ts';
import { RefusalPenalty } from './limits/refusal-penalty.ts';
import { FairQueue } from './limits/fair-queue.ts';
import { createAdminContext } from './admin/context.ts';
import { createBoardDirectory } from './boards/directory.ts';
import { createIdentityDirectory } from './identities/directory.ts';
import { answerClientError } from './http/plugins/client-errors.ts';
import { createPlainPages } from './compat/pages/plain-pages.ts';
import { publishedLimits } from './search/explain/published-limits.ts';
import { compressionPlugin } from './http/plugins/compression.ts';
import { headersPlugin } from './http/plugins/headers.ts';
import { metricsPlugin } from './http/plugins/metrics.ts';
import { openapiPlugin } from './http/plugins/openapi.ts';
import { registerPages } from './http/plugins/pages.ts';
import { problemsPlugin, sendError } from './http/plugins/problems.ts';
import { registerRateLimit } from './http/plugins/rate-limit.ts';
import { RequestLog } from './http/plugins/request-log.ts';
import { schemasPlugin } from './http/plugins/schemas.ts';
import { buildSerializer } from './http/plugins/serializers.ts';
import { gracefulClosePlugin } from './http/plugins/graceful-close.ts';
import { adminRoutes } from './http/routes/admin/admin-routes.ts';
import { adminQueuePages, QUEUES_PATH } from './http/routes/admin/queues.ts';
import { boardRoutes } from './http/routes/archive/boards.ts';
import { completionRoutes } from './http/routes/search/completion.ts';
import { keepCrawlersOut, robotsRoute, sitemapRoutes } from './http/routes/crawlers.ts';
import { explainRoutes } from './http/routes/search/explain.ts';
import { exportRoutes } from './http/routes/search/export.ts';
import { feedRoutes } from './http/routes/search/feeds.ts';
import { formRoutes } from './http/routes/search/form.ts';
import { freshnessRoutes } from './http/routes/archive/freshness.ts';
import { FOOLFUUKA_PATH, foolFuukaRoutes } from './http/routes/compat/foolfuuka.ts';
import { fourChanRoutes } from './http/routes/compat/four-chan.ts';
import { identityRoutes } from './http/routes/archive/identities.ts';
import { kickRoutes } from './http/routes/archive/kick.ts';
import { linkRoutes } from './http/routes/compat/links.ts';
import { mediaRoutes } from './http/routes/archive/media.ts';
import { oldFileRoutes } from './http/routes/compat/old-files.ts';
import { registerOpenSearch } from './http/routes/search/opensearch.ts';
import { healthRoutes } from './http/routes/health.ts';
import { searchCountRoutes } from './http/routes/search/counts.ts';
import { searchRoutes } from './http/routes/search/search.ts';
import { statisticsRoutes } from './http/routes/archive/statistics.ts';
import { threadListRoutes } from './http/routes/archive/thread-lists.ts';
import { threadRoutes } from './http/routes/archive/threads.ts';
import { createCursorCodec } from './search/execute/cursor.ts';
import { postgresRecords } from './search/hydrate/records.ts';
import { createThreadSetCache } from './search/plan/thread-set-cache.ts';
import { ThreadReader } from './threads/read-thread.ts';

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

export interface ServerOptions {
  readonly config: ServerConfig;
  /** Signs cursors. */
  readonly secret: string;
  readonly pool: Pool;
  readonly elasticsearch: Elasticsearch;
  /**
   * Counts requests of all servers together, and keeps what must be known while PostgreSQL is away; without it each counts
   * for itself, and nothing is answered then.
   */
  readonly redis?: Redis;
  readonly clock: () => Date;
  readonly logger?: FastifyBaseLogger;
  readonly metrics?: Registry;
  /** Where files are. */
  readonly media?: MediaConfig;
  /** Folder of the built pages. */
  readonly webRoot?: string;
}

const WEB_ROOT = fileURLToPath(new URL('../web/dist', import.meta.url));

const NO_MEDIA: MediaConfig = { mediaDir: 'media', s3AccessKeyId: null, s3SecretAccessKey: null, s3Region: '' };

/** All of them 0, that is endless, unless set. A slow search is stopped long before. */
const CONNECTION_TIMEOUT_MS = 30_000;
const REQUEST_TIMEOUT_MS = 15_000;
const HANDLER_TIMEOUT_MS = 20_000;
/** The longest is a list of boards. */
const BODY_LIMIT_BYTES = 65_536;

/** With more, the last would wait longer than readers do. */
const MAX_WAITING_SEARCHES = 50;

export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const { config, pool, elasticsearch, clock } = options;
  const app: FastifyInstance = fastify({
    ...(options.logger === undefined ? { logger: false } : { loggerInstance: options.logger }),
    logController: new RequestLog(),
    genReqId: () => randomUUID(),
    // A proxy on this machine may say who the reader is; nobody else may.
    trustProxy: 'loopback',
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    handlerTimeout: HANDLER_TIMEOUT_MS,
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { ignoreTrailingSlash: true },
    // With strictNumbers, 1e400 becomes Infinity and then passes every maximum.
    ajv: { customOptions: { coerceTypes: true, removeAdditional: false, strictNumbers: false } },
    schemaController: { compilersFactory: { buildSerializer } },
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      // An address that cannot be decoded: no hook has run, so no header is set yet.
      void reply.header('access-control-allow-origin', '*');
      sendError(error, request, reply);
    },
  });
  const cursors = createCursorCodec(options.secret);
  const { indexPrefix, publicUrl, queuePrefix, searchTimeoutMs: timeoutMs } = config;
  const redis = options.redis ?? null;
  const snapshot = redis === null ? null : new FallbackSnapshot({ redis, prefix: queuePrefix, clock });
  const archive = new PostgresProbe({
    query: async () => loadNewestModeration(pool),
    snapshot,
    onSuccess: async (newest, target) => refreshSnapshot(pool, target, newest),
    log: app.log,
  });
  const boards = createBoardDirectory(pool, archive, clock);
  const identities = createIdentityDirectory(pool, archive, clock);
  const threadReader = new ThreadReader(pool);
  const datastores = new Datastores(pool, options.media ?? NO_MEDIA);
  const stores = { pool, elasticsearch, redis, archive };
  const pace = {
    intervalMs: config.scraperIntervalMs,
    hostDelayMs: config.scraperHostDelayMs,
    ownOrigin: config.scraperOwnOrigin === null ? null : new URL(config.scraperOwnOrigin).origin,
  };
  const adminContext = createAdminContext({ ...stores, indexPrefix, queuePrefix, publicUrl, pace, clock });
  app.addHook('onReady', async () => void archive.run());
  app.addHook('onClose', async () => archive.close());
  app.addHook('onClose', async () => datastores.close());

  await app.register(gracefulClosePlugin);
  await app.register(problemsPlugin);
  await app.register(metricsPlugin, { registry: options.metrics ?? new Registry() });
  await app.register(headersPlugin);
  await app.register(compressionPlugin);
  if (config.crawlers) robotsRoute(app, boards, publicUrl);
  else keepCrawlersOut(app);
  await app.register(schemasPlugin);
  await app.register(openapiPlugin);
  await app.register(healthRoutes({ pool, elasticsearch, archive, indexPrefix }));
  const rateLimit = {
    buckets: new TokenBuckets({ redis, prefix: `${queuePrefix}-bucket-`, clock }),
    penalty: new RefusalPenalty({ now: () => performance.now() }),
    callerOf: createCallers({
      ...adminContext,
      readerLimit: config.rateLimit,
      keyLimit: config.rateLimitKey,
      adminLimit: config.rateLimitAdmin,
    }),
  };
  const records = postgresRecords({ pool, boards });
  const threadSets = createThreadSetCache(() => clock().getTime());
  const queue = new FairQueue({
    slots: config.searchConcurrency,
    capacity: MAX_WAITING_SEARCHES,
    now: () => performance.now(),
  });
  const searchContext = {
    elasticsearch,
    indexPrefix,
    timeoutMs,
    queue,
    pool,
    archive,
    records,
    boards,
    identities,
    cursors,
    threadSets,
    maxThreads: config.searchThreads,
    clock,
  };
  await app.register(
    async (api) => {
      registerRateLimit(api, rateLimit);
      api.get('/openapi.json', (_request, reply) => reply.send(app.swagger()));
      await api.register(searchRoutes(searchContext), { prefix: '/v1' });
      await api.register(searchCountRoutes(searchContext), { prefix: '/v1' });
      await api.register(completionRoutes(searchContext), { prefix: '/v1' });
      await api.register(formRoutes, { prefix: '/v1' });
      await api.register(feedRoutes(searchContext, publicUrl), { prefix: '/v1' });
      await api.register(explainRoutes(searchContext, publishedLimits(config)), { prefix: '/v1' });
      const rows = { anonymous: config.exportRows, admin: config.exportRowsAdmin };
      const exporting = { publicUrl, slots: config.exports, rows, admins: adminContext };
      await api.register(exportRoutes(searchContext, exporting), { prefix: '/v1' });
      await api.register(boardRoutes(boards, archive), { prefix: '/v1' });
      await api.register(identityRoutes(identities), { prefix: '/v1' });
      await api.register(threadRoutes({ ...searchContext, threadReader }), { prefix: '/v1' });
      await api.register(threadListRoutes(searchContext), { prefix: '/v1' });
      await api.register(freshnessRoutes({ ...searchContext, redis, queuePrefix }), { prefix: '/v1' });
      await api.register(kickRoutes({ pool, redis, queuePrefix }), { prefix: '/v1' });
      await api.register(statisticsRoutes(searchContext), { prefix: '/v1' });
      await api.register(adminRoutes(adminContext), { prefix: '/v1/admin' });
    },
    { prefix: '/api' },
  );
  await app.register(mediaRoutes(pool, datastores), { prefix: MEDIA_PATH });
  await app.register(adminQueuePages(adminContext), { prefix: QUEUES_PATH });
  registerOpenSearch(app, publicUrl);
  const plain = {
    pages: createPlainPages({ searchContext, publicUrl }),
    archive,
    limit: (scope: FastifyInstance) => registerRateLimit(scope, rateLimit),
  };
  const pages = await registerPages(app, { root: options.webRoot ?? WEB_ROOT, boards, datastores, plain });
  const compat = { pool, boards, archive, clock, publicUrl };
  await app.register(async (limited) => {
    registerRateLimit(limited, rateLimit);
    await limited.register(fourChanRoutes({ ...compat, threadReader }));
    await limited.register(foolFuukaRoutes({ ...searchContext, publicUrl, threadReader }), {
      prefix: FOOLFUUKA_PATH,
    });
    await limited.register(linkRoutes({ ...compat, pages }));
    if (config.crawlers) await limited.register(sitemapRoutes(compat));
  });
  await app.register(oldFileRoutes({ ...compat, datastores }));
  return app;
}
