/** The settings (settings.ts) as a process uses them. Nothing else reads the environment. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { availableParallelism } from 'node:os';
import { ConfigError } from './errors.ts';
import { closestName } from '../mappings/closest-name.ts';
import { SETTINGS, type SettingName } from './settings.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly publicUrl: string | null;
  readonly crawlers: boolean;
  readonly dataDir: string;
  readonly secret: string | null;
  readonly capturesDir: string | null;
  readonly demoPort: number;
  readonly demoPaceMs: number;
  readonly databaseUrl: string | null;
  readonly redisUrl: string | null;
  readonly elasticsearchUrls: readonly string[] | null;
  readonly postgresPort: number;
  readonly redisPort: number;
  readonly elasticsearchPort: number;
  readonly elasticsearchHeapMb: number;
  readonly elasticsearchNodes: number;
  readonly indexPrefix: string;
  readonly indexReplicas: number;
  readonly queuePrefix: string;
  readonly indexerConcurrency: number;
  readonly reindexKeepHours: number;
  readonly verifyIntervalHours: number;
  readonly rateLimit: number;
  readonly rateLimitAdmin: number;
  readonly rateLimitKey: number;
  readonly searchTimeoutMs: number;
  readonly searchThreads: number;
  readonly searchConcurrency: number;
  readonly exports: number;
  readonly exportRows: number;
  readonly exportRowsAdmin: number;
  readonly scraperIntervalMs: number;
  readonly scraperHostDelayMs: number;
  readonly scraperOwnOrigin: string | null;
  readonly scraperPrivateHosts: ReadonlySet<string>;
  /** By host. */
  readonly scraperProxies: ReadonlyMap<string, string>;
  readonly userAgent: string;
  readonly mediaDir: string;
  readonly mediaConcurrency: number;
  readonly s3AccessKeyId: string | null;
  readonly s3SecretAccessKey: string | null;
  readonly s3Region: string;
  readonly boardsFile: string | null;
  readonly metricsPort: number;
  readonly logLevel: string;
  readonly logFormat: string;
}

