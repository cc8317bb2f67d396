/** Conditions of an upgrade, as long as the database lacks migrations of this version. */
import type pg from 'pg';
import { MAPPING_VERSION } from '../../mappings/elasticsearch/post-index.ts';
import { pendingMigrations } from '../../platform/migrate.ts';
import { faultIf, type Check, type DoctorContext, type Fault } from './check.ts';

const DAY_MS = 86_400_000;

/** Index: tasks_pkey. */
const LAST_BACKUP = `
select finished_at as at from tasks where kind = 'backup' and status = 'succeeded' order by id desc limit 1`;

/** Reads the small table. $1 mapping version. */
const OUTDATED_INDICES = `
select b.name as board, i.name from indices i join boards b on b.id = i.board_id
where i.state = 'live' and i.mapping_version < $1 order by b.name`;

/** Also true of databases of version 0.1.1. An empty database needs no upgrade. */
async function isToBeUpgraded(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ tables: boolean }>(
    `select to_regclass('public.migrations') is not null and to_regclass('public.tasks') is not null as tables`,
  );
  return rows[0]?.tables === true && (await pendingMigrations(pool)).length > 0;
}

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(bytes < 1e10 ? 1 : 0)} GB`;

interface Rebuild {
  readonly board: string;
  /** Size of its present indices. */
  readonly bytes: number;
}

/** The largest board whose indices need a rebuild; null if none does. */
export async function largestRebuild({
  pool,
  elasticsearch,
}: Pick<DoctorContext, 'pool' | 'elasticsearch'>): Promise<Rebuild | null> {
  const { rows } = await pool.query<{ board: string; name: string }>(OUTDATED_INDICES, [MAPPING_VERSION]);
  if (rows.length === 0) return null;
  const { indices = {} } = await elasticsearch.indices.stats({
    index: [...new Set(rows.map(({ name }) => name))],
    metric: 'store',
    // The check of indices names lost ones.
    querystring: { ignore_unavailable: true },
    filter_path: ['indices.*.total.store.size_in_bytes'],
  });
  const sizes = [...Map.groupBy(rows, ({ board }) => board)].map(([board, ofBoard]) => ({
    board,
    bytes: ofBoard.reduce((sum, { name }) => sum + (indices[name]?.total?.store?.size_in_bytes ?? 0), 0),
  }));
  return sizes.toSorted((a, b) => b.bytes - a.bytes)[0] ?? null;
}

async function freeBytes({ elasticsearch }: Pick<DoctorContext, 'elasticsearch'>): Promise<number> {
  const { nodes } = await elasticsearch.nodes.stats({
    metric: 'fs',
    filter_path: ['nodes.*.fs.total.available_in_bytes'],
  });
  return Object.values(nodes).reduce((sum, { fs }) => sum + (fs?.total?.available_in_bytes ?? 0), 0);
}

/** Merges need the room of the new index a second time. Pure. */
export function roomFaults({ board, bytes }: Rebuild, free: number): readonly Fault[] {
  const needed = 2 * bytes;
  const text = `the rebuild of /${board}/ takes up to ${gigabytes(needed)}, and ${gigabytes(free)} are free`;
  return faultIf(free < needed, text);
}

export const UPGRADE_CHECKS: readonly Check[] = [
  {
    name: 'upgrade.backup',
    level: 'warning',
    needs: ['postgresql'],
    meaning:
      'After the migrations, an older version refuses the database. The way back begins with a backup from before them.',
    fix: 'sagasu backup FOLDER --recipient age1…, with the version that runs now',
    async run({ pool, now }) {
      if (!(await isToBeUpgraded(pool))) return [];
      const { rows } = await pool.query<{ at: Date | null }>(LAST_BACKUP);
      const at = rows[0]?.at ?? null;
      if (at === null) return [{ text: 'there is no backup from before the upgrade' }];
      const days = Math.floor((now().getTime() - at.getTime()) / DAY_MS);
      if (days < 1) return [];
      return [{ text: `the last backup before the upgrade is ${days} day${days === 1 ? '' : 's'} old` }];
    },
  },
  {
    name: 'upgrade.disk',
    level: 'warning',
    needs: ['postgresql', 'elasticsearch'],
    meaning: 'The upgrade needs a rebuild of the indices, which waits while their disks have no room for it.',
    fix: 'enlarge the disks of Elasticsearch before sagasu reindex --all',
    async run(context) {
      if (!(await isToBeUpgraded(context.pool))) return [];
      const largest = await largestRebuild(context);
      return largest === null ? [] : roomFaults(largest, await freeBytes(context));
    },
  },
];
