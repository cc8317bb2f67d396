/** Applies a change of a file's record to the files of posts: under the locks of their threads, with new revs and index marks. */
import type pg from 'pg';
import { inTransaction, prepared } from '../../../platform/postgres.ts';
import { setFileColumn, type FileColumn, type FilePlace } from '../../../store/change-posts.ts';
import { lockThreads } from '../../../store/post-lock.ts';
import type { UnappliedChange } from './unapplied-change.ts';

/** Posts of one transaction. They belong to one board, so that thread locks are taken in one order. */
const BATCH = 200;

const COLUMNS: Readonly<Record<string, FileColumn>> = {
  sha256: 'media_hash_src',
  width: 'media_dims_src_w',
  height: 'media_dims_src_h',
};

/** The value of the column in the text form of `dump_changes`. */
const asText = (column: FileColumn): string =>
  column === 'media_hash_src' ? `encode(p.${column}, 'hex')` : `p.${column}::text`;

/** Index: posts_media_hash, post_files_media_hash. $1 MD5, $2 size, $3 value before, $4 value after, $5 limit. */
const findFiles = (column: FileColumn): string => `
select p.board_id, p.num, p.subnum, p.place, p.thread from files_of_posts p
where p.media_hash = $1 and p.media_size = $2 and p.time_purged is null
  and ${asText(column)} is not distinct from $3 and ${asText(column)} is distinct from $4
order by p.board_id, p.thread, p.num, p.subnum, p.place limit $5`;

/** Index: dump_change_posts_pkey. $1 change, $2 board, $3 nums, $4 subnums, $5 places, $6 value before. */
const REMEMBER = `
insert into dump_change_posts (change_id, board_id, num, subnum, place, before)
select $1, $2, named.num, named.subnum, named.place, $6 from unnest($3::bigint[], $4::int[], $5::int[]) as named (num, subnum, place)
on conflict do nothing`;

interface FileRow {
  readonly board_id: number;
  readonly num: string;
  readonly subnum: number;
  readonly place: number;
  readonly thread: string;
}

const toPlace = ({ num, subnum, place }: FileRow): FilePlace => ({ num: Number(num), subnum, place });
/** Arrays of nums, subnums and places. */
const placesOf = (files: readonly FilePlace[]) => [
  files.map(({ num }) => num),
  files.map(({ subnum }) => subnum),
  files.map(({ place }) => place),
];

/** Changes some of the posts that name the file and have the record's previous value. Returns true if there may be more. */
export async function changePosts(pool: pg.Pool, change: UnappliedChange, now: Date): Promise<boolean> {
  const column = COLUMNS[change.field];
  if (column === undefined) return false;
  const values = [change.md5, change.size, change.before, change.after, BATCH];
  const { rows } = await pool.query<FileRow>(prepared(findFiles(column), values));
  const [first] = rows;
  if (first === undefined) return false;
  const batch = rows.filter((row) => row.board_id === first.board_id);
  return inTransaction(pool, async (client) => {
    const lock = await lockThreads(
      client,
      first.board_id,
      batch.map(({ thread }) => Number(thread)),
    );
    const changed = await setFileColumn(
      lock,
      { column, md5: change.md5, files: batch.map(toPlace), from: change.before, to: change.after },
      now,
    );
    await client.query(REMEMBER, [change.id, first.board_id, ...placesOf(changed), change.before]);
    return changed.length > 0;
  });
}

/** Files of posts that the change has altered, sorted by board. Indexes: dump_change_posts_pkey, posts_pkey. $1 change, $2 limit. */
const FIND_CHANGED = `
select c.board_id, c.num, c.subnum, c.place, c.before, p.thread from dump_change_posts c
join posts p on p.board_id = c.board_id and p.num = c.num and p.subnum = c.subnum
where c.change_id = $1 order by c.board_id, p.thread, c.num, c.subnum, c.place limit $2`;

/** Index: dump_change_posts_pkey. $1 change, $2 board, $3 nums, $4 subnums, $5 places. */
const FORGET = `
delete from dump_change_posts c using unnest($3::bigint[], $4::int[], $5::int[]) as named (num, subnum, place)
where c.change_id = $1 and c.board_id = $2 and c.num = named.num and c.subnum = named.subnum and c.place = named.place`;

/** Reverts some of the posts. A file that has another value by now keeps it. Returns true if there may be more. */
export async function revertPosts(pool: pg.Pool, change: UnappliedChange, now: Date): Promise<boolean> {
  const column = COLUMNS[change.field];
  if (column === undefined) return false;
  const { rows } = await pool.query<FileRow & { before: string | null }>(prepared(FIND_CHANGED, [change.id, BATCH]));
  const [first] = rows;
  if (first === undefined) return false;
  const batch = rows.filter((row) => row.board_id === first.board_id);
  await inTransaction(pool, async (client) => {
    const lock = await lockThreads(
      client,
      first.board_id,
      batch.map(({ thread }) => Number(thread)),
    );
    for (const before of new Set(batch.map((row) => row.before))) {
      const files = batch.filter((row) => row.before === before).map(toPlace);
      await setFileColumn(lock, { column, md5: change.md5, files, from: change.after, to: before }, now);
    }
    await client.query(FORGET, [change.id, first.board_id, ...placesOf(batch.map(toPlace))]);
  });
  return true;
}
