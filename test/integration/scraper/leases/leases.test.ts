/** Several scrapers over the same boards: real processes with leases in PostgreSQL. */
import type { ChildProcess } from 'node:child_process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPostgresPool } from '../../../../platform/postgres.ts';
import { createBoardLeases, LeaseLostError, withLease } from '../../../../scraper/leases/board-leases.ts';
import { createSlices } from '../../../../store/slices.ts';
import { storeThread } from '../../../../scraper/store/store-thread.ts';
import { fourChan } from '../../../../scraper/sources/four-chan/source.ts';
import { eventually } from '../../../support/archive.ts';
import { startProcess, stopProcess } from '../../../support/processes.ts';
import { useWorld } from '../../../support/world.ts';
import { pauses, watchTurns } from '../net/polite.ts';
import { openSite, total, type Site } from '../site.ts';
import { clearStored, storedPosts } from '../stored.ts';
import { addBoard } from '../upstream.ts';
import { loginUrl } from '../../../support/logins.ts';

const world = useWorld();
const running: ChildProcess[] = [];
const pools: { end(): Promise<void> }[] = [];
let site: Site;

beforeEach(async () => {
  site = await openSite(world());
});
afterEach(async () => {
  for (const child of running.splice(0)) await stopProcess(child);
  for (const pool of pools.splice(0)) await pool.end();
  await site.close();
  await world().pool.query('truncate boards cascade');
  await world().pool.query('truncate scrapers');
  await clearStored(world().pool);
});

function scraperProcess(name: string, settings: Readonly<Record<string, string>> = {}): ChildProcess {
  const child = startProcess('scraper/main.ts', world(), {
    SAGASU_LOG_LEVEL: 'error',
    SAGASU_SCRAPER_INTERVAL_MS: '200',
    SAGASU_SCRAPER_HOST_DELAY_MS: '5',
    SAGASU_USER_AGENT: name,
    ...settings,
  });
  running.push(child);
  return child;
}

const isComplete = async () => site.isStored();
const threadFetches = () => site.threadFetches();

/** Number of boards that each living scraper holds. */
async function holdings(): Promise<string> {
  const { rows } = await world().pool.query<{ boards: string }>(
    `select (select count(*) from harvest_leases l where l.worker = s.worker) as boards
       from scrapers s where alive_until > now() order by 1 desc`,
  );
  return rows.map(({ boards }) => boards).join(' ');
}

/** Leases as another scraper process would have them. */
function leasesOf(worker: string) {
  const pool = createPostgresPool({
    url: loginUrl(world().databaseUrl, 'scraper'),
    maxConnections: 2,
    pipeline: true,
  });
  pools.push(pool);
  return { pool, leases: createBoardLeases(pool, worker) };
}

test.each([1, 2, 3])(
  '%i scrapers fetch each thread once per change, share the boards evenly, and together keep the pace of one',
  async (scrapers) => {
    const delay = 20;
    const threads = 12;
    for (const name of ['a', 'b', 'c', 'd', 'e']) await site.add(name, threads);
    const watch = await watchTurns(world());
    try {
      for (let each = 1; each <= scrapers; each++) {
        scraperProcess(`Scraper/${each}`, { SAGASU_SCRAPER_HOST_DELAY_MS: String(delay) });
      }
      const fair = ['5', '3 2', '2 2 1'][scrapers - 1];
      await eventually('every scraper has its share', async () => (await holdings()) === fair);
      await eventually('everything is stored', isComplete);
      const first = threadFetches();
      // A fetch may have been running when its board went to a scraper that had just started.
      expect(total(first)).toBeLessThanOrEqual(5 * threads + (scrapers === 1 ? 0 : 5));
      expect(first.size).toBe(5 * threads);

      for (const board of site.boards.values()) for (const thread of [100, 300, 700]) board.reply(thread, thread + 50);
      await eventually('the changes are stored', isComplete);
      expect(total(threadFetches()) - total(first)).toBe(5 * 3);

      for (const child of running.splice(0)) await stopProcess(child);
      const turns = await watch.turns(new URL(site.url).host, delay);
      expect(Math.min(...pauses(turns))).toBeGreaterThanOrEqual(delay);
      // No request is sent before its turn: request n is not earlier than turn n.
      const asked = [...site.boards.values()].flatMap((board) => board.asked);
      const arrivals = asked.map(({ at }) => at).toSorted((a, b) => a - b);
      expect(arrivals.length).toBeLessThanOrEqual(turns.length);
      expect(arrivals.filter((at, index) => at < (turns[index] ?? Number.POSITIVE_INFINITY))).toEqual([]);
      expect(new Set(asked.map(({ agent }) => agent)).size).toBe(scrapers);
    } finally {
      watch.close();
    }
  },
);

test('another scraper takes a killed scraper’s boards without repeating what was stored', async () => {
  for (const name of ['a', 'b', 'c', 'd']) await site.add(name, 30);
  const [first] = [scraperProcess('First/1'), scraperProcess('Second/1')];
  await eventually('each scraper has its share', async () => (await holdings()) === '2 2');
  await eventually('everything is stored', isComplete);
  const before = total(threadFetches());
  first?.kill('SIGKILL');
  for (const board of site.boards.values()) for (const thread of [100, 200, 300]) board.reply(thread, thread + 50);
  await eventually('everything is stored', isComplete);
  expect(await holdings()).toBe('4');
  // The killed scraper may have been fetching a thread.
  expect(total(threadFetches()) - before).toBeLessThanOrEqual(4 * 3 + 1);

  const posts = await storedPosts(world().pool);
  const there = [...site.boards].flatMap(([name, board]) => board.posts().map(({ no }) => `${name}.${no}`));
  expect(posts.map((post) => `${post.board}.${post.num}`).toSorted()).toEqual(there.toSorted());
});

