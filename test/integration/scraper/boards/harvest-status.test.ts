import { afterEach, beforeEach, expect, test } from 'vitest';
import { Redis } from 'ioredis';
import { harvestStatusKey, type HarvestStatus } from '../../../../mappings/harvest-status.ts';
import type { Board } from '../../../../mappings/board.ts';
import { createHarvestStatusRecorder, type HarvestStatusRecorder } from '../../../../scraper/boards/harvest-status.ts';
import { readHarvestStatus } from '../../../../server/boards/harvest-status.ts';
import { useWorld } from '../../../support/world.ts';
import { counted, createHarness, type Harness } from '../harness.ts';
import { clearStored } from '../stored.ts';
import { LIST, Upstream, addBoard } from '../upstream.ts';

const world = useWorld();
let upstream: Upstream;
let board: Board;
let scraper: Harness;
let redis: Redis;
let standings: HarvestStatusRecorder;

beforeEach(async () => {
  upstream = new Upstream();
  board = await addBoard(world(), await upstream.open());
  redis = new Redis(world().redisUrl);
  scraper = createHarness(world(), board, (context) => {
    const { metrics, pool, logger, now } = context;
    standings = createHarvestStatusRecorder({ metrics, pool, redis, prefix: world().queuePrefix, logger, now });
    return { ...context, metrics: standings.metrics };
  });
});
afterEach(async () => {
  await scraper.close();
  await upstream.close();
  redis.disconnect();
  await clearStored(world().pool);
});

async function told(): Promise<HarvestStatus | undefined> {
  await standings.report(board);
  const options = { redis, queuePrefix: world().queuePrefix };
  return (await readHarvestStatus(options, ['nowhere', 'g'])).get('g');
}

test('the status shows requests, unchanged answers, posts, deletions and errors', async () => {
  for (let num = 100; num <= 500; num += 100) upstream.start(num, 3);
  await scraper.pass();
  await scraper.pass();
  upstream.drop(100, 101);
  await scraper.pass();
  scraper.later(61);
  await scraper.pass();
  upstream.instead.set(LIST, (_request, response) => void response.writeHead(200).end('<html>'));
  await scraper.pass();
  expect(await told()).toMatchObject({
    requests: upstream.asked.length,
    unchanged: upstream.asked.filter(({ status }) => status === 304).length,
    posts: 20,
    posts_per_minute: 2,
    deleted_posts: 1,
    errors: { html: 1 },
  });
});

test('a status written by another version of the scraper is not shown', async () => {
  await redis.set(harvestStatusKey(world().queuePrefix, 'g'), '{"requests": "many"}');
  const options = { redis, queuePrefix: world().queuePrefix };
  expect(await readHarvestStatus(options, ['g'])).toEqual(new Map());
});

test('a board without posts for unusually long has gone quiet', async () => {
  upstream.start(100, 40);
  await scraper.pass();
  expect(await told()).toMatchObject({ quiet: true });
  expect(await counted(scraper.registry, 'sagasu_scraper_quiet', { board: 'g' })).toBe(1);
});
