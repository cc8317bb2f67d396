import type pg from 'pg';
import { DEFAULT_SLICE_SIZE, sliceOf } from '../../mappings/board.ts';
import { EXTRA_FILE_COLUMNS } from '../../mappings/archive-export.ts';
import type { ExtraFile } from '../../mappings/file-fields.ts';
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

/** An additional file with the given fields and null elsewhere. */
export function anExtraFile(known: Partial<ExtraFile> & Pick<ExtraFile, 'place'>): ExtraFile {
  return {
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
    timeDeletedFile: null,
    spoiler: false,
    extra: null,
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
const COLUMN_LIST = [...COLUMNS.map(({ name }) => name), 'extra_files'].join(', ');
const FILE_COLUMNS = EXTRA_FILE_COLUMNS.map(({ name }) => name);
const FILE_COLUMN_LIST = ['num', 'subnum', ...FILE_COLUMNS].join(', ');

const inJson = (value: unknown): unknown =>
  value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value;

/** A row in the form that PostgreSQL's JSON functions read. */
function toJsonRow(post: Post): Record<string, unknown> {
  const places = (post.extraFiles ?? []).map(({ place }) => place);
  return {
    ...Object.fromEntries(COLUMNS.map(({ name, field }) => [name, inJson(post[field])])),
    ...(places.length > 0 && { extra_files: Math.max(...places) }),
  };
}

function toFileRows({ num, subnum, extraFiles = [] }: Post): readonly Record<string, unknown>[] {
  return extraFiles.map((file) => {
    const columns = FILE_COLUMNS.map((name) => {
      const field = name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) as keyof ExtraFile;
      return [name, inJson(file[field])];
    });
    return { num, subnum, ...Object.fromEntries(columns) };
  });
}

/** Replaces the additional files of the posts. */
async function writeFiles(client: pg.ClientBase, boardId: number, posts: readonly Post[]): Promise<void> {
  await client.query(
    `delete from post_files f using json_to_recordset($2) as p (num bigint, subnum int)
     where f.board_id = $1 and f.num = p.num and f.subnum = p.subnum`,
    [boardId, JSON.stringify(posts.map(({ num, subnum }) => ({ num, subnum })))],
  );
  const rows = posts.flatMap(toFileRows);
  if (rows.length === 0) return;
  await client.query(
    `insert into post_files (board_id, ${FILE_COLUMN_LIST})
     select $1, ${FILE_COLUMN_LIST} from json_populate_recordset(null::post_files, $2)`,
    [boardId, JSON.stringify(rows)],
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
    await writeFiles(client, board.id, posts);
    await client.query('select pg_notify($1, $2)', [DIRTY_CHANNEL, '']);
  });
}

/** Writes rows unchanged, with the revs of the posts and without marks, so the indexer does not notice them. Replaces existing rows. */
export async function writeRows(pool: pg.Pool, boardId: number, posts: readonly Post[]): Promise<void> {
  const rows = posts.map((post) => ({ ...toJsonRow(post), rev: post.rev }));
  await inTransaction(pool, async (client) => {
    await client.query(
      `insert into posts (board_id, ${COLUMN_LIST}, rev)
       select $1, ${COLUMN_LIST}, rev from json_populate_recordset(null::posts, $2)
       on conflict (board_id, num, subnum) do update
          set (${COLUMN_LIST}, rev) = (select ${COLUMN_LIST}, rev from (select excluded.*) changed)`,
      [boardId, JSON.stringify(rows)],
    );
    await writeFiles(client, boardId, posts);
  });
}