test('a scraper that shuts down releases its boards immediately', async () => {
  for (const name of ['a', 'b']) await site.add(name, 2);
  const first = scraperProcess('First/1');
  await eventually('it has both boards', async () => (await holdings()) === '2');
  await stopProcess(first);
  const { rows } = await world().pool.query(
    "select from harvest_leases where worker <> '' or lease_until > now() union all select from scrapers",
  );
  expect(rows).toEqual([]);
});

test(
  'a scraper that is suspended for longer than its lease writes nothing when it resumes',
  { timeout: 90_000 },
  async () => {
    const board = await site.add('a', 1);
    const sleeper = scraperProcess('Sleeper/1');
    await eventually('everything is stored', isComplete);
    const hanging = Promise.withResolvers<void>();
    board.instead.set('/a/thread/100.json', () => hanging.resolve());
    board.reply(100, 150);
    await hanging.promise;
    sleeper.kill('SIGSTOP');
    try {
      board.instead.clear();
      scraperProcess('Second/1');
      await eventually('the other scraper has taken the board', isComplete);
      const fence = await fenceOf('a');
      expect(fence).toBeGreaterThan(1);
    } finally {
      sleeper.kill('SIGCONT');
    }
    await eventually('both exist', async () => (await holdings()) === '1 0');
    expect(new Set(board.asked.filter(({ path }) => path.endsWith('100.json')).map(({ agent }) => agent))).toEqual(
      new Set(['Sleeper/1', 'Second/1']),
    );
  },
);

async function fenceOf(name: string): Promise<number> {
  const { rows } = await world().pool.query<{ fence: string }>(
    'select fence from harvest_leases join boards on id = board_id where name = $1',
    [name],
  );
  return Number(rows[0]?.fence);
}

test('a scraper that has lost a board cannot write to it, and a transaction under a lease ends under that lease', async () => {
  await addBoard(world(), 'http://127.0.0.1:9', undefined, 'a');
  const [one, two] = [leasesOf('one'), leasesOf('two')];
  const [board] = (await one.leases.renew()).mine;
  if (board === undefined) throw new Error('the board was free');
  const reading = fourChan.thread.read(JSON.stringify({ posts: [{ no: 1, resto: 0, time: 1_700_000_000 }] }), 1);
  if (!reading.ok) throw new Error(reading.refusal.detail);
  const answer = { board, url: 'x', thread: reading.value, lastModified: null, seenModified: 1, now: new Date(0) };

  const expire = () => world().pool.query("update harvest_leases set lease_until = now() - interval '1 s'");
  await withLease(one.pool, board, async () => {
    await world().pool.query("update scrapers set alive_until = '-infinity'");
    // The locked lease is skipped, not waited for.
    expect((await two.leases.renew()).mine).toEqual([]);
  });
  await expire();
  await world().pool.query("update scrapers set alive_until = '-infinity'");
  const [taken] = (await two.leases.renew()).mine;
  expect(taken).toEqual({ ...board, fence: board.fence + 1 });

  await expect(storeThread(one.pool, createSlices(one.pool), answer)).rejects.toThrow(LeaseLostError);
  expect(await storedPosts(world().pool)).toEqual([]);
  expect((await one.leases.renew()).mine).toEqual([]);
  expect(await storeThread(two.pool, createSlices(two.pool), { ...answer, board: taken ?? board })).toMatchObject({
    kind: 'written',
  });
});

test('scrapers that start and stop concurrently never hold a board twice, and finally each has its share', async () => {
  for (let number = 1; number <= 20; number++) await addBoard(world(), 'http://127.0.0.1:9', undefined, `b${number}`);
  const crew = ['one', 'two', 'three'].map((worker) => leasesOf(worker).leases);
  const held: number[][] = [[], [], []];
  for (let round = 1; round <= 4; round++) {
    await Promise.all(
      crew.map(async (leases, index) => {
        const { mine, surplus } = await leases.renew();
        await leases.release(surplus);
        held[index] = mine.map(({ id }) => id);
      }),
    );
    const all = held.flat();
    expect(new Set(all).size).toBe(all.length);
  }
  expect(held.map(({ length }) => length).toSorted((a, b) => a - b)).toEqual([6, 7, 7]);
  await crew[0]?.releaseAll();
  const rest = await Promise.all(crew.slice(1).map(async (leases) => (await leases.renew()).mine.length));
  expect(rest.reduce((sum, count) => sum + count, 0)).toBe(20);
});

test('the boards of a scraper that died before the clock was set back by a day are taken by others', async () => {
  await addBoard(world(), site.url);
  const [dead, living] = [leasesOf('dead'), leasesOf('living')];
  const { mine } = await dead.leases.renew();
  expect(mine.length).toBeGreaterThan(0);
  expect((await living.leases.renew()).mine).toEqual([]);
  await world().pool.query(`update harvest_leases set lease_until = lease_until + interval '1 day'`);
  await world().pool.query(`update scrapers set alive_until = alive_until + interval '1 day' where worker = 'dead'`);
  expect((await living.leases.renew()).mine.map(({ name }) => name)).toEqual(mine.map(({ name }) => name));
});
