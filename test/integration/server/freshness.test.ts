/** How recently a thread was checked, according to the API. Runs in the server's role. */
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { harvestStatusKey, type HarvestStatus } from '../../../mappings/harvest-status.ts';
import type { Freshness } from '../../../mappings/contract/freshness.ts';
import { createPatientRedis } from '../../support/patient-redis.ts';
import { useWorld } from '../../support/world.ts';
import { givenArchive, givenServer, type GivenServer } from './given-archive.ts';

const world = useWorld();
const NOW = Date.parse('2024-05-01T12:00:00Z');
const ago = (seconds: number) => new Date(NOW - seconds * 1000);
let server: GivenServer;
let redis: Redis;
let boardId: number;

beforeAll(async () => {
  redis = createPatientRedis(world().redisUrl);
  server = await givenServer(world(), { redis, clock: () => new Date(NOW) });
  const archive = givenArchive(world());
  boardId = await archive.board('g');
  await archive.board('quiet');
  await archive.store('g', [
    { num: 100, opener: true },
    { num: 101, thread: 100 },
    { num: 200, opener: true },
    { num: 300, opener: true, timeArchived: ago(50) },
    { num: 400, opener: true, timeDeletedPost: ago(50) },
    { num: 500, opener: true, hidden: true },
    { num: 501, thread: 500 },
  ]);
  await archive.store('quiet', [{ num: 100, opener: true }]);
});
afterAll(async () => {
  await server.close();
  redis.disconnect();
});
beforeEach(async () => {
  await world().pool.query('truncate board_lists, harvest_state, forums cascade');
  await redis.del(harvestStatusKey(world().queuePrefix, 'g'));
});

async function list(threads: readonly number[], seenAt: Date): Promise<void> {
  const entries = JSON.stringify(threads.map((num) => [num, 1_700_000_000, 1]));
  await world().pool.query(
    'insert into board_lists (board_id, version, threads, posts, seen_at) values ($1, 1, $2, null, $3)',
    [boardId, entries, seenAt],
  );
}

async function freshness(num: number, board = 'g'): Promise<Freshness> {
  const answer = await server.app.inject(`/api/v1/boards/${board}/threads/${num}/freshness`);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['cache-control']).toBe('no-store');
  return answer.json<Freshness>();
}

test('a listed thread was checked when its list was fetched', async () => {
  await list([200, 100], ago(90));
  expect(await freshness(100)).toEqual({
    board: 'g',
    thread: 100,
    checked_at: ago(90).toISOString(),
    age_seconds: 90,
  });
});

test('an unchanged list counts as a check', async () => {
  await list([100], ago(5_000));
  const standing: HarvestStatus = {
    at: ago(3).toISOString(),
    last_success: ago(7).toISOString(),
    since: ago(9_000).toISOString(),
    requests: 9,
    unchanged: 8,
    saved: 0,
    posts: 1,
    posts_per_minute: 0,
    errors: {},
    deleted_posts: 0,
    deleted_threads: 0,
    held: 0,
    quiet: false,
  };
  await redis.set(harvestStatusKey(world().queuePrefix, 'g'), JSON.stringify(standing));
  expect((await freshness(100)).age_seconds).toBe(7);
  await redis.set(harvestStatusKey(world().queuePrefix, 'g'), 'words of another version');
  expect((await freshness(100)).age_seconds).toBe(5_000);
});

test('a thread that was fetched after its list has the later time', async () => {
  await list([100, 200], ago(90));
  await world().pool.query('insert into harvest_state (board_id, url, fetched_at) values ($1, $2, $3)', [
    boardId,
    'http://a.example.org/g/thread/100.json',
    ago(20),
  ]);
  expect((await freshness(100)).age_seconds).toBe(20);
  expect((await freshness(200)).age_seconds).toBe(90);
});

test('archived, deleted, hidden, unlisted and unknown threads are all null', async () => {
  // A thread that has no page, time or position in the list is unlisted.
  await list([200, 300, 400, 500, 999], ago(10));
  for (const num of [100, 300, 400, 500, 501, 999, 1, 1_700_000_000]) {
    expect(await freshness(num), String(num)).toEqual({ board: 'g', thread: num, checked_at: null, age_seconds: null });
  }
  expect((await freshness(200)).age_seconds).toBe(10);
  expect((await freshness(100, 'quiet')).checked_at).toBeNull();
});

test('a thread of a closed forum is null', async () => {
  await list([100], ago(10));
  await world().pool.query('insert into forums (board_id, base_url, closed_at) values ($1, $2, $3)', [
    boardId,
    'http://a.example.org/g',
    ago(1),
  ]);
  expect((await freshness(100)).checked_at).toBeNull();
});

test('an unknown board is a 404, and an invalid number a 400', async () => {
  for (const [path, status] of [
    ['nowhere/threads/1', 404],
    ['g/threads/x', 400],
  ] as const) {
    expect((await server.app.inject(`/api/v1/boards/${path}/freshness`)).statusCode).toBe(status);
  }
});

test("polls of the source change neither the thread's answer nor its ETag", async () => {
  await list([100], ago(90));
  const first = await server.app.inject('/api/v1/boards/g/threads/100');
  await world().pool.query('update board_lists set seen_at = $1', [ago(1)]);
  expect((await freshness(100)).age_seconds).toBe(1);
  const again = await server.app.inject({
    url: '/api/v1/boards/g/threads/100',
    headers: { 'if-none-match': String(first.headers['etag']) },
  });
  expect(again.statusCode).toBe(304);
  expect((await server.app.inject('/api/v1/boards/g/threads/100')).body).toBe(first.body);
});
