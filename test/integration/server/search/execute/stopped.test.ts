/** Searches over very long posts that take too long, and searches that a shard cannot answer. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { boardAlias, indexName, postsAlias } from '../../../../../mappings/elasticsearch/index-names.ts';
import { postIndexSettings, postMapping } from '../../../../../mappings/elasticsearch/post-index.ts';
import { createElasticsearch } from '../../../../../platform/elasticsearch.ts';
import { seededRandom } from '../../../../simulation/scheduler.ts';
import { atPort, startTcpProxy } from '../../../../support/tcp-proxy.ts';
import { useWorld } from '../../../../support/world.ts';
import { givenArchive, givenConfig, givenServer, type GivenServer } from '../../given-archive.ts';

const world = useWorld();

const WORDS = 'a b c d e f g h i j'.split(' ');
const LONG_POSTS = 30;
const WORDS_PER_POST = 30_000;
/**
 * Phrases of frequent words that no post has: Elasticsearch compares the positions of their words in every post, and checks its own
 * time-out only between posts.
 */
const SLOW = Array.from({ length: 10 }, (_, first) => {
  const turned = [...WORDS.slice(first), ...WORDS.slice(0, first)];
  return `"${turned.join(' ')}" OR "${turned.toReversed().join(' ')}"`;
}).join(' OR ');

beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('g');
  const random = seededRandom(1);
  for (let batch = 0; batch < LONG_POSTS / 10; batch++) {
    const posts = Array.from({ length: 10 }, (_, place) => {
      const words = Array.from({ length: WORDS_PER_POST }, () => WORDS[Math.floor(random() * WORDS.length)]);
      return { num: 1 + batch * 10 + place, thread: 1, opener: batch + place === 0, comment: words.join(' ') };
    });
    await archive.storeAndIndex('g', posts);
  }
});

/** Searches in this world that Elasticsearch is running. */
async function underWay(): Promise<number> {
  const { nodes = {} } = await observer.tasks.list({ actions: '*search*', detailed: true });
  return Object.values(nodes)
    .flatMap(({ tasks }) => Object.values(tasks))
    .filter((task) => String(task.description).includes(world().indexPrefix)).length;
}

let observer: ReturnType<typeof createElasticsearch>;
beforeAll(() => {
  observer = createElasticsearch(world().elasticsearchUrls);
});
afterAll(async () => observer.close());

async function serverWith(
  searchTimeoutMs: number,
  elasticsearchUrls = world().elasticsearchUrls,
): Promise<GivenServer> {
  const config = { ...givenConfig(world()), searchTimeoutMs };
  const server = await givenServer(world(), { config, elasticsearchUrls });
  onTestFinished(async () => server.close());
  return server;
}

/** Milliseconds until the condition holds. */
async function until(holds: () => Promise<boolean>): Promise<number> {
  const began = performance.now();
  while (!(await holds())) {
    if (performance.now() - began > 60_000) throw new Error('it never held');
    await sleep(5);
  }
  return performance.now() - began;
}

describe('a slow search', () => {
  test('finishes if it has enough time', async () => {
    const server = await serverWith(60_000);
    const { status, body } = await server.search({ q: SLOW, limit: '100' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ partial: false, total: { value: 0, relation: 'eq' } });
  });

  test('is cancelled in Elasticsearch when its reader disconnects', async () => {
    const server = await serverWith(60_000);
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
    // Several at once, so that Elasticsearch has work for seconds.
    const search = async (signal: AbortSignal | null) =>
      Promise.allSettled(
        Array.from({ length: 16 }, () =>
          fetch(`${address}/api/v1/search?limit=100&q=${encodeURIComponent(SLOW)}`, { signal }),
        ),
      );
    const began = performance.now();
    const answers = await search(null);
    expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.status : 0))).toEqual(
      answers.map(() => 200),
    );
    const whole = performance.now() - began;
    const leaving = new AbortController();
    const asked = search(leaving.signal);
    await until(async () => (await underWay()) > 0);
    leaving.abort();
    expect((await asked).map(({ status }) => status)).toContain('rejected');
    expect(await until(async () => (await underWay()) === 0)).toBeLessThan(whole / 2);
  });

  test('ends at its time limit with a problem for the reader, whatever Elasticsearch does', async () => {
    const { hostname, port } = new URL(world().elasticsearchUrls[0] ?? '');
    const proxy = await startTcpProxy({ host: hostname, port: Number(port) });
    onTestFinished(async () => proxy.close());
    const server = await serverWith(1, [atPort(world().elasticsearchUrls[0] ?? '', proxy.port)]);
    proxy.stall();
    const { status, body, headers } = await server.search({ q: SLOW, limit: '100' });
    expect(status).toBe(503);
    expect(body).toMatchObject({ code: 'search_timed_out', detail: expect.stringContaining('Add a board') });
    expect(headers).toMatchObject({ 'retry-after': expect.any(String) });
    await until(async () => (await underWay()) === 0);
  });
});

const broken = () => indexName(world().indexPrefix, { board: 'g', slice: 9, build: 1 });

describe('an answer from which a shard is missing', () => {
  const query = encodeURIComponent('"a b"');
  let server: GivenServer;

  beforeAll(async () => {
    // The field has no positions, so phrase searches fail on this shard only.
    const comment = { type: 'text', index_options: 'docs' } as const;
    await world().elasticsearch.indices.create({
      index: broken(),
      settings: postIndexSettings({ replicas: 0 }) as object,
      mappings: { ...postMapping, properties: { ...postMapping.properties, comment } },
      aliases: { [boardAlias(world().indexPrefix, 'g')]: {}, [postsAlias(world().indexPrefix)]: {} },
    });
    const document = { board: 'g', num: 9, subnum: 0, state: 'visible', time_posted: 1, comment: 'the of' };
    await world().elasticsearch.index({ index: broken(), id: 'g.9.0', document, refresh: true });
    server = await givenServer(world());
  });

  afterAll(async () => {
    await server.close();
    await world().elasticsearch.indices.delete({ index: broken() });
  });

  test.each(['', '&source=elasticsearch', '&sort=relevance'])(
    'is never shown as a whole page of hits%s',
    async (more) => {
      const { status, body } = await server.get(`/api/v1/search?limit=5&q=${query}${more}`);
      expect(status).toBe(200);
      expect(body).toMatchObject({ partial: true, total: { value: LONG_POSTS, relation: 'gte' } });
    },
  );

  test.each(['facets', 'timeline'])('is marked as partial: %s', async (kind) => {
    const { status, body } = await server.get(`/api/v1/search/${kind}?q=${query}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ partial: true });
  });

  test.each(['feed.atom', 'feed.json'])('is refused, instead of a feed without some posts: %s', async (kind) => {
    expect((await server.get(`/api/v1/search/${kind}?q=${query}`)).status).toBe(503);
  });

  test('is an export that is marked as incomplete', async () => {
    const { status, body } = await server.get(`/api/v1/search/export?format=ndjson&q=${query}`);
    if (status === 200)
      expect(JSON.parse(String(body).trim().split('\n').at(-1) ?? '')).toMatchObject({ complete: false });
    else expect(status).toBe(503);
  });
});
