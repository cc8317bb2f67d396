/** A message is stored only once, even if several harvesters store it. */
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPostgresPool } from '../../../platform/postgres.ts';
import type { LeasedBoard } from '../../../scraper/leases/board-leases.ts';
import { fourChan } from '../../../scraper/sources/four-chan/source.ts';
import { createSlices } from '../../../store/slices.ts';
import { storeThread } from '../../../scraper/store/store-thread.ts';
import { eventually } from '../../support/archive.ts';
import { useWorld } from '../../support/world.ts';
import { NOW, counted, createHarness } from './harness.ts';
import { clearStored, storedPosts } from './stored.ts';
import { Upstream, addHeldBoard } from './upstream.ts';
import { loginUrl } from '../../support/logins.ts';

const world = useWorld();
let board: LeasedBoard;
let pool: pg.Pool;

beforeAll(async () => {
  board = await addHeldBoard(world(), 'http://127.0.0.1:9');
  pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'scraper'), pipeline: true });
});
afterAll(() => pool.end());
beforeEach(async () => {
  await clearStored(world().pool);
  await world().pool.query('truncate double_inserts');
});

const INSERT = `
  insert into posts (board_id, num, thread, opener, time_posted, time_modified, comment, rev)
  values ($1, 101, 100, false, '2024-01-01Z', '2024-01-01Z', 'by another hand', nextval('post_rev'))`;

/** Stores a post without the thread's lock, and commits when another writer waits for its row. */
async function meanwhile(work: () => Promise<void>): Promise<void> {
  await world().pool.query('select ensure_slice($1, 0)', [board.id]);
  const other = await world().pool.connect();
  try {
    await other.query('begin');
    await other.query(INSERT, [board.id]);
    const working = work();
    await eventually('both wait', async () => {
      const { rowCount } = await world().pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rowCount === 1;
    });
    await other.query('commit');
    await working;
  } finally {
    other.release();
  }
}

const doubles = async () =>
  (await world().pool.query('select harvester, times, num from double_inserts')).rows as unknown[];

test('a post that two writers store at the same time is stored once; the second insert is recorded with its forum', async () => {
  const posts = [
    { no: 100, resto: 0, time: 1_700_000_000, com: 'opener', replies: 2 },
    { no: 101, resto: 100, time: 1_700_000_001, com: 'reply' },
    { no: 102, resto: 100, time: 1_700_000_002, com: 'reply' },
  ];
  const reading = fourChan.thread.read(JSON.stringify({ posts }), 100);
  if (!reading.ok) throw new Error(reading.refusal.detail);
  await meanwhile(async () => {
    const url = 'http://127.0.0.1:9/g/thread/100.json';
    const answer = { board, url, thread: reading.value, lastModified: null, seenModified: 1, now: NOW };
    expect(await storeThread(pool, createSlices(pool), answer)).toMatchObject({ added: 2, changed: 1, doubled: 1 });
    expect(await storeThread(pool, createSlices(pool), answer)).toMatchObject({ added: 0, changed: 0, doubled: 0 });
  });
  expect((await storedPosts(world().pool)).map(({ num }) => num)).toEqual([100, 101, 102]);
  expect(await doubles()).toEqual([{ harvester: 'http://127.0.0.1:9/g', times: '1', num: '101' }]);
});

test('double inserts are counted by board', async () => {
  const upstream = new Upstream();
  const there = await addHeldBoard(world(), await upstream.open());
  const scraper = createHarness(world(), there);
  try {
    upstream.start(100, 2);
    await meanwhile(async () => void (await scraper.pass()));
    expect(await counted(scraper.registry, 'sagasu_scraper_double_inserts_total', { board: 'g' })).toBe(1);
    expect(await counted(scraper.registry, 'sagasu_scraper_posts_total', { board: 'g', outcome: 'added' })).toBe(2);
    await scraper.pass();
    expect(await counted(scraper.registry, 'sagasu_scraper_double_inserts_total', { board: 'g' })).toBe(1);
  } finally {
    await scraper.close();
    await upstream.close();
  }
});

test('the database refuses a second row of a post', async () => {
  await world().pool.query('select ensure_slice($1, 0)', [board.id]);
  await world().pool.query(INSERT, [board.id]);
  await expect(world().pool.query(INSERT, [board.id])).rejects.toThrow(/posts.*_pkey|duplicate key/);
});
