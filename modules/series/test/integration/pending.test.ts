/** The lookup of `series:` names the posts for which it may still change. */
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPostgresPool } from '../../../../platform/postgres.ts';
import { aPost, insertBoard, writePosts, type TestBoard } from '../../../../test/support/builders.ts';
import { drained, runIndexer } from '../../../../test/support/indexer.ts';
import { eventually } from '../../../../test/support/archive.ts';
import { loginUrl } from '../../../../test/support/logins.ts';
import { useWorld } from '../../../../test/support/world.ts';
import { seriesLookups } from '../../server/lookup.ts';

const world = useWorld();
let board: TestBoard;
let pool: pg.Pool;

beforeAll(async () => {
  board = await insertBoard(world().pool, 'g');
  pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'server') });
});
afterAll(async () => pool.end());

const pendingFrom = async () => seriesLookups({ pool })['series']?.pendingFrom?.();

async function lowestRev(thread: number): Promise<number> {
  const { rows } = await world().pool.query<{ rev: string }>('select min(rev) as rev from posts where thread = $1', [
    thread,
  ]);
  return Number(rows[0]?.rev);
}

test('the lookup waits for threads whose series the indexer has not derived yet', async () => {
  expect(await pendingFrom()).toBeNull();
  await writePosts(world().pool, board, [aPost({ num: 1, subject: '/dpt/ - Daily Programming Thread' })]);
  await writePosts(world().pool, board, [
    aPost({ num: 10, subject: '/dpt/ - Daily Programming Thread' }),
    aPost({ num: 11, thread: 10 }),
  ]);
  expect(await pendingFrom()).toBe(await lowestRev(1));
  await runIndexer(world());
  await drained(world());
  await eventually('no thread waits', async () => (await pendingFrom()) === null);
  const found = await seriesLookups({ pool })['series']?.('dpt', {} as never);
  expect(found).toEqual([{ index: 'thread_id', values: expect.arrayContaining(['g.1', 'g.10']) }]);
});

test('while very many threads wait, as during a rebuild, it waits for all', async () => {
  const client = await world().pool.connect();
  try {
    await client.query('begin');
    await client.query('insert into series_work (board_id, thread) select $1, n from generate_series(1, 1000) n', [
      board.id,
    ]);
    expect((await client.query('select series_pending_from() as rev')).rows).toEqual([{ rev: '0' }]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
