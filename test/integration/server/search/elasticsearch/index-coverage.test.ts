/** An index of a board that cannot be searched: every answer that lacks its posts has a notice. */
import type { Redis } from 'ioredis';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { boardAlias, indexName, postsAlias } from '../../../../../mappings/elasticsearch/index-names.ts';
import { MAPPING_VERSION, postIndexSettings, postMapping } from '../../../../../mappings/elasticsearch/post-index.ts';
import { createRedis } from '../../../../../platform/redis.ts';
import { useWorld } from '../../../../support/world.ts';
import { givenArchive, givenServer, NOW, type GivenArchive, type GivenServer } from '../../given-archive.ts';
import { givenBuiltPages } from '../../given-pages.ts';

const world = useWorld();
const registry = new Registry();
let archive: GivenArchive;
let server: GivenServer;
let redis: Redis;

const nameOf = (board: string) => indexName(world().indexPrefix, { board, slice: 0, build: 1 });
const broken = () => ({ index: nameOf('g') });
const aliases = () => ({ [boardAlias(world().indexPrefix, 'g')]: {}, [postsAlias(world().indexPrefix)]: {} });

async function create(more: Readonly<Record<string, string>> = {}): Promise<unknown> {
  return world().elasticsearch.indices.create({
    ...broken(),
    settings: { ...JSON.parse(JSON.stringify(postIndexSettings({ replicas: 0 }))), ...more },
    mappings: JSON.parse(JSON.stringify(postMapping)),
    aliases: aliases(),
    ...(Object.keys(more).length > 0 && { wait_for_active_shards: 0 }),
  });
}

beforeAll(async () => {
  archive = givenArchive(world());
  for (const board of ['g', 'ck', 'new']) {
    const id = await archive.board(board);
    // A board without posts has no index.
    if (board === 'new') continue;
    await archive.storeAndIndex(board, [
      { num: 1, opener: true, subject: 'Herons', comment: 'heron', name: 'Anna', tripcode: '!heron' },
      { num: 2, thread: 1, comment: 'heron >>1', tripcode: '!heron' },
    ]);
    await world().pool.query(
      `insert into indices (name, board_id, slice, build, mapping_version, state) values ($1, $2, 0, 1, $3, 'live')`,
      [nameOf(board), id, MAPPING_VERSION],
    );
  }
  redis = createRedis(world().redisUrl);
  server = await givenServer(world(), {
    metrics: registry,
    redis,
    hasFallback: false,
    clock: () => new Date(time),
    webRoot: await givenBuiltPages(),
  });
});

afterAll(async () => {
  await server.close();
  redis.disconnect();
});

const MISSING = [{ reason: 'board_missing', boards: ['g'] }];

const ANSWERS = [
  '/api/v1/search?q=heron',
  '/api/v1/search?q=board:g',
  '/api/v1/search?q=board:g,ck',
  '/api/v1/search?q=heron&sort=relevance',
  '/api/v1/search?q=heron&group=thread',
  '/api/v1/search?q=heron&source=elasticsearch',
  '/api/v1/search?q=op.subject:herons',
  '/api/v1/search?q=quotes:g/1',
  '/api/v1/search/facets?q=heron',
  '/api/v1/search/facets?q=board:g',
  '/api/v1/search/timeline?q=heron',
  '/api/v1/search/explain?q=heron',
  '/api/v1/boards/g/statistics',
  '/api/v1/activity',
];

/** Answers that clients take for complete. */
const REFUSED = [
  '/api/v1/search/feed.atom?q=heron',
  '/api/v1/search/feed.json?q=board:g',
  '/api/v1/search/export?q=heron',
  '/api/v1/search/export?q=heron&scope=threads&format=csv',
  '/_/api/chan/search/?text=heron',
  '/_/api/chan/search/?text=heron&results=thread',
];

const COVERED = ['/api/v1/search?q=board:ck', '/api/v1/search/timeline?q=board:ck', '/api/v1/boards/ck/statistics'];

/** Statistics are cached for minutes. */
let time = NOW.getTime();

async function isWhole(): Promise<void> {
  time += 3_600_000;
  await vi.waitFor(
    async () => {
      expect((await server.get('/readyz')).body).toMatchObject({ status: 'ok', degraded: [], partial_reasons: [] });
      for (const address of ['/api/v1/search?q=heron', '/api/v1/search?q=board:g']) {
        expect((await server.get(address)).body, address).toMatchObject({ partial: false, partial_reasons: [] });
      }
    },
    { timeout: 60_000, interval: 200 },
  );
}

