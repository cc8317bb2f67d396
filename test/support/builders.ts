import type pg from 'pg';
import { DEFAULT_SLICE_SIZE, sliceOf } from '../../mappings/board.ts';
import type { Post } from '../../mappings/post.ts';
import { ALL_POST_COLUMNS, SELECTED } from '../../mappings/postgres/post-columns.ts';
import { DIRTY_CHANNEL } from '../../mappings/queues.ts';
import { inTransaction } from '../../platform/postgres.ts';

type NullableField = { [F in keyof Post]-?: null extends Post[F] ? F : never }[keyof Post];

const NOTHING = Object.fromEntries(
  SELECTED.filter(({ isNullable }) => isNullable).map(({ field }) => [field, null]),
) as Readonly<Record<NullableField, null>>;

const EPOCH = new Date('2020-01-01T00:00:00Z');

/** A post with the given fields and null elsewhere; unless `thread` is given, it opens a thread. */
export function aPost(known: Partial<Post> & Pick<Post, 'num'>): Post {
  const thread = known.thread ?? known.num;
  return {
    ...NOTHING,
    spoiler: false,
    hidden: false,
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

/** The columns that tests write. The rev comes from its sequence. */
const COLUMNS = ALL_POST_COLUMNS.flatMap(({ name, field }) =>
  field === null || field === 'rev' ? [] : [{ name, field }],
);
const COLUMN_LIST = COLUMNS.map(({ name }) => name).join(', ');

/** A row in the form that PostgreSQL's JSON functions read. */
function toJsonRow(post: Post): Record<string, unknown> {
  return Object.fromEntries(
    COLUMNS.map(({ name, field }) => {
      const value = post[field];
      return [name, value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value];
    }),
  );
}

/**
 * Writes posts as the product does: rows with a new rev and the marks of their threads in one transaction. Replaces
 * existing posts.
 */
export async function writePosts(pool: pg.Pool, board: TestBoard, posts: readonly Post[]): Promise<void> {
  for (const slice of new Set(posts.map(({ num }) => sliceOf(num, board.sliceSize)))) {
    await pool.query('select ensure_slice($1, $2)', [board.id, slice]);
  }
  await inTransaction(pool, async (client) => {
    await client.query(
      `with written as (
         insert into posts (board_id, ${COLUMN_LIST}, rev)
         select $1, ${COLUMN_LIST}, nextval('post_rev') from json_populate_recordset(null::posts, $2)
         on conflict (board_id, num, subnum) do update
            set (${COLUMN_LIST}, rev) = (select ${COLUMN_LIST}, rev from (select excluded.*) changed)
         returning thread, rev)
       insert into dirty (board_id, thread, gen, min_rev, since)
       select $1, thread, nextval('dirty_gen'), min(rev), now() from written group by thread order by thread
       on conflict (board_id, thread) do update
          set gen = excluded.gen, min_rev = least(dirty.min_rev, excluded.min_rev)`,
      [board.id, JSON.stringify(posts.map(toJsonRow))],
    );
    await client.query('select pg_notify($1, $2)', [DIRTY_CHANNEL, '']);
  });
}

/** Writes rows unchanged, with the revs of the posts and without marks, so the indexer does not notice them. Replaces existing rows. */
export async function writeRows(pool: pg.Pool, boardId: number, posts: readonly Post[]): Promise<void> {
  const rows = posts.map((post) => ({ ...toJsonRow(post), rev: post.rev }));
  await pool.query(
    `insert into posts (board_id, ${COLUMN_LIST}, rev)
     select $1, ${COLUMN_LIST}, rev from json_populate_recordset(null::posts, $2)
     on conflict (board_id, num, subnum) do update
        set (${COLUMN_LIST}, rev) = (select ${COLUMN_LIST}, rev from (select excluded.*) changed)`,
    [boardId, JSON.stringify(rows)],
  );
}
