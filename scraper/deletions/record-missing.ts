/** Records which posts and files are missing from a copy of a living thread, in the transaction that stores the copy. */
import type { PostFields, PostObservation, ThreadObservation } from '../../mappings/post.ts';
import { sourceFileName } from '../../mappings/source-file.ts';
import { prepared } from '../../platform/postgres.ts';
import { judgeDeleted } from '../../store/filters.ts';
import { markFilesDeleted, markFilesPresent, markPostsDeleted, markPostsPresent } from '../../store/change-posts.ts';
import type { PostLock } from '../../store/post-lock.ts';
import { judgeFiles } from './judge-files.ts';
import { isMassOfPosts, judgePosts, type MissingPost } from './judge-posts.ts';
import { saveMissing, toMissing } from './missing-rows.ts';
import * as sql from './sql.ts';

export interface LiveCopy {
  readonly thread: ThreadObservation;
  /** Verbatim Last-Modified of the copy. */
  readonly lastModified: string | null;
  readonly now: Date;
}

export interface MissingResult {
  /** Number of posts that this copy caused to be marked as deleted. */
  readonly deleted: number;
  /** Number of posts that lost their deletion mark, because they are present again. */
  readonly restored: number;
  /** Number of posts that are not judged, because too many are missing at once. */
  readonly held: number;
  /** Number of rows of `posts` that changed, including those whose file mark changed. */
  readonly changed: number;
}

export const NOTHING_MISSING: MissingResult = { deleted: 0, restored: 0, held: 0, changed: 0 };

/** The copy's posts are stored already; `lock` holds the thread. */
export async function recordMissing(lock: PostLock, copy: LiveCopy): Promise<MissingResult> {
  const known = Map.groupBy(await readKnown(lock, copy), ({ kind }) => kind);
  const posts = await recordMissingPosts(lock, copy, known.get('post') ?? []);
  const files = await recordMissingFiles(lock, copy, known.get('file') ?? []);
  return { ...posts, changed: posts.deleted + posts.restored + files };
}

async function readKnown({ client, boardId }: PostLock, copy: LiveCopy): Promise<readonly sql.KnownRow[]> {
  const values = [boardId, copy.thread.num, numsOf(copy), withoutFile(copy)];
  return (await client.query<sql.KnownRow>(prepared(sql.SELECT_KNOWN, values))).rows;
}

/** Numbers of the posts in the copy, also of those that were refused. The opener's comes first. */
function numsOf({ thread: { num, posts, refused } }: LiveCopy): readonly number[] {
  return [...new Set([num, ...posts.map(({ fields }) => fields.num), ...(refused?.nums ?? [])])];
}

/** Posts that were read completely. For other posts it is unknown whether they have a file. */
function completePosts({ thread }: LiveCopy): readonly PostObservation[] {
  return thread.posts.filter(({ isIncomplete }) => isIncomplete !== true);
}

/** Returns whether the source states a file. */
function statesFile(fields: PostFields): boolean {
  return fields.mediaHash !== null || sourceFileName(fields) !== null;
}

/** Posts without a file that are not marked as having lost one. */
function withoutFile(copy: LiveCopy): readonly number[] {
  return completePosts(copy)
    .filter(({ fields, fileDeleted }) => !fileDeleted && !statesFile(fields))
    .map(({ fields }) => fields.num);
}

