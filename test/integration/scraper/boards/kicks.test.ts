/** Kicks of real scraper processes. */
import type { ChildProcess } from 'node:child_process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Redis } from 'ioredis';
import { kickTarget } from '../../../../mappings/kick.ts';
import { sendConfigKick, sendUpdateKick } from '../../../../store/boards/kicks.ts';
import { createPatientRedis } from '../../../support/patient-redis.ts';
import { closeForum, listForums } from '../../../../scraper/forums/forums.ts';
import { changeSettings } from '../../../../store/boards/settings.ts';
import { MAX_BURST } from '../../../../scraper/net/host-pace.ts';
import { eventually } from '../../../support/archive.ts';
import { startProcess, stopProcess } from '../../../support/processes.ts';
import { useWorld } from '../../../support/world.ts';
import { watchTurns } from '../net/polite.ts';
import { clearStored, storedPosts } from '../stored.ts';
import { LIST, Upstream, addBoard, threadPath } from '../upstream.ts';

const world = useWorld();
const running: ChildProcess[] = [];
let upstream: Upstream;
let redis: Redis;

beforeEach(async () => {
  upstream = new Upstream();
  await upstream.open();
  redis = createPatientRedis(world().redisUrl);
});
afterEach(async () => {
  for (const child of running.splice(0)) await stopProcess(child);
  await upstream.close();
  redis.disconnect();
  await world().pool.query('truncate boards cascade');
  await world().pool.query('truncate scrapers');
  await clearStored(world().pool);
});

/** A poll interval so long that only kicks cause requests during a test. */
function scraperProcess(settings: Readonly<Record<string, string>> = {}): void {
  running.push(
    startProcess('scraper/main.ts', world(), {
      SAGASU_LOG_LEVEL: 'error',
      SAGASU_SCRAPER_INTERVAL_MS: '600000',
      SAGASU_SCRAPER_HOST_DELAY_MS: '20',
      SAGASU_MEDIA_CONCURRENCY: '0',
      ...settings,
    }),
  );
}

async function kick(address: string): Promise<number | null> {
  const target = kickTarget(address, await listForums(world().pool));
  if (target === null) throw new Error(`${address} is no document of a board`);
  return sendUpdateKick(redis, world().queuePrefix, target);
}

const asked = (path: string) => upstream.asked.filter((one) => one.path === path).length;
const isStored = async (num: number) => (await storedPosts(world().pool)).some((post) => post.num === num);

test('a kick reaches the harvester that holds the forum, which fetches new posts immediately', async () => {
  upstream.start(100, 1);
  for (const name of ['g', 'ck']) await addBoard(world(), upstream.url, undefined, name);
  for (const agent of ['one', 'other']) scraperProcess({ SAGASU_USER_AGENT: agent });
  await eventually('both boards were polled', async () =>
    ['g', 'ck'].every((name) => asked(`/${name}/archive.json`) > 0),
  );
  upstream.reply(100, 102);
  upstream.asked.length = 0;
  await eventually('a scraper has subscribed', async () => (await kick(`${upstream.url}/g/thread/100.json`)) === 1);
  await eventually('the reply is stored', () => isStored(102));
  const ofBoard = upstream.asked.filter(({ path }) => path.startsWith('/g/'));
  expect(ofBoard[0]?.path).toBe(threadPath(100));
  expect(new Set(ofBoard.map(({ agent }) => agent)).size).toBe(1);
});

test('a kick that no harvester received is taken by the next one to poll the board', async () => {
  upstream.start(100, 1);
  upstream.start(200, 1);
  await addBoard(world(), upstream.url);
  // The thread is not in the list, so only the kick can cause its fetch.
  upstream.archive(200);
  await changeSettings(world().pool, { id: (await listForums(world().pool))[0]?.boardId ?? 0 }, { archive: false });
  expect(await kick('/g/thread/200')).toBe(0);
  scraperProcess();
  await eventually('it is stored', () => isStored(201));
});