/** Answers of single addresses, so that the failing one is named. */
async function expectPartial(reasons: readonly object[]): Promise<void> {
  for (const address of ANSWERS) {
    const { status, body } = await server.get(address);
    // Elasticsearch refuses a search if every index that it searches is red.
    if (status === 503 && /board:g$|boards\/g\//.test(address)) {
      expect(JSON.stringify(body), address).toContain(': g.');
      continue;
    }
    expect({ address, status, body }).toMatchObject({ status: 200, body: { partial: true, partial_reasons: reasons } });
  }
  for (const address of COVERED) {
    expect(await server.get(address), address).toMatchObject({ body: { partial: false, partial_reasons: [] } });
  }
  const { status: shown, body: page } = await server.get('/search?q=heron');
  expect({ shown, page: String(page) }).toEqual({
    shown: 200,
    page: expect.stringMatching(/At least \d+[^]*notice-line[^<]*\/g\//) as string,
  });
  for (const address of REFUSED) {
    const { status, body } = await server.get(address);
    expect({ address, status }).toEqual({ address, status: 503 });
    expect(JSON.stringify(body), address).toContain(': g.');
  }
}

describe.each<{ way: string; lose: () => Promise<unknown>; mend: () => Promise<unknown> }>([
  {
    way: 'is closed',
    lose: async () => world().elasticsearch.indices.close(broken()),
    mend: async () => world().elasticsearch.indices.open(broken()),
  },
  {
    way: 'has lost its aliases',
    lose: async () => world().elasticsearch.indices.deleteAlias({ ...broken(), name: '*' }),
    mend: async () =>
      world().elasticsearch.indices.updateAliases({
        actions: Object.keys(aliases()).map((alias) => ({ add: { ...broken(), alias } })),
      }),
  },
  {
    way: 'was deleted',
    lose: async () => world().elasticsearch.indices.delete(broken()),
    mend: async () => create(),
  },
  {
    way: 'is red',
    async lose() {
      await world().elasticsearch.indices.delete(broken());
      await create({ 'index.routing.allocation.require._name': 'no such node' });
    },
    async mend() {
      await world().elasticsearch.indices.delete(broken());
      await create();
    },
  },
])('while the index of a board $way', ({ lose, mend }) => {
  beforeAll(async () => {
    await isWhole();
    // The server must notice from the answer itself, and not only after a time.
    await server.get('/readyz');
    await lose();
  });

  afterAll(async () => {
    await mend();
    await isWhole();
  });

  test('the very next search names the board', async () => {
    expect((await server.get('/api/v1/search?q=heron')).body).toMatchObject({
      partial: true,
      partial_reasons: MISSING,
      total: { value: 2, relation: 'gte' },
    });
  });

  test('every answer that lacks its posts has a notice, and the others do not', async () => {
    await expectPartial(MISSING);
  });

  test('the server is degraded and states the reason', async () => {
    expect(await server.get('/readyz')).toMatchObject({
      status: 200,
      body: { status: 'degraded', degraded: ['search'], partial_reasons: MISSING },
    });
  });

  test('the metrics name the board and count the answers', async () => {
    const metrics = await registry.metrics();
    expect(metrics).toContain('sagasu_search_uncovered_board{board="g",reason="board_missing"} 1');
    expect(metrics).toMatch(/sagasu_search_partial_total\{reason="board_missing"\} [1-9]/);
  });

  test('completion offers no names, which would be incomplete', async () => {
    expect((await server.get('/api/v1/search/complete?q=trip:her')).body).toEqual({ completions: [] });
  });
});

const mark = async (since: string) =>
  world().pool.query(`update indices set refilling_since = ${since} where name = $1`, [nameOf('g')]);

test('while a lost index is being filled again, answers that lack its posts say so', async () => {
  await mark('now()');
  const reasons = [{ reason: 'board_refilling', boards: ['g'] }];
  await vi.waitFor(
    async () => expect((await server.get('/readyz')).body).toMatchObject({ partial_reasons: reasons }),
    30_000,
  );
  await expectPartial(reasons);
  await mark('null');
  await isWhole();
});
