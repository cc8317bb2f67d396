/**
 * Every setting of every process, in one table: name in the environment, kind, default, meaning. docs/CONFIG.md is
 * tested against it.
 */
type Kind = 'text' | 'secret' | 'port' | 'integer' | 'url' | 'path' | 'flag';

interface Setting {
  readonly kind: Kind;
  readonly fallback: string | null;
  readonly meaning: string;
}

const setting = (kind: Kind, fallback: string | null, meaning: string): Setting => ({ kind, fallback, meaning });

export const SETTINGS = {
  SAGASU_PORT: setting('port', '8080', 'Port of the server: pages and API.'),
  SAGASU_HOST: setting('text', '127.0.0.1', 'Address the server listens on. 0.0.0.0 opens it to other machines.'),
  SAGASU_PUBLIC_URL: setting(
    'url',
    null,
    'Address under which readers reach the server; with https, the cookie of admins is bound to it.',
  ),
  SAGASU_CRAWLERS: setting(
    'flag',
    'true',
    'Whether search engines may index the archive. With false, robots.txt keeps them out, answers ask not to be indexed, and there are no sitemaps.',
  ),
  SAGASU_DATA: setting('path', './data', 'Folder for everything that is kept: databases, indices, files, logs.'),
  SAGASU_SECRET: setting(
    'secret',
    null,
    'Signs cursors; at least 32 characters. `npm start` makes one and keeps it in the data folder. SAGASU_SECRET_FILE names a file that holds it.',
  ),
  SAGASU_CAPTURES: setting(
    'path',
    null,
    'Folder of captured boards that the demo source replays; without it, generated boards.',
  ),
  SAGASU_DEMO_PORT: setting('port', '9700', 'Port of the demo source.'),
  SAGASU_DEMO_PACE: setting(
    'integer',
    '4000',
    'Milliseconds between two events (a new post, an edit, a deletion) of the demo source; 0 stands still.',
  ),
  DATABASE_URL: setting(
    'url',
    null,
    'PostgreSQL. When set, no PostgreSQL is started. DATABASE_URL_FILE names a file that holds it.',
  ),
  REDIS_URL: setting(
    'url',
    null,
    'Redis or Valkey. When set, none is started. REDIS_URL_FILE names a file that holds it.',
  ),
  ELASTICSEARCH_URL: setting(
    'url',
    null,
    'Elasticsearch, several addresses with commas. When set, none is started. ELASTICSEARCH_URL_FILE names a file that holds it.',
  ),
  SAGASU_POSTGRES_PORT: setting('port', '5632', 'Port of the PostgreSQL that is started.'),
  SAGASU_REDIS_PORT: setting('port', '6632', 'Port of the Redis that is started.'),
  SAGASU_ELASTICSEARCH_PORT: setting(
    'port',
    '9632',
    'HTTP port of the Elasticsearch that is started, and of its first node; further nodes take the next ones. Transport ports are 100 higher.',
  ),
  SAGASU_ELASTICSEARCH_HEAP_MB: setting(
    'integer',
    '1024',
    'Heap of each node of the Elasticsearch that is started, in MiB.',
  ),
  SAGASU_ELASTICSEARCH_NODES: setting(
    'integer',
    '1',
    'Nodes of the Elasticsearch that is started, an odd number; 3 make a cluster that outlives any one of them.',
  ),
  SAGASU_INDEX_PREFIX: setting('text', '', 'Stands before the name of every index and alias.'),
  SAGASU_INDEX_REPLICAS: setting(
    'integer',
    null,
    'Copies of each index beside the first. Without it 1 when SAGASU_ELASTICSEARCH_NODES is 3 or more, so that a node may die, and else 0. Set it to 1 for a cluster of your own.',
  ),
  SAGASU_QUEUE_PREFIX: setting('text', 'sagasu', 'Stands before the name of every key in Redis.'),
  SAGASU_INDEXER_CONCURRENCY: setting('integer', '128', 'Threads that one indexer has under way at once.'),
  SAGASU_REINDEX_KEEP_HOURS: setting(
    'integer',
    '24',
    'Hours for which the indices that a rebuild replaced are kept current, for a rollback.',
  ),
  SAGASU_VERIFY_INTERVAL_HOURS: setting(
    'integer',
    '24',
    'Hours between two verifications (with repair) of a board by itself; 0 for none.',
  ),
  SAGASU_RATE_LIMIT: setting(
    'integer',
    '600',
    'What requests of one address (of IPv6: one /64) to the API may cost a minute; 0 sets no limit. A request costs 1, a search more the more work it is.',
  ),
  SAGASU_RATE_LIMIT_KEY: setting('integer', '6000', 'The same for each key that says nothing else (`sagasu key`).'),
  SAGASU_RATE_LIMIT_ADMIN: setting('integer', '6000', 'The same for each signed-in admin.'),
  SAGASU_SEARCH_TIMEOUT_MS: setting('integer', '2000', 'Milliseconds after which a search is stopped.'),
  SAGASU_SEARCH_THREADS: setting(
    'integer',
    '1000000',
    'Threads that are listed for one condition on opening posts (`op.subject:`, `op.comment:`). One that holds for more is asked of the threads that a search meets: its posts are found all the same, but counted about, and without facets and timeline.',
  ),
  SAGASU_SEARCH_CONCURRENCY: setting(
    'integer',
    null,
    'Questions that one server asks Elasticsearch at once; 50 more wait in turn. Without it two for each core of its machine.',
  ),
  SAGASU_EXPORTS: setting('integer', '4', 'Exports of searches that one server works on at once.'),
  SAGASU_EXPORT_ROWS: setting('integer', '10000', 'Rows that an export has at most; 0 allows none.'),
  SAGASU_EXPORT_ROWS_ADMIN: setting('integer', '1000000', 'The same for an export by a signed-in admin.'),
  SAGASU_SCRAPER_INTERVAL_MS: setting(
    'integer',
    '10000',
    'Shortest time between two looks at a board, in milliseconds.',
  ),
  SAGASU_SCRAPER_HOST_DELAY_MS: setting(
    'integer',
    '1000',
    'Least time between two requests to one host, in milliseconds. Sources ask for 1000.',
  ),
  SAGASU_SCRAPER_OWN_ORIGIN: setting(
    'url',
    null,
    "Origin of a source of one's own, asked without the delay between requests. `npm start` sets it to the demo source.",
  ),
  SAGASU_SCRAPER_PRIVATE_HOSTS: setting(
    'text',
    '',
    'Hosts of sources, with commas, that may be at private addresses. All others must be at public ones, except 127.0.0.1, ::1 and localhost where a board names them.',
  ),
  SAGASU_SCRAPER_PROXIES: setting(
    'text',
    '',
    'Proxies by host, with commas: a.example.org=http://proxy.example:3128. Hosts that are not named are asked directly. A proxy checks addresses itself.',
  ),
  SAGASU_USER_AGENT: setting(
    'text',
    'Sagasu/0.1 (an archive; set SAGASU_USER_AGENT to name its operator)',
    'What the scraper says it is, with a way to reach the operator.',
  ),
  SAGASU_MEDIA: setting(
    'path',
    null,
    'Folder of the files that are archived, and from where on the folders of datastores count; without it `media` in the data folder.',
  ),
  SAGASU_MEDIA_CONCURRENCY: setting(
    'integer',
    '4',
    'Files that one scraper has under way at once; 0 fetches none. Hosts are asked no more often for it.',
  ),
  SAGASU_S3_ACCESS_KEY_ID: setting('secret', null, 'For datastores of the kind s3.'),
  SAGASU_S3_SECRET_ACCESS_KEY: setting(
    'secret',
    null,
    'For datastores of the kind s3. SAGASU_S3_SECRET_ACCESS_KEY_FILE names a file that holds it.',
  ),
  SAGASU_S3_REGION: setting('text', 'us-east-1', 'For datastores of the kind s3.'),
  SAGASU_BOARDS_FILE: setting(
    'path',
    null,
    'JSON file of boards to archive: [{"name","title","source","url","media_url"}]. Added to what `sagasu board add` wrote.',
  ),
  SAGASU_METRICS_PORT: setting(
    'port',
    '0',
    'Port on 127.0.0.1 for the metrics of scraper or indexer; 0 opens none. With `npm start` the indexer takes the next one.',
  ),
  SAGASU_LOG_LEVEL: setting('text', 'info', 'trace, debug, info, warn, error or silent.'),
  SAGASU_LOG_FORMAT: setting('text', 'json', 'json, or pretty for people.'),
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;
