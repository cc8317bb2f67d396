/** Elasticsearch refuses writes: readers are served as before, and the server reports that nothing new is indexed. */
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { indexName } from '../../../mappings/elasticsearch/index-names.ts';
import { createRedis } from '../../../platform/redis.ts';
import { useWorld } from '../../support/world.ts';
import { givenArchive, givenServer, type GivenServer } from './given-archive.ts';

const world = useWorld();
let redis: Redis;
let server: GivenServer;

const block = async (settings: Readonly<Record<string, boolean | null>>) =>
  world().elasticsearch.indices.putSettings({
    index: indexName(world().indexPrefix, { board: 'g', slice: 0, build: 1 }),
    settings,
  });

beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('g');
  await archive.storeAndIndex('g', [{ num: 1, opener: true, comment: 'heron' }]);
  redis = createRedis(world().redisUrl);
  server = await givenServer(world(), { redis, hasFallback: false });
});

afterAll(async () => {
  await server.close();
  redis.disconnect();
});

test.each([
  ['the disk is full', 'index.blocks.read_only_allow_delete', 'disk_full', 'Free space'],
  ['a setting forbids writes', 'index.blocks.write', 'write_block', 'Remove the setting'],
])(
  'while %s, readiness is degraded with the reason and what to do, and searches work',
  async (_, name, reason, advice) => {
    expect((await server.get('/readyz')).body).toMatchObject({ status: 'ok', write_blocks: [] });
    await block({ [name]: true });
    expect(await server.get('/readyz')).toMatchObject({
      status: 200,
      body: {
        status: 'degraded',
        degraded: ['indexing'],
        partial_reasons: [],
        write_blocks: [{ reason, boards: ['g'], detail: expect.stringContaining(advice) }],
      },
    });
    expect(await server.get('/api/v1/search?q=heron')).toMatchObject({ status: 200, body: { partial: false } });
    await block({ [name]: null });
    await vi.waitFor(async () => expect((await server.get('/readyz')).body).toMatchObject({ status: 'ok' }), 120_000);
  },
);
