/** Stores rows of an export of this or another Sagasu unchanged. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { EXPORTED_COLUMNS, EXTRA_FILE_COLUMNS, TOMBSTONE_COLUMNS } from '../mappings/archive-export.ts';
import type { Board } from '../mappings/board.ts';
import { numbersOf, type PostNumber } from '../mappings/post.ts';
import type { NamedPostColumn } from '../mappings/postgres/post-columns.ts';
import { transaction, withConnection } from '../platform/postgres.ts';
import { changing } from './change-posts.ts';
import { withinStoredLine } from './archived-line.ts';
import { RAW_LINES, inPieces } from './copy-text.ts';
import { lockBoard, lockThreads } from './post-lock.ts';
import { purgeContent } from './purge-posts.ts';
import type { Slices } from './slices.ts';
import { NOTIFY_INDEXER, markDirtyOf } from '../mappings/postgres/thread-marks.ts';
import { recordModeration, type Moderation } from './record-moderation.ts';

const CREATE_STAGING = `
drop table if exists pg_temp.staged_lines;
create temporary table staged_lines (line jsonb not null)`;

const COPY_STAGED = `copy staged_lines (line) from stdin with (${RAW_LINES})`;

/** Reads the whole staging table. $1 posts per slice. */
const SELECT_SLICES = `select min((line->>'num')::bigint) as num from staged_lines group by (line->>'num')::bigint / $1::bigint`;

const given = (columns: readonly NamedPostColumn[]): string => `
  select ${columns.map(({ name, type }) => (type === 'bytea' ? `decode(r.${name}, 'hex') as ${name}` : `r.${name}`)).join(', ')}
  from staged_lines cross join lateral jsonb_to_record(line)
    as r (${columns.map(({ name, type }) => `${name} ${type === 'bytea' ? 'text' : type}`).join(', ')})`;

const names = EXPORTED_COLUMNS.map(({ name }) => name);
/** Keeps this archive's file if the export has none. */
const KEPT = new Set(['media_hash_src', 'media_hash_thb']);
const columnsOf = (table: string): string => names.map((name) => `${table}.${name}`).join(', ');
const merged = (stored: string, archived: string): string =>
  names
    .map((name) => (KEPT.has(name) ? `coalesce(${archived}.${name}, ${stored}.${name})` : `${archived}.${name}`))
    .join(', ');

/**
 * The version of a post that was modified later wins as a whole, except that posts hidden in this archive stay hidden and purged posts
 * stay purged. Index: posts_pkey, tombstones_pkey, moderated_threads_pkey, audit_log_posts, dirty_pkey. $1 board, $2 now.
 */
const MERGE_ARCHIVED = `
with given as materialized (${given(EXPORTED_COLUMNS)}
), judged as (
  select given.*, stored.num is null as is_new, stored.hidden as was_hidden,
    moderated.thread is not null as in_moderated,
    moderated.purged is true or exists (
      select 1 from tombstones t where t.board_id = $1 and t.num = given.num and t.subnum = given.subnum) as is_purged,
    stored.num is not null and given.time_modified < stored.time_modified as is_older
  from given
  left join lateral (
    select p.num, p.hidden, p.time_modified from posts p
    where p.board_id = $1 and p.num = given.num and p.subnum = given.subnum limit 1
  ) stored on true
  left join moderated_threads moderated on moderated.board_id = $1 and moderated.thread = given.thread
), final as (
  select ${names
    .map((name) =>
      name === 'hidden'
        ? `hidden or (is_new and in_moderated) or (was_hidden is true and (in_moderated or exists (
      select 1 from audit_log l where l.board_id = $1 and l.action = 'posts.hide' and l.target ? 'posts'
        and l.target->'posts' ? (judged.num || case when subnum = 0 then '' else '_' || subnum end)))) as hidden`
        : name,
    )
    .join(', ')},
    is_new
  from judged where not is_purged and not is_older
), changed as (
  select final.* from final
  left join lateral (
    select p.* from posts p where not final.is_new and p.board_id = $1 and p.num = final.num and p.subnum = final.subnum limit 1
  ) stored on true
  where stored.num is null or (stored.time_purged is null and (${columnsOf('stored')}) is distinct from (${merged('stored', 'final')}))
), written as (
  insert into posts (board_id, ${names.join(', ')}, rev)
  select $1, ${columnsOf('changed')}, nextval('post_rev') from changed order by num, subnum
  on conflict (board_id, num, subnum) do update set
    (${names.join(', ')}) = row (${merged('posts', 'excluded')}), rev = nextval('post_rev')
  where posts.time_purged is null and posts.time_modified <= excluded.time_modified
  returning num, subnum, thread, rev, old.num is not null as was_there
), marked as (
  ${markDirtyOf('written', { board: '$1', now: '$2' })}
)
select (select count(*) from given)::int as read,
  (select count(*) from written where not was_there)::int as added,
  (select count(*) from written where was_there)::int as changed,
  (select count(*) from judged where is_purged)::int as purged,
  (select count(*) from judged where is_older and not is_purged)::int as older,
  array(select thread from judged where is_purged or is_older
    union select thread from written where was_there)::text[] as threads,
  (select ${NOTIFY_INDEXER} from marked limit 1) as told`;

