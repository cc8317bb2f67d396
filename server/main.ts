/** The server process: reads the configuration, connects to the stores and listens. */
import { randomBytes } from 'node:crypto';
import { readConfig, requireStores } from '../platform/config.ts';
import { createElasticsearch } from '../platform/elasticsearch.ts';
import { runProcess, type Service } from '../platform/lifecycle.ts';
import { createLogger } from '../platform/logger.ts';
import { createMetricsRegistry } from '../platform/metrics.ts';
import { listenError } from '../platform/ports.ts';
import { createPostgresPool } from '../platform/postgres.ts';
import { createRedis } from '../platform/redis.ts';
import { withReports } from '../platform/process-reports.ts';
import { openRemovalLog } from '../platform/open-removal-log.ts';
import { ineffectiveSettings } from '../platform/setting-needs.ts';
import { SETTINGS } from '../platform/settings.ts';
import { openSharedFiles } from '../platform/shared-files/open-shared-files.ts';
import { assertRemovedOnceReachable } from '../store/removals.ts';
import { createReceivers } from './alerts/receivers.ts';
import { AlertWatch } from './alerts/watch.ts';
import { buildServer } from './app.ts';
import { MODULES } from './modules.ts';
import { overviewParts } from './overview/core-parts.ts';
import { overviewLimits } from './overview/limits.ts';
import type { OverviewStores } from './overview/part.ts';

const STATEMENT_TIMEOUT_MS = 10_000;

const config = readConfig();
const logger = createLogger(config, 'server');

const start = async (closing: AbortSignal): Promise<Service> => {
  const stores = requireStores(config, 'server');
  for (const sentence of ineffectiveSettings(config, 'processes')) logger.warn(sentence);
  if (config.secret === null) {
    logger.warn('SAGASU_SECRET is not set: cursors are valid only until this process ends, and only on this server');
  }
  const pool = createPostgresPool({
    url: stores.databaseUrl,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  const removals = openRemovalLog(config);
  await assertRemovedOnceReachable(pool, removals, closing);
  const files = await openSharedFiles(config);
  const elasticsearch = createElasticsearch(stores.elasticsearchUrls);
  const redis = createRedis(stores.redisUrl);
  const app = await buildServer({
    config,
    secret: config.secret ?? randomBytes(32).toString('base64url'),
    pool,
    elasticsearch,
    redis,
    media: config,
    removals,
    dataDir: config.dataDir,
    files,
    clock: () => new Date(),
    logger,
    metrics: createMetricsRegistry('server'),
    metricsSources: config.metricsSources,
    metricsNetworks: config.metricsNetworks,
    metricsToken: config.metricsToken,
  });
  const address = await app.listen({ port: config.port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
    throw listenError(error, { port: config.port, title: 'the server', setting: SETTINGS.port.name });
  });
  logger.info({ address }, 'listening');
  const alerts = watchAlerts({ pool, elasticsearch, redis });
  return {
    async close() {
      await Promise.all([app.close(), alerts?.close()]);
      redis.disconnect();
      files.close();
      await Promise.all([pool.end(), elasticsearch.close()]);
    },
  };
};

/** null without a receiver. */
function watchAlerts(clients: Pick<OverviewStores, 'pool' | 'elasticsearch' | 'redis'>): AlertWatch | null {
  const receivers = createReceivers(config);
  if (receivers.length === 0) return null;
  const { indexPrefix, queuePrefix, dataDir, mediaDir, publicUrl: archive } = config;
  const folders = { SAGASU_DATA: dataDir, SAGASU_MEDIA: mediaDir };
  const limits = overviewLimits(config);
  const stores = { ...clients, indexPrefix, queuePrefix, folders, limits, clock: () => new Date() };
  const watch = new AlertWatch({ stores, parts: overviewParts(MODULES), receivers, archive, log: logger });
  watch.run();
  return watch;
}

await runProcess(logger, async (closing) => withReports('server', config, async () => start(closing)));
