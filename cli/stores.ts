import type { Redis } from 'ioredis';
import type pg from 'pg';
import type { MetNeeds } from '../mappings/board-settings/needs.ts';
import { readConfig, type Config } from '../platform/config.ts';
import { withPoolerHint } from '../platform/direct-address.ts';
import { AppError, ConfigError, toError, UnavailableError } from '../platform/errors.ts';
import { createPostgresPool, type PostgresOptions } from '../platform/postgres.ts';
import { openRemovalLog } from '../platform/open-removal-log.ts';
import type { RemovalLog } from '../platform/removal-log.ts';
import { metNeeds } from '../platform/setting-needs.ts';
import { commandDatabaseUrl, importerDatabaseUrl, refusedLogin } from './database-address.ts';
import { rehearse } from './rehearsal.ts';
import { noStore, readRunning } from './running-file.ts';
import { createRedis } from '../platform/redis.ts';
import { toUnavailable } from '../platform/postgres-errors.ts';

/** SQLSTATE undefined_table, undefined_column, undefined_function. */
const UNDEFINED_STATES = new Set(['42P01', '42703', '42883']);

/** @throws ConfigError when neither the environment nor a running `sagasu start` names an Elasticsearch. */
export function elasticsearchUrls(config: Config): readonly string[] {
  if (config.elasticsearchUrls !== null) return config.elasticsearchUrls;
  const { elasticsearchUrls: urls } = readRunning(config);
  if (Array.isArray(urls)) return urls.map(String);
  throw new ConfigError(noStore('Elasticsearch', 'ELASTICSEARCH_URL'));
}

/** null when neither the environment nor a running `sagasu start` names a Redis. */
export function redisUrl(config: Config): string | null {
  if (config.redisUrl !== null) return config.redisUrl;
  const { redisUrl: url } = readRunning(config);
  return typeof url === 'string' ? url : null;
}

/** The settings of the environment on which settings of boards depend: of the running `sagasu start`, or of this command. */
export function metSettingNeeds(config: Config): MetNeeds {
  const { met } = readRunning(config);
  return { ...metNeeds(config), ...(typeof met === 'object' && met !== null && (met as Partial<MetNeeds>)) };
}

/** Purges and bans are logged there in addition to the database. */
export function removalLog(): RemovalLog {
  return openRemovalLog(readConfig());
}

export interface DatabaseOptions extends Omit<PostgresOptions, 'url'> {
  /** True to undo everything at the end (rehearsal.ts). */
  readonly dryRun?: boolean;
}

/**
 * Runs `work` with a pool of two connections in the role of the running command, then closes the pool.
 * @throws AppError `unavailable` when the database does not answer, `database_old` when it lacks migrations.
 */
export async function withDatabase<T>(
  work: (pool: pg.Pool) => Promise<T>,
  { dryRun = false, ...options }: DatabaseOptions = {},
): Promise<T> {
  return withPool(commandDatabaseUrl(readConfig()), dryRun ? async (pool) => rehearse(pool, work) : work, options);
}

/** Does the same in the role of imports. */
export async function withImporter<T>(
  work: (pool: pg.Pool) => Promise<T>,
  options: Omit<PostgresOptions, 'url'> = {},
): Promise<T> {
  return withPool(importerDatabaseUrl(readConfig()), work, options);
}

const UNKNOWN_TOKEN =
  'SAGASU_STAFF_TOKEN is no API key of this archive, or has expired: sagasu key list, sagasu key add --help';

/** The error as a sentence with a way out, if it is a refused login or token, a database that does not answer, or an old one. */
export function databaseProblem(url: string, thrown: unknown): Error {
  const error: Error & { readonly code?: unknown } = toError(thrown);
  const refusal = refusedLogin(url, error);
  if (refusal !== null) return new ConfigError(refusal, { cause: error });
  if (error.code === 'session_required') return new ConfigError(UNKNOWN_TOKEN, { cause: error });
  if (toUnavailable(error) !== null) {
    const reason = withPoolerHint(error.message || String(error.code));
    return new AppError('unavailable', `the database does not answer: ${reason}`, { cause: error });
  }
  if (typeof error.code === 'string' && UNDEFINED_STATES.has(error.code)) {
    return new AppError('database_old', 'the database is older than this program: run sagasu migrate', {
      cause: error,
    });
  }
  return error;
}

async function withPool<T>(
  url: string,
  work: (pool: pg.Pool) => Promise<T>,
  options: Omit<PostgresOptions, 'url'>,
): Promise<T> {
  const pool = createPostgresPool({ url, maxConnections: 2, ...options });
  try {
    return await work(pool);
  } catch (thrown) {
    throw databaseProblem(url, thrown);
  } finally {
    await pool.end();
  }
}

/**
 * Runs `work` with a connection to Redis and the prefix of its keys, then closes the connection.
 * @throws ConfigError when no Redis is known, UnavailableError when `work` fails.
 */
export async function withRedis<T>(work: (redis: Redis, prefix: string) => Promise<T>): Promise<T> {
  const config = readConfig();
  const url = redisUrl(config);
  if (url === null) throw new ConfigError(noStore('Redis', 'REDIS_URL'));
  const redis = createRedis(url);
  try {
    return await work(redis, config.queuePrefix);
  } catch (error) {
    throw new UnavailableError('redis', 'Redis does not answer', { cause: error });
  } finally {
    redis.disconnect();
  }
}
