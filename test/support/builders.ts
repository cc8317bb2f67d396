import type pg from 'pg';
import { DEFAULT_SLICE_SIZE, sliceOf } from '../../mappings/board.ts';
import type { Post } from '../../mappings/post.ts';
import { DIRTY_CHANNEL } from '../../mappings/queues.ts';
import { inTransaction } from '../../platform/postgres.ts';

const NOTHING = {
  timeDeletedPost: null,
  timeDeletedFile: null,
  timeArchived: null,
  timeBumped: null,
  name: null,
  tripcode: null,
  capcode: null,
  posterid: null,
  country: null,
  email: null,
  subject: null,
  comment: null,
  mediaTime: null,
  mediaHash: null,
  mediaHashSrc: null,
  mediaHashThb: null,
  mediaName: null,
  mediaType: null,
  mediaSize: null,
  mediaDimsSrcW: null,
  mediaDimsSrcH: null,
  mediaDimsThbW: null,
  mediaDimsThbH: null,
  spoiler: false,
  sticky: null,
  closed: null,
  posters: null,
  replies: null,
  hidden: false,
  extra: null,
} as const satisfies Partial<Post>;

const EPOCH = new Date('2020-01-01T00:00:00Z');

/** A post of which nothing is known but what the test says; by itself it opens a thread. */
export function aPost(known: Partial<Post> & Pick<Post, 'num'>): Post {
  const thread = known.thread ?? known.num;
  return {
    ...NOTHING,
    board: 'test',
    subnum: 0,
    thread,
    opener: known.num === thread,
    timePosted: EPOCH,
    timeModified: EPOCH,
    rev: 1,
    ...known,
  };
}

export interface TestBoard {
  readonly id: number;
  readonly name: string;
  readonly sliceSize: number;
}

export async function insertBoard(
  pool: pg.Pool,
  name: string,
  options: { readonly sliceSize?: number } = {},
): Promise<TestBoard> {
  const sliceSize = options.sliceSize ?? DEFAULT_SLICE_SIZE;
  const { rows } = await pool.query<{ id: number }>(
    `insert into boards (name, title, source, url, media_url, slice_size)
     values ($1, $1, '4chan', 'http://127.0.0.1:1', 'http://127.0.0.1:1', $2) returning id`,
    [name, sliceSize],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error(`the board ${name} was not made`);
  return { id, name, sliceSize };
}

/** Columns that tests write, by the name of the field. */
const COLUMNS = {
  num: 'num',
  subnum: 'subnum',
  thread: 'thread',
  opener: 'opener',
  timePosted: 'time_posted',
  timeModified: 'time_modified',
  timeDeletedPost: 'time_deleted_post',
  timeDeletedFile: 'time_deleted_file',
  timeArchived: 'time_archived',
  timeBumped: 'time_bumped',
  name: 'name',
  tripcode: 'tripcode',
  capcode: 'capcode',
  posterid: 'posterid',
  country: 'country',
  email: 'email',
  subject: 'subject',
  comment: 'comment',
  mediaTime: 'media_time',
  mediaHash: 'media_hash',
  mediaHashSrc: 'media_hash_src',
  mediaHashThb: 'media_hash_thb',
  mediaName: 'media_name',
  mediaType: 'media_type',
  mediaSize: 'media_size',
  mediaDimsSrcW: 'media_dims_src_w',
  mediaDimsSrcH: 'media_dims_src_h',
  mediaDimsThbW: 'media_dims_thb_w',
  mediaDimsThbH: 'media_dims_thb_h',
  spoiler: 'spoiler',
  sticky: 'sticky',
  closed: 'closed',
  posters: 'posters',
  replies: 'replies',
  hidden: 'hidden',
  extra: 'extra',
} as const satisfies Partial<Record<keyof Post, string>>;

const FIELDS = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

/**
 * Writes posts as a writer of the archive does: rows with a new rev and the threads' marks in one transaction. A post that
 * is there is replaced.
 */
export async function writePosts(pool: pg.Pool, board: TestBoard, posts: readonly Post[]): Promise<void> {
  for (const slice of new Set(posts.map(({ num }) => sliceOf(num, board.sliceSize)))) {
    await pool.query('select ensure_slice($1, $2)', [board.id, slice]);
  }
  const columns = FIELDS.map((field) => COLUMNS[field]);
  const places = FIELDS.map((_, index) => `$${index + 2}`);
  await inTransaction(pool, async (client) => {
    const leastRevs = new Map<number, number>();
    for (const post of posts) {
      const { rows } = await client.query<{ rev: string }>(
        `insert into posts (board_id, ${columns.join(', ')}, rev) values ($1, ${places.join(', ')}, nextval('post_rev'))
         on conflict (board_id, num, subnum) do update
            set (${columns.join(', ')}, rev) = (${columns.map((column) => `excluded.${column}`).join(', ')}, excluded.rev)
         returning rev`,
        [board.id, ...FIELDS.map((field) => post[field])],
      );
      const rev = Number(rows[0]?.rev);
      leastRevs.set(post.thread, Math.min(rev, leastRevs.get(post.thread) ?? rev));
    }
    for (const [thread, rev] of [...leastRevs].sort(([a], [b]) => a - b)) {
      await client.query(
        `insert into dirty (board_id, thread, gen, min_rev, since) values ($1, $2, nextval('dirty_gen'), $3, now())
         on conflict (board_id, thread) do update
            set gen = excluded.gen, min_rev = least(dirty.min_rev, excluded.min_rev)`,
        [board.id, thread, rev],
      );
    }
    await client.query('select pg_notify($1, $2)', [DIRTY_CHANNEL, '']);
  });
}
