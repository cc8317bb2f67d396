/** Lists of a board's threads, each with its opener, and of its files: for our API, the pages and the APIs of other archives. */
import type { Pool } from 'pg';
import type { Board } from '../../mappings/board.ts';
import type { Post, PostKey } from '../../mappings/post.ts';
import { inThreadOrder } from '../../mappings/thread-order.ts';
import { toPost, type PostRow } from '../../mappings/postgres/post-row.ts';
import { withinAnswer } from '../../mappings/text-limits.ts';
import {
  COUNT_LISTED,
  COUNT_THREADS,
  SELECT_FILES,
  SELECT_LISTED_POSTS,
  THREADS_BY_CREATED,
  THREADS_BY_MODIFIED,
  type ThreadCountRow,
  type ThreadPlaceRow,
} from './list-sql.ts';

/** `modified`: last bumped thread first. `created`: newest thread first. */
export type ThreadOrder = 'modified' | 'created';

/** Position of a thread in an order. */
export interface ThreadPlace {
  readonly num: number;
  /** Microseconds since 1970 by `modified`; the num by `created`. */
  readonly at: number;
}

/** Where a list begins: at a page, numbered from 1 and at most MAX_SKIPPED threads down, or right after or before a place. */
export type ListStart =
  | { readonly page: number }
  | { readonly direction: 'forward' | 'backward'; readonly place: ThreadPlace };

export interface ListRequest {
  readonly order: ThreadOrder;
  readonly start: ListStart;
  readonly limit: number;
  /** How many of the newest replies of each thread to read. */
  readonly replies: number;
}

export interface ListedThread {
  readonly opener: Post;
  /** The newest replies, in the order of the thread. */
  readonly lastReplies: readonly Post[];
  /** Visible posts, including the opener; `images` are those that have or had a file. */
  readonly posts: number;
  readonly images: number;
  /** Posts that are neither the opener nor in `lastReplies`, and the files of those. */
  readonly omittedPosts: number;
  readonly omittedImages: number;
}

export interface ThreadListing {
  readonly threads: readonly ListedThread[];
  /** Places of the first and the last thread; null in an empty list. */
  readonly first: ThreadPlace | null;
  readonly last: ThreadPlace | null;
  /** Whether there are threads before and after these. */
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
}

/** PostgreSQL skips threads one by one. Lists continue from places instead. */
export const MAX_SKIPPED = 10_000;

/** Visible threads and replies only; a thread with a hidden opener is not listed. */
export async function listThreads(pool: Pool, board: Board, request: ListRequest): Promise<ThreadListing> {
  const { start, limit, replies } = request;
  const found = await readPlaces(pool, board, request);
  const hasMore = found.length > limit;
  const isBackward = 'direction' in start && start.direction === 'backward';
  const places = isBackward ? found.slice(0, limit).toReversed() : found.slice(0, limit);
  return {
    threads: await readThreads(
      pool,
      board,
      places.map(({ num }) => num),
      replies,
    ),
    first: places[0] ?? null,
    last: places.at(-1) ?? null,
    hasPrevious: 'page' in start ? start.page > 1 : isBackward ? hasMore : true,
    hasNext: isBackward || hasMore,
  };
}

/** Threads by num, in the order of `nums`; hidden ones are left out. */
export async function readThreads(
  pool: Pool,
  board: Board,
  nums: readonly number[],
  replies: number,
): Promise<readonly ListedThread[]> {
  if (nums.length === 0) return [];
  const [posts, counts] = await Promise.all([
    pool.query<PostRow>(SELECT_LISTED_POSTS, [board.id, nums, replies]),
    pool.query<ThreadCountRow>(COUNT_LISTED, [board.id, nums]),
  ]);
  const byThread = Map.groupBy(withinAnswer(posts.rows.map(toPost)), ({ thread }) => thread);
  const countOf = new Map(counts.rows.map((row) => [Number(row.thread), row]));
  return nums.flatMap((num) => listed(byThread.get(num) ?? [], countOf.get(num)));
}

