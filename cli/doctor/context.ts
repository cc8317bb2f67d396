/** Opens the stores for the checks, with the settings of this command or of a running `npm start`. */
import { type Config, type Environment } from '../../platform/config.ts';
import { createElasticsearch } from '../../platform/elasticsearch.ts';
import { createPostgresPool } from '../../platform/postgres.ts';
import { createRedis } from '../../platform/redis.ts';
import { MODULES } from '../../server/modules.ts';
import { EVERYTHING, readOverview } from '../../server/overview/collect.ts';
import { overviewParts } from '../../server/overview/core-parts.ts';
import { NO_REDIS, overviewStores } from '../overview-stores.ts';
import { givenDatabaseUrl } from '../database-address.ts';
import { elasticsearchUrls, redisUrl } from '../stores.ts';
import type { DoctorContext } from './check.ts';

export interface Surroundings {
  readonly env: Environment;
  readonly now: () => Date;
  readonly proc: string;
}

/** A part of the overview that takes longer counts as unread. */
const OVERVIEW_MS = 10_000;
const CONNECTIONS = 8;

/** Runs `work` with connections to the stores, then closes them. @throws ConfigError when an address of a store is missing */
export async function withDoctorContext<T>(
  config: Config,
  surroundings: Surroundings,
  work: (context: DoctorContext) => Promise<T>,
): Promise<T> {
  const databaseUrl = givenDatabaseUrl(config);
  const urls = { redis: redisUrl(config), elasticsearch: elasticsearchUrls(config) };
  const pool = createPostgresPool({ url: databaseUrl, maxConnections: CONNECTIONS });
  const elasticsearch = createElasticsearch(urls.elasticsearch);
  const redis = createRedis(urls.redis ?? NO_REDIS);
  const stores = overviewStores(config, { pool, elasticsearch, redis });
  let overview: ReturnType<DoctorContext['overview']> | undefined;
  try {
    return await work({
      ...surroundings,
      config,
      pool,
      databaseUrl,
      redis,
      redisUrl: urls.redis,
      elasticsearch,
      elasticsearchUrls: urls.elasticsearch,
      overview: async () => (overview ??= readOverview(stores, overviewParts(MODULES), EVERYTHING, OVERVIEW_MS)),
    });
  } finally {
    redis.disconnect();
    await Promise.all([pool.end(), elasticsearch.close()]);
  }
}
