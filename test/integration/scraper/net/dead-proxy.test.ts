/** An unreachable proxy between a board and its source. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Redis } from 'ioredis';
import { createPatientRedis } from '../../../support/patient-redis.ts';
import { request } from '../../../../scraper/net/request.ts';
import { createFetcher } from '../../../../scraper/net/fetch.ts';
import { freePort } from '../../../support/ports.ts';
import { useWorld } from '../../../support/world.ts';
import { counted, createHarness, NOW, type Harness } from '../harness.ts';
import { clearStored } from '../stored.ts';
import { LIST, Upstream, addHeldBoard } from '../upstream.ts';

const world = useWorld();
let upstream: Upstream;
let redis: Redis;
let scraper: Harness;

beforeEach(async () => {
  upstream = new Upstream();
  await upstream.open();
  redis = createPatientRedis(world().redisUrl);
});
afterEach(async () => {
  await scraper.close();
  await upstream.close();
  redis.disconnect();
  await clearStored(world().pool);
});

/** Number of consecutive failures. */
async function levelOf(host: string): Promise<number> {
  const state = await redis.get(`${world().queuePrefix}:host:${host}`);
  return state === null ? 0 : (JSON.parse(state) as { level: number }).level;
}

test('an unreachable proxy is avoided and counted separately, without a penalty for the host', async () => {
  const board = await addHeldBoard(world(), upstream.url);
  const way = `127.0.0.1:${await freePort()}`;
  const fetcher = createFetcher('Test/1', () => NOW, undefined, { proxies: new Map([['127.0.0.1', `http://${way}`]]) });
  scraper = createHarness(world(), board, (context) => ({ ...context, fetcher }));
  const { signal } = new AbortController();
  const document = { url: `${upstream.url}${LIST}`, thread: null, validator: null };
  const answer = await request({ context: scraper.context, board, signal }, document);
  expect(answer).toMatchObject({ kind: 'failed', byProxy: true });
  expect(upstream.asked).toEqual([]);
  expect(await levelOf(`proxy ${way}`)).toBe(1);
  expect(await levelOf(new URL(upstream.url).host)).toBe(0);
  const requests = async (kind: string) =>
    counted(scraper.registry, 'sagasu_scraper_requests_total', { board: 'g', answer: kind });
  expect(await requests('proxy_error')).toBe(1);
  expect(await requests('failed')).toBe(0);
});