test('a kick does not store a thread that the settings exclude', async () => {
  upstream.start(100, 0, { sub: 'daily bread' });
  await addBoard(world(), upstream.url);
  const [forum] = await listForums(world().pool);
  await changeSettings(world().pool, { id: forum?.boardId ?? 0 }, { 'threads.not': 'bread' });
  expect(await kick('/g/thread/100')).toBe(0);
  scraperProcess();
  await eventually('the thread was requested', async () => asked(threadPath(100)) > 0);
  await eventually('the board was polled', async () => asked(LIST) > 0);
  expect(await isStored(100)).toBe(false);
});

test('a config kick makes every scraper reload boards and settings', async () => {
  await addBoard(world(), upstream.url, undefined, 'g');
  await addBoard(world(), upstream.url, undefined, 'ck');
  scraperProcess();
  scraperProcess();
  await eventually('both boards were polled', async () => asked(LIST) > 0 && asked('/ck/threads.json') > 0);
  upstream.asked.length = 0;
  await eventually('both processes receive it', async () => (await sendConfigKick(redis, world().queuePrefix)) === 2);
  await eventually('both boards are polled', async () => asked(LIST) > 0 && asked('/ck/threads.json') > 0);
});

test('the lease of a closed forum is released, and no kick causes a request to it', async () => {
  for (const name of ['g', 'ck']) await addBoard(world(), upstream.url, undefined, name);
  scraperProcess({ SAGASU_SCRAPER_INTERVAL_MS: '200' });
  await eventually('both are polled', async () => asked(LIST) > 0 && asked('/ck/threads.json') > 0);
  const forum = (await listForums(world().pool)).find(({ board }) => board === 'g');
  if (forum === undefined) throw new Error('a board is a forum');
  await closeForum(world().pool, forum, new Date());
  await sendConfigKick(redis, world().queuePrefix);
  await eventually('no process listens', async () => (await kick('/g/')) === 0);
  upstream.asked.length = 0;
  await sendConfigKick(redis, world().queuePrefix);
  // A poll every 200 ms: the closed forum would have had its turn as often as the open one.
  await eventually('the open forum is polled on', async () => asked('/ck/threads.json') >= 3);
  expect(upstream.asked.filter(({ path }) => path.startsWith('/g/'))).toEqual([]);
  await closeForum(world().pool, forum, null);
  await sendConfigKick(redis, world().queuePrefix);
  await eventually('the board is polled again', async () => asked(LIST) > 0);
});

test('however many processes send and receive kicks, a host receives one request per delay plus the burst', async () => {
  const DELAY = 50;
  for (let num = 100; num < 700; num += 100) upstream.start(num, 2);
  for (const name of ['g', 'ck', 'tv']) await addBoard(world(), upstream.url, undefined, name);
  const watch = await watchTurns(world());
  try {
    const settings = { SAGASU_SCRAPER_HOST_DELAY_MS: String(DELAY), SAGASU_SCRAPER_INTERVAL_MS: '100' };
    for (let process = 0; process < 3; process++) scraperProcess(settings);
    for (let num = 100; num < 700; num += 100) {
      for (const name of ['g', 'ck', 'tv']) await kick(`/${name}/thread/${num}`);
      await new Promise((resolve) => setTimeout(resolve, 130));
    }
    await eventually('everything is stored', async () => (await storedPosts(world().pool)).length === 54);
  } finally {
    for (const child of running.splice(0)) await stopProcess(child);
    const { host } = new URL(upstream.url);
    const nexts = await watch.nexts(host);
    watch.close();
    // Each turn delays the next one. A burst's turn did not wait for its time; later turns make up for it.
    const steps = nexts.slice(1).map((next, at) => next - (nexts[at] ?? 0));
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(DELAY);
    // The upstream received at most as many requests as there were turns; a process that ended may not have used its
    // turn.
    expect(upstream.asked.length).toBeLessThanOrEqual(nexts.length);
    // Six threads of three boards, each at least once.
    expect(upstream.asked.length).toBeGreaterThanOrEqual(18);
    // By the upstream's clock: requests are early by at most the burst.
    const arrivals = upstream.asked.map(({ at }) => at).toSorted((a, b) => a - b);
    const early = arrivals.map((at, index) => (nexts[index] ?? 0) - DELAY - at);
    expect(Math.max(...early)).toBeLessThanOrEqual(MAX_BURST * DELAY + ARRIVAL_MS);
  }
});

/** The same machine's clock, read in two processes. */
const ARRIVAL_MS = 5;