/** @throws ConfigError with every wrong setting in one message. */
export function readConfig(env: Environment = process.env): Config {
  const problems: string[] = [];
  const read = (name: SettingName): string | null => {
    const file = env[`${name}_FILE`];
    if (file !== undefined && SETTINGS[name].kind !== 'path') {
      try {
        return readFileSync(file, 'utf8').trim();
      } catch (error) {
        problems.push(`${name}_FILE: cannot read ${file} (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
        return null;
      }
    }
    const value = env[name];
    return value === undefined || value === '' ? SETTINGS[name].fallback : value;
  };
  const text = (name: SettingName): string => read(name) ?? '';
  const integer = (name: SettingName, max = Number.MAX_SAFE_INTEGER): number => {
    const value = read(name) ?? '';
    if (!/^\d{1,15}$/.test(value) || Number(value) > max) {
      problems.push(`${name} must be a whole number from 0 to ${max}, not "${value}"`);
    }
    return Number(value);
  };
  const port = (name: SettingName): number => integer(name, 65_535);
  const nodes = integer('SAGASU_ELASTICSEARCH_NODES', 9);
  if (nodes <= 9 && nodes % 2 === 0) {
    problems.push(
      `SAGASU_ELASTICSEARCH_NODES must be odd, not ${nodes}: nodes go on as long as more than half of them run, so of ${nodes} no more may die than of ${Math.max(nodes - 1, 1)}`,
    );
  }
  const url = (name: SettingName): string | null => {
    const value = read(name);
    if (value !== null && !URL.canParse(value)) problems.push(`${name} must be a URL`);
    return value;
  };
  const flag = (name: SettingName): boolean => {
    const value = text(name);
    if (value !== 'true' && value !== 'false') problems.push(`${name} must be true or false, not "${value}"`);
    return value === 'true';
  };
  const proxies = (name: SettingName): ReadonlyMap<string, string> => {
    const parts = text(name)
      .split(',')
      .map((part) => part.trim());
    const pairs = parts.filter((part) => part !== '').map((part) => /^([^=]+)=(https?:\/\/.+)$/.exec(part));
    if (pairs.some((pair) => pair === null || !URL.canParse(pair[2] ?? '')))
      problems.push(`${name} must be host=http://proxy, or several with commas`);
    return new Map(pairs.map((pair) => [pair?.[1]?.toLowerCase() ?? '', pair?.[2] ?? '']));
  };
  const secret = read('SAGASU_SECRET');
  if (secret !== null && secret.length < 32) problems.push('SAGASU_SECRET must have at least 32 characters');
  const elasticsearchUrls =
    read('ELASTICSEARCH_URL')
      ?.split(',')
      .map((part) => part.trim()) ?? null;
  if (elasticsearchUrls?.some((part) => !URL.canParse(part)))
    problems.push('ELASTICSEARCH_URL must be a URL, or several with commas');
  const config: Config = {
    port: port('SAGASU_PORT'),
    host: text('SAGASU_HOST'),
    publicUrl: url('SAGASU_PUBLIC_URL'),
    crawlers: flag('SAGASU_CRAWLERS'),
    dataDir: text('SAGASU_DATA'),
    secret,
    capturesDir: read('SAGASU_CAPTURES'),
    demoPort: port('SAGASU_DEMO_PORT'),
    demoPaceMs: integer('SAGASU_DEMO_PACE'),
    databaseUrl: url('DATABASE_URL'),
    redisUrl: url('REDIS_URL'),
    elasticsearchUrls,
    postgresPort: port('SAGASU_POSTGRES_PORT'),
    redisPort: port('SAGASU_REDIS_PORT'),
    elasticsearchPort: port('SAGASU_ELASTICSEARCH_PORT'),
    elasticsearchHeapMb: integer('SAGASU_ELASTICSEARCH_HEAP_MB'),
    elasticsearchNodes: nodes,
    indexPrefix: text('SAGASU_INDEX_PREFIX'),
    indexReplicas: read('SAGASU_INDEX_REPLICAS') === null ? Number(nodes > 1) : integer('SAGASU_INDEX_REPLICAS', 9),
    queuePrefix: text('SAGASU_QUEUE_PREFIX'),
    indexerConcurrency: integer('SAGASU_INDEXER_CONCURRENCY'),
    reindexKeepHours: integer('SAGASU_REINDEX_KEEP_HOURS', 10_000),
    verifyIntervalHours: integer('SAGASU_VERIFY_INTERVAL_HOURS', 10_000),
    rateLimit: integer('SAGASU_RATE_LIMIT'),
    rateLimitAdmin: integer('SAGASU_RATE_LIMIT_ADMIN'),
    rateLimitKey: integer('SAGASU_RATE_LIMIT_KEY'),
    searchTimeoutMs: integer('SAGASU_SEARCH_TIMEOUT_MS'),
    searchThreads: integer('SAGASU_SEARCH_THREADS'),
    searchConcurrency:
      read('SAGASU_SEARCH_CONCURRENCY') === null
        ? 2 * availableParallelism()
        : integer('SAGASU_SEARCH_CONCURRENCY', 10_000),
    exports: integer('SAGASU_EXPORTS'),
    exportRows: integer('SAGASU_EXPORT_ROWS'),
    exportRowsAdmin: integer('SAGASU_EXPORT_ROWS_ADMIN'),
    scraperIntervalMs: integer('SAGASU_SCRAPER_INTERVAL_MS'),
    scraperHostDelayMs: integer('SAGASU_SCRAPER_HOST_DELAY_MS'),
    scraperOwnOrigin: url('SAGASU_SCRAPER_OWN_ORIGIN'),
    scraperPrivateHosts: new Set(
      text('SAGASU_SCRAPER_PRIVATE_HOSTS')
        .split(',')
        .map((host) => host.trim().toLowerCase())
        .filter((host) => host !== ''),
    ),
    scraperProxies: proxies('SAGASU_SCRAPER_PROXIES'),
    userAgent: text('SAGASU_USER_AGENT'),
    mediaDir: read('SAGASU_MEDIA') ?? join(text('SAGASU_DATA'), 'media'),
    mediaConcurrency: integer('SAGASU_MEDIA_CONCURRENCY', 64),
    s3AccessKeyId: read('SAGASU_S3_ACCESS_KEY_ID'),
    s3SecretAccessKey: read('SAGASU_S3_SECRET_ACCESS_KEY'),
    s3Region: text('SAGASU_S3_REGION'),
    boardsFile: read('SAGASU_BOARDS_FILE'),
    metricsPort: port('SAGASU_METRICS_PORT'),
    logLevel: text('SAGASU_LOG_LEVEL'),
    logFormat: text('SAGASU_LOG_FORMAT'),
  };
  const known = new Set(Object.keys(SETTINGS).flatMap((name) => [name, `${name}_FILE`]));
  for (const name of Object.keys(env)) {
    if (name.startsWith('SAGASU_') && !known.has(name))
      problems.push(`${name} is not a setting${suggestion(name, known)}`);
  }
  if (problems.length > 0) throw new ConfigError(problems.join('; '));
  return config;
}

/** The processes need all three stores; `npm start` fills in what it started. */
export interface StoreUrls {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly elasticsearchUrls: readonly string[];
}

/** @throws ConfigError that names each store without an address. */
export function requireStores(config: Config): StoreUrls {
  const { databaseUrl, redisUrl, elasticsearchUrls } = config;
  if (databaseUrl === null || redisUrl === null || elasticsearchUrls === null) {
    const missing = [
      databaseUrl === null && 'DATABASE_URL',
      redisUrl === null && 'REDIS_URL',
      elasticsearchUrls === null && 'ELASTICSEARCH_URL',
    ].filter(Boolean);
    throw new ConfigError(`set ${missing.join(', ')}, or use \`npm start\`, which starts what is missing`);
  }
  return { databaseUrl, redisUrl, elasticsearchUrls };
}

function suggestion(name: string, known: ReadonlySet<string>): string {
  const near = closestName(name, known, 3);
  return near === null ? '' : `; did you mean ${near}?`;
}
