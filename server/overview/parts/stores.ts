/** The state of the stores, and the space on their disks. */
import { stat, statfs } from 'node:fs/promises';
import texts from '../../../mappings/locales/en/overview.json' with { type: 'json' };
import { toError } from '../../../platform/errors.ts';
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
    ]);
    return lines.flat();
  },
};

async function up(name: string, answer: Promise<unknown>): Promise<PartLine> {
  const failure = await failureOf(answer);
  return failure === null
    ? { kind: 'stores.up', state: 'ok', name }
    : { kind: 'stores.down', state: 'error', name, detail: failure };
}

async function failureOf(answer: Promise<unknown>): Promise<string | null> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${ANSWER_MS / 1_000} s`)), ANSWER_MS);
  return Promise.race([answer, promise])
    .then(
      () => null,
      (error: unknown) => toError(error).message || 'connection refused',
    )
    .finally(() => clearTimeout(timer));
}

async function readCluster({ elasticsearch }: OverviewContext): Promise<PartLine> {
  const name = 'Elasticsearch';
  try {
    const health = await elasticsearch.cluster.health({}, { requestTimeout: ANSWER_MS, maxRetries: 0 });
    const missing = health.unassigned_shards;
    if (health.status === 'green') return { kind: 'stores.up', state: 'ok', name };
    const state = health.status === 'red' ? 'error' : 'warning';
    return { kind: 'stores.shards', state, name, number: missing, detail: `status ${health.status}`, href: HREF };
  } catch (error) {
    return { kind: 'stores.down', state: 'error', name, detail: toError(error).message };
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