export interface WrittenArchived {
  readonly read: number;
  readonly added: number;
  readonly changed: number;
  /** Posts that are purged in this archive. */
  readonly purged: number;
  /** Posts that were modified later in this archive than in the export. */
  readonly older: number;
  /** Threads in which this archive's posts may differ from the export's: their counts must be updated. */
  readonly threads: readonly number[];
  /** Posts with texts that were too long to be stored whole. */
  readonly shortened: number;
}

/**
 * Stores lines of JSON with the exported columns under the board's lock. Each post must occur once.
 * @throws DatabaseError of class 22 or 23 for lines that the table refuses; then nothing is stored.
 */
export async function writeArchived(
  pool: pg.Pool,
  slices: Slices,
  board: Pick<Board, 'id' | 'sliceSize'>,
  sent: readonly string[],
  now: Date,
): Promise<WrittenArchived> {
  const checked = sent.map(withinStoredLine);
  return withConnection(pool, async (client) => {
    await stage(
      client,
      slices,
      board,
      checked.map(({ line }) => line),
    );
    const row = await transaction(client, async () => {
      await lockBoard(client, board.id);
      const { rows } = await client.query<Omit<WrittenArchived, 'threads' | 'shortened'> & { threads: string[] }>(
        MERGE_ARCHIVED,
        [board.id, now],
      );
      if (sent.some((line) => line.includes('"extra_files":'))) await mergeExtraFiles(client, board.id, now);
      return rows[0];
    });
    if (row === undefined) throw new Error('an aggregate returns one row');
    await client.query('drop table staged_lines');
    const { read, added, changed, purged, older, threads } = row;
    const shortened = checked.filter((line) => line.shortened).length;
    return { read, added, changed, purged, older, threads: threads.map(Number), shortened };
  });
}

async function stage(
  client: pg.PoolClient,
  slices: Slices,
  board: Pick<Board, 'id' | 'sliceSize'>,
  lines: readonly string[],
): Promise<void> {
  await client.query(CREATE_STAGING);
  await pipeline(Readable.from(inPieces(lines.map((line) => `${line}\n`))), client.query(copyFrom(COPY_STAGED)));
  await client.query('analyze staged_lines');
  // Before the transaction: creating a partition locks the whole table.
  const { rows } = await client.query<{ num: string }>(SELECT_SLICES, [board.sliceSize]);
  await slices.ensure(
    board,
    rows.map(({ num }) => Number(num)),
    client,
  );
}

const FILE_COLUMNS = EXTRA_FILE_COLUMNS.map(({ name }) => name);
const fileColumns = (prefix: string, renamed: (name: string) => string = (name) => `${prefix}.${name}`): string =>
  FILE_COLUMNS.map(renamed).join(', ');

/**
 * The additional files of the posts that the export describes as they are now stored: the rows become those of the export, except that
 * this archive's files stay where the export has none. Reads the whole staging table. Index: posts_pkey, post_files_pkey. $1 board.
 * Returns the posts whose files changed.
 */
const MERGE_EXTRA_FILES = `
with given as materialized (
  select p.num, p.subnum, ${EXTRA_FILE_COLUMNS.map(({ name, type }) =>
    type === 'bytea' ? `decode(f.${name}, 'hex') as ${name}` : `f.${name}`,
  ).join(', ')}
  from staged_lines s
  join posts p on p.board_id = $1 and p.num = (s.line->>'num')::bigint and p.subnum = (s.line->>'subnum')::int
    and p.time_purged is null and p.time_modified = (s.line->>'time_modified')::timestamptz
  cross join lateral jsonb_to_recordset(s.line->'extra_files')
    as f (${EXTRA_FILE_COLUMNS.map(({ name, type }) => `${name} ${type === 'bytea' ? 'text' : type}`).join(', ')})
  where s.line ? 'extra_files'
), dropped as (
  delete from post_files f using (select distinct num, subnum from given) g
  where f.board_id = $1 and f.num = g.num and f.subnum = g.subnum
    and not exists (select from given o where o.num = f.num and o.subnum = f.subnum and o.place = f.place)
  returning f.num, f.subnum
), written as (
  insert into post_files as f (board_id, num, subnum, ${fileColumns('', (name) => name)})
  select $1, num, subnum, ${fileColumns('given')} from given order by num, subnum, place
  on conflict (board_id, num, subnum, place) do update set ${FILE_COLUMNS.filter((name) => name !== 'place')
    .map((name) => `${name} = ${KEPT.has(name) ? `coalesce(excluded.${name}, f.${name})` : `excluded.${name}`}`)
    .join(', ')}
  where (${fileColumns('f')}) is distinct from (${fileColumns('', (name) =>
    KEPT.has(name) ? `coalesce(excluded.${name}, f.${name})` : `excluded.${name}`,
  )})
  returning f.num, f.subnum
)
select num, subnum from written union select num, subnum from dropped`;

