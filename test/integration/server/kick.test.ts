import type { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pendingKicksKey, updateKickChannel } from '../../../mappings/kick.ts';
import { createPatientRedis } from '../../support/patient-redis.ts';
import { eventually } from '../../support/archive.ts';
import { useWorld } from '../../support/world.ts';
import { ask } from './admin/given-admin.ts';
import { givenArchive, givenConfig, givenServer, type GivenServer } from './given-archive.ts';

const world = useWorld();
let server: GivenServer;
let redis: Redis;
const BASE = 'http://a.example.org/g';

beforeAll(async () => {
  redis = createPatientRedis(world().redisUrl);
  server = await givenServer(world(), { redis, config: { ...givenConfig(world()), rateLimit: 100 } });
  await givenArchive(world()).board('g');
});
afterAll(async () => {
  await server.close();
  redis.disconnect();
});

/** Each reader has its own address unless `from` is given. */
let readers = 0;
const kick = async (url: string, remoteAddress = `203.0.113.${++readers}`) =>
  ask(server, { method: 'POST', url: '/api/v1/kick', payload: { url }, remoteAddress });
const pending = async () => (await redis.hkeys(pendingKicksKey(world().queuePrefix, BASE))).toSorted();

test("a kick reaches only the forum's harvester, and the answer shows whether one received it", async () => {
  const listener = createPatientRedis(world().redisUrl);
  const heard: string[] = [];
  try {
    listener.on('message', (channel: string, text: string) => heard.push(`${channel} ${text}`));
    await listener.subscribe(updateKickChannel(world().queuePrefix, BASE));
    const answer = await kick(`${BASE}/thread/123.json`);
    expect(answer).toMatchObject({ status: 202, body: { board: 'g', thread: 123, harvesters: 1 } });
    await eventually('the notification has arrived', async () => Promise.resolve(heard.length > 0));
    expect(heard).toEqual([`${world().queuePrefix}:kick:${BASE} 123`]);
    await listener.unsubscribe();
    expect((await kick('/g/thread/124')).body).toEqual({ board: 'g', thread: 124, harvesters: 0 });
    expect((await kick(BASE)).body).toEqual({ board: 'g', thread: null, harvesters: 0 });
    expect(await pending()).toEqual(['123', '124', 'board']);
  } finally {
    listener.disconnect();
    await redis.del(pendingKicksKey(world().queuePrefix, BASE));
  }
});

test('an address that belongs to no board is a 404, and no kick is sent', async () => {
  for (const url of [
    'https://evil.example/g/thread/1',
    'http://a.example.org/x/thread/1',
    '/x/',
    'file:///etc/passwd',
  ]) {
    expect(await kick(url)).toMatchObject({ status: 404, body: { code: 'board_unknown' } });
  }
  expect((await kick('')).status).toBe(400);
  expect(await pending()).toEqual([]);
});

test('a closed forum is not kicked', async () => {
  await world().pool.query('insert into forums (board_id, base_url, closed_at) select id, $1, now() from boards', [
    BASE,
  ]);
  expect(await kick(BASE)).toMatchObject({ status: 409, body: { code: 'forum_closed' } });
  await world().pool.query('truncate forums cascade');
  expect((await kick(BASE)).status).toBe(202);
});

test('a client that kicks too many threads is refused, without an effect on other clients or on its own reading', async () => {
  await redis.del(pendingKicksKey(world().queuePrefix, BASE));
  const remoteAddress = '198.51.100.7';
  const answers: number[] = [];
  for (let thread = 1; thread <= 7; thread++)
    answers.push((await kick(`${BASE}/thread/${thread}`, remoteAddress)).status);
  expect(answers.slice(0, 5)).toEqual([202, 202, 202, 202, 202]);
  expect(answers.at(-1)).toBe(429);
  expect((await kick(`${BASE}/thread/7`)).status).toBe(202);
  // Seven units are spent, one for each ordinary request, and none for the kicks.
  const read = await server.app.inject({ url: '/api/v1/boards', remoteAddress });
  expect(read.statusCode).toBe(200);
  expect(Number(read.headers['ratelimit-remaining'])).toBeGreaterThanOrEqual(90);
});

test('a repeated kick of a waiting thread costs the client nothing', async () => {
  await redis.del(pendingKicksKey(world().queuePrefix, BASE));
  const answers = new Set<number>();
  for (let times = 0; times < 12; times++) answers.add((await kick(`${BASE}/thread/8`, '198.51.100.8')).status);
  expect([...answers]).toEqual([202]);
  expect(await pending()).toEqual(['8']);
});

test('the number of waiting kicks is limited', async () => {
  await redis.del(pendingKicksKey(world().queuePrefix, BASE));
  for (let thread = 1; thread <= 60; thread++) await kick(`${BASE}/thread/${thread}`);
  expect(await pending()).toHaveLength(50);
  expect(await kick(`${BASE}/thread/999`)).toMatchObject({ status: 503, body: { code: 'kicks_full' } });
  // A kick of a thread that already waits is still accepted.
  expect((await kick(`${BASE}/thread/1`)).status).toBe(202);
  expect(await redis.ttl(pendingKicksKey(world().queuePrefix, BASE))).toBeGreaterThan(0);
});
