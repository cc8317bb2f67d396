/** Repeated kicks of the same thread, with a stopped clock. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Redis } from 'ioredis';
import { kickTarget } from '../../../../mappings/kick.ts';
import { sendUpdateKick } from '../../../../store/boards/kicks.ts';
import { createQueueConnection } from '../../../../platform/redis.ts';
import { createPatientRedis } from '../../../support/patient-redis.ts';
import { listForums } from '../../../../scraper/forums/forums.ts';
import { createKickListener, type KickListener } from '../../../../scraper/boards/kick-listener.ts';
import { runBoardPoller } from '../../../../scraper/boards/poller.ts';
import { eventually } from '../../../support/archive.ts';
import { useWorld } from '../../../support/world.ts';
import { createHarness, silent, type Harness } from '../harness.ts';
import { clearStored } from '../stored.ts';
import { LIST, Upstream, addBoard, hold, threadPath } from '../upstream.ts';

const world = useWorld();
const NEVER_MS = 3_600_000;
let upstream: Upstream;
let redis: Redis;
let kickListener: KickListener;
let scraper: Harness;
let stop: AbortController;
let polling: Promise<void>;

beforeEach(async () => {
  upstream = new Upstream();
  const board = await addBoard(world(), await upstream.open());
  redis = createPatientRedis(world().redisUrl);
  const listener = createQueueConnection(world().redisUrl);
  kickListener = createKickListener({ listener, redis, prefix: world().queuePrefix, logger: silent });
  scraper = createHarness(world(), board, (context) => ({ ...context, kickListener, intervalMs: NEVER_MS }));
  for (const num of [100, 200]) upstream.start(num, 1);
  stop = new AbortController();
  polling = runBoardPoller(scraper.context, await hold(world(), board), stop.signal);
  await eventually('the board was polled', async () => Promise.resolve(asked('/g/archive.json') > 0));
});
afterEach(async () => {
  stop.abort();
  await polling;
  kickListener.close();
  await scraper.close();
  await upstream.close();
  redis.disconnect();
  await clearStored(world().pool);
});

const asked = (path: string) => upstream.asked.filter((one) => one.path === path).length;

async function kick(num: number): Promise<void> {
  const target = kickTarget(`/g/thread/${num}`, await listForums(world().pool));
  if (target === null) throw new Error('a board is a forum');
  await eventually(
    'the harvester hears it',
    async () => (await sendUpdateKick(redis, world().queuePrefix, target)) === 1,
  );
}

const isTaken = async () => (await redis.keys(`${world().queuePrefix}:pending-kicks:*`)).length === 0;

test('a repeated kick of a thread does not cause a request to the source, a kick of another thread does', async () => {
  await kick(100);
  await eventually('the thread was requested', async () => Promise.resolve(asked(threadPath(100)) > 1));
  await eventually('the poll has ended', async () => Promise.resolve(asked(LIST) > 1));
  upstream.asked.length = 0;
  for (let times = 0; times < 5; times++) {
    await kick(100);
    await eventually('the harvester has taken the kick', isTaken);
  }
  // The poll for the second thread has also updated the first one.
  await kick(200);
  await eventually('the other thread was requested', async () => Promise.resolve(asked(LIST) > 0));
  expect(upstream.takePaths()).toEqual([threadPath(200), LIST]);
  scraper.later(11);
  await kick(100);
  await eventually('the thread is requested again', async () => Promise.resolve(asked(threadPath(100)) === 1));
});
