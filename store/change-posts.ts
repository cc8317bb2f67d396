/**
 * Changes of stored posts that do not come from an observation. Every function runs in the lock's transaction, gives each changed row a
 * new rev, and marks its thread for the indexer. `now` becomes `time_modified`.
 */
import { numbersOf, type PostNumber } from '../mappings/post.ts';
import { prepared } from '../platform/postgres.ts';
import { NOTIFY_INDEXER, markDirtyOf } from '../mappings/postgres/thread-marks.ts';
import type { PostLock } from './post-lock.ts';

interface Change {
  /** Assignments other than the rev. */
  readonly set?: string;
  /** Relations to join. */
  readonly from?: string;
  /** Condition in addition to the board's. */
  readonly where: string;
  /** SQL expression for the time of the mark; `$2` by default. */
  readonly now?: string;
}

/** An UPDATE of posts `p`. $1 board, and $2 now unless the change names another time. */
export const changing = ({ set, from, where, now = '$2' }: Change): string => `
with written as (
  update posts p set ${set === undefined ? '' : `${set}, `}rev = nextval('post_rev')
  ${from === undefined ? '' : `from ${from}`}
  where p.board_id = $1 and ${where}
  returning p.thread, p.rev
), marked as (
  ${markDirtyOf('written', { board: '$1', now })}
)
select count(*)::int as posts, max(rev) as max_rev, (select ${NOTIFY_INDEXER} from marked limit 1) as told from written`;

interface ChangedRow {
  readonly posts: number;
  readonly max_rev: string | null;
}

export async function change(
  { client, boardId }: PostLock,
  statement: string,
  ...values: unknown[]
): Promise<ChangedRow> {
  const { rows } = await client.query<ChangedRow>(statement, [boardId, ...values]);
  const [row] = rows;
  if (row === undefined) throw new Error('an aggregate returns one row');
  return row;
}

const NAMED = 'unnest($3::bigint[], $4::int[]) as named (num, subnum)';
export const IS_NAMED_POST = 'p.num = named.num and p.subnum = named.subnum';
const OF_SOURCE = 'p.subnum = 0 and p.time_purged is null';

/**
 * Index: posts_pkey. $3 nums, $4 subnums, $5 comments as they were read, $6 new comments, $7 their source texts, where the comment does
 * not contain them.
 */
const SET_REVERSED_COMMENTS = changing({
  set: `comment = named.html, time_modified = $2,
    extra = jsonb_set(p.extra, '{asagi}', ((p.extra -> 'asagi') - 'original') || jsonb_strip_nulls(jsonb_build_object('original', named.original)))`,
  from: 'unnest($3::bigint[], $4::int[], $5::text[], $6::text[], $7::text[]) as named (num, subnum, before, html, original)',
  where: `${IS_NAMED_POST} and p.comment = named.before and p.extra -> 'asagi' ->> 'comment' = 'bbcode'`,
});

/** A comment that an import derived from another archive's text. */
export interface ReversedComment extends PostNumber {
  /** Skips posts whose comment has changed since. */
  readonly before: string;
  readonly html: string;
  readonly original: string | null;
}

/** Returns the number of changed rows. */
export async function setReversedComments(
  lock: PostLock,
  posts: readonly ReversedComment[],
  now: Date,
): Promise<number> {
  const texts = (['before', 'html', 'original'] as const).map((field) => posts.map((post) => post[field]));
  return (await change(lock, SET_REVERSED_COMMENTS, now, ...numbersOf(posts), ...texts)).posts;
}

const MISSED = 'unnest($3::bigint[], $4::timestamptz[]) as gone (num, missed_at)';

/** Index: posts_num or posts_pkey. $3 nums, $4 when each was first missing. */
const MARK_POSTS_DELETED = changing({
  set: 'time_deleted_post = gone.missed_at, time_modified = $2',
  from: MISSED,
  where: `p.num = gone.num and p.time_deleted_post is null and ${OF_SOURCE}`,
});

/** Index: posts_num or posts_pkey. $3 nums. */
const MARK_POSTS_PRESENT = changing({
  set: 'time_deleted_post = null, time_modified = $2',
  where: `p.num = any ($3::bigint[]) and p.time_deleted_post is not null and ${OF_SOURCE}`,
});

