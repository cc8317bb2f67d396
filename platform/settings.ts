/**
 * Every setting of every process: field of the configuration, name in the environment, form, default and meaning. The
 * configuration's type is derived from these tables, and docs/CONFIG.md lists them, which a test checks.
 */
import { MODULES } from './modules.ts';
import { alerts } from './alert-settings.ts';
import { monitoring } from './monitoring-settings.ts';
import { overview } from './overview-settings.ts';
import { startedStores } from './started-store-settings.ts';
import { setting, type Setting } from './setting.ts';
import {
  archives,
  between,
  flag,
  hosts,
  integer,
  networks,
  port,
  postgresUrl,
  proxies,
  redisUrl,
  secret,
  text,
  webUrl,
  webUrls,
} from './setting-values.ts';

const stores = {
  databaseUrl: setting(
    'DATABASE_URL',
    postgresUrl,
    null,
    'Address of PostgreSQL: `postgres://user:password@host/database`, or on the same machine with the folder of its socket, `postgres://user:password@/database?host=/run/postgresql`. Commands and `npm start` log in as the owner of the database, each other process in its own role; some commands also do (docs/operations/one-machine.md). With PgBouncer in transaction mode, its own address and the one of PostgreSQL: `postgres://user:password@pgbouncer:6432/database?direct=postgresql:5432`. Without it `npm start` starts a PostgreSQL.',
  ),
  redisUrl: setting(
    'REDIS_URL',
    redisUrl,
    null,
    'Address of Redis or Valkey: `redis://:password@host/0`, or on the same machine with its socket, `redis://:password@localhost/0?path=/run/redis/redis.sock`; `rediss://` uses TLS. With sentinels, the host is the name of the primary: `redis://:password@primary/0?sentinels=10.0.0.1:26379,10.0.0.2:26379`, and `&sentinel_password=…` is their password. Clusters are not supported. Without it `npm start` starts a Redis.',
  ),
  elasticsearchUrls: setting(
    'ELASTICSEARCH_URL',
    webUrls,
    null,
    'Address of Elasticsearch, `http://` or `https://`, or several separated by commas: `https://user:password@host:9200`, or with an API key `https://host:9200?api_key=…`. `?ca=FILE` names the certificate of a private authority. Without it `npm start` starts an Elasticsearch.',
  ),
  scraperPassword: setting(
    'SAGASU_SCRAPER_DATABASE_PASSWORD',
    text,
    null,
    'Password that `sagasu migrate` gives the role sagasu_scraper, as which scrapers log in to PostgreSQL. `npm start` chooses one.',
  ),
  indexerPassword: setting(
    'SAGASU_INDEXER_DATABASE_PASSWORD',
    text,
    null,
    'The same for sagasu_indexer, the role of indexers.',
  ),
  serverPassword: setting(
    'SAGASU_SERVER_DATABASE_PASSWORD',
    text,
    null,
    'The same for sagasu_server, the role of servers.',
  ),
  importerPassword: setting(
    'SAGASU_IMPORTER_DATABASE_PASSWORD',
    text,
    null,
    'The same for sagasu_importer, as which `sagasu import` writes what it reads. The import needs it too.',
  ),
  importPassword: setting(
    'SAGASU_IMPORT_PASSWORD',
    text,
    null,
    'Password of the database that `sagasu import` reads, so that it need not stand in the command.',
  ),
  indexPrefix: setting('SAGASU_INDEX_PREFIX', text, '', 'Prefix of the names of all indices and aliases.'),
  indexReplicas: setting(
    'SAGASU_INDEX_REPLICAS',
    integer(9),
    null,
    'Replicas of each index. By default 1 when SAGASU_ELASTICSEARCH_NODES is 3 or more, otherwise 0. Set it to 1 for an Elasticsearch cluster of your own.',
  ),
  indexRefreshSeconds: setting(
    'SAGASU_INDEX_REFRESH_SECONDS',
    between(1, 60),
    '1',
    'Seconds until searches find a new or changed post (`index.refresh_interval`), 1 to 60. More costs less work while posts arrive. Applies to all indices when an indexer starts.',
  ),
  queuePrefix: setting('SAGASU_QUEUE_PREFIX', text, 'sagasu', 'Prefix of the names of all keys in Redis.'),
  dataDir: setting(
    'SAGASU_DATA',
    text,
    './data',
    'Folder for everything that Sagasu keeps: databases, indices, files, logs.',
  ),
};

