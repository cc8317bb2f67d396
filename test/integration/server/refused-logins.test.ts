/** An operator changes the password of a store, and the server still has the old one. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPostgresPool } from '../../../platform/postgres.ts';
import { createRedis } from '../../../platform/redis.ts';
import { isKnownFailure } from '../../../platform/known-failures.ts';
import { useWorld } from '../../support/world.ts';
import { givenArchive, givenServer, type GivenServer } from './given-archive.ts';

const world = useWorld();
const servers: GivenServer[] = [];

function withPassword(address: string, password: string): string {
  const url = new URL(address);
  url.password = password;
  return url.href;
}

beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('g');
  await archive.storeAndIndex('g', [{ num: 1, thread: 1, opener: true, comment: 'a heron' }]);
});

afterAll(async () => Promise.all(servers.map(async (server) => server.close())));

test('pages and searches are unavailable while PostgreSQL refuses the password', async () => {
  const url = withPassword(world().databaseUrl, 'old');
  const pool = createPostgresPool({ url });
  const server = await givenServer(world(), { pool });
  servers.push(server);
  for (const path of ['/api/v1/boards/g/threads/1', '/api/v1/activity', '/api/v1/search?q=heron']) {
    const { status, body, headers } = await server.get(path);
    expect([path, status], JSON.stringify(body)).toEqual([path, 503]);
    expect(body).toMatchObject({ code: 'archive_unavailable' });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  await pool.end();
});

test('searches are unavailable while Elasticsearch refuses the password, and threads are read', async () => {
  const elasticsearchUrls = world().elasticsearchUrls.map((address) => withPassword(address, 'old'));
  const server = await givenServer(world(), { elasticsearchUrls });
  servers.push(server);
  expect(await server.search({ q: 'heron' })).toMatchObject({ status: 503, body: { code: 'search_unavailable' } });
  expect(await server.get('/api/v1/boards/g/threads/1')).toMatchObject({ status: 200 });
});

test('a password that Redis refuses is a known failure', async () => {
  const redis = createRedis(withPassword(world().redisUrl, 'old'));
  const error: unknown = await redis.ping().then(
    () => null,
    (refusal: unknown) => refusal,
  );
  redis.disconnect();
  expect(error, String(error)).toSatisfy(isKnownFailure);
});