/** Number of visible threads. Reads one index entry for each: some milliseconds for ten thousand threads. */
export async function countThreads(pool: Pool, board: Board): Promise<number> {
  const { rows } = await pool.query<{ threads: number }>(COUNT_THREADS, [board.id]);
  return rows[0]?.threads ?? 0;
}

/** The place of the `count`-th thread, from which the list goes on; null if there are fewer. `count`: from 1 to MAX_SKIPPED. */
export async function findPlace(
  pool: Pool,
  board: Board,
  order: ThreadOrder,
  count: number,
): Promise<ThreadPlace | null> {
  const [place] = await skipTo(pool, board, { order, skipped: count - 1, limit: 1 });
  return place ?? null;
}

/** Reads one place more than the limit, if it exists. */
async function readPlaces(pool: Pool, board: Board, { order, start, limit }: ListRequest): Promise<ThreadPlace[]> {
  if ('page' in start) return skipTo(pool, board, { order, skipped: (start.page - 1) * limit, limit: limit + 1 });
  const { num, at } = start.place;
  const from = order === 'modified' ? [at, num] : [num];
  return placesOf(pool, STATEMENTS[order][start.direction], [board.id, limit + 1, ...from]);
}

interface Skip {
  readonly order: ThreadOrder;
  readonly skipped: number;
  readonly limit: number;
}

async function skipTo(pool: Pool, board: Board, { order, skipped, limit }: Skip): Promise<ThreadPlace[]> {
  if (skipped > MAX_SKIPPED) throw new RangeError(`a list cannot skip ${skipped} threads`);
  return placesOf(pool, STATEMENTS[order].page, [board.id, limit, skipped]);
}

const STATEMENTS = { modified: THREADS_BY_MODIFIED, created: THREADS_BY_CREATED } as const;

async function placesOf(pool: Pool, statement: string, parameters: readonly number[]): Promise<ThreadPlace[]> {
  const { rows } = await pool.query<ThreadPlaceRow>(statement, [...parameters]);
  return rows.map((row) => ({ num: Number(row.num), at: Number(row.at) }));
}

function listed(posts: readonly Post[], count: ThreadCountRow | undefined): ListedThread[] {
  const opener = posts.find((post) => post.opener);
  if (opener === undefined) return [];
  const lastReplies = inThreadOrder(
    posts.filter((post) => !post.opener).toSorted((one, other) => one.num - other.num || one.subnum - other.subnum),
  );
  const shownImages = [opener, ...lastReplies].filter((post) => post.mediaType !== null).length;
  // A post may have been hidden between the two statements, so the count is at least the number of shown posts.
  const shown = 1 + lastReplies.length;
  const all = Math.max(count?.posts ?? 0, shown);
  const images = Math.max(count?.images ?? 0, shownImages);
  return [{ opener, lastReplies, posts: all, images, omittedPosts: all - shown, omittedImages: images - shownImages }];
}

/** Posts of a board that have a file, newest first. */
export interface FileListing {
  readonly posts: readonly Post[];
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
}

type PostPlace = Pick<PostKey, 'num' | 'subnum'>;

/** Starts after `from`, which is not included; null starts at the newest. */
export async function listFiles(
  pool: Pool,
  board: Board,
  from: { readonly direction: 'forward' | 'backward'; readonly place: PostPlace } | null,
  limit: number,
): Promise<FileListing> {
  const { direction, place } = from ?? { direction: 'forward', place: { num: Number.MAX_SAFE_INTEGER, subnum: 0 } };
  const { rows } = await pool.query<PostRow>(SELECT_FILES[direction], [board.id, limit + 1, place.num, place.subnum]);
  const posts = withinAnswer(rows.slice(0, limit).map(toPost));
  const hasMore = rows.length > limit;
  return direction === 'forward'
    ? { posts, hasPrevious: from !== null, hasNext: hasMore }
    : { posts: posts.toReversed(), hasPrevious: hasMore, hasNext: true };
}
