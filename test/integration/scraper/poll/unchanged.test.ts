/** A poll of an unchanged board, measured by what PostgreSQL's backend reports as written. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type pg from 'pg';
import { createPostgresPool } from '../../../../platform/postgres.ts';
import { createSlices } from '../../../../store/slices.ts';
import { useWorld } from '../../../support/world.ts';
import { createHarness, type Harness } from '../harness.ts';
import { Upstream, addBoard } from '../upstream.ts';
import { loginUrl } from '../../../support/logins.ts';

const world = useWorld();
let upstream: Upstream;
let pool: pg.Pool;
let scraper: Harness;

beforeAll(async () => {
  upstream = new Upstream();
  const board = await addBoard(world(), await upstream.open());
  for (let num = 100; num <= 1_000; num += 100) upstream.start(num, 20);
  // With one connection, the backend's figures contain only the scraper's writes.
  pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'scraper'), maxConnections: 1, pipeline: true });
  scraper = createHarness(world(), board, (context) => {
    void context.pool.end();
    return { ...context, pool, slices: createSlices(pool) };
  });
});
afterAll(async () => {
  await scraper.close().catch(() => undefined);
  await upstream.close();
});

async function written(): Promise<{ records: number; bytes: number }> {
  await pool.query('select pg_stat_force_next_flush()');
  const { rows } = await pool.query<{ records: string; bytes: string }>(
    'select wal_records as records, wal_bytes as bytes from pg_stat_get_backend_wal(pg_backend_pid())',
  );
  return { records: Number(rows[0]?.records), bytes: Number(rows[0]?.bytes) };
}

test('a poll without changes writes no row and no WAL, and one with changes does', async () => {
  await scraper.pass();
  await scraper.pass();
  // Excludes writes that PostgreSQL makes at the first read of a page.
  await world().pool.query('vacuum posts, harvest_state, board_lists, harvest_leases, boards, missing_posts');
  await scraper.pass();
  const before = await written();
  expect(before.records).toBeGreaterThan(200);
  for (let polls = 0; polls < 5; polls++) expect(await scraper.pass()).toBe(false);
  expect(await written()).toEqual(before);
  upstream.reply(100, 150);
  expect(await scraper.pass()).toBe(true);
  expect((await written()).records).toBeGreaterThan(before.records);
});
