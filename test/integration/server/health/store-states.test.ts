/** The log of a server about stores that answer, but not with all of their data. */
import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRedis } from '../../../../platform/redis.ts';
import { StoreStates } from '../../../../server/health/store-states.ts';
import { useWorld } from '../../../support/world.ts';
import { givenArchive, NOW } from '../given-archive.ts';

const world = useWorld();
let redis: Redis;
beforeAll(async () => {
  redis = createRedis(world().redisUrl);
  const archive = givenArchive(world());
  await archive.board('g');
  await archive.storeAndIndex('g', [{ num: 1, opener: true, comment: 'word' }]);
});
afterAll(() => redis.disconnect());

test('missing replicas are logged once when they have been missing for ten seconds, and once when they are back', async () => {
  const { pool, elasticsearch, indexPrefix } = world();
  const lines: { msg: string; reason?: string }[] = [];
  const log = pino(new PassThrough().on('data', (line: Buffer) => lines.push(JSON.parse(line.toString()) as never)));
  let now = NOW;
  const options = { pool, elasticsearch, redis, indexPrefix, log, clock: () => now };
  const states = new StoreStates({ ...options, postgres: { awayBecause: null } });
  const checkAfter = async (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1_000);
    return (await states.check()).find(({ name }) => name === 'Elasticsearch');
  };
  const setReplicas = async (count: number) =>
    elasticsearch.indices.putSettings({ index: `${indexPrefix}posts*`, settings: { number_of_replicas: count } });

  await setReplicas(1);
  expect(await checkAfter(0)).toMatchObject({ state: 'impaired', reason: 'replicas_missing' });
  await checkAfter(5);
  expect(lines).toEqual([]);
  for (const seconds of [5, 10, 10]) await checkAfter(seconds);
  expect(lines).toMatchObject([{ msg: 'Elasticsearch is impaired', reason: 'replicas_missing' }]);
  await setReplicas(0);
  expect(await checkAfter(10)).toMatchObject({ state: 'up' });
  await checkAfter(10);
  expect(lines.map(({ msg }) => msg)).toEqual(['Elasticsearch is impaired', 'Elasticsearch is whole again']);
  await states.close();
});