const server = {
  port: setting('SAGASU_PORT', port, '8080', 'Port of the server, for pages and API.'),
  host: setting(
    'SAGASU_HOST',
    text,
    '127.0.0.1',
    'Address that the server listens on. 0.0.0.0 makes it reachable from other machines.',
  ),
  publicUrl: setting(
    'SAGASU_PUBLIC_URL',
    webUrl,
    null,
    'Address at which readers reach the server, http:// or https://. With https, the session cookie of admins is sent over https only.',
  ),
  contact: setting(
    'SAGASU_CONTACT',
    text,
    null,
    'How readers reach you: an e-mail address or a link, which forms show. Without it no board takes ghost posts.',
  ),
  tripcodeSecret: setting(
    'SAGASU_TRIPCODE_SECRET',
    text,
    null,
    'Key of secure tripcodes (`Name##secret`), in base64: the `secure_tripcode_salt` of FoolFuuka. Without it they are refused.',
  ),
  trustedProxies: setting(
    'SAGASU_TRUSTED_PROXIES',
    networks,
    '',
    "Addresses of reverse proxies in front of the server, and networks in CIDR notation, separated by commas. Only their `X-Forwarded-For` says which client sent a request; without it all readers behind a proxy share the proxy's limits.",
  ),
  secret: setting(
    'SAGASU_SECRET',
    secret(32),
    null,
    'Key that signs search cursors, device cookies and proofs of work, at least 32 characters. `npm start` creates one and keeps it in the data folder.',
  ),
  crawlers: setting(
    'SAGASU_CRAWLERS',
    flag,
    'true',
    'Whether search engines may index the archive. With false, robots.txt excludes them, responses carry noindex, and there are no sitemaps.',
  ),
  crawlDelay: setting(
    'SAGASU_CRAWL_DELAY',
    integer(60),
    '1',
    'Seconds that robots.txt asks crawlers to let pass between two requests (`Crawl-delay`). A crawler that sends requests faster is refused with 429, from each network apart. 0 means no delay.',
  ),
  proofWhileBusy: setting(
    'SAGASU_PROOF_WHILE_BUSY',
    flag,
    'false',
    'Whether search pages and statistics ask browsers for a proof of work while the server is busy, once in six hours. Browsers without scripts wait 20 seconds. Threads, feeds, the API and callers with a key are never asked.',
  ),
  rateLimit: setting(
    'SAGASU_RATE_LIMIT',
    integer(),
    '600',
    'API request cost allowed per minute for each IPv4 address or IPv6 /64, eight times as much for an IPv6 /48 and for all browsers with a reader pass in one network; 0 disables the limit. A request costs 1; a search costs more the more work it is, and the password of a ghost post 12.',
  ),
  rateLimitKey: setting(
    'SAGASU_RATE_LIMIT_KEY',
    integer(),
    '6000',
    'The same limit for each API key without a limit of its own (`sagasu key`).',
  ),
  rateLimitAdmin: setting('SAGASU_RATE_LIMIT_ADMIN', integer(), '6000', 'The same limit for each signed-in admin.'),
};

