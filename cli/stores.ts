import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { readConfig, type Config } from '../platform/config.ts';
import { AppError, ConfigError, toError } from '../platform/errors.ts';
import { createPostgresPool } from '../platform/postgres.ts';
import { toUnavailable } from '../platform/postgres-errors.ts';

/** SQLSTATE: a table, a column or a function that is not there. */
const UNDEFINED_STATES = new Set(['42P01', '42703', '42883']);

/** Where a running `sagasu start` says which stores it uses, so that other commands need no setting. */
export function runningFile(config: Config): string {
  return join(config.dataDir, 'running.json');
}

/** @throws ConfigError when neither the environment nor a running `sagasu start` names a database. */
export function ownerDatabaseUrl(config: Config): string {
  if (config.databaseUrl !== null) return config.databaseUrl;
  const { databaseUrl } = readRunning(config);
  if (typeof databaseUrl === 'string') return databaseUrl;
  throw new ConfigError('no database: set DATABASE_URL, or run this while `npm start` runs with the same SAGASU_DATA');
}

/** @throws ConfigError when neither the environment nor a running `sagasu start` names an Elasticsearch. */
export function elasticsearchUrls(config: Config): readonly string[] {
  if (config.elasticsearchUrls !== null) return config.elasticsearchUrls;
  const { elasticsearchUrls: urls } = readRunning(config);
  if (Array.isArray(urls)) return urls.map(String);
  throw new ConfigError(
    'no Elasticsearch: set ELASTICSEARCH_URL, or run this while `npm start` runs with the same SAGASU_DATA',
  );
}

/** null when neither the environment nor a running `sagasu start` names a Redis. */
export function redisUrl(config: Config): string | null {
  if (config.redisUrl !== null) return config.redisUrl;
  const { redisUrl: url } = readRunning(config);
  return typeof url === 'string' ? url : null;
}

interface Running {
  readonly databaseUrl?: unknown;
  readonly elasticsearchUrls?: unknown;
  readonly redisUrl?: unknown;
}

function readRunning(config: Config): Running {
  const file = runningFile(config);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as object) : {};
}

/** Runs `work` with the database as its owner. Says in a sentence that it is out of reach, or older than this program. */
export async function withDatabase<T>(work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = createPostgresPool({ url: ownerDatabaseUrl(readConfig()), maxConnections: 2 });
  try {
    return await work(pool);
  } catch (thrown) {
    const error: Error & { readonly code?: unknown } = toError(thrown);
    if (toUnavailable(error) !== null) {
      throw new AppError('unavailable', `the database is out of reach: ${error.message || String(error.code)}`, {
        cause: error,
      });
    }
    if (typeof error.code === 'string' && UNDEFINED_STATES.has(error.code)) {
      throw new AppError('database_old', `the database is older than this program: run sagasu migrate`, {
        cause: error,
      });
    }
    throw error;
  } finally {
    await pool.end();
  }
}