/** Index: posts_num or posts_pkey. $3 nums, $4 when each was first missing. */
const MARK_FILES_DELETED = changing({
  set: 'time_deleted_file = gone.missed_at, time_modified = $2',
  from: MISSED,
  where: `p.num = gone.num and p.time_deleted_file is null and ${OF_SOURCE}`,
});

/** Index: posts_num or posts_pkey. $3 nums. */
const MARK_FILES_PRESENT = changing({
  set: 'time_deleted_file = null, time_modified = $2',
  where: `p.num = any ($3::bigint[]) and p.time_deleted_file is not null and ${OF_SOURCE}`,
});

/** `missed`: num → when the post was first missing. Existing marks and ghost posts do not change. Returns the number of changed rows. */
export async function markPostsDeleted(lock: PostLock, missed: ReadonlyMap<number, Date>, now: Date): Promise<number> {
  if (missed.size === 0) return 0;
  return (await change(lock, MARK_POSTS_DELETED, now, [...missed.keys()], [...missed.values()])).posts;
}

/** Removes deletion marks. Returns the number of changed rows. */
export async function markPostsPresent(lock: PostLock, nums: readonly number[], now: Date): Promise<number> {
  return nums.length === 0 ? 0 : (await change(lock, MARK_POSTS_PRESENT, now, nums)).posts;
}

/** Like markPostsDeleted, for the posts' files. */
export async function markFilesDeleted(lock: PostLock, missed: ReadonlyMap<number, Date>, now: Date): Promise<number> {
  if (missed.size === 0) return 0;
  return (await change(lock, MARK_FILES_DELETED, now, [...missed.keys()], [...missed.values()])).posts;
}

/** Like markPostsPresent, for the posts' files. */
export async function markFilesPresent(lock: PostLock, nums: readonly number[], now: Date): Promise<number> {
  return nums.length === 0 ? 0 : (await change(lock, MARK_FILES_PRESENT, now, nums)).posts;
}

/** Index: posts_num or posts_pkey. $3 opener, $4 when. */
const MARK_ARCHIVED = changing({
  set: 'time_archived = $4, time_modified = $2',
  where: `p.num = $3 and p.time_archived is null and ${OF_SOURCE}`,
});

/** Sets the archival time of a thread, stored in its opener, unless it is already set. */
export async function markArchived(lock: PostLock, thread: number, since: Date, now: Date): Promise<void> {
  await change(lock, MARK_ARCHIVED, now, thread, since);
}

const NAMES_FILE = 'p.num = $3 and p.subnum = $4 and p.time_purged is null and p.media_hash is not distinct from $6';
const settingHash = (column: 'media_hash_src' | 'media_hash_thb'): string =>
  changing({
    set: `${column} = $5, time_modified = $2`,
    where: `${NAMES_FILE} and p.${column} is distinct from $5`,
  });

/** Index: posts_pkey. $3 num, $4 subnum, $5 SHA-256, $6 MD5. */
const SET_HASH = { file: settingHash('media_hash_src'), thumb: settingHash('media_hash_thb') } as const;

const settingExtraHash = (column: 'media_hash_src' | 'media_hash_thb'): string => `
update post_files f set ${column} = $5
where f.board_id = $1 and f.num = $2 and f.subnum = $3 and f.place = $4 and f.media_hash is not distinct from $6
  and f.${column} is distinct from $5`;

/** Index: post_files_pkey. $1 board, $2 num, $3 subnum, $4 place, $5 SHA-256, $6 MD5. */
const SET_EXTRA_HASH = {
  file: settingExtraHash('media_hash_src'),
  thumb: settingExtraHash('media_hash_thb'),
} as const;

/** A file of a post: 0 is the place of its first. */
export interface FilePlace extends PostNumber {
  readonly place: number;
}

/** Links a post to its stored file, if the post still names the file with this MD5 (16 bytes) and is not purged. `sha256`: 32 bytes. */
export async function setFileHash(
  lock: PostLock,
  { num, subnum, place, md5 }: FilePlace & { readonly md5: Uint8Array | null },
  kind: keyof typeof SET_HASH,
  sha256: Uint8Array,
  now: Date,
): Promise<void> {
  if (place > 0) {
    const values = [lock.boardId, num, subnum, place, sha256, md5];
    const { rowCount } = await lock.client.query(SET_EXTRA_HASH[kind], values);
    if (rowCount === 1) await touchPost(lock, { num, subnum }, now);
    return;
  }
  await change(lock, SET_HASH[kind], now, num, subnum, sha256, md5);
}

