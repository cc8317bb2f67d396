/** A new partition has no statistics, and a prepared statement keeps the plan that was made then. */
import { expect, test } from 'vitest';
import pg from 'pg';
import { countingThread } from '../../../mappings/postgres/post-functions.ts';
import { BUMP_OPENERS } from '../../../store/change-posts.ts';
import { insertBoard, writePosts, aPost } from '../../support/builders.ts';
import { loginUrl } from '../../support/logins.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld();

test('posts of a thread are counted by the index of threads, also in a board without statistics', async () => {
  const board = await insertBoard(world().pool, 'g');
  await writePosts(world().pool, board, [aPost({ num: 1 })]);
  const client = new pg.Client({ connectionString: loginUrl(world().databaseUrl, 'scraper') });
  await client.connect();
  try {
    await client.query(`set plan_cache_mode = 'force_generic_plan'`);
    await client.query(`prepare counting (int, bigint, timestamptz) as ${countingThread('$1', '$2', '$3')}`);
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain execute counting (${board.id}, 1, now())`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index Scan using \S+board_id_thread_num_subnum_idx/);
    expect(plan).not.toMatch(/Seq Scan on posts|_rev_idx/);
  } finally {
    await client.end();
  }
});

test('openers of many threads are found by their numbers, also in a board without statistics', async () => {
  const { pool } = world();
  const board = await insertBoard(pool, 'filled');
  await pool.query('select ensure_slice($1, 0)', [board.id]);
  await pool.query(`alter table posts_b${board.id}_s0 set (autovacuum_enabled = false)`);
  await writePosts(
    pool,
    board,
    Array.from({ length: 3_000 }, (_, at) => aPost({ num: at + 1, board: 'filled' })),
  );
  const threads = Array.from({ length: 200 }, (_, at) => at + 1);
  const values = [board.id, new Date(), threads, threads.map(() => new Date())];
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${BUMP_OPENERS}`, values);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  // With the index of threads, only the condition on threads: with one on numbers, PostgreSQL would walk through all threads of the
  // board.
  const [, index = '', condition] = /Index Scan using (\S+) on \S+ p_1 .*\n\s+(Index Cond: .*)/.exec(plan) ?? [];
  expect(condition).toMatch(index.includes('thread') ? /thread = ANY/ : /num = ANY/);
  expect(plan).not.toMatch(/Seq Scan on posts/);
});
