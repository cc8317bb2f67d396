import { join, resolve } from 'node:path';
import { Datastores } from '../../platform/datastore/datastores.ts';
import { createPostgresPool } from '../../platform/postgres.ts';
import { openSharedFiles } from '../../platform/shared-files/open-shared-files.ts';
import type { ScraperOptions } from '../context.ts';
import { MODULES } from '../modules.ts';
import { createAnswerLog } from '../store/source-answers.ts';
import type { MediaContext } from './context.ts';
import { createDownloader } from './download.ts';
import { startMedia, type MediaHarvest } from './media-queue.ts';
import { createMediaMetrics } from './metrics.ts';
import { createImageWorker } from './image-worker/image-worker.ts';

/** For the relay and removals. */
const OTHER_CONNECTIONS = 2;

/** null if the configuration disables the fetching of files. */
export async function startMediaHarvest(
  { config, stores, logger, registry, now }: ScraperOptions,
  { clock, leases }: Pick<MediaContext, 'clock' | 'leases'>,
): Promise<MediaHarvest | null> {
  const { mediaConcurrency: concurrency } = config;
  if (concurrency === 0) return null;
  const files = await openSharedFiles(config);
  const pool = createPostgresPool({
    url: stores.databaseUrl,
    maxConnections: concurrency + OTHER_CONNECTIONS,
  });
  const datastores = new Datastores(pool, config);
  const context: MediaContext = {
    pool,
    clock,
    leases,
    downloader: createDownloader(config.userAgent, now, undefined, {
      privateHosts: config.scraperPrivateHosts,
      proxies: config.scraperProxies,
    }),
    imageWorker: createImageWorker(),
    datastores,
    metrics: createMediaMetrics(registry),
    answers: createAnswerLog(pool, logger),
    logger,
    now,
    incomingDir: resolve(join(config.dataDir, 'incoming')),
    files,
    foundEndings: new Map(),
    hostDelayMs: config.scraperHostDelayMs,
    ownOrigin: config.scraperOwnOrigin === null ? null : new URL(config.scraperOwnOrigin).origin,
  };
  const handleFiles = async () => {
    for (const module of MODULES) await module.handleFiles?.(context);
  };
  const harvest = startMedia(context, {
    redisUrl: stores.redisUrl,
    prefix: config.queuePrefix,
    concurrency,
    handleFiles,
  });
  return {
    async close() {
      await harvest.close();
      await datastores.close();
      files.close();
      await pool.end();
    },
  };
}
