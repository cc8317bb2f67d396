/** Opening a stale thread, with a scraper that would not poll again within the test. */
import type { ChildProcess } from 'node:child_process';
import type { Redis } from 'ioredis';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildWebIfStale } from '../../cli/start/web-build.ts';
import { harvestStatusKey } from '../../mappings/harvest-status.ts';
import { createPatientRedis } from '../support/patient-redis.ts';
import { Upstream, addBoard, threadPath } from '../integration/scraper/upstream.ts';
import { eventually } from '../support/archive.ts';
import { openBrowser } from '../support/browser.ts';
import { freePort } from '../support/ports.ts';
import { startProcess, stopProcess } from '../support/processes.ts';
import { useWorld } from '../support/world.ts';

const START_MS = 180_000;

const world = useWorld();
const running: ChildProcess[] = [];
const upstream = new Upstream();
let browser: Browser;
let serverUrl: string;

beforeAll(async () => {
  await buildWebIfStale(() => undefined);
  await upstream.open();
  for (const num of [100, 200]) upstream.start(num, 1);
  await addBoard(world(), upstream.url);
  const port = await freePort();
  serverUrl = `http://127.0.0.1:${port}`;
  running.push(
    startProcess('scraper/main.ts', world(), {
      SAGASU_SCRAPER_INTERVAL_MS: '3600000',
      SAGASU_SCRAPER_HOST_DELAY_MS: '20',
      SAGASU_MEDIA_CONCURRENCY: '0',
    }),
    startProcess('server/main.ts', world(), { SAGASU_PORT: String(port) }),
  );
  browser = await openBrowser();
  await eventually('the server answers', async () => (await fetch(`${serverUrl}/livez`)).ok, START_MS);
  await eventually(
    'the first poll is over',
    async () => (await ageOf(200)) !== null && (await isStatusPublished()),
    START_MS,
  );
});

afterAll(async () => {
  await browser?.close();
  for (const child of running) await stopProcess(child);
  await upstream.close();
});

async function ageOf(num: number): Promise<number | null> {
  const answer = await fetch(`${serverUrl}/api/v1/boards/g/threads/${num}/freshness`);
  return ((await answer.json()) as { age_seconds: number | null }).age_seconds;
}

async function withHarvestStatus<T>(work: (redis: Redis, key: string) => Promise<T>): Promise<T> {
  const redis = createPatientRedis(world().redisUrl);
  try {
    return await work(redis, harvestStatusKey(world().queuePrefix, 'g'));
  } finally {
    redis.disconnect();
  }
}

const isStatusPublished = async () => withHarvestStatus(async (redis, key) => (await redis.exists(key)) === 1);

/** As if the last poll had been earlier by the hours, or later if they are negative. */
async function ageLastPoll(hours: number): Promise<void> {
  await world().pool.query('update board_lists set seen_at = seen_at - make_interval(hours => $1)', [hours]);
  await world().pool.query('update harvest_state set fetched_at = fetched_at - make_interval(hours => $1)', [hours]);
  await withHarvestStatus(async (redis, key) => redis.del(key));
}

/** Longer than a page waits between two polls. */
const POLL_MS = 6_000;

/** The page of a thread, with a clock that the test may run, and its kicks. */
async function open(num: number): Promise<{ readonly page: Page; readonly kicks: string[] }> {
  const page = await browser.newPage();
  await page.clock.install();
  const kicks: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/v1/kick')) kicks.push(request.postData() ?? '');
  });
  const freshness = page.waitForResponse((response) => response.url().endsWith(`/threads/${num}/freshness`));
  await page.goto(`${serverUrl}/g/thread/${num}`);
  await page.locator(`[id="${num + 1}"]`).waitFor();
  await freshness;
  return { page, kicks };
}

test('opening a stale thread kicks it, and its new posts appear in the open page and are announced', async () => {
  upstream.reply(100, 150);
  await ageLastPoll(1);
  upstream.asked.length = 0;
  const { page, kicks } = await open(100);
  await eventually('the new post is in the page', async () => {
    await page.clock.runFor(POLL_MS);
    return page.locator('[id="150"]').isVisible();
  });
  await page.locator('output[aria-live]', { hasText: '1 new post' }).waitFor({ state: 'attached' });
  expect(upstream.asked[0]?.path).toBe(threadPath(100));
  expect(kicks).toEqual([JSON.stringify({ url: '/g/thread/100' })]);
  await page.close();
});

test('a thread of a board that was just polled is not kicked', async () => {
  // The poll stays recent, however long the page takes to load.
  await ageLastPoll(-2);
  expect(await ageOf(200)).toBe(0);
  const { page, kicks } = await open(200);
  const polled = page.waitForResponse((response) => response.url().endsWith('/threads/200'));
  await page.clock.runFor(POLL_MS);
  await polled;
  expect(kicks).toEqual([]);
  await page.close();
});
