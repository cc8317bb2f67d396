import { createServer, type Server } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../../support/ports.ts';
import { useWorld } from '../../../support/world.ts';
import { withBrokenShard } from '../broken-shard.ts';
import { givenArchive, givenConfig, givenServer, type GivenArchive, type GivenServer } from '../given-archive.ts';

const world = useWorld();
let archive: GivenArchive;

beforeAll(async () => {
  archive = givenArchive(world());
  await archive.board('g');
  await archive.storeAndIndex('g', [{ num: 1, opener: true, comment: 'word' }]);
});

async function using(server: Promise<GivenServer>, work: (server: GivenServer) => Promise<void>): Promise<void> {
  const running = await server;
  try {
    await work(running);
  } finally {
    await running.close();
  }
}

test('with all stores available the server is ready', async () => {
  await using(givenServer(world()), async (server) => {
    expect(await server.get('/readyz')).toMatchObject({ status: 200, body: { status: 'ok', degraded: [] } });
    expect(await server.get('/livez')).toMatchObject({ status: 200, body: { status: 'ok' } });
  });
});

describe('without Elasticsearch', () => {
  test('threads and boards are served, searches are a 503 with a reason, and readiness is degraded', async () => {
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    await using(givenServer(world(), { elasticsearchUrls: [nowhere] }), async (server) => {
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
      expect(await server.get('/readyz')).toMatchObject({ body: { status: 'degraded' } });
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
    });
  });

  test('a server over a database of another version is not ready', async () => {
    await world().pool.query(`update migrations set name = 'renamed' where name = '0158_baseline'`);
    try {
      await using(givenServer(world()), async (server) => {
        expect(await server.get('/readyz')).toMatchObject({
          status: 503,
          body: { detail: expect.stringContaining('0158_baseline') },
        });
      });
    } finally {
      await world().pool.query(`update migrations set name = '0158_baseline' where name = 'renamed'`);
    }
  });
});
