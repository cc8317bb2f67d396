import { createServer, type Server } from 'node:net';
import { once } from 'node:events';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Health } from '../../../../mappings/contract/health.ts';
import { createRedis } from '../../../../platform/redis.ts';
import { freePort } from '../../../support/ports.ts';
import { atPort, startTcpProxy } from '../../../support/tcp-proxy.ts';
import { useWorld } from '../../../support/world.ts';
import { withBrokenShard } from '../broken-shard.ts';
import { givenArchive, givenConfig, givenServer, NOW, type GivenArchive, type GivenServer } from '../given-archive.ts';

const world = useWorld();
let archive: GivenArchive;
let redis: Redis;

beforeAll(async () => {
  redis = createRedis(world().redisUrl);
  archive = givenArchive(world());
  await archive.board('g');
  await archive.storeAndIndex('g', [{ num: 1, opener: true, comment: 'word' }]);
});

afterAll(() => redis.disconnect());

async function using(server: Promise<GivenServer>, work: (server: GivenServer) => Promise<void>): Promise<void> {
  const running = await server;
  try {
    await work(running);
  } finally {
    await running.close();
  }
}

test('with all stores available the server is ready', async () => {
  await using(givenServer(world(), { redis, hasFallback: false }), async (server) => {
    const stores = ['PostgreSQL', 'Elasticsearch', 'Redis'].map((name) => ({
      name,
      state: 'up',
      reason: null,
      since: null,
    }));
    expect(await server.get('/readyz')).toMatchObject({
      status: 200,
      body: { status: 'ok', degraded: [], stores, failing_sources: [] },
    });
    expect(await server.get('/livez')).toMatchObject({ status: 200, body: { status: 'ok' } });
  });
});

describe('without Elasticsearch', () => {
  test('threads and boards are served, searches are a 503 with a reason, and readiness is degraded', async () => {
    const port = await freePort();
    const options = { elasticsearchUrls: [`http://127.0.0.1:${port}`], redis, hasFallback: false };
    await using(givenServer(world(), options), async (server) => {
      expect(await server.get('/api/v1/boards/g/threads/1')).toMatchObject({ status: 200 });
      expect(await server.get('/api/v1/boards')).toMatchObject({ status: 200 });
      for (let round = 1; round <= 2; round++) {
        expect(await server.get('/api/v1/search?q=word')).toMatchObject({
          status: 503,
          headers: { 'content-type': expect.stringContaining('application/problem+json'), 'retry-after': '5' },
          body: { code: 'search_unavailable', detail: expect.stringContaining('out of reach') },
        });
      }
      expect(await server.get('/readyz')).toMatchObject({
        status: 200,
        body: { status: 'degraded', degraded: ['search'] },
      });
      const { body } = await server.get('/readyz');
      const { stores } = body as Health;
      expect(stores[1]).toEqual({
        name: 'Elasticsearch',
        state: 'down',
        reason: 'connection_refused',
        since: NOW.toISOString(),
      });
      expect(stores.map(({ state }) => state)).toEqual(['up', 'down', 'up']);
      expect(JSON.stringify(body)).not.toContain(String(port));
    });
  });

  test('if one shard fails, answers are marked as partial', async () => {
    await withBrokenShard(world(), 'word', async () =>
      using(givenServer(world()), async (server) => {
        const { status, body } = await server.search({ q: 'word' });
        expect(status).toBe(200);
        expect(body).toMatchObject({ hits: [{ num: 1 }], partial: true, total: { value: 1, relation: 'gte' } });
      }),
    );
  });

  test('if it accepts connections but never answers, a search ends by its time-out', async () => {
    await using(silentServer(), async (server) => {
      expect(await server.get('/api/v1/search?q=word')).toMatchObject({
        status: 503,
        body: { code: 'search_timed_out', detail: expect.stringContaining('too long') },
      });
      expect(await server.get('/readyz')).toMatchObject({
        body: { status: 'degraded', stores: [{}, { state: 'down', reason: 'timed_out' }, {}] },
      });
    });
  });

  let silent: Server | undefined;
  async function silentServer(): Promise<GivenServer> {
    silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const config = { ...givenConfig(world()), indexPrefix: '', searchTimeoutMs: 100 };
    return givenServer(world(), { elasticsearchUrls: [`http://127.0.0.1:${port}`], config });
  }
  afterAll(() => silent?.close());
});

describe('without PostgreSQL', () => {
  test('every request for content is a 503 with that reason, and the process is alive but not ready', async () => {
    const nowhere = `postgres://127.0.0.1:${await freePort()}/none`;
    await using(givenServer(world(), { databaseUrl: nowhere }), async (server) => {
      for (const url of [
        '/readyz',
        '/api/v1/boards',
        '/api/v1/boards/g/threads/1',
        '/api/v1/boards/g/threads?order=modified',
        '/api/v1/boards/g/images',
        '/api/v1/search?q=word',
      ]) {
        expect(await server.get(url), url).toMatchObject({ status: 503, body: { code: 'archive_unavailable' } });
      }
      expect(await server.get('/livez')).toMatchObject({ status: 200 });
      expect((await server.get('/readyz')).body).toMatchObject({
        stores: [{ name: 'PostgreSQL', state: 'down', reason: 'connection_refused', since: NOW.toISOString() }, {}, {}],
      });
    });
  });

  test('a server over a database of another version is not ready', async () => {
    await world().pool.query(`update migrations set name = 'renamed' where name = '0158_baseline'`);
    try {
      await using(givenServer(world()), async (server) => {
        expect(await server.get('/readyz')).toMatchObject({
          status: 503,
          body: {
            detail: expect.stringContaining('0158_baseline'),
            stores: [{ state: 'impaired', reason: 'migrations_pending' }, {}, {}],
          },
        });
      });
    } finally {
      await world().pool.query(`update migrations set name = '0158_baseline' where name = 'renamed'`);
    }
  });
});

describe('without Redis', () => {
  test('readers are served, nothing is indexed, and the begin of the outage stays the same until it ends', async () => {
    const { hostname, port } = new URL(world().redisUrl);
    const proxy = await startTcpProxy({ host: hostname, port: Number(port) });
    const client = createRedis(atPort(world().redisUrl, proxy.port));
    const options = { redis: client, hasFallback: false, clock: () => new Date() };
    await using(givenServer(world(), options), async (server) => {
      const redisState = async () => ((await server.get('/readyz')).body as Health).stores[2];
      await vi.waitFor(async () => expect(await redisState()).toMatchObject({ state: 'up' }), 60_000);
      proxy.cut();
      await vi.waitFor(async () => expect(await redisState()).toMatchObject({ state: 'down' }), 60_000);
      const first = await redisState();
      expect(await server.get('/readyz')).toMatchObject({
        status: 200,
        body: { status: 'degraded', degraded: ['indexing'], stores: [{ state: 'up' }, { state: 'up' }, first] },
      });
      expect(['connection_lost', 'connection_refused', 'timed_out']).toContain(first?.reason);
      proxy.restore();
      await vi.waitFor(async () => expect(await redisState()).toMatchObject({ state: 'up', since: null }), 60_000);
    });
    client.disconnect();
    await proxy.close();
  });
});
