/** Threads of a board in order, each with its opener: pages of the API, the pages and the APIs of other archives. */
import type { Pool } from 'pg';
import type { Board } from '../../mappings/board.ts';
import type { Post, PostKey } from '../../mappings/post.ts';
import { toPost, type PostRow } from '../../mappings/postgres/post-row.ts';
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

/** `modified`: where somebody wrote last comes first. `created`: the newest thread does. */
export type ThreadOrder = 'modified' | 'created';

/** A thread's place in an order. */
export interface ThreadPlace {
  readonly num: number;
  /** Microseconds since 1970 by `modified`; the num by `created`. */
  readonly at: number;
}

/** Where a list begins: at a page, counted from 1, or right behind or before a place. */
export type ListStart =
  | { readonly page: number }
  | { readonly direction: 'forward' | 'backward'; readonly place: ThreadPlace };

export interface ListAsked {
  readonly order: ThreadOrder;
  readonly start: ListStart;
  readonly limit: number;
  /** How many of each thread's newest replies come with it. */
  readonly replies: number;
}

export interface ListedThread {
  readonly opener: Post;
  /** The newest, in the order of the thread. */
  readonly lastReplies: readonly Post[];
  /** Visible posts, the opener among them; and those of them that have or had a file. */
  readonly posts: number;
  readonly images: number;
  /** Replies that are neither the opener nor among the newest, and the files of those. */
  readonly omittedPosts: number;
  readonly omittedImages: number;
}

export interface ThreadListing {
  readonly threads: readonly ListedThread[];
  /** Of the first and the last thread; null without any. */
  readonly first: ThreadPlace | null;
  readonly last: ThreadPlace | null;
  /** Whether there are threads before and behind these. */
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
}

/** Only what may be shown: neither a thread whose opener is hidden nor a hidden reply. */
export async function listThreads(pool: Pool, board: Board, asked: ListAsked): Promise<ThreadListing> {
  const { start, limit, replies } = asked;
  const found = await placesFrom(pool, board, asked);
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

/** Threads by their nums, in that order; one that may not be shown is left out. */
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
  const byThread = Map.groupBy(posts.rows.map(toPost), ({ thread }) => thread);
  const countOf = new Map(counts.rows.map((row) => [Number(row.thread), row]));
  return nums.flatMap((num) => listed(byThread.get(num) ?? [], countOf.get(num)));
}

/** Threads that may be shown. Reads as many entries of an index: some milliseconds for ten thousand threads. */
export async function countThreads(pool: Pool, board: Board): Promise<number> {
  const { rows } = await pool.query<{ threads: number }>(COUNT_THREADS, [board.id]);
  return rows[0]?.threads ?? 0;
}

/** One more than asked for, where there is one. */
async function placesFrom(pool: Pool, board: Board, { order, start, limit }: ListAsked): Promise<ThreadPlace[]> {
  const statements = order === 'modified' ? THREADS_BY_MODIFIED : THREADS_BY_CREATED;
  const read = async (statement: string, ...parameters: readonly number[]) => {
    const { rows } = await pool.query<ThreadPlaceRow>(statement, [board.id, limit + 1, ...parameters]);
    return rows.map((row) => ({ num: Number(row.num), at: Number(row.at) }));
  };
  if ('page' in start) return read(statements.page, (start.page - 1) * limit);
  const { num, at } = start.place;
  return read(statements[start.direction], ...(order === 'modified' ? [at, num] : [num]));
}

function listed(posts: readonly Post[], count: ThreadCountRow | undefined): ListedThread[] {
  const opener = posts.find((post) => post.opener);
  if (opener === undefined) return [];
  const lastReplies = posts
    .filter((post) => !post.opener)
    .toSorted((one, other) => one.num - other.num || one.subnum - other.subnum);
  const shownImages = [opener, ...lastReplies].filter((post) => post.mediaType !== null).length;
  // Beside the other statement something may have been hidden: what is shown is counted.
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

/** `from` is not seen again; null for the newest. */
export async function listFiles(
  pool: Pool,
  board: Board,
  from: { readonly direction: 'forward' | 'backward'; readonly place: PostPlace } | null,
  limit: number,
): Promise<FileListing> {
  const { direction, place } = from ?? { direction: 'forward', place: { num: Number.MAX_SAFE_INTEGER, subnum: 0 } };
  const { rows } = await pool.query<PostRow>(SELECT_FILES[direction], [board.id, limit + 1, place.num, place.subnum]);
  const posts = rows.slice(0, limit).map(toPost);
  const hasMore = rows.length > limit;
  return direction === 'forward'
    ? { posts, hasPrevious: from !== null, hasNext: hasMore }
    : { posts: posts.toReversed(), hasPrevious: hasMore, hasNext: true };
}
