/** Reads the settings (settings.ts) from the environment. Besides shown-settings.ts no other file reads the environment. */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { closestName } from '../mappings/closest-name.ts';
import { ConfigError, SettingsError } from './errors.ts';
import { WrongValue } from './setting-values.ts';
import { assertOwnRole, type ProcessName } from './roles.ts';
import type { Setting } from './setting.ts';
import { SETTINGS, type ParsedSettings } from './settings.ts';
import { memoryMb, sizesFor, type StoreSizes } from './store-sizes.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Optional settings whose default depends on other settings or on the machine. */
interface DerivedSettings extends StoreSizes {
  readonly indexReplicas: number;
  readonly searchConcurrency: number;
  readonly mediaDir: string;
}

/** The settings by field; null for an optional one that is not set. */
export type Config = Omit<ParsedSettings, keyof DerivedSettings> & DerivedSettings;

/**
 * A setting that is absent or empty has its default. `{NAME}_FILE` names a file that holds the value.
 * @throws SettingsError with every problem; also for an unknown name that starts with SAGASU_.
 */
export function readConfig(env: Environment = process.env): Config {
  const problems: string[] = [];
  const values = Object.entries(SETTINGS as Readonly<Record<string, Setting<unknown>>>).map(([field, setting]) => {
    try {
      return [field, readSetting(setting, env)] as const;
    } catch (error) {
      if (!(error instanceof WrongValue)) throw error;
      problems.push(`${setting.name} ${error.message}`);
      return [field, null] as const;
    }
  });
  problems.push(...unknownNames(env));
  if (problems.length > 0) throw new SettingsError(problems);
  const parsed = Object.fromEntries(values) as unknown as ParsedSettings;
  const sizes = sizesFor(memoryMb(), parsed.elasticsearchNodes);
  return {
    ...parsed,
    elasticsearchHeapMb: parsed.elasticsearchHeapMb ?? sizes.elasticsearchHeapMb,
    postgresSharedBuffersMb: parsed.postgresSharedBuffersMb ?? sizes.postgresSharedBuffersMb,
    postgresConnections: parsed.postgresConnections ?? sizes.postgresConnections,
    indexReplicas: parsed.indexReplicas ?? (parsed.elasticsearchNodes > 1 ? 1 : 0),
    searchConcurrency: parsed.searchConcurrency ?? 2 * availableParallelism(),
    mediaDir: parsed.mediaDir ?? join(parsed.dataDir, 'media'),
  };
}

/** Names of the settings that are set directly or through a file. */
export function givenSettings(env: Environment = process.env): ReadonlySet<string> {
  const names = Object.values(SETTINGS).map(({ name }) => name);
  return new Set(names.filter((name) => (env[name] ?? '') !== '' || env[`${name}_FILE`] !== undefined));
}

function readSetting<T>({ name, fallback, parse }: Setting<T>, env: Environment): T | null {
  const text = readText(name, env) || fallback;
  // The text is empty only for an empty default, which means an empty list.
  return text === null ? null : parse(text);
}

function readText(name: string, env: Environment): string {
  const file = env[`${name}_FILE`];
  if (file === undefined) return env[name] ?? '';
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new WrongValue(`cannot be read: ${name}_FILE names ${file} (${code})`);
  }
}

function unknownNames(env: Environment): string[] {
  const known = new Set(Object.values(SETTINGS).flatMap(({ name }) => [name, `${name}_FILE`]));
  const unknown = Object.keys(env).filter((name) => name.startsWith('SAGASU_') && !known.has(name));
  return unknown.map((name) => {
    const closest = closestName(name, known, 3);
    return `${name} is not a setting${closest === null ? '' : `; did you mean ${closest}?`}`;
  });
}

/** Addresses of the three stores, which every process needs. */
export interface StoreUrls {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly elasticsearchUrls: readonly string[];
}

/**
 * The addresses of the stores for a process.
 * @throws ConfigError that names each store without an address; also if the process would not log in to PostgreSQL as its own role.
 */
export function requireStores(config: Config, name: ProcessName): StoreUrls {
  const { databaseUrl, redisUrl, elasticsearchUrls } = config;
  if (databaseUrl === null || redisUrl === null || elasticsearchUrls === null) {
    const missing = [
      databaseUrl === null && 'DATABASE_URL',
      redisUrl === null && 'REDIS_URL',
      elasticsearchUrls === null && 'ELASTICSEARCH_URL',
    ].filter(Boolean);
    throw new ConfigError(`set ${missing.join(', ')}, or use \`npm start\`, which starts the missing stores`);
  }
  assertOwnRole(databaseUrl, name);
  return { databaseUrl, redisUrl, elasticsearchUrls };
}
