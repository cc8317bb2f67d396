/**
 * Versions and settings of the three stores. stack/ starts the stores with them, docker-compose.yml configures the stock
 * images in the same way, and a test compares the two.
 */
import { MAX_BUCKETS } from '../mappings/elasticsearch/post-index.ts';

export const ELASTICSEARCH_VERSION = '9.2.4';
export const POSTGRES_MAJOR = 18;
/** BullMQ's scripts and multi-part append-only files need 7 or later. */
export const REDIS_MIN_MAJOR = 7;
export const JAVA_MIN_MAJOR = 21;

/** Arguments of initdb. The built-in C.UTF-8 sorts by code point, on every machine alike. */
export const POSTGRES_INIT: readonly string[] = [
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--auth=scram-sha-256',
];

/** PostgreSQL is the source of truth: acknowledged transactions survive a crash. */
export const POSTGRES_SETTINGS: Readonly<Record<string, string>> = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_wal_size: '2GB',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** Settings that depend on the machine (platform/store-sizes.ts). */
export function sizedPostgresSettings({
  postgresSharedBuffersMb,
  postgresConnections,
}: Readonly<Record<'postgresSharedBuffersMb' | 'postgresConnections', number | string>>): Readonly<
  Record<string, string>
> {
  return { max_connections: String(postgresConnections), shared_buffers: `${postgresSharedBuffersMb}MB` };
}

/** Redis holds queued jobs: they are written to disk every second and never evicted. */
export const REDIS_SETTINGS: Readonly<Record<string, string>> = {
  appendonly: 'yes',
  appendfsync: 'everysec',
  'maxmemory-policy': 'noeviction',
  // No snapshots: the append-only file is the copy on disk.
  save: '',
};

export const CLUSTER_NAME = 'sagasu';

/**
 * Undeclared indices and deletes by wildcard are mistakes, so the server refuses them. Scripts stay permitted because the
 * pipelines of the stock image need them; the Elasticsearch of stack/ has no script language installed.
 */
export const ELASTICSEARCH_SETTINGS: Readonly<Record<string, string>> = {
  'cluster.name': CLUSTER_NAME,
  'node.name': 'sagasu-1',
  'discovery.type': 'single-node',
  'xpack.security.enabled': 'true',
  'cluster.routing.allocation.disk.threshold_enabled': 'true',
  'action.auto_create_index': 'false',
  'action.destructive_requires_name': 'true',
  'indices.query.bool.max_nested_depth': '20',
  'search.max_buckets': String(MAX_BUCKETS),
};

/**
 * Elasticsearch stops writing before the disk is full: indexing waits, while PostgreSQL, which may be on the same disk, continues and
 * loses nothing. Free space is set in absolute numbers, because the defaults in percent block large disks on which dozens of gigabytes
 * are free. No replica is created below `low`, no index below `high`, and nothing is written below `flood_stage`.
 */
export function watermarkSettings(
  freeMb: Readonly<Record<'low' | 'high' | 'floodStage', string>>,
): Record<string, string> {
  return {
    'cluster.routing.allocation.disk.watermark.low': `${freeMb.low}mb`,
    'cluster.routing.allocation.disk.watermark.high': `${freeMb.high}mb`,
    'cluster.routing.allocation.disk.watermark.flood_stage': `${freeMb.floodStage}mb`,
  };
}

/** The watermarks of one setting: half of the space for `high`, and a quarter for `flood_stage`. */
export function watermarksBelow(freeMb: number): Record<string, string> {
  const share = (part: number) => String(Math.floor(freeMb / part));
  return watermarkSettings({ low: share(1), high: share(2), floodStage: share(4) });
}
