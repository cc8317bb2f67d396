import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../platform/config.ts';
import { ConfigError } from '../platform/errors.ts';

/** Where a running `sagasu start` says which PostgreSQL it uses, so that other commands need no setting. */
export function runningFile(config: Config): string {
  return join(config.dataDir, 'running.json');
}

/** @throws ConfigError when neither the environment nor a running `sagasu start` names a database. */
export function ownerDatabaseUrl(config: Config): string {
  if (config.databaseUrl !== null) return config.databaseUrl;
  const file = runningFile(config);
  if (existsSync(file)) {
    const { databaseUrl } = JSON.parse(readFileSync(file, 'utf8')) as { databaseUrl?: unknown };
    if (typeof databaseUrl === 'string') return databaseUrl;
  }
  throw new ConfigError('no database: set DATABASE_URL, or run this while `npm start` runs with the same SAGASU_DATA');
}
