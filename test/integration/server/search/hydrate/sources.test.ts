/** Where answers come from: rows, documents, and documents alone while PostgreSQL is away. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Redis } from 'ioredis';
import { createPostgresPool } from '../../../../../platform/postgres.ts';
import { createRedis } from '../../../../../platform/redis.ts';
import type { SearchAnswer } from '../../../../../mappings/contract/search.ts';
import type { Thread } from '../../../../../mappings/contract/thread.ts';
import { FallbackSnapshot } from '../../../../../server/visibility/fallback-snapshot.ts';
import { moderate, type ModerationAction } from '../../../../../server/moderation/moderate.ts';
import { startTcpProxy, type TcpProxy } from '../../../../support/tcp-proxy.ts';
import { useWorld } from '../../../../support/world.ts';
import {
  givenArchive,
  givenConfig,
  givenServer,
  NOW,
  type GivenArchive,
  type GivenPost,
  type GivenServer,
} from '../../given-archive.ts';

const POSTS: readonly GivenPost[] = [
  { num: 1, opener: true, subject: 'A <i>subject</i>', comment: 'first <b>heron</b>', name: 'Ann', mediaName: 'x' },
  {
    num: 2,
    thread: 1,
    comment: '<a href="#p1" class="quotelink">&gt;&gt;1</a><br>heron &amp; hawk',
    extra: { images: 3 },
  },
  { num: 3, thread: 1, comment: 'a heron again' },
  { num: 4, thread: 4, opener: true, comment: 'heron elsewhere' },
  { num: 5, thread: 5, opener: true, comment: 'other' },
];

const world = useWorld();
let archive: GivenArchive;
let redis: Redis;
let boardId: number;

beforeAll(async () => {
  archive = givenArchive(world());
  boardId = await archive.board('g');
  await archive.storeAndIndex('g', POSTS);
  redis = createRedis(world().redisUrl);
  await redis.ping();
});

afterAll(async () => {
  const keys = await redis.keys(`${world().queuePrefix}-*`);
  if (keys.length > 0) await redis.del(keys);
  redis.disconnect();
});

async function using(server: Promise<GivenServer>): Promise<GivenServer> {
  const running = await server;
  onTestFinished(async () => running.close());
  return running;
}

/** PostgreSQL behind a proxy that can be cut, as it is reached by one server. */
async function behindProxy(): Promise<{ readonly proxy: TcpProxy; readonly databaseUrl: string }> {
  const address = new URL(world().databaseUrl);
  const proxy = await startTcpProxy({ host: address.hostname, port: Number(address.port || 5432) });
  onTestFinished(async () => proxy.close());
  address.hostname = '127.0.0.1';
  address.port = String(proxy.port);
  return { proxy, databaseUrl: address.href };
}

async function hits(server: GivenServer, parameters: Record<string, string>): Promise<SearchAnswer> {
  const { status, body } = await server.search(parameters);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body as SearchAnswer;
}

const numsOf = ({ hits: list }: SearchAnswer) => list.map(({ num }) => num);

async function act(action: ModerationAction, num: number, copy: FallbackSnapshot | null = null): Promise<void> {
  const pool = createPostgresPool({ url: world().databaseUrl, role: 'sagasu_server' });
  try {
    const board = { id: boardId, name: 'g', source: '4chan' as const };
    const posts = [{ num, subnum: 0 }];
    await moderate(pool, { action, board, posts, threads: false, actor: 'warden', reason: null, now: NOW }, copy);
  } finally {
    await pool.end();
  }
}

/** Put back as it was, in row and index. */
async function showAgain(num: number): Promise<void> {
  await act('show', num, new FallbackSnapshot({ redis, prefix: world().queuePrefix, clock: () => NOW }));
  await archive.storeAndIndex(
    'g',
    POSTS.filter((post) => post.num === num),
  );
}

