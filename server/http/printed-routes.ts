import { Redis } from 'ioredis';
import { Registry } from 'prom-client';
import { createElasticsearch } from '../../platform/elasticsearch.ts';
import { createPostgresPool } from '../../platform/postgres.ts';
import { RemovalLog } from '../../platform/removal-log.ts';
import { createFolderFiles } from '../../platform/shared-files/folder-files.ts';
import { buildServer } from '../app.ts';
import { printAccess, type RouteAccess } from './access.ts';

/** The routes as files show them. */
export interface PrintedRoutes {
  /** The OpenAPI document, as JSON. */
  readonly openapi: string;
  readonly access: string;
  readonly routes: readonly RouteAccess[];
}

/** Needs no store: clients connect when they are first used. */
export async function printRoutes(): Promise<PrintedRoutes> {
  const pool = createPostgresPool({ url: 'postgres://127.0.0.1/' });
  const elasticsearch = createElasticsearch(['http://127.0.0.1/']);
  const redis = new Redis({ lazyConnect: true });
  const app = await buildServer({
    config: {
      indexPrefix: '',
      publicUrl: null,
      queuePrefix: '',
      rateLimit: 0,
      rateLimitAdmin: 0,
      rateLimitKey: 0,
      scraperHostDelayMs: 0,
      scraperIntervalMs: 0,
      scraperOwnOrigin: null,
      searchConcurrency: 1,
      searchCounted: 0,
      searchThreads: 0,
      searchTimeoutMs: 0,
      exports: 1,
      crawlers: true,
      crawlDelay: 0,
      proofWhileBusy: false,
      exportRows: 0,
      exportRowsAdmin: 0,
      otherArchives: [],
      overviewBackupDays: 7,
      overviewFreePercent: 10,
      overviewLagSeconds: 60,
      sourceFiles: false,
      trustedProxies: [],
      contact: null,
      mediaConcurrency: 0,
      tripcodeSecret: null,
    },
    secret: '',
    pool,
    elasticsearch,
    redis,
    media: { mediaDir: '', s3AccessKeyId: null, s3SecretAccessKey: null, s3Region: '' },
    removals: new RemovalLog(''),
    dataDir: '',
    files: createFolderFiles(''),
    metrics: new Registry(),
    clock: () => new Date(0),
  });
  try {
    await app.ready();
    const routes = app.routeAccess;
    return { openapi: `${JSON.stringify(app.swagger(), null, 2)}\n`, access: printAccess(routes), routes };
  } finally {
    await app.close();
    redis.disconnect();
    await Promise.all([pool.end(), elasticsearch.close()]);
  }
}