async function recordMissingPosts(
  lock: PostLock,
  answer: LiveCopy,
  rows: readonly sql.KnownPostRow[],
): Promise<Omit<MissingResult, 'changed'>> {
  if (rows.length === 0) return NOTHING_MISSING;
  const { client, boardId } = lock;
  const { thread, lastModified, now } = answer;
  const nums = numsOf(answer);
  const opener = thread.posts.find(({ fields }) => fields.opener);
  const seconds = lastModified === null ? Number.NaN : Date.parse(lastModified) / 1000;
  const copy = {
    version: Number.isNaN(seconds) ? null : seconds,
    nums,
    // Before 2013 4chan stated no count. A count that cannot be read is unknown.
    replies: opener?.fields.replies ?? (opener?.isIncomplete === true ? null : nums.length - 1),
    isEvidence: opener !== undefined && (thread.refused?.others ?? 0) === 0,
    isRolling: isRolling(opener),
  };
  const known = rows.map((row) => ({ num: Number(row.num), posted: row.posted, missing: toMissing(row) }));
  const verdicts = judgePosts(copy, known, now);
  await saveMissing(client, 'missing_posts', boardId, thread.num, verdicts.missing);
  const restored = await restorePosts(lock, thread.num, verdicts.back, now);
  if (verdicts.deleted.size === 0) return { deleted: 0, restored, held: 0 };

  const { rows: counts } = await client.query<{ undecided: number; posts: number | null }>(sql.COUNT_MISSING_POSTS, [
    boardId,
  ]);
  const { undecided = 0, posts = null } = counts[0] ?? {};
  let held = 0;
  if (isMassOfPosts(undecided, posts)) held = (await client.query(sql.HOLD_MISSING_POSTS, [boardId])).rowCount ?? 0;
  const deleted = held === 0 ? verdicts.deleted : releasedOf(verdicts.deleted, rows);
  return { deleted: await deletePosts(lock, thread.num, deleted, now), restored, held };
}

/** Posts that an operator released. */
function releasedOf(deleted: ReadonlyMap<number, Date>, rows: readonly sql.KnownPostRow[]): ReadonlyMap<number, Date> {
  const released = new Set(rows.filter(({ state }) => state === 'released').map(({ num }) => Number(num)));
  return new Map([...deleted].filter(([num]) => released.has(num)));
}

/**
 * Marks posts as deleted at the time when each was first missing, and records that the archive set the mark, not the source. Returns
 * the number of marked posts.
 */
export async function deletePosts(
  lock: PostLock,
  thread: number,
  deleted: ReadonlyMap<number, Date>,
  now: Date,
): Promise<number> {
  const rows = Array.from(deleted, ([num, firstMissedAt]): [number, MissingPost] => [
    num,
    { firstMissedAt, state: 'deleted', attempts: 0, dueAt: now },
  ]);
  await saveMissing(lock.client, 'missing_posts', lock.boardId, thread, new Map(rows));
  const marked = await markPostsDeleted(lock, deleted, now);
  await judgeDeleted(lock, [...deleted.keys()], now);
  return marked;
}

/** For posts that are present again: removes their rows and the archive's deletion marks. Returns the number of removed marks. */
export async function restorePosts(
  lock: PostLock,
  thread: number,
  nums: readonly number[],
  now: Date,
): Promise<number> {
  if (nums.length === 0) return 0;
  const { rows } = await lock.client.query<{ num: string }>(sql.DROP_MISSING_POSTS, [lock.boardId, thread, nums]);
  return markPostsPresent(
    lock,
    rows.map(({ num }) => Number(num)),
    now,
  );
}

/** Returns how many rows of `posts` changed. */
async function recordMissingFiles(lock: PostLock, copy: LiveCopy, rows: readonly sql.KnownRow[]): Promise<number> {
  if (rows.length === 0) return 0;
  const { thread, now } = copy;
  const complete = new Set(completePosts(copy).map(({ fields }) => fields.num));
  const known = rows
    .map((row) => ({ num: Number(row.num), missing: toMissing(row) }))
    .filter(({ num }) => complete.has(num));
  const verdicts = judgeFiles(new Set(withoutFile(copy)), known, Number(rows[0]?.files ?? 0), now);
  await saveMissing(lock.client, 'missing_files', lock.boardId, thread.num, verdicts.missing);
  const values = [lock.boardId, thread.num, verdicts.settled];
  const { rows: settled } = await lock.client.query<{ num: string }>(sql.DROP_MISSING_FILES, values);
  const withFile = new Set(thread.posts.flatMap(({ fields }) => (statesFile(fields) ? [String(fields.num)] : [])));
  const present = settled.filter(({ num }) => withFile.has(num)).map(({ num }) => Number(num));
  return (await markFilesPresent(lock, present, now)) + (await markFilesDeleted(lock, verdicts.deleted, now));
}

/** Returns whether the site drops the thread's oldest replies: 4chan in a sticky with a cap, vichan in a cyclical thread. */
function isRolling(opener: PostObservation | undefined): boolean {
  const { sticky_cap: cap, cyclical } = opener?.fields.extra ?? {};
  return typeof cap === 'number' || cyclical === '1' || cyclical === 1 || cyclical === true;
}