const search = {
  searchTimeoutMs: setting(
    'SAGASU_SEARCH_TIMEOUT_MS',
    integer(),
    '2000',
    'Milliseconds after which a search is cancelled.',
  ),
  searchConcurrency: setting(
    'SAGASU_SEARCH_CONCURRENCY',
    integer(10_000),
    null,
    'Requests that one server sends to Elasticsearch at once; 50 more wait in a queue. By default two per CPU core.',
  ),
  searchThreads: setting(
    'SAGASU_SEARCH_THREADS',
    integer(),
    '1000000',
    'Most threads that one condition on opening posts (`op.subject:`, `op.comment:`) may match; a search whose condition matches more is refused.',
  ),
  searchCounted: setting(
    'SAGASU_SEARCH_COUNTED',
    integer(),
    '2000000',
    'Most hits that a search counts in all indices together; beyond them its total is a lower bound. 0 counts all hits.',
  ),
  exports: setting(
    'SAGASU_EXPORTS',
    integer(),
    '4',
    'Exports of search results, and threads as zip files, that one server sends at once, at most one for each caller.',
  ),
  exportRows: setting('SAGASU_EXPORT_ROWS', integer(), '10000', 'Most rows of an export; 0 disables exports.'),
  exportRowsAdmin: setting(
    'SAGASU_EXPORT_ROWS_ADMIN',
    integer(),
    '1000000',
    'Most rows of an export by a signed-in admin or a key with the scope `export`.',
  ),
};

const indexer = {
  indexerConcurrency: setting(
    'SAGASU_INDEXER_CONCURRENCY',
    integer(),
    '128',
    'Threads that one indexer processes at once.',
  ),
  reindexKeepHours: setting(
    'SAGASU_REINDEX_KEEP_HOURS',
    integer(10_000),
    '24',
    'Hours for which the indices that a rebuild replaced are kept up to date for a rollback.',
  ),
  shareIndexBelow: setting(
    'SAGASU_SHARE_INDEX_BELOW',
    integer(10_000_000),
    '0',
    'Boards with at most this many posts share search indices, so that a search of many small boards reads few of them; a board that ' +
      'grows beyond it gets an index of its own. 0: every board has its own. Applies to new boards, and to others when they are rebuilt.',
  ),
  verifyIntervalHours: setting(
    'SAGASU_VERIFY_INTERVAL_HOURS',
    integer(10_000),
    '24',
    'Hours between two scheduled verifications (with repair) of a board; 0 disables them.',
  ),
};

const scraper = {
  userAgent: setting(
    'SAGASU_USER_AGENT',
    text,
    'Sagasu/0.1 (an archive; set SAGASU_USER_AGENT to name its operator)',
    'User-Agent that the scraper sends to sources. Include a way to contact you.',
  ),
  scraperIntervalMs: setting(
    'SAGASU_SCRAPER_INTERVAL_MS',
    integer(),
    '10000',
    'Shortest time between two polls of a board, in milliseconds.',
  ),
  scraperHostDelayMs: setting(
    'SAGASU_SCRAPER_HOST_DELAY_MS',
    integer(),
    '1000',
    'Shortest time between two requests to one host, in milliseconds. Sources ask for 1000.',
  ),
  scraperOwnOrigin: setting(
    'SAGASU_SCRAPER_OWN_ORIGIN',
    webUrl,
    null,
    'Origin of a source that you run yourself; requests to it are not delayed. `npm start` sets it to the demo source.',
  ),
  scraperPrivateHosts: setting(
    'SAGASU_SCRAPER_PRIVATE_HOSTS',
    hosts,
    '',
    'Hosts of sources that may resolve to private addresses, separated by commas. Other hosts must resolve to public addresses, except 127.0.0.1, ::1 and localhost where a board names them.',
  ),
  scraperProxies: setting(
    'SAGASU_SCRAPER_PROXIES',
    proxies,
    '',
    'HTTP proxies by host, separated by commas: a.example.org=http://proxy.example:3128. Other hosts are requested directly. The addresses of proxied hosts are not checked.',
  ),
  boardsFile: setting(
    'SAGASU_BOARDS_FILE',
    text,
    null,
    'JSON file of boards to archive: [{"name","title","source","source_name","url","media_url","worksafe","closed","slice_size"}]. They are added to those of `sagasu board add`. "closed": true closes a board at every start, so that it is never requested; false opens it.',
  ),
};

