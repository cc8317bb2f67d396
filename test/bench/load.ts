import type pg from 'pg';
import { createPostgresPool } from '../../platform/postgres.ts';
import type { World } from '../support/world.ts';
import { generateCorpus, type CorpusPost } from './corpus.ts';

export const BENCH_BOARD = 'bench';
const ROWS_A_STATEMENT = 5_000;
/** While PostgreSQL writes these, the next are made. */
const STATEMENTS_IN_FLIGHT = 2;
/** For the vacuum of a large board. */
const LIMIT_MS = 600_000;

/** Fills one board with the corpus, as a writer would leave it, but with nothing dirty. Returns the board's id. */
export async function loadCorpus(world: World, posts: number): Promise<number> {
  const pool = createPostgresPool({
    url: world.databaseUrl,
    maxConnections: STATEMENTS_IN_FLIGHT,
    statementTimeoutMs: LIMIT_MS,
  });
  try {
    return await load(pool, posts);
  } finally {
    await pool.end();
  }
}

async function load(pool: pg.Pool, posts: number): Promise<number> {
  const board = await pool.query<{ id: number }>(
    `insert into boards (name, title, source, url, media_url)
     values ($1, 'Bench', '4chan', 'http://127.0.0.1:1', 'http://127.0.0.1:1') returning id`,
    [BENCH_BOARD],
  );
  const id = board.rows[0]?.id;
  if (id === undefined) throw new Error('the board was not made');
  await pool.query('select ensure_slice($1, 0)', [id]);
  const batches = batchesOf(generateCorpus(posts));
  await Promise.all(
    Array.from({ length: STATEMENTS_IN_FLIGHT }, async () => {
      for (const batch of batches) await insert(pool, id, batch);
    }),
  );
  await pool.query('vacuum analyze posts');
  return id;
}

function* batchesOf(posts: Iterable<CorpusPost>): Generator<readonly CorpusPost[]> {
  let batch: CorpusPost[] = [];
  for (const post of posts) {
    batch.push(post);
    if (batch.length === ROWS_A_STATEMENT) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

async function insert(pool: pg.Pool, boardId: number, posts: readonly CorpusPost[]): Promise<void> {
  const column = <T>(of: (post: CorpusPost) => T): T[] => posts.map(of);
  await pool.query(
    `insert into posts (board_id, num, thread, opener, time_posted, time_modified, name, subject, comment,
                        media_name, media_type, media_size, media_hash, rev)
     select $1, num, thread, opener, time_posted, time_posted, name, subject, comment,
            media_name, media_type, media_size, media_hash, nextval('post_rev')
     from unnest($2::bigint[], $3::bigint[], $4::boolean[], $5::timestamptz[], $6::text[], $7::text[], $8::text[],
                 $9::text[], $10::text[], $11::int[], $12::bytea[])
       as row (num, thread, opener, time_posted, name, subject, comment, media_name, media_type, media_size, media_hash)`,
    [
      boardId,
      column((post) => post.num),
      column((post) => post.thread),
      column((post) => post.opener),
      column((post) => post.timePosted),
      column((post) => post.name),
      column((post) => post.subject),
      column((post) => post.comment),
      column((post) => post.file?.name ?? null),
      column((post) => post.file?.type ?? null),
      column((post) => post.file?.size ?? null),
      column((post) => post.file?.md5 ?? null),
    ],
  );
}

/** Every thread of the board is dirty from its first revision on. */
export async function markAllDirty(pool: pg.Pool, boardId: number): Promise<void> {
  await pool.query(
    `insert into dirty (board_id, thread, gen, min_rev, since)
     select board_id, thread, nextval('dirty_gen'), min(rev), now() from posts where board_id = $1 group by board_id, thread`,
    [boardId],
  );
}
