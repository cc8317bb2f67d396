/** The content of the scraper's tables. */
import type pg from 'pg';
import type { Post } from '../../../mappings/post.ts';
import { POST_COLUMNS, toPost, type PostRow } from '../../../mappings/postgres/post-row.ts';

export async function storedPosts(pool: pg.Pool): Promise<Post[]> {
  const { rows } = await pool.query<PostRow>(
    `select ${POST_COLUMNS} from posts p join boards b on b.id = p.board_id order by p.num, p.subnum`,
  );
  return rows.map(toPost);
}

export async function storedRevs(pool: pg.Pool): Promise<Map<number, number>> {
  return new Map((await storedPosts(pool)).map(({ num, rev }) => [num, rev]));
}

export interface DirtyMark {
  readonly thread: number;
  readonly gen: number;
  readonly minRev: number;
}

export async function dirtyMarks(pool: pg.Pool): Promise<DirtyMark[]> {
  const { rows } = await pool.query<{ thread: string; gen: string; min_rev: string }>(
    'select thread, gen, min_rev from dirty order by thread',
  );
  return rows.map((row) => ({ thread: Number(row.thread), gen: Number(row.gen), minRev: Number(row.min_rev) }));
}

export interface StoredRefusal {
  readonly url: string;
  readonly reason: string;
  readonly sample: string;
  readonly times: number;
  readonly thread: number | null;
}

export async function storedRefusals(pool: pg.Pool): Promise<StoredRefusal[]> {
  const { rows } = await pool.query<Omit<StoredRefusal, 'times' | 'thread'> & { times: string; thread: string | null }>(
    'select url, reason, sample, times, thread from refusals order by url, reason',
  );
  return rows.map(({ times, thread, ...row }) => ({
    ...row,
    times: Number(times),
    thread: thread === null ? null : Number(thread),
  }));
}

/**
 * Physical place of every row, the transactions that wrote or locked it, and the state of the sequences. If it is equal
 * before and after, nothing was written in between, not even a row lock.
 */
export async function writeTrace(pool: pg.Pool): Promise<string> {
  const tables = ['posts', 'dirty', 'harvest_state', 'refusals'].map(async (table) => {
    const { rows } = await pool.query(
      `select tableoid::regclass::text, ctid::text, xmin::text, xmax::text from ${table} order by 1, 2`,
    );
    return rows;
  });
  const { rows: sequences } = await pool.query(
    "select sequencename, last_value from pg_sequences where sequencename in ('post_rev', 'dirty_gen', 'posts_id_seq') order by 1",
  );
  return JSON.stringify([await Promise.all(tables), sequences]);
}

export async function clearStored(pool: pg.Pool): Promise<void> {
  await pool.query('truncate posts, dirty, harvest_state, refusals, board_lists, missing_posts, missing_threads');
}