describe('whole documents from Elasticsearch', () => {
  test('are answered as rows are, in every field and order', async () => {
    const server = await using(givenServer(world()));
    for (const q of ['heron', '', 'subject:subject', 'is:op heron', 'hawk']) {
      for (const sort of ['new', 'old', 'relevance']) {
        const rows = await hits(server, { q, sort });
        const documents = await hits(server, { q, sort, source: 'elasticsearch' });
        expect(rows).toMatchObject({ source: 'postgres', degraded: false });
        expect(documents).toMatchObject({ source: 'elasticsearch', degraded: false, partial: false });
        expect(rows.hits.length).toBeGreaterThan(0);
        expect(documents.hits).toEqual(rows.hits);
        expect(documents.total).toEqual(rows.total);
      }
    }
  });

  test('page by page are the same hits', async () => {
    const server = await using(givenServer(world()));
    const seen: number[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: SearchAnswer = await hits(server, {
        q: 'heron',
        limit: '1',
        source: 'elasticsearch',
        ...(cursor !== '' && { cursor }),
      });
      seen.push(...numsOf(page));
      cursor = page.next;
    }
    expect(seen).toEqual([4, 3, 2, 1]);
  });

  test('leave out what was hidden a moment ago, also when no list of pending hides names it any more', async () => {
    const server = await using(givenServer(world()));
    onTestFinished(async () => showAgain(3));
    await act('hide', 3);
    expect(await hits(server, { q: 'heron', source: 'elasticsearch' })).toMatchObject({
      hits: [{ num: 4 }, { num: 2 }, { num: 1 }],
      total: { value: 3, relation: 'eq' },
    });
    // As after a fault that nobody has found yet.
    await world().pool.query('delete from pending_hides');
    await world().pool.query('delete from dirty');
    expect(numsOf(await hits(server, { q: 'heron', source: 'elasticsearch' }))).toEqual([4, 2, 1]);
  });

  test('say nothing of a hidden opening post', async () => {
    const server = await using(givenServer(world()));
    onTestFinished(async () => showAgain(1));
    await act('hide', 1);
    const answer = await hits(server, { q: 'hawk', source: 'elasticsearch' });
    expect(answer.hits).toMatchObject([{ num: 2, thread_subject: null }]);
  });

  test('that an older mapping made are read from PostgreSQL', async () => {
    const server = await using(givenServer(world()));
    const index = `${world().indexPrefix}posts-g`;
    const found = await world().elasticsearch.search<Record<string, unknown>>({
      index,
      query: { ids: { values: ['g.2.0'] } },
      version: true,
    });
    const [hit] = found.hits.hits;
    if (hit === undefined) throw new Error('the document is not there');
    const { _index: where, _source: whole, _version: version = 0 } = hit;
    const { rest, ...older } = whole ?? {};
    expect(rest).toBeDefined();
    const write = async (document: object) =>
      world().elasticsearch.index({
        index: where,
        id: 'g.2.0',
        version,
        version_type: 'external_gte',
        document,
        refresh: true,
      });
    onTestFinished(async () => void (await write({ ...older, rest })));
    await write(older);
    const rows = await hits(server, { q: 'heron' });
    const documents = await hits(server, { q: 'heron', source: 'elasticsearch' });
    expect(documents.hits).toEqual(rows.hits);
    expect(documents.partial).toBe(false);
  });
});

/** Until a server has put into Redis what must be known without PostgreSQL. */
async function copied(): Promise<void> {
  const name = `${world().queuePrefix}-fallback-complete`;
  await vi.waitFor(async () => expect(await redis.exists(name)).toBe(1), 20_000);
}

