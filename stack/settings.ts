/**
 * What the three stores run with, as data: stack/ starts them so, docker-compose.yml says the same of the stock images,
 * and a test compares the two.
 */
export const ELASTICSEARCH_VERSION = '9.2.4';
export const POSTGRES_MAJOR = 18;
/** BullMQ's scripts and multi-part append-only files want 7 or later. */
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

/** PostgreSQL holds the truth: what it has acknowledged survives a crash. */
export const POSTGRES_SETTINGS: Readonly<Record<string, string>> = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: '200',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** Redis holds queued jobs: written ahead at least every second, never evicted. */
export const REDIS_SETTINGS: Readonly<Record<string, string>> = {
  appendonly: 'yes',
  appendfsync: 'everysec',
  'maxmemory-policy': 'noeviction',
  // The append-only file is the copy on disk; snapshots beside it would only cost time.
  save: '',
};

/**
 * An index that nobody declared and a wildcard delete are mistakes here, so the server refuses them. Scripts are not forbidden:
 * the stock image's own pipelines fail without them, and here no script language is installed.
 */
export const ELASTICSEARCH_SETTINGS: Readonly<Record<string, string>> = {
  'cluster.name': 'sagasu',
  'node.name': 'sagasu-1',
  'discovery.type': 'single-node',
  'xpack.security.enabled': 'false',
  // A full development disk would otherwise turn every index read-only.
  'cluster.routing.allocation.disk.threshold_enabled': 'false',
  'action.auto_create_index': 'false',
  'action.destructive_requires_name': 'true',
  'indices.query.bool.max_nested_depth': '20',
  'search.max_buckets': '5000',
};
