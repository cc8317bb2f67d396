/** The history of a forum's documents. */
import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { createPostgresPool } from '../../../../platform/postgres.ts';
import { createUrlHistory } from '../../../../scraper/forums/url-history.ts';
import { LeaseLostError, type LeasedBoard } from '../../../../scraper/leases/board-leases.ts';
import { useWorld } from '../../../support/world.ts';
import { addHeldBoard } from '../upstream.ts';
import { loginUrl } from '../../../support/logins.ts';

const world = useWorld();
const pool = () => createPostgresPool({ url: loginUrl(world().databaseUrl, 'scraper'), maxConnections: 2 });
const urlOf = (num: number) => `https://archive.example.org/g/thread/${num}`;
let board: LeasedBoard;

beforeEach(async () => {
  await world().pool.query('truncate boards cascade');
  board = await addHeldBoard(world(), 'https://archive.example.org');
});

async function rows(): Promise<{ places: string[]; finished: string }> {
  const { rows: places } = await world().pool.query<{ place: string }>('select place from url_history order by place');
  const { rows: forums } = await world().pool.query<{ finished: string }>('select finished::text from forums');
  return { places: places.map(({ place }) => place), finished: forums[0]?.finished ?? '' };
}

test('URLs that one process stores are known to another, and no others', async () => {
  const [one, other] = [pool(), pool()];
  try {
    const history = createUrlHistory(one, board);
    for (let num = 1; num <= 300; num++) await history.remember(urlOf(num), num);
    for (const known of [history, createUrlHistory(other, board)]) {
      for (let num = 1; num <= 300; num++) expect(await known.seen(urlOf(num), num)).toBe(true);
      expect(await known.seen(urlOf(301), 301)).toBe(false);
    }
  } finally {
    await Promise.all([one.end(), other.end()]);
  }
});

test('another URL with the same hash is not known', async () => {
  const one = pool();
  try {
    const history = createUrlHistory(one, board);
    await history.remember(urlOf(1), 1);
    const hash = createHash('sha256').update(urlOf(2)).digest().readBigInt64BE(0);
    await world().pool.query('update url_history set hash = $1', [hash]);
    const again = createUrlHistory(one, board);
    expect(await again.seen(urlOf(2), 2)).toBe(false);
    await again.remember(urlOf(2), 2);
    expect(await again.seen(urlOf(2), 2)).toBe(true);
  } finally {
    await one.end();
  }
});

test('a finished part is one range, in memory and after a restart; adjacent parts are merged', async () => {
  const one = pool();
  try {
    const history = createUrlHistory(one, board);
    for (let num = 10; num <= 30; num++) await history.remember(urlOf(num), num);
    await history.finish(10, 19);
    expect(await rows()).toEqual({
      places: Array.from({ length: 11 }, (_, at) => String(20 + at)),
      finished: '{[10,20)}',
    });
    await history.finish(20, 30);
    expect(await rows()).toEqual({ places: [], finished: '{[10,31)}' });
    for (const known of [history, createUrlHistory(one, board)]) {
      for (let num = 10; num <= 30; num++) expect(await known.seen(urlOf(num), num)).toBe(true);
      for (const num of [9, 31]) expect(await known.seen(urlOf(num), num)).toBe(false);
    }
  } finally {
    await one.end();
  }
});

test('forums do not share their histories', async () => {
  const one = pool();
  try {
    await createUrlHistory(one, board).remember(urlOf(1), 1);
    const elsewhere = { ...board, url: 'https://other.example.org' };
    expect(await createUrlHistory(one, elsewhere).seen(urlOf(1), 1)).toBe(false);
  } finally {
    await one.end();
  }
});

test('a scraper that has lost the lease cannot write to the history', async () => {
  const one = pool();
  try {
    const history = createUrlHistory(one, board);
    expect(await history.seen(urlOf(1), 1)).toBe(false);
    await world().pool.query('update harvest_leases set fence = fence + 1');
    await expect(history.remember(urlOf(1), 1)).rejects.toThrow(LeaseLostError);
    await expect(history.finish(1, 9)).rejects.toThrow(LeaseLostError);
    expect(await rows()).toEqual({ places: [], finished: '{}' });
  } finally {
    await one.end();
  }
});

test('statements over the history use its indexes and never scan a table', async () => {
  await world().pool.query("insert into forums (board_id, base_url) values ($1, 'x')", [board.id]);
  await world().pool.query(
    `insert into url_history (forum_id, hash, url, place)
     select f.id, hashtextextended(n::text, 0), 'https://a.example.org/' || n, n
     from forums f, generate_series(1, 20000) as n`,
  );
  await world().pool.query('analyze url_history');
  const plan = async (statement: string, values: unknown[]) => {
    const { rows: lines } = await world().pool.query<{ 'QUERY PLAN': string }>(`explain ${statement}`, values);
    return lines.map((line) => line['QUERY PLAN']).join('\n');
  };
  const { rows: forums } = await world().pool.query<{ id: number }>('select id from forums');
  const id = forums[0]?.id;
  const sql = await import('../../../../scraper/forums/sql.ts');
  expect(await plan(sql.HAS_URL, [id, 5, 'u'])).toContain('url_history_pkey');
  expect(await plan(sql.SELECT_HASHES, [id, 5, 100])).toContain('url_history_pkey');
  expect(await plan(sql.COLLAPSE_PART, [id, 5, 9])).toContain('url_history_place');
});
