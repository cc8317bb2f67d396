/**
 * APIs of other programs while PostgreSQL is unavailable: errors in each API's own form, without delay, with
 * Retry-After.
 */
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createPatientRedis } from '../../../../test/support/patient-redis.ts';
import { atPort, startTcpProxy, type TcpProxy } from '../../../../test/support/tcp-proxy.ts';
import { useWorld } from '../../../../test/support/world.ts';
import { givenArchive, givenServer, type GivenServer } from '../../../../test/integration/server/given-archive.ts';
import { givenPages, type GivenPages } from '../../../../test/integration/server/given-pages.ts';

const world = useWorld();
let redis: Redis;
let pages: GivenPages;

beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('g');
  await archive.storeAndIndex('g', [
    { num: 100, thread: 100, opener: true, comment: 'kettle', mediaTime: 1_400_000_000_000, mediaType: 'png' },
    { num: 101, thread: 100, comment: 'reply' },
  ]);
  pages = await givenPages();
  redis = createPatientRedis(world().redisUrl);
  await redis.ping();
});

afterAll(async () => {
  const keys = await redis.keys(`${world().queuePrefix}-*`);
  if (keys.length > 0) await redis.del(keys);
  redis.disconnect();
  await pages.remove();
});

const API = '/_/api/chan';
/** Addresses that only PostgreSQL can answer. */
const UNKNOWN = [
  '/g/thread/100.json',
  '/g/res/100.json',
  '/g/thread/999.json',
  '/g/threads.json',
  '/g/catalog.json',
  '/g/archive.json',
  '/g/1.json',
  `${API}/thread/?board=g&num=100`,
  `${API}/thread/?board=g&num=100&latest_doc_id=1`,
  `${API}/thread/?board=g&num=999`,
  `${API}/deleted/?board=g&num=100`,
  `${API}/post/?board=g&num=101`,
  `${API}/index/?board=g&page=1`,
  `${API}/index/?board=g&page=1&order=ghost`,
  `${API}/gallery/?board=g&page=1`,
  `${API}/search/?boards=g&text=kettle`,
];
/** Every server has the list of boards in memory. */
const KNOWN = ['/boards.json', `${API}/boards/`, `${API}/archives/`, `${API}/site/`];
/** Only PostgreSQL contains the location of a file. */
const FILES = ['/g/1400000000000.png', '/g/full_image/1400000000000.png', '/g/redirect/1400000000000.png'];

async function serverBehind(): Promise<{ readonly proxy: TcpProxy; readonly server: GivenServer }> {
  const address = new URL(world().databaseUrl);
  const proxy = await startTcpProxy({ host: address.hostname, port: Number(address.port || 5432) });
  const server = await givenServer(world(), {
    redis,
    databaseUrl: atPort(address.href, proxy.port),
    webRoot: pages.root,
  });
  onTestFinished(async () => {
    proxy.restore();
    await server.close();
    await proxy.close();
  });
  // Waits until the fallback snapshot is complete.
  await vi.waitFor(async () => expect(await redis.exists(`${world().queuePrefix}-fallback-complete`)).toBe(1), 120_000);
  return { proxy, server };
}

async function expectTold(server: GivenServer, url: string): Promise<void> {
  const { status, headers, body } = await server.get(url);
  expect({ url, status, headers, body }).toMatchObject({
    status: 503,
    headers: {
      'retry-after': expect.stringMatching(/^[1-9]\d*$/) as string,
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
    },
    body: { error: expect.stringContaining('out of reach') as string },
  });
  if (url.startsWith(API)) expect(Object.keys(body as object)).toEqual(['error']);
}

describe.each([
  ['is gone', (proxy: TcpProxy) => proxy.cut()],
  ['says nothing any more', (proxy: TcpProxy) => proxy.stall()],
])('while PostgreSQL %s', (_, take) => {
  test('without PostgreSQL unknown facts are a 503 with a message, boards are listed, and links lead to documents', async () => {
    const { proxy, server } = await serverBehind();
    // Opens all connections of the pool: a stalled one that is idle would accept statements, and never answer them.
    const before = await Promise.all(Array.from({ length: 16 }, () => server.get('/g/thread/100.json')));
    expect(new Set(before.map(({ status }) => status))).toEqual(new Set([200]));
    take(proxy);
    // Until the probe notices the failure, only cached answers may be sent.
    await vi.waitFor(async () => expect((await server.get('/g/thread/100.json')).status).toBe(503), 120_000);
    for (const url of UNKNOWN) await expectTold(server, url);
    for (const url of KNOWN) expect([url, (await server.get(url)).status]).toEqual([url, 200]);
    // The page looks the post up in the search index, and the redirect leads to a search of all boards.
    expect(await server.get('/g/post/101')).toMatchObject({ status: 200 });
    expect(await server.get('/post/101')).toMatchObject({ status: 302, headers: { location: '/search?q=num%3A101' } });
    for (const url of FILES) expect(await server.get(url)).toMatchObject({ status: 503 });
    // Errors that do not depend on PostgreSQL stay the same.
    expect(await server.get(`${API}/thread/?board=g`)).toMatchObject({ status: 422 });
    expect(await server.get(`${API}/post/?board=nosuch&num=1`)).toMatchObject({ status: 404 });
  });
});
