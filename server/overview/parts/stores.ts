/** The state of the stores, and the space on their disks. */
import { stat, statfs } from 'node:fs/promises';
import texts from '../../../mappings/locales/en/overview.json' with { type: 'json' };
import { INDEX_QUEUE, MEDIA_QUEUE, REBUILD_QUEUE } from '../../../mappings/queues.ts';
import { toError } from '../../../platform/errors.ts';
import { infoOf } from '../../../platform/redis-info.ts';
import { storeReason } from '../../health/store-reason.ts';
import type { OverviewContext, OverviewPart, PartLine } from '../part.ts';
import { DATABASE_FOLDER, LOCAL_DATASTORES } from '../sql.ts';

/** A store that takes longer counts as unreachable. */
const ANSWER_MS = 2_000;
const HREF = '/admin/queues';

export const storesPart: OverviewPart = {
  name: 'stores',
  role: ['admin', 'all'],
  texts,
  async read(context) {
    const lines = await Promise.all([
      up('PostgreSQL', context.pool.query('select 1')),
      readCluster(context),
      up('Redis', context.redis.ping()),
      measureRedis(context).catch(() => null),
      measureQueues(context).catch(() => null),
    ]);
    const found = lines.filter((line) => line !== null);
    for (const { name, kind } of found) {
      context.measure('sagasu_store_up', kind === 'stores.down' ? 0 : 1, { store: name ?? '' });
    }
    return found;
  },
};

async function up(name: string, answer: Promise<unknown>): Promise<PartLine> {
  const failure = await failureOf(answer);
  return failure === null ? { kind: 'stores.up', state: 'ok', name } : downLine(name, failure);
}

/** Elasticsearch lists its causes in further lines of the message. */
function downLine(name: string, error: Error): PartLine {
  const [detail = ''] = error.message.split('\n');
  const isRefused = storeReason(error) === 'login_refused';
  return {
    kind: 'stores.down',
    state: 'error',
    name,
    detail: detail || 'connection refused',
    ...(isRefused && { reason: 'login_refused' }),
  };
}

