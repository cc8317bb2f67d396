/** Real scraper processes over a test's board. */
import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../../platform/config.ts';
import { listBoards } from '../../../store/boards/boards.ts';
import { startScraper } from '../../../scraper/scraper.ts';
import { eventually } from '../../support/archive.ts';
import { freePort } from '../../support/ports.ts';
import { startProcess, stopProcess } from '../../support/processes.ts';
import { countOf } from '../../support/full-counts.ts';
import { useWorld } from '../../support/world.ts';
import { silent } from './harness.ts';
import { clearStored, storedPosts } from './stored.ts';
import { LIST, Upstream, addBoard } from './upstream.ts';
import { loginUrl } from '../../support/logins.ts';

const world = useWorld();
const KILLS = countOf(20, 4);
let upstream: Upstream;
const running: ChildProcess[] = [];

beforeEach(async () => {
  upstream = new Upstream();
  await upstream.open();
});
afterEach(async () => {
  for (const child of running.splice(0)) await stopProcess(child);
  await upstream.close();
  await world().pool.query('truncate boards cascade');
  await clearStored(world().pool);
});

function startScraperProcess(settings: Readonly<Record<string, string>>): ChildProcess {
  const child = startProcess('scraper/main.ts', world(), {
    SAGASU_LOG_LEVEL: 'error',
    SAGASU_SCRAPER_INTERVAL_MS: '200',
    ...settings,
  });
  running.push(child);
  return child;
}

async function storedComments(): Promise<Map<number, string | null>> {
  return new Map((await storedPosts(world().pool)).map(({ num, comment }) => [num, comment]));
}

async function isComplete(): Promise<boolean> {
  const stored = await storedComments();
  return upstream.posts().every(({ no, com }) => stored.get(no) === com);
}

test('a process killed again and again loses nothing and stores nothing twice', { timeout: 240_000 }, async () => {
  const random = seeded(20_240_501);
  for (let num = 10_000; num < 16_000; num += 100) upstream.start(num, 20);
  await addBoard(world(), upstream.url);
  const settings = { SAGASU_SCRAPER_OWN_ORIGIN: upstream.url };
  let kills = 0;
  let next = 1_000_000;
  while (kills < KILLS) {
    const child = startScraperProcess(settings);
    const killAfter = upstream.asked.length + 1 + Math.floor(random() * 60);
    while (upstream.asked.length < killAfter) {
      const thread = 10_000 + Math.floor(random() * 60) * 100;
      if (random() < 0.7) upstream.reply(thread, ++next);
      else upstream.edit(thread, thread + 1 + Math.floor(random() * 20), { com: `edited ${performance.now()}` });
      await sleep(10);
    }
    child.kill('SIGKILL');
    await once(child, 'exit');
    kills++;
    await expireLeases();
    expect(await unmarkedThreads()).toEqual([]);
  }
  expect(await isComplete()).toBe(false);
  startScraperProcess(settings);
  await eventually('everything is stored', isComplete);

  const stored = await storedPosts(world().pool);
  expect(stored.map(({ num }) => num)).toEqual(
    upstream
      .posts()
      .map(({ no }) => no)
      .sort((a, b) => a - b),
  );
  expect(new Set(stored.map(({ rev }) => rev)).size).toBe(stored.length);
  expect(await unmarkedThreads()).toEqual([]);
});

/** Lets the leases of killed scrapers expire now instead of after some seconds. */
async function expireLeases(): Promise<void> {
  await world().pool.query("update harvest_leases set lease_until = '-infinity'");
  await world().pool.query("update scrapers set alive_until = '-infinity'");
}

/** Threads with a row that no mark covers, so that the indexer would never index it. */
async function unmarkedThreads(): Promise<unknown[]> {
  const { rows } = await world().pool.query<{ thread: string }>(
    `select distinct p.thread from posts p
     where not exists (select from dirty d where d.board_id = p.board_id and d.thread = p.thread and d.min_rev <= p.rev)`,
  );
  return rows;
}

test('a running scraper polls a board that is added or moved, and its metrics include it', async () => {
  const metricsPort = await freePort();
  const config = readConfig({
    SAGASU_SCRAPER_INTERVAL_MS: '200',
    SAGASU_SCRAPER_HOST_DELAY_MS: '0',
    SAGASU_QUEUE_PREFIX: world().queuePrefix,
    SAGASU_METRICS_PORT: String(metricsPort),
  });
  const stores = { databaseUrl: loginUrl(world().databaseUrl, 'scraper'), redisUrl: world().redisUrl };
  const registry = new Registry();
  const scraper = await startScraper({
    config,
    stores,
    logger: silent,
    registry,
    now: () => new Date(),
    worker: 'one',
  });
  const elsewhere = new Upstream();
  try {
    upstream.start(100, 1);
    await addBoard(world(), `${upstream.url}/`);
    expect(await listBoards(world().pool)).toMatchObject([{ name: 'g', url: upstream.url }]);
    await eventually('the board is scraped', isComplete);
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    expect(metrics).toContain('sagasu_scraper_posts_total{board="g",outcome="added"} 2');
    expect(metrics).toMatch(/sagasu_scraper_requests_total\{board="g",answer="fetched"\} \d/);

    await addBoard(world(), await elsewhere.open());
    const polls = () => elsewhere.asked.filter(({ path }) => path === LIST).length;
    await eventually('the new address is requested', async () => polls() > 0);
    const before = upstream.asked.length;
    await eventually('the new address is asked again and again', async () => polls() >= 4);
    expect(upstream.asked.length).toBe(before);
  } finally {
    await scraper.close();
    await elsewhere.close();
  }
});

test('SIGTERM ends a busy scraper without an error', async () => {
  for (let num = 1_000; num < 1_500; num += 10) upstream.start(num, 3);
  await addBoard(world(), upstream.url);
  const child = startScraperProcess({ SAGASU_SCRAPER_HOST_DELAY_MS: '100' });
  await eventually('the process works', async () => upstream.asked.length > 3);
  child.kill('SIGTERM');
  const [code] = (await once(child, 'exit')) as [number | null];
  expect(code).toBe(0);
});

test('the scraper has no permission to change boards', async () => {
  await addBoard(world(), upstream.url);
  const client = await world().pool.connect();
  try {
    await client.query('set role sagasu_scraper');
    await expect(client.query("update boards set url = 'http://evil.example'")).rejects.toThrow(/permission denied/);
    await expect(client.query('delete from posts')).rejects.toThrow(/permission denied/);
  } finally {
    await client.query('reset role');
    client.release();
  }
});

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}
