/** How many posts of a board show the same image: `total` of FoolFuuka's API. */
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { Board } from '../../../mappings/board.ts';
import { prepared } from '../../../platform/postgres.ts';
import type { ArchivedPost } from './post.ts';

interface TotalRow {
  readonly media_hash: Buffer;
  readonly total: number;
  readonly modified: Date;
}

const COUNT = 'select q.media_hash, count(*)::int as total, max(q.time_modified) as modified from posts q';
const VISIBLE = 'q.board_id = $1 and not q.hidden';

/** posts_media_hash of the board's partitions. $1 board, $2 MD5s. */
export const COUNT_IMAGES = `${COUNT} where ${VISIBLE} and q.media_hash = any ($2::bytea[]) group by 1`;

/** posts_thread (board_id, thread, num, subnum), then posts_media_hash. $1 board, $2 thread. */
export const COUNT_IMAGES_OF_THREAD = `
  ${COUNT}
  where ${VISIBLE} and q.media_hash in (
    select p.media_hash from posts p
    where p.board_id = $1 and p.thread = $2 and p.media_hash is not null and not p.hidden)
  group by 1`;

export interface ImageTotals {
  /** By MD5 in hexadecimal. */
  readonly totals: ReadonlyMap<string, number>;
  /** The same only for the same totals. */
  readonly version: string;
  /** When the newest of the counted posts changed; 1970 without any. */
  readonly modified: Date;
}

/** Counting the images of a long thread takes as long as reading it, and clients ask for a thread every few seconds. */
const FRESH_MS = 60_000;
const MAX_THREADS = 2_000;

/** Totals of the images of threads, at most a minute old: other threads may show the same images. */
export class ThreadTotals {
  readonly #pool: Pool;
  readonly #known: LRUCache<string, Promise<ImageTotals>>;

  constructor(pool: Pool, clock: () => Date) {
    this.#pool = pool;
    this.#known = new LRUCache({
      max: MAX_THREADS,
      ttl: FRESH_MS,
      ttlResolution: 0,
      perf: { now: () => clock().getTime() },
    });
  }

  /** Concurrent callers share a query; a failed one is not kept. */
  async read(boardId: number, thread: number): Promise<ImageTotals> {
    const key = `${boardId}/${thread}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const counted = this.#count(boardId, thread);
    this.#known.set(key, counted);
    try {
      return await counted;
    } catch (error) {
      if (this.#known.peek(key) === counted) this.#known.delete(key);
      throw error;
    }
  }

  async #count(boardId: number, thread: number): Promise<ImageTotals> {
    const { rows } = await this.#pool.query<TotalRow>(prepared(COUNT_IMAGES_OF_THREAD, [boardId, thread]));
    return totalsOf(rows);
  }
}

/** The posts with their totals. One query for each board. */
export async function withTotals(
  pool: Pool,
  boards: ReadonlyMap<string, Board>,
  posts: readonly ArchivedPost[],
): Promise<readonly ArchivedPost[]> {
  const ofBoard = await Promise.all(
    [...Map.groupBy(posts, ({ post }) => post.board)].map(async ([name, some]) => {
      const board = boards.get(name);
      const hashes = some.flatMap(({ post }) => (post.mediaHash === null ? [] : [post.mediaHash]));
      if (board === undefined || hashes.length === 0) return [name, null] as const;
      // Not a prepared statement: with the board in the text of the plan only its partitions are opened.
      const { rows } = await pool.query<TotalRow>(COUNT_IMAGES, [board.id, hashes]);
      return [name, totalsOf(rows)] as const;
    }),
  );
  const known = new Map(ofBoard);
  return posts.map((archived) => withTotal(archived, known.get(archived.post.board) ?? null));
}

export function withTotal(archived: ArchivedPost, totals: ImageTotals | null): ArchivedPost {
  const { mediaHash } = archived.post;
  const total = mediaHash === null ? undefined : totals?.totals.get(hexOf(mediaHash));
  return total === undefined ? archived : { ...archived, total, totalModified: totals?.modified ?? new Date(0) };
}

/** When files last changed without a change of their posts. */
export async function readFileChange(pool: Pool): Promise<Date> {
  const { rows } = await pool.query<{ changed_at: Date }>('select changed_at from file_changes');
  return rows[0]?.changed_at ?? new Date(0);
}

function totalsOf(rows: readonly TotalRow[]): ImageTotals {
  const sorted = rows
    .map((row) => [hexOf(row.media_hash), row.total] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const modified = new Date(Math.max(0, ...rows.map((row) => row.modified.getTime())));
  return { totals: new Map(sorted), version: sorted.map(([hash, total]) => `${hash}:${total}`).join(' '), modified };
}

function hexOf(hash: Uint8Array): string {
  return Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength).toString('hex');
}