/** Columns of the file that a contributed dump may change. */
export type FileColumn = 'media_hash_src' | 'media_dims_src_w' | 'media_dims_src_h';

const FILE_COLUMNS: Readonly<Record<FileColumn, (text: string) => string>> = {
  media_hash_src: (text) => `decode(${text}, 'hex')`,
  media_dims_src_w: (text) => `${text}::int`,
  media_dims_src_h: (text) => `${text}::int`,
};

/** Index: posts_pkey. $1 board, $2 nums and $3 subnums of posts whose first file is named, $4 MD5, $5 value that the column must have. */
const findToSet = (column: FileColumn): string => `
select p.num, p.subnum from posts p join unnest($2::bigint[], $3::int[]) as named (num, subnum) on ${IS_NAMED_POST}
where p.board_id = $1 and p.media_hash = $4 and p.time_purged is null and p.${column} is not distinct from ${FILE_COLUMNS[column]('$5::text')}`;

/** Index: posts_pkey. $3 nums, $4 subnums, $5 new value. */
const setFileColumnTo = (column: FileColumn): string =>
  changing({
    set: `${column} = ${FILE_COLUMNS[column]('$5::text')}, time_modified = $2`,
    from: NAMED,
    where: IS_NAMED_POST,
  });

/** Index: post_files_pkey. $1 board, $2 nums, $3 subnums, $4 places, $5 MD5, $6 value that the column must have, $7 new value. */
const setExtraColumnTo = (column: FileColumn): string => `
update post_files f set ${column} = ${FILE_COLUMNS[column]('$7::text')}
from unnest($2::bigint[], $3::int[], $4::int[]) as named (num, subnum, place)
where f.board_id = $1 and f.num = named.num and f.subnum = named.subnum and f.place = named.place and f.media_hash = $5
  and f.${column} is not distinct from ${FILE_COLUMNS[column]('$6::text')}
returning f.num, f.subnum, f.place`;

/** Index: posts_pkey. $3 nums, $4 subnums. */
const TOUCH_POSTS = changing({ set: 'time_modified = $2', from: NAMED, where: IS_NAMED_POST });

/** Values are texts: hexadecimal, or decimal numbers. */
export interface FileColumnChange {
  readonly column: FileColumn;
  readonly files: readonly FilePlace[];
  /** Skips files that are others by now, and those of purged posts. */
  readonly md5: Uint8Array;
  /** Skips files whose column has another value. */
  readonly from: string | null;
  readonly to: string | null;
}

/** Returns the files that were changed. */
export async function setFileColumn(
  lock: PostLock,
  { column, files, md5, from, to }: FileColumnChange,
  now: Date,
): Promise<readonly FilePlace[]> {
  const { rows } = await lock.client.query<{ num: string; subnum: number }>(findToSet(column), [
    lock.boardId,
    ...numbersOf(files.filter(({ place }) => place === 0)),
    md5,
    from,
  ]);
  const found = rows.map(({ num, subnum }) => ({ num: Number(num), subnum, place: 0 }));
  if (found.length > 0) await change(lock, setFileColumnTo(column), now, ...numbersOf(found), to);
  const others = files.filter(({ place }) => place > 0);
  if (others.length === 0) return found;
  const places = others.map(({ place }) => place);
  const { rows: changed } = await lock.client.query<{ num: string; subnum: number; place: number }>(
    setExtraColumnTo(column),
    [lock.boardId, ...numbersOf(others), places, md5, from, to],
  );
  const foundOthers = changed.map(({ num, subnum, place }) => ({ num: Number(num), subnum, place }));
  if (foundOthers.length > 0) await change(lock, TOUCH_POSTS, now, ...numbersOf(foundOthers));
  return [...found, ...foundOthers];
}

/** Index: posts_pkey. $3 num, $4 subnum. */
const TOUCH_POST = changing({
  set: 'time_modified = $2',
  where: 'p.num = $3 and p.subnum = $4 and p.time_purged is null',
});

/** Marks the post as changed. The caller changes rows about its files in other tables, and ETags must change with them. */
export async function touchPost(lock: PostLock, { num, subnum }: PostNumber, now: Date): Promise<void> {
  await change(lock, TOUCH_POST, now, num, subnum);
}

