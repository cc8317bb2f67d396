/** Imports into a world, in this process, and reads what was stored. */
import type pg from 'pg';
import { importAsagi, type ImportOptions } from '../../asagi/import-asagi.ts';
import type { ImportReport } from '../../asagi/report.ts';
import { ASAGI_COLUMNS } from '../../asagi/tables.ts';
import { openSource } from '../../dump/open-source.ts';
import { listBoards, upsertBoard } from '../../../../store/boards/boards.ts';
import { createPostgresPool } from '../../../../platform/postgres.ts';
import { pauseAutovacuum } from '../../../../store/bulk-load.ts';
import { createSlices } from '../../../../store/slices.ts';
import { UNWATCHED } from '../../watch.ts';
import { loginUrl } from '../../../../test/support/logins.ts';
import type { World } from '../../../../test/support/world.ts';

export async function importFiles(
  { pool: owner, databaseUrl }: Pick<World, 'pool' | 'databaseUrl'>,
  paths: readonly string[],
  {
    onRows = () => undefined,
    bulkRows = Infinity,
    ...options
  }: Partial<ImportOptions> & { readonly onRows?: (rows: number) => void; readonly bulkRows?: number } = {},
): Promise<ImportReport> {
  const source = await openSource(paths, ASAGI_COLUMNS);
  const pool = createPostgresPool({ url: loginUrl(databaseUrl, 'importer'), maxConnections: 5 });
  const known = new Map((await listBoards(pool)).map((board) => [board.name, board]));
  const url = 'http://127.0.0.1:9';
  try {
    return await importAsagi(
      source,
      {
        pool,
        slices: createSlices(pool),
        bulkRows,
        pauseAutovacuum: async ({ id }) => pauseAutovacuum(owner, id),
        openBoard: async ({ name, title }) =>
          known.get(name) ??
          (await upsertBoard(owner, {
            name,
            title,
            worksafe: true,
            source: '4chan',
            url,
            mediaUrl: url,
            closed: true,
          })),
        ban: async (hashes) => {
          for (const hash of hashes) {
            await owner.query(
              `insert into banned_media (hash, banned_by) values ($1, 'test') on conflict (hash) do nothing`,
              [Buffer.from(hash, 'hex')],
            );
          }
        },
        watchOf: () => UNWATCHED,
        isStopped: () => false,
        onPlan: () => undefined,
        onProgress: (pass, rows) => {
          if (pass === 'writing') onRows(rows);
        },
      },
      {
        boards: [],
        clock: null,
        dryRun: false,
        withRemoved: false,
        fromStart: false,
        repairEncoding: false,
        now: new Date(),
        ...options,
      },
    );
  } finally {
    await source.close();
    await pool.end();
  }
}

export interface StoredPost {
  readonly board: string;
  readonly num: number;
  readonly subnum: number;
  readonly thread: number;
  readonly opener: boolean;
  readonly utc: number;
  readonly deleted: number | null;
  readonly name: string | null;
  readonly subject: string | null;
  readonly tripcode: string | null;
  readonly email: string | null;
  readonly capcode: string | null;
  readonly country: string | null;
  readonly posterid: string | null;
  readonly comment: string | null;
  readonly media_hash: string | null;
  readonly media_name: string | null;
  readonly media_type: string | null;
  readonly media_time: number | null;
  readonly media_size: number | null;
  readonly uncertain: boolean;
  readonly flags: readonly string[];
  readonly extra: Readonly<Record<string, unknown>> | null;
  readonly rev: number;
}

export async function readPosts(pool: pg.Pool): Promise<StoredPost[]> {
  const { rows } = await pool.query<StoredPost>(`
    select b.name as board, p.num::float8, p.subnum, p.thread::float8, p.opener, extract(epoch from p.time_posted)::float8 as utc,
      extract(epoch from p.time_deleted_post)::float8 as deleted, p.name, p.subject, p.tripcode, p.email, p.capcode, p.country, p.posterid,
      p.comment, encode(p.media_hash, 'base64') as media_hash, p.media_name, p.media_type, p.media_time::float8, p.media_size,
      p.extra->'asagi' ? 'times' as uncertain, coalesce(p.extra->'asagi'->'flags', '[]') as flags, p.extra, p.rev::float8
    from posts p join boards b on b.id = p.board_id order by b.name, p.num, p.subnum`);
  return rows;
}