const files = {
  mediaDir: setting(
    'SAGASU_MEDIA',
    text,
    null,
    'Folder of the archived files; relative folders of datastores are relative to it. By default `media` in the data folder.',
  ),
  mediaConcurrency: setting(
    'SAGASU_MEDIA_CONCURRENCY',
    integer(64),
    '4',
    'Files that one scraper fetches at once; 0 disables fetching. The delay between requests to one host applies all the same.',
  ),
  sourceFiles: setting(
    'SAGASU_SOURCE_FILES',
    flag,
    'false',
    "Whether pages and APIs lead readers to the source for files that are not archived. With false, readers' browsers load files from this archive and its datastores only.",
  ),
  otherArchives: setting(
    'SAGASU_OTHER_ARCHIVES',
    archives,
    '',
    'Other archives that the menu of a post links to, separated by commas: name=https://archive.example/{board}/post/{num}. `{thread}` may stand there too. Names of boards behind the address, separated by spaces, say which it has; without them it has all.',
  ),
  staffToken: setting(
    'SAGASU_STAFF_TOKEN',
    text,
    null,
    'API key of an account, for whom `sagasu post hide`, `post show`, `ban` and `filter` act, with its rights and in the role `sagasu_server`; they then need no owner of the database.',
  ),
  sharedFiles: setting(
    'SAGASU_SHARED_FILES',
    webUrl,
    null,
    'Bucket of an S3-compatible store, with a folder in it if you like, `https://host/bucket/folder`: exports, packages and files of contributors, the log of removals and the first datastore lie there, so that several machines share no folder. Without it they lie in the data folder.',
  ),
  s3AccessKeyId: setting(
    'SAGASU_S3_ACCESS_KEY_ID',
    text,
    null,
    'Access key ID for SAGASU_SHARED_FILES and datastores of kind s3.',
  ),
  s3SecretAccessKey: setting('SAGASU_S3_SECRET_ACCESS_KEY', text, null, 'Secret access key for the same.'),
  s3Region: setting('SAGASU_S3_REGION', text, 'us-east-1', 'Region for the same.'),
};

const demo = {
  demoHost: setting(
    'SAGASU_DEMO_HOST',
    text,
    '127.0.0.1',
    'Address that the demo source listens on. Whoever reaches it can post there and change posts.',
  ),
  demoPort: setting('SAGASU_DEMO_PORT', port, '9700', 'Port of the demo source.'),
  demoPaceMs: setting(
    'SAGASU_DEMO_PACE',
    integer(),
    '4000',
    'Milliseconds between two events (a new post, an edit, a deletion) of the demo source; 0 stops it.',
  ),
  capturesDir: setting(
    'SAGASU_CAPTURES',
    text,
    null,
    'Folder of captured boards that the demo source serves in place of generated ones.',
  ),
};

/** The settings of all modules of a union. */
type SettingsOf<Module> = [Module] extends [never]
  ? object
  : (Module extends { readonly settings: infer Settings } ? (given: Settings) => void : never) extends (
        given: infer All,
      ) => void
    ? All
    : never;

/** The sections of docs/CONFIG.md. */
export const SETTING_GROUPS: Readonly<Record<string, Readonly<Record<string, Setting<unknown>>>>> = {
  Stores: stores,
  'Stores that `npm start` starts': startedStores,
  Server: server,
  Search: search,
  Indexer: indexer,
  Scraper: scraper,
  ...Object.fromEntries(MODULES.map(({ title, settings }) => [title, settings])),
  Files: files,
  'Logs and metrics': monitoring,
  'Overview of staff': overview,
  Alerts: alerts,
  'Demo source': demo,
};

const ofModules: SettingsOf<(typeof MODULES)[number]> = Object.assign({}, ...MODULES.map(({ settings }) => settings));

export const SETTINGS = {
  ...stores,
  ...startedStores,
  ...server,
  ...search,
  ...indexer,
  ...scraper,
  ...ofModules,
  ...files,
  ...monitoring,
  ...overview,
  ...alerts,
  ...demo,
};

/** The values by field; null for an optional setting that is not set. */
export type ParsedSettings = {
  readonly [Field in keyof typeof SETTINGS]: (typeof SETTINGS)[Field] extends Setting<infer T> ? T : never;
};