/** Indexes: posts_pkey, post_files_pkey. $1 board, $2 now, $3 nums, $4 subnums. */
const COUNT_EXTRA_FILES = changing({
  set: `extra_files = (
    select max(f.place) from post_files f where f.board_id = p.board_id and f.num = p.num and f.subnum = p.subnum)`,
  from: 'unnest($3::bigint[], $4::int[]) as named (num, subnum)',
  where: 'p.num = named.num and p.subnum = named.subnum',
});

/** Most exports do not contain any. */
async function mergeExtraFiles(client: pg.PoolClient, boardId: number, now: Date): Promise<void> {
  const { rows } = await client.query<{ num: string; subnum: number }>(MERGE_EXTRA_FILES, [boardId]);
  if (rows.length === 0) return;
  const posts = rows.map(({ num, subnum }) => ({ num: Number(num), subnum }));
  await client.query(COUNT_EXTRA_FILES, [boardId, now, ...numbersOf(posts)]);
}

/** Reads the whole staging table, and posts by posts_pkey. $1 board. */
const READ_TOMBSTONES = `
with given as (${given(TOMBSTONE_COLUMNS)})
select given.num, given.subnum, coalesce(p.thread, given.thread) as thread, p.num is not null as is_here, p.time_purged is not null as is_purged
from given left join posts p on p.board_id = $1 and p.num = given.num and p.subnum = given.subnum
order by given.num, given.subnum`;

/** Index: posts_pkey, dirty_pkey. Inserts purged rows for posts that were never stored in this archive. $1 board, $2 now. */
const ADD_PURGED = `
with given as (${given(TOMBSTONE_COLUMNS)}
), written as (
  insert into posts (board_id, num, subnum, thread, opener, time_posted, time_modified, time_purged, hidden, rev)
  select $1, num, subnum, thread, opener, time_posted, time_modified, time_purged, true, nextval('post_rev') from given
  on conflict (board_id, num, subnum) do nothing
  returning thread, rev
), marked as (
  ${markDirtyOf('written', { board: '$1', now: '$2' })}
)
select count(*)::int as written, (select ${NOTIFY_INDEXER} from marked limit 1) as told from written`;

interface FoundTombstone {
  readonly num: string;
  readonly subnum: number;
  readonly thread: string;
  readonly is_here: boolean;
  readonly is_purged: boolean;
}

/**
 * Purges the posts of these tombstones, which are lines of JSON, and prevents those that are not stored from ever being stored. Returns
 * the number of newly purged posts.
 */
export async function writeTombstones(
  pool: pg.Pool,
  slices: Slices,
  board: Pick<Board, 'id' | 'sliceSize'>,
  lines: readonly string[],
  by: Moderation,
): Promise<number> {
  return withConnection(pool, async (client) => {
    await stage(client, slices, board, lines);
    const { rows: found } = await client.query<FoundTombstone>(READ_TOMBSTONES, [board.id]);
    const purged = await transaction(client, async () => {
      const lock = await lockThreads(
        client,
        board.id,
        found.filter(({ is_purged: is }) => !is).map(({ thread }) => Number(thread)),
      );
      const { rows } = await client.query<FoundTombstone>(READ_TOMBSTONES, [board.id]);
      const open = rows.filter(({ is_purged: is }) => !is);
      if (open.length === 0) return 0;
      await client.query(ADD_PURGED, [board.id, by.now]);
      const here = numbers(open.filter(({ is_here: is }) => is));
      await purgeContent(lock, here, [...new Set(open.map(({ thread }) => Number(thread)))], by);
      const all = numbers(open);
      await client.query(ADD_TOMBSTONES, [board.id, ...numbersOf(all), by.now, by.actor, by.reason]);
      await recordModeration(client, board.id, 'purge', all, by);
      return open.length;
    });
    await client.query('drop table staged_lines');
    return purged;
  });
}

/** Index: tombstones_pkey. $1 board, $2 nums, $3 subnums, $4 now, $5 actor, $6 reason. */
const ADD_TOMBSTONES = `
insert into tombstones (board_id, num, subnum, purged_at, purged_by, reason)
select $1, num, subnum, $4, $5, $6 from unnest($2::bigint[], $3::int[]) as t (num, subnum)
on conflict do nothing`;

function numbers(rows: readonly FoundTombstone[]): readonly PostNumber[] {
  return rows.map(({ num, subnum }) => ({ num: Number(num), subnum }));
}
