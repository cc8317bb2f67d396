/**
 * Properties shared by a board's visible posts with the same image: `total` of FoolFuuka's API, and the names of the image's
 * first occurrence, `media`, `preview_op` and `preview_reply`.
 */
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { Board } from '../../../../mappings/board.ts';
import { prepared } from '../../../../platform/postgres.ts';
import { fileNames, type BoardImage } from './file-names.ts';
import type { ArchivedPost } from './post.ts';

/** Two rows for an image that openers and replies have: the first of each kind. */
interface ImageRow {
  readonly media_hash: Buffer;
  readonly total: number;
  readonly modified: Date;
  readonly num: string | null;
  readonly opener: boolean | null;
  readonly media_time: string | null;
  readonly media_type: string | null;
  readonly media_name: string | null;
  readonly extra: Readonly<Record<string, unknown>> | null;
}

const COUNT = `
  select q.media_hash, count(*)::int as total, max(q.time_modified) as modified,
    min(q.num) filter (where q.opener) as first_opener, min(q.num) filter (where not q.opener and q.subnum = 0) as first_reply
  from posts q`;
const VISIBLE = 'q.board_id = $1 and not q.hidden';

/** Index: posts_pkey (board_id, num, subnum) or posts_num (num) for the first posts: `offset 0` makes PostgreSQL look up each of them. */
const withFirst = (counted: string) => `
  select c.media_hash, c.total, c.modified, f.num, f.opener, f.media_time, f.media_type, f.media_name, f.extra
  from (${counted}) c
  left join lateral (
    select p.num, p.opener, p.media_time, p.media_type, p.media_name,
      jsonb_build_object('media', p.extra -> 'media', 'media_orig', p.extra -> 'media_orig', 'tim', p.extra -> 'tim') as extra
    from posts p
    where p.board_id = $1 and p.num in (c.first_opener, c.first_reply) and p.subnum = 0 and not p.hidden
    offset 0) f on true`;

/** Index: posts_media_hash of the board's partitions. $1 board, $2 MD5s. */
export const IMAGES_OF_HASHES = withFirst(`${COUNT} where ${VISIBLE} and q.media_hash = any ($2::bytea[]) group by 1`);

/** Index: posts_thread (board_id, thread, num, subnum), then posts_media_hash. $1 board, $2 thread. */
export const IMAGES_OF_THREAD = withFirst(`${COUNT}
  where ${VISIBLE} and q.media_hash in (
    select p.media_hash from posts p
    where p.board_id = $1 and p.thread = $2 and p.media_hash is not null and not p.hidden)
  group by 1`);

export interface BoardImages {
  /** By MD5 in hexadecimal. */
  readonly images: ReadonlyMap<string, BoardImage>;
  /** Equal only for the same images. */
  readonly version: string;
  /** When the newest of the counted posts changed; 1970 without any. */
  readonly modified: Date;
}

/** Counting the images of a long thread takes as long as reading it, and clients request a thread every few seconds. */
const FRESH_MS = 60_000;
const MAX_THREADS = 2_000;

/** The images of threads, at most a minute old: other threads may show the same images. */
export class ThreadImages {
  readonly #pool: Pool;
  readonly #known: LRUCache<string, Promise<BoardImages>>;

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
  async read(boardId: number, thread: number): Promise<BoardImages> {
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

  async #count(boardId: number, thread: number): Promise<BoardImages> {
    const { rows } = await this.#pool.query<ImageRow>(prepared(IMAGES_OF_THREAD, [boardId, thread]));
    return imagesOf(rows);
  }
}

/** The posts with their images. One query for each board. */
export async function withImages(
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
      const { rows } = await pool.query<ImageRow>(IMAGES_OF_HASHES, [board.id, hashes]);
      return [name, imagesOf(rows)] as const;
    }),
  );
  const known = new Map(ofBoard);
  return posts.map((archived) => withImage(archived, known.get(archived.post.board) ?? null));
}

export function withImage(archived: ArchivedPost, known: BoardImages | null): ArchivedPost {
  const { mediaHash } = archived.post;
  const image = mediaHash === null ? undefined : known?.images.get(hexOf(mediaHash));
  return image === undefined ? archived : { ...archived, image, imageModified: known?.modified ?? new Date(0) };
}

/** When files last changed without a change of their posts. */
export async function readFileChange(pool: Pool): Promise<Date> {
  const { rows } = await pool.query<{ changed_at: Date }>('select changed_at from file_changes');
  return rows[0]?.changed_at ?? new Date(0);
}

function imagesOf(rows: readonly ImageRow[]): BoardImages {
  const sorted = [...Map.groupBy(rows, (row) => hexOf(row.media_hash))]
    .map(([hash, ofImage]) => [hash, imageOf(ofImage)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const modified = new Date(Math.max(0, ...rows.map((row) => row.modified.getTime())));
  return { images: new Map(sorted), version: JSON.stringify(sorted), modified };
}

function imageOf(rows: readonly ImageRow[]): BoardImage {
  const firsts = rows
    .filter((row) => row.num !== null)
    .map((row) => ({ num: Number(row.num), opener: row.opener === true, names: fileNames(fileOf(row)) }))
    .toSorted((a, b) => a.num - b.num);
  const previewOf = (opener: boolean) => firsts.find((first) => first.opener === opener)?.names.preview ?? null;
  const [first] = firsts;
  return {
    total: rows[0]?.total ?? 0,
    first: first ? { media: first.names.media, previewOp: previewOf(true), previewReply: previewOf(false) } : null,
  };
}

function fileOf(row: ImageRow) {
  return {
    mediaTime: row.media_time === null ? null : Number(row.media_time),
    mediaType: row.media_type,
    mediaName: row.media_name,
    extra: row.extra,
  };
}

function hexOf(hash: Uint8Array): string {
  return Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength).toString('hex');
}
