/** Requests that Elasticsearch refuses with a 400: a fault of the archive, never of the reader. */
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { boardAlias, indexName, postsAlias } from '../../../../../mappings/elasticsearch/index-names.ts';
import { useWorld } from '../../../../support/world.ts';
import { givenArchive, givenServer, type GivenServer } from '../../given-archive.ts';

const world = useWorld();
const registry = new Registry();
let server: GivenServer;

beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('g');
  await archive.store('g', [{ num: 1, opener: true, comment: 'heron' }]);
  // Texts can be neither sorted nor counted.
  const text = { type: 'text' } as const;
  const fields = ['time_posted', 'num', 'board', 'thread', 'thread_id', 'tripcode', 'state', 'opener', 'country'];
  const index = indexName(world().indexPrefix, { board: 'g', slice: 0, build: 1 });
  await world().elasticsearch.indices.create({
    index,
    mappings: { properties: Object.fromEntries(fields.map((field) => [field, text])) },
    aliases: { [boardAlias(world().indexPrefix, 'g')]: {}, [postsAlias(world().indexPrefix)]: {} },
  });
  const document = { board: 'g', num: 1, state: 'visible', opener: 'true', tripcode: '!her', time_posted: 'x' };
  await world().elasticsearch.index({ index, id: 'g.1.0', document, refresh: true });
  server = await givenServer(world(), { metrics: registry });
});

afterAll(async () => server.close());

test.each([
  '/api/v1/search?q=',
  '/api/v1/search?q=&source=elasticsearch',
  '/api/v1/search?q=&group=thread',
  '/api/v1/search?q=op.comment:heron',
  '/api/v1/search/facets?q=',
  '/api/v1/search/timeline?q=',
  '/api/v1/search/explain?q=',
  '/api/v1/search/complete?q=trip:!her',
  '/api/v1/search/suggestions?q=trip:!her',
  '/api/v1/search/feed.atom?q=',
  '/api/v1/search/feed.json?q=',
  '/api/v1/search/export?q=',
  '/api/v1/boards/g/statistics',
  '/api/v1/activity',
  '/_/api/chan/search/?text=heron',
])('%s is answered with 5xx, without Elasticsearch’s message', async (address) => {
  const { status, body } = await server.get(address);
  expect(status).toBeGreaterThanOrEqual(500);
  expect(JSON.stringify(body)).not.toMatch(/exception|shard|fielddata/i);
});

test('each answer is counted as refused', async () => {
  expect(await registry.metrics()).toMatch(/sagasu_search_failures_total\{reason="refused"\} [1-9]/);
});