describe('while PostgreSQL is away', () => {
  test('searches, threads, posts and boards go on as they were, and say so; then everything is as before, without a restart', async () => {
    const { proxy, databaseUrl } = await behindProxy();
    const server = await using(givenServer(world(), { databaseUrl, redis }));
    const addresses = [
      '/api/v1/search?q=heron',
      '/api/v1/search?q=board:g+heron',
      '/api/v1/search?q=heron&source=elasticsearch',
      '/api/v1/boards/g/threads/1',
      '/api/v1/boards/g/posts/2',
      '/api/v1/boards',
    ];
    const ask = async () => Promise.all(addresses.map(async (address) => (await server.get(address)).body));
    const before = (await ask()) as { took_ms?: number }[];
    await copied();
    proxy.cut();
    // What it heard lately it may still give out.
    await vi.waitFor(
      async () => expect((await server.get('/api/v1/boards/g/threads/1')).body).toMatchObject({ degraded: true }),
      20_000,
    );
    const away = (await ask()) as { took_ms?: number }[];
    const marked = { degraded: true, source: 'elasticsearch' };
    for (const [place, body] of away.entries()) {
      const origin = 'boards' in body ? { degraded: true } : marked;
      const took = 'took_ms' in body ? { took_ms: body.took_ms } : {};
      expect(body, addresses[place]).toEqual({ ...before[place], ...origin, ...took });
    }
    expect(await server.get('/readyz')).toMatchObject({
      status: 200,
      body: { status: 'degraded', degraded: ['archive'] },
    });
    expect(await server.get('/api/v1/admin/boards')).toMatchObject({
      status: 503,
      body: { code: 'archive_unavailable' },
    });
    proxy.restore();
    await vi.waitFor(async () => expect((await server.get('/readyz')).body).toMatchObject({ status: 'ok' }), 10_000);
    const after = (await ask()) as { took_ms?: number }[];
    for (const [place, body] of after.entries()) {
      expect(body, addresses[place]).toEqual({ ...before[place], ...('took_ms' in body && { took_ms: body.took_ms }) });
    }
  });

  test('what is not known is said to be out of reach, and not to be gone', async () => {
    const { proxy, databaseUrl } = await behindProxy();
    const server = await using(givenServer(world(), { databaseUrl, redis }));
    await copied();
    proxy.cut();
    for (const address of ['/api/v1/boards/g/threads/99', '/api/v1/boards/g/posts/99']) {
      expect(await server.get(address), address).toMatchObject({ status: 503, body: { code: 'archive_unavailable' } });
    }
    expect(await server.get('/api/v1/boards/nope/threads/1')).toMatchObject({ status: 404 });
  });

  test('a post that was hidden just before is in no answer, of a server that was there and of one that starts now', async () => {
    const { proxy, databaseUrl } = await behindProxy();
    const server = await using(givenServer(world(), { databaseUrl, redis }));
    await copied();
    onTestFinished(async () => showAgain(3));
    // By the command line, say, and PostgreSQL goes before any server looks.
    await act('hide', 3, new FallbackSnapshot({ redis, prefix: world().queuePrefix, clock: () => NOW }));
    proxy.cut();
    const started = await using(givenServer(world(), { databaseUrl, redis }));
    for (const each of [server, started]) {
      expect(await hits(each, { q: 'heron' })).toMatchObject({
        hits: [{ num: 4 }, { num: 2 }, { num: 1 }],
        total: { value: 3, relation: 'eq' },
        degraded: true,
      });
      const { body } = await each.get('/api/v1/boards/g/threads/1');
      expect((body as Thread).posts.map(({ num }) => num)).toEqual([1, 2]);
      expect(await each.get('/api/v1/boards/g/posts/3')).toMatchObject({ status: 503 });
    }
  });

  test('a post that was hidden while Redis was away is in no answer either, a second later', async () => {
    const { proxy, databaseUrl } = await behindProxy();
    const server = await using(givenServer(world(), { databaseUrl, redis }));
    await copied();
    onTestFinished(async () => showAgain(2));
    await act('hide', 2);
    await vi.waitFor(async () => {
      expect(await redis.zscore(`${world().queuePrefix}-fallback-hidden`, 'g.2.0')).not.toBeNull();
    }, 20_000);
    proxy.cut();
    expect(numsOf(await hits(server, { q: 'heron' }))).toEqual([4, 3, 1]);
  });

  test('nothing is answered by a server that knows nothing of what is hidden', async () => {
    const { proxy, databaseUrl } = await behindProxy();
    proxy.cut();
    const prefix = `${world().queuePrefix}-blank`;
    const server = await using(
      givenServer(world(), { databaseUrl, redis, config: { ...givenConfig(world()), queuePrefix: prefix } }),
    );
    for (const address of ['/readyz', '/api/v1/search?q=heron', '/api/v1/boards/g/threads/1', '/api/v1/boards']) {
      expect(await server.get(address), address).toMatchObject({ status: 503, body: { code: 'archive_unavailable' } });
    }
  });
});