async function failureOf(answer: Promise<unknown>): Promise<Error | null> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${ANSWER_MS / 1_000} s`)), ANSWER_MS);
  return Promise.race([answer, promise])
    .then(
      () => null,
      (error: unknown) => toError(error),
    )
    .finally(() => clearTimeout(timer));
}

/** A user of a hosted Redis may have no right to INFO. */
async function measureRedis({ redis, measure }: OverviewContext): Promise<null> {
  const info = infoOf(await redis.info());
  const limit = Number(info.get('maxmemory') ?? 0);
  measure('sagasu_redis_used_memory_bytes', Number(info.get('used_memory') ?? 0));
  if (limit > 0) measure('sagasu_redis_max_memory_bytes', limit);
  const writes = ['aof_last_write_status', 'aof_last_bgrewrite_status', 'rdb_last_bgsave_status'];
  measure('sagasu_redis_persistence_failed', writes.some((name) => info.get(name) === 'err') ? 1 : 0);
  return null;
}

const QUEUES = [INDEX_QUEUE, REBUILD_QUEUE, MEDIA_QUEUE];
/** The keys of BullMQ, by the state of the jobs that they list. Failed jobs are removed (platform/bull-queue.ts). */
const JOBS = [
  ['waiting', 'llen', 'wait'],
  ['active', 'llen', 'active'],
  ['delayed', 'zcard', 'delayed'],
] as const;

async function measureQueues({ redis, queuePrefix, measure }: OverviewContext): Promise<null> {
  const counts = QUEUES.flatMap((queue) => JOBS.map(([state, command, key]) => ({ queue, state, command, key })));
  const numbers = await Promise.all(
    counts.map(async ({ queue, command, key }) => redis[command](`${queuePrefix}:${queue}:${key}`)),
  );
  for (const [at, { queue, state }] of counts.entries()) measure('sagasu_jobs', numbers[at] ?? 0, { queue, state });
  return null;
}

async function readCluster({ elasticsearch, measure }: OverviewContext): Promise<PartLine> {
  const name = 'Elasticsearch';
  try {
    const health = await elasticsearch.cluster.health({}, { requestTimeout: ANSWER_MS, maxRetries: 0 });
    const missing = health.unassigned_shards;
    for (const status of ['green', 'yellow', 'red'])
      measure('sagasu_elasticsearch_status', health.status === status ? 1 : 0, { status });
    measure('sagasu_elasticsearch_nodes', health.number_of_nodes);
    measure('sagasu_elasticsearch_unassigned_shards', missing);
    if (health.status === 'green') return { kind: 'stores.up', state: 'ok', name };
    const state = health.status === 'red' ? 'error' : 'warning';
    return { kind: 'stores.shards', state, name, number: missing, detail: `status ${health.status}`, href: HREF };
  } catch (error) {
    return downLine(name, toError(error));
  }
}

interface Disk {
  readonly name: string;
  readonly free: number;
  readonly size: number;
}

const DATABASE = 'PostgreSQL';

export const disksPart: OverviewPart = {
  name: 'disks',
  role: ['admin', 'all'],
  texts,
  async read(context) {
    const database = await databaseFolder(context);
    const folders = database === null ? context.folders : { ...context.folders, [DATABASE]: database };
    const [local, nodes] = await Promise.all([localDisks({ ...context, folders }), nodeDisks(context).catch(() => [])]);
    for (const { name: disk, free, size } of [...local, ...nodes]) {
      context.measure('sagasu_disk_free_bytes', free, { disk });
      context.measure('sagasu_disk_size_bytes', size, { disk });
    }
    return [
      ...[...local, ...nodes].map((disk) => lineOf(disk, context.limits.overviewFreePercent / 100)),
      ...(database === null ? [{ kind: 'disks.unreadable', state: 'ok', name: DATABASE } as const] : []),
    ];
  },
};

function lineOf({ name, free, size }: Disk, low: number): PartLine {
  const share = size === 0 ? 0 : free / size;
  const state = share < low / 2 ? 'error' : share < low ? 'warning' : 'ok';
  return { kind: state === 'ok' ? 'disks.free' : 'disks.low', state, name, number: free, unit: 'bytes' };
}

/** The folder of PostgreSQL's files; null if it runs on another machine, or does not tell its folder. */
async function databaseFolder({ pool }: OverviewContext): Promise<string | null> {
  const { rows } = await pool.query<{ folder: string | null }>(DATABASE_FOLDER);
  const folder = rows[0]?.folder ?? null;
  if (folder === null) return null;
  return statfs(folder).then(
    () => folder,
    () => null,
  );
}

/** One line for each disk, named by the folders on it. Folders that do not exist yet are left out. */
async function localDisks({ pool, folders }: OverviewContext): Promise<Disk[]> {
  const { rows } = await pool.query<{ name: string; base: string }>(LOCAL_DATASTORES);
  const places = [
    ...Object.entries(folders).map(([name, folder]) => ({ name, folder })),
    ...rows.filter(({ base }) => base.startsWith('/')).map(({ name, base }) => ({ name, folder: base })),
  ];
  const found = new Map<number, { readonly names: string[]; readonly folder: string }>();
  for (const { name, folder } of places) {
    const about = await stat(folder).catch(() => null);
    if (about === null) continue;
    const disk = found.get(about.dev);
    if (disk === undefined) found.set(about.dev, { names: [name], folder });
    else disk.names.push(name);
  }
  const disks: Disk[] = [];
  for (const { names, folder } of found.values()) {
    const { bavail, blocks, bsize } = await statfs(folder);
    disks.push({ name: names.join(', '), free: bavail * bsize, size: blocks * bsize });
  }
  return disks;
}

async function nodeDisks({ elasticsearch }: OverviewContext): Promise<Disk[]> {
  const { nodes } = await elasticsearch.nodes.stats({ metric: 'fs' }, { requestTimeout: ANSWER_MS, maxRetries: 0 });
  return Object.values(nodes).map(({ name, fs }) => ({
    name: `Elasticsearch ${name ?? ''}`.trim(),
    free: fs?.total?.available_in_bytes ?? 0,
    size: fs?.total?.total_in_bytes ?? 0,
  }));
}
