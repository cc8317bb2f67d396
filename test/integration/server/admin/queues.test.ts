import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { INDEX_QUEUE } from '../../../../mappings/queues.ts';
import { createRedis } from '../../../../platform/redis.ts';
import { createPatientRedis } from '../../../support/patient-redis.ts';
import { eventually } from '../../../support/archive.ts';
import { atPort, startTcpProxy } from '../../../support/tcp-proxy.ts';
import { useWorld } from '../../../support/world.ts';
import { givenServer, type GivenServer } from '../given-archive.ts';
import { givenPages, type GivenPages } from '../given-pages.ts';
import { ask, givenAdmin, type Admin } from './given-admin.ts';

const world = useWorld();
let redis: Redis;
let pages: GivenPages;
let server: GivenServer;
let admin: Admin;
let queue: Queue;
let jobId: string;

const own = { 'sec-fetch-site': 'same-origin' };
const page = { ...own, accept: 'text/html' };

beforeAll(async () => {
  pages = await givenPages('<!doctype html><title>the page</title>');
  redis = createPatientRedis(world().redisUrl);
  server = await givenServer(world(), { redis, webRoot: pages.root });
  admin = await givenAdmin(world(), server);
  queue = new Queue(INDEX_QUEUE, { connection: redis, prefix: world().queuePrefix });
  jobId = String((await queue.add('thread', { boardId: 1, thread: 2 })).id);
});

afterAll(async () => {
  await queue.obliterate({ force: true });
  await queue.close();
  await server.close();
  redis.disconnect();
  await pages.remove();
});

const PATHS = [
  '/admin/queues/board',
  '/admin/queues/board/',
  '/admin/queues/board/queue/index',
  '/admin/queues/board/api/queues',
  '/admin/queues/board/static/favicon-32x32.png',
  '/admin/queues/board/nope',
];

describe('without a session', () => {
  test.each(PATHS)('%s redirects a browser to the sign-in page and refuses a program', async (url) => {
    const shown = await ask(server, { url, headers: page });
    expect(shown).toMatchObject({
      status: 302,
      headers: { location: '/admin', 'cache-control': 'no-store' },
      body: '',
    });
    expect(await ask(server, { url, headers: own })).toMatchObject({ status: 401, body: { code: 'session_required' } });
  });

  test('an encoded path is refused too', async () => {
    for (const url of [
      '/admin/%71ueues/board',
      '/admin/queues%2Fboard%2Fapi%2Fqueues',
      '/admin//queues/board/api/queues',
    ]) {
      const answer = await ask(server, { url, headers: own });
      expect(JSON.stringify(answer.body)).not.toContain('jobs');
      expect(answer.body).not.toContain('UI_CONFIG');
    }
  });
});

async function get(url: string, headers: Record<string, string> = page) {
  return ask(server, { url, headers: { ...headers, cookie: admin.cookie } });
}

describe('with a session', () => {
  test('Bull Board is served and may run only its own scripts', async () => {
    const answer = await get('/admin/queues/board');
    expect(answer).toMatchObject({ status: 200, body: expect.stringContaining('<base href="/admin/queues/board/"') });
    expect(answer.headers['cache-control']).toBe('no-store');
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toMatch(/script-src|unsafe-eval|https?:/);
    expect(answer.body).not.toMatch(/https?:/);
    const scripts = [...String(answer.body).matchAll(/src="(static\/js\/[^"]+)"/g)].map(([, path]) => path ?? '');
    expect(scripts.length).toBeGreaterThan(0);
    for (const path of scripts) expect((await get(`/admin/queues/board/${path}`)).status).toBe(200);
  });

  test('shows both queues and their waiting jobs, read-only', async () => {
    const { body } = await get('/admin/queues/board/api/queues', own);
    expect(body).toMatchObject({
      queues: [
        { name: 'index', readOnlyMode: true, counts: { waiting: 1 } },
        { name: 'rebuild', readOnlyMode: true },
      ],
    });
  });

  test.each([
    ['PUT', 'queues/index/pause'],
    ['PUT', 'queues/pause'],
    ['PUT', 'queues/index/empty'],
    ['PUT', 'queues/index/obliterate'],
    ['PUT', 'queues/index/clean/waiting'],
    ['PUT', 'queues/index/JOB/clean'],
    ['PUT', 'queues/index/JOB/retry'],
    ['PATCH', 'queues/index/JOB/update-data'],
    ['POST', 'queues/index/add'],
  ] as const)('%s %s changes nothing', async (method, path) => {
    const url = `/admin/queues/board/api/${path.replace('JOB', jobId)}`;
    const headers = { ...own, cookie: admin.cookie };
    const answer = await ask(server, { method, url, headers, payload: {} });
    expect(answer).toMatchObject({ status: 403, body: { code: 'read_only' } });
    expect(await queue.getWaitingCount()).toBe(1);
    expect(await queue.isPaused()).toBe(false);
  });

  test('viewing the queues writes nothing to Redis', async () => {
    await get('/admin/queues/board/api/queues', own);
    expect(await redis.keys(`${world().queuePrefix}:rebuild:*`)).toEqual([]);
  });
});

test.each(['/admin', '/admin/', '/admin/tasks', '/admin/boards/g', '/admin/queues', '/admin/queuesx'])(
  '%s is a page of the application, for everybody',
  async (url) => {
    expect(await ask(server, { url, headers: page })).toMatchObject({
      status: 200,
      body: expect.stringContaining('the page'),
    });
  },
);

test('while Redis is unavailable the queues are an immediate error, and they return with it', async () => {
  const target = new URL(world().redisUrl);
  const proxy = await startTcpProxy({ host: target.hostname, port: Number(target.port) });
  proxy.cut();
  const shaky = createRedis(atPort(world().redisUrl, proxy.port));
  const lonely = await givenServer(world(), { redis: shaky, webRoot: pages.root });
  const { cookie } = await givenAdmin(world(), lonely);
  const look = async () => ask(lonely, { url: '/admin/queues/board/api/queues', headers: { ...own, cookie } });
  expect(await look()).toMatchObject({ status: 503, body: { code: 'queues_unavailable' } });
  proxy.restore();
  await eventually('the queues are shown', async () => (await look()).status === 200);
  await lonely.close();
  shaky.disconnect();
  await proxy.close();
});
