/** Applies a change of a file's record to the columns of its posts: under the locks of their threads, with new revs and index marks. */
import type pg from 'pg';
import type { PostNumber } from '../../../mappings/post.ts';
import { inTransaction, prepared } from '../../../platform/postgres.ts';
import { setFileColumn, type FileColumn } from '../../../store/change-posts.ts';
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

/** Index: posts_media_hash. $1 MD5, $2 size, $3 value before, $4 value after, $5 limit. */
const findPosts = (column: FileColumn): string => `
select p.board_id, p.num, p.subnum, p.thread from posts p
where p.media_hash = $1 and p.media_size = $2 and p.time_purged is null
  and ${asText(column)} is not distinct from $3 and ${asText(column)} is distinct from $4
order by p.board_id, p.thread, p.num, p.subnum limit $5`;

/** Index: dump_change_posts_pkey. $1 change, $2 board, $3 nums, $4 subnums, $5 value before. */
const REMEMBER = `
insert into dump_change_posts (change_id, board_id, num, subnum, before)
select $1, $2, named.num, named.subnum, $5 from unnest($3::bigint[], $4::int[]) as named (num, subnum)
on conflict do nothing`;

interface PostRow {
  readonly board_id: number;
  readonly num: string;
  readonly subnum: number;
  readonly thread: string;
}

const toNumber = ({ num, subnum }: Pick<PostRow, 'num' | 'subnum'>): PostNumber => ({ num: Number(num), subnum });

/** Changes some of the posts that name the file and have the record's previous value. Returns true if there may be more. */
export async function changePosts(pool: pg.Pool, change: UnappliedChange, now: Date): Promise<boolean> {
  const column = COLUMNS[change.field];
  if (column === undefined) return false;
  const values = [change.md5, change.size, change.before, change.after, BATCH];
  const { rows } = await pool.query<PostRow>(prepared(findPosts(column), values));
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
      { column, md5: change.md5, posts: batch.map(toNumber), from: change.before, to: change.after },
      now,
    );
    await client.query(REMEMBER, [
      change.id,
      first.board_id,
      changed.map(({ num }) => num),
      changed.map(({ subnum }) => subnum),
      change.before,
    ]);
    return changed.length > 0;
  });
}

/** Posts that the change has altered, sorted by board. Indexes: dump_change_posts_pkey, posts_pkey. $1 change, $2 limit. */
const FIND_CHANGED = `
select c.board_id, c.num, c.subnum, c.before, p.thread from dump_change_posts c
join posts p on p.board_id = c.board_id and p.num = c.num and p.subnum = c.subnum
where c.change_id = $1 order by c.board_id, p.thread, c.num, c.subnum limit $2`;

/** Index: dump_change_posts_pkey. $1 change, $2 board, $3 nums, $4 subnums. */
const FORGET = `
delete from dump_change_posts c using unnest($3::bigint[], $4::int[]) as named (num, subnum)
where c.change_id = $1 and c.board_id = $2 and c.num = named.num and c.subnum = named.subnum`;

/** Reverts some of the posts. A post that has another value by now keeps it. Returns true if there may be more. */
export async function revertPosts(pool: pg.Pool, change: UnappliedChange, now: Date): Promise<boolean> {
  const column = COLUMNS[change.field];
  if (column === undefined) return false;
  const { rows } = await pool.query<PostRow & { before: string | null }>(prepared(FIND_CHANGED, [change.id, BATCH]));
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
      const posts = batch.filter((row) => row.before === before).map(toNumber);
      await setFileColumn(lock, { column, md5: change.md5, posts, from: change.after, to: before }, now);
    }
    await client.query(FORGET, [
      change.id,
      first.board_id,
      batch.map(({ num }) => num),
      batch.map(({ subnum }) => subnum),
    ]);
  });
  return true;
}
