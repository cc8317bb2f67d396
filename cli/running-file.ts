/** The file in which a running `sagasu start` records its stores, so that other commands need no settings. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../platform/config.ts';

export interface Running {
  readonly met?: unknown;
  readonly databaseUrl?: unknown;
  readonly importerPassword?: unknown;
  readonly elasticsearchUrls?: unknown;
  readonly redisUrl?: unknown;
}

export function runningFile(config: Pick<Config, 'dataDir'>): string {
  return join(config.dataDir, 'running.json');
}

export function readRunning(config: Config): Running {
  const file = runningFile(config);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as object) : {};
}

/** Message of an error: neither the settings nor a running `sagasu start` name the store. */
export function noStore(store: string, setting: string): string {
  return `no ${store}: set ${setting}, or run this command while \`npm start\` runs with the same SAGASU_DATA`;
}