/** Index: posts_pkey. $2 nums, $3 subnums. Keeps time_modified, since readers see no change. */
const REINDEX_POSTS = changing({
  from: 'unnest($2::bigint[], $3::int[]) as named (num, subnum)',
  where: IS_NAMED_POST,
  now: 'clock_timestamp()',
});

/** Makes the indexer write these posts again. Returns the highest new rev; null if none of the posts is stored. */
export async function reindexPosts(lock: PostLock, posts: readonly PostNumber[]): Promise<number | null> {
  const { max_rev: maxRev } = await change(lock, REINDEX_POSTS, ...numbersOf(posts));
  return maxRev === null ? null : Number(maxRev);
}

/** The function's comment names the indexes. $1 board, $2 threads, $3 now. */
const COUNT_THREADS = 'select count_threads($1, $2::bigint[], $3)';

/**
 * Counts the visible replies of these threads, and their visible posts with a file, and stores the counts that changed in the openers.
 * Code that adds, hides, shows or moves posts calls this afterwards in the same transaction, so the columns match what readers see.
 */
export async function countPosts({ client, boardId }: PostLock, threads: readonly number[], now: Date): Promise<void> {
  if (threads.length > 0) await client.query(prepared(COUNT_THREADS, [boardId, threads, now]));
}

export interface CatalogOpener {
  /** The state of a thread in the source's catalog. */
  readonly replies: number;
  readonly newest: Date;
  readonly sticky: boolean | null;
  readonly closed: boolean | null;
}

const BUMPED = 'greatest(p.time_bumped, $5::timestamptz)';
const STATED = `coalesce(p.extra, '{}') || jsonb_build_object('replies', $4::bigint)`;

/** Index: posts_num or posts_pkey. $3 thread, $4 replies, $5 newest reply, $6 sticky, $7 closed. */
const UPDATE_OPENER = changing({
  set: `extra = ${STATED}, time_bumped = ${BUMPED}, sticky = $6, closed = $7, time_modified = $2`,
  where: `p.num = $3 and ${OF_SOURCE}
    and (p.extra, p.time_bumped, p.sticky, p.closed) is distinct from (${STATED}, ${BUMPED}, $6, $7)`,
});

/** Stores the catalog's data about a thread, except its posts. Returns whether the opener's row changed. */
export async function updateOpener(
  lock: PostLock,
  thread: number,
  { replies, newest, sticky, closed }: CatalogOpener,
  now: Date,
): Promise<boolean> {
  return (await change(lock, UPDATE_OPENER, now, thread, replies, newest, sticky, closed)).posts > 0;
}

export interface ThreadBump {
  readonly thread: number;
  readonly bumped: Date;
}

/**
 * Index: posts_pkey, once per thread. The condition on the threads is repeated: without it and without statistics, PostgreSQL would read
 * all openers of the board for the join. With the numbers alone it would scan posts_thread across all threads of the board. $3 threads,
 * $4 newest times.
 */
export const BUMP_OPENERS = changing({
  set: 'time_bumped = greatest(p.time_bumped, t.bumped), time_modified = $2',
  from: 'unnest($3::bigint[], $4::timestamptz[]) as t (thread, bumped)',
  where: `p.num = t.thread and p.num = any ($3::bigint[]) and p.thread = any ($3::bigint[]) and p.opener and ${OF_SOURCE}
    and p.time_bumped is distinct from greatest(p.time_bumped, t.bumped)`,
});

/** Updates the bump times of openers that were stored earlier than their replies. */
export async function bumpOpeners(lock: PostLock, bumps: readonly ThreadBump[], now: Date): Promise<void> {
  const threads = bumps.map(({ thread }) => thread);
  const bumped = bumps.map((bump) => bump.bumped);
  await change(lock, BUMP_OPENERS, now, threads, bumped);
}

/** Index: posts_thread. $3 thread, $4 thread to move it to. */
const MOVE_THREAD = changing({
  set: `thread = $4, opener = false, sticky = null, closed = null, replies = null, images = null, time_bumped = null, time_modified = $2`,
  where: 'p.thread = $3 and p.time_purged is null',
});

/** Moves all posts of a thread to another thread, except purged ones. `lock` must cover both threads. */
export async function moveThread(lock: PostLock, from: number, to: number, now: Date): Promise<void> {
  await change(lock, MOVE_THREAD, now, from, to);
}
