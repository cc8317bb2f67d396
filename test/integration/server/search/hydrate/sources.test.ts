/** Sources of the posts in an answer: rows, documents, and documents only while PostgreSQL is unavailable. */
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Redis } from 'ioredis';
import { createPostgresPool } from '../../../../../platform/postgres.ts';
import { createPatientRedis } from '../../../../support/patient-redis.ts';
import type { SearchAnswer } from '../../../../../mappings/contract/search.ts';
import type { Thread } from '../../../../../mappings/contract/thread.ts';
import { banMedia } from '../../../../../scraper/media/ban.ts';
import { FallbackSnapshot } from '../../../../../server/visibility/fallback-snapshot.ts';
import { moderate, type ModerationAction } from '../../../../../server/moderation/moderate.ts';
import { atPort, startTcpProxy, type TcpProxy } from '../../../../support/tcp-proxy.ts';
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
import { loginUrl } from '../../../../support/logins.ts';
import { wardenOf } from '../../../../support/sessions.ts';

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
  redis = createPatientRedis(world().redisUrl);
  await redis.ping();
});

afterAll(async () => {
  const keys = await redis.keys(`${world().queuePrefix}-*`);
  if (keys.length > 0) await redis.del(keys);
  redis.disconnect();
});

let hasBoardOfIds = false;

/** A board /ids/ whose index does not store documents, from its first call on. */
async function boardOfIds(): Promise<void> {
  if (hasBoardOfIds) return;
  hasBoardOfIds = true;
  await archive.board('ids');
  archive.withoutDocuments('ids');
  await archive.storeAndIndex('ids', [
    { num: 1, opener: true, comment: 'an egret' },
    { num: 2, thread: 1, comment: 'two egrets and an egret <a href="#p1" class="quotelink">&gt;&gt;1</a>' },
  ]);
}

async function using(server: Promise<GivenServer>): Promise<GivenServer> {
  const running = await server;
  onTestFinished(async () => running.close());
  return running;
}

/** A proxy before PostgreSQL that can be cut, for one server. */
async function behindProxy(): Promise<{ readonly proxy: TcpProxy; readonly databaseUrl: string }> {
  const address = new URL(world().databaseUrl);
  const proxy = await startTcpProxy({ host: address.hostname, port: Number(address.port || 5432) });
  onTestFinished(async () => proxy.close());
  return { proxy, databaseUrl: atPort(address.href, proxy.port) };
}

async function hits(server: GivenServer, parameters: Record<string, string>): Promise<SearchAnswer> {
  const { status, body } = await server.search(parameters);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body as SearchAnswer;
}

const numsOf = ({ hits: list }: SearchAnswer) => list.map(({ num }) => num);

async function act(action: ModerationAction, num: number, copy: FallbackSnapshot | null = null): Promise<void> {
  const pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'server') });
  try {
    const board = { id: boardId, name: 'g', source: '4chan' as const };
    const posts = [{ num, subnum: 0 }];
    await moderate(
      pool,
      {
        action,
        board,
        posts,
        threads: false,
        actor: 'warden',
        secret: await wardenOf(world().pool),
        reason: null,
        now: NOW,
      },
      copy,
    );
  } finally {
    await pool.end();
  }
}

/** Restores the post in its row and in the index. */
async function showAgain(num: number): Promise<void> {
  await act('show', num, new FallbackSnapshot({ redis, prefix: world().queuePrefix, clock: () => NOW }));
  await archive.storeAndIndex(
    'g',
    POSTS.filter((post) => post.num === num),
  );
}

describe('whole documents from Elasticsearch', () => {
  test('equal rows in every field and order', async () => {
    const server = await using(givenServer(world()));
    for (const q of ['heron', '', 'subject:subject', 'is:op heron', 'hawk']) {
      for (const sort of ['new', 'old', 'relevance', 'modified']) {
        const rows = await hits(server, { q, sort });
        const documents = await hits(server, { q, sort, source: 'elasticsearch' });
        expect(rows).toMatchObject({ source: 'postgres', degraded: false });
        expect(documents).toMatchObject({ source: 'elasticsearch', degraded: false, partial: false });
        expect(rows.hits.length).toBeGreaterThan(0);
        expect(documents.hits).toEqual(withoutDocId(rows.hits));
        expect(documents.total).toEqual(rows.total);
      }
    }
  });

  test('have the same hits, page by page', async () => {
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

  test('exclude a just hidden post, even if it is missing from the list of pending hides', async () => {
    const server = await using(givenServer(world()));
    onTestFinished(async () => showAgain(3));
    await act('hide', 3);
    expect(await hits(server, { q: 'heron', source: 'elasticsearch' })).toMatchObject({
      hits: [{ num: 4 }, { num: 2 }, { num: 1 }],
      total: { value: 3, relation: 'eq' },
    });
    // Simulates a fault that was not noticed yet.
    await world().pool.query('delete from pending_hides');
    await world().pool.query('delete from dirty');
    expect(numsOf(await hits(server, { q: 'heron', source: 'elasticsearch' }))).toEqual([4, 2, 1]);
  });

  test('contain nothing of a hidden opening post', async () => {
    const server = await using(givenServer(world()));
    onTestFinished(async () => showAgain(1));
    await act('hide', 1);
    const answer = await hits(server, { q: 'hawk', source: 'elasticsearch' });
    expect(answer.hits).toMatchObject([{ num: 2 }]);
    expect(answer.hits[0]).not.toHaveProperty('thread_subject');
  });

  test('of an older mapping are read from PostgreSQL instead', async () => {
    const server = await using(givenServer(world()));
    await indexAsBefore('g.2.0');
    const rows = await hits(server, { q: 'heron' });
    const documents = await hits(server, { q: 'heron', source: 'elasticsearch' });
    expect(withoutDocId(documents.hits)).toEqual(withoutDocId(rows.hits));
    expect(documents.partial).toBe(false);
  });

  test('missing in an index are read from PostgreSQL instead, and the answer has a notice', async () => {
    await boardOfIds();
    const server = await using(givenServer(world()));
    const rows = await hits(server, { q: 'egret' });
    const documents = await hits(server, { q: 'egret', source: 'elasticsearch' });
    expect(numsOf(documents)).toEqual([2, 1]);
    expect(documents).toMatchObject({ hits: rows.hits, partial: false, source: 'postgres', degraded: false });
    const held = await hits(server, { q: 'hawk', source: 'elasticsearch' });
    expect(held).toMatchObject({ hits: [{ num: 2 }], source: 'elasticsearch' });
  });
});

/** Documents do not have it. */
function withoutDocId<T>(answer: T): T {
  return JSON.parse(JSON.stringify(answer, (key, value: unknown) => (key === 'doc_id' ? undefined : value))) as T;
}

/** Until the test ends, the document lacks the fields that are not searched, as in an older mapping. */
async function indexAsBefore(id: string): Promise<void> {
  const found = await world().elasticsearch.search<Record<string, unknown>>({
    index: `${world().indexPrefix}posts-g`,
    query: { ids: { values: [id] } },
    version: true,
  });
  const [hit] = found.hits.hits;
  if (hit === undefined) throw new Error('the document is not there');
  const { _index: index, _source: whole, _version: version = 0 } = hit;
  const { rest, ...older } = whole ?? {};
  expect(rest).toBeDefined();
  const write = async (document: object) =>
    world().elasticsearch.index({ index, id, version, version_type: 'external_gte', document, refresh: true });
  onTestFinished(async () => void (await write({ ...older, rest })));
  await write(older);
}

/** Waits until a server has completed the fallback snapshot in Redis. */
async function copied(): Promise<void> {
  const name = `${world().queuePrefix}-fallback-complete`;
  await vi.waitFor(async () => expect(await redis.exists(name)).toBe(1), 120_000);
}

describe('while PostgreSQL is unavailable', () => {
  test('searches, threads, posts and boards are answered and marked as degraded, and become normal again without a restart', async () => {
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
    // Cached answers may still be sent until the probe notices the failure.
    await vi.waitFor(
      async () => expect((await server.get('/api/v1/boards/g/threads/1')).body).toMatchObject({ degraded: true }),
      20_000,
    );
    const away = (await ask()) as { took_ms?: number }[];
    const marked = { degraded: true, source: 'elasticsearch' };
    for (const [place, body] of away.entries()) {
      const origin = 'boards' in body ? { degraded: true } : marked;
      const took = 'took_ms' in body ? { took_ms: body.took_ms } : {};
      expect(withoutDocId(body), addresses[place]).toEqual(withoutDocId({ ...before[place], ...origin, ...took }));
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
    await vi.waitFor(async () => expect((await server.get('/readyz')).body).toMatchObject({ status: 'ok' }), 120_000);
    const after = (await ask()) as { took_ms?: number }[];
    for (const [place, body] of after.entries()) {
      expect(body, addresses[place]).toEqual({ ...before[place], ...('took_ms' in body && { took_ms: body.took_ms }) });
    }
  });

  test('a missing post is a 503 and not a 404', async () => {
    const { proxy, databaseUrl } = await behindProxy();
    const server = await using(givenServer(world(), { databaseUrl, redis }));
    await copied();
    proxy.cut();
    for (const address of ['/api/v1/boards/g/threads/99', '/api/v1/boards/g/posts/99']) {
      expect(await server.get(address), address).toMatchObject({ status: 503, body: { code: 'archive_unavailable' } });
    }
    expect(await server.get('/api/v1/boards/nope/threads/1')).toMatchObject({ status: 404 });
  });

  test('a just hidden post is not in any answer, neither of a running server nor of one that starts now', async () => {
    const { proxy, databaseUrl } = await behindProxy();
    const server = await using(givenServer(world(), { databaseUrl, redis }));
    await copied();
    onTestFinished(async () => showAgain(3));
    // Hidden by the command line, for example, immediately before PostgreSQL fails.
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

  test('a post that was hidden while Redis was unavailable is not in any answer either, a second later', async () => {
    const { proxy, databaseUrl } = await behindProxy();
    const server = await using(givenServer(world(), { databaseUrl, redis }));
    await copied();
    onTestFinished(async () => showAgain(2));
    await act('hide', 2);
    await vi.waitFor(async () => {
      expect(await redis.zscore(`${world().queuePrefix}-fallback-hidden`, 'g.2.0')).not.toBeNull();
    }, 120_000);
    proxy.cut();
    expect(numsOf(await hits(server, { q: 'heron' }))).toEqual([4, 3, 1]);
  });

  test('quoted-by does not use the links of a hidden post, although the index still has them', async () => {
    const { proxy, databaseUrl } = await behindProxy();
    const server = await using(givenServer(world(), { databaseUrl, redis }));
    expect(numsOf(await hits(server, { q: 'quoted-by:g/2' }))).toEqual([1]);
    onTestFinished(async () => showAgain(2));
    await act('hide', 2);
    const hidden = POSTS.filter(({ num }) => num === 2).map((post) => ({ ...post, hidden: true }));
    await archive.storeAndIndex('g', hidden);
    // Hidden so long ago that it is no longer a pending hide: only its document has the state.
    await world().pool.query('delete from pending_hides; delete from dirty');
    await redis.zrem(`${world().queuePrefix}-fallback-hidden`, 'g.2.0');
    await copied();
    expect(numsOf(await hits(server, { q: 'quoted-by:g/2' }))).toEqual([]);
    proxy.cut();
    await vi.waitFor(async () => expect(await hits(server, { q: 'heron' })).toMatchObject({ degraded: true }), 120_000);
    expect(numsOf(await hits(server, { q: 'quoted-by:g/2' }))).toEqual([]);
  });

  test('quoted-by is marked as partial if the quoting post cannot be read', async () => {
    const { proxy, databaseUrl } = await behindProxy();
    const server = await using(givenServer(world(), { databaseUrl, redis }));
    await copied();
    await indexAsBefore('g.2.0');
    proxy.cut();
    await vi.waitFor(async () => expect(await hits(server, { q: 'is:op' })).toMatchObject({ degraded: true }), 120_000);
    expect(await hits(server, { q: 'quoted-by:g/2' })).toMatchObject({
      hits: [],
      total: { value: 0, relation: 'about' },
      partial: true,
      partial_reasons: [{ reason: 'post_unreadable', boards: [] }],
    });
  });

  test('posts of an index without documents are counted but not shown, and answer and metrics have the reason', async () => {
    await boardOfIds();
    const { proxy, databaseUrl } = await behindProxy();
    const registry = new Registry();
    const server = await using(givenServer(world(), { databaseUrl, redis, metrics: registry }));
    await copied();
    proxy.cut();
    await vi.waitFor(async () => expect(await hits(server, { q: 'hawk' })).toMatchObject({ degraded: true }), 120_000);
    const why = { partial: true, partial_reasons: [{ reason: 'documents_missing', boards: ['ids'] }] };
    expect(await hits(server, { q: 'egret' })).toMatchObject({ hits: [], source: 'elasticsearch', ...why });
    const both = await hits(server, { q: 'egret OR hawk' });
    expect(both).toMatchObject({ hits: [{ board: 'g', num: 2 }], ...why });
    expect(await hits(server, { q: 'quoted-by:ids/2' })).toMatchObject({ hits: [], ...why });
    expect(await registry.metrics()).toMatch(/sagasu_search_partial_total\{reason="documents_missing"\} [1-9]/);
    for (const address of ['/api/v1/boards/ids/threads/1', '/api/v1/boards/ids/posts/2']) {
      const answer = await server.get(address);
      expect(answer, address).toMatchObject({ status: 503, body: { code: 'archive_unavailable' } });
      expect(JSON.stringify(answer.body), address).toContain('The search index of /ids/ holds no posts');
    }
    for (const address of ['/api/v1/search/facets?q=egret', '/api/v1/boards/ids/statistics']) {
      expect((await server.get(address)).status, address).toBeLessThan(500);
    }
  });

  test('a server without a snapshot of hidden posts does not serve content', async () => {
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

  // Must be the last test: the fallback snapshot, which the tests share, keeps the post counts from before this test adds some.
  test('a file that was banned after indexing is neither named nor linked, by its SHA-256 or the source’s MD5', async () => {
    const [sha256, other, md5] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2), Buffer.alloc(16, 3)];
    const file = { mediaTime: 1_700_000_000_123, mediaType: 'png', mediaName: 'seen' };
    await archive.storeAndIndex('g', [
      { num: 6, thread: 6, opener: true, comment: 'stork', ...file, mediaHashSrc: sha256, mediaHashThb: other },
      { num: 7, thread: 6, comment: 'stork', ...file, mediaHashSrc: other, mediaHash: md5 },
      { num: 8, thread: 6, comment: 'stork', ...file, mediaHashSrc: other },
    ]);
    onTestFinished(async () => {
      await world().pool.query('delete from banned_media');
      await act('purge', 6);
      await act('purge', 7);
      await act('purge', 8);
      await world().pool.query('delete from dirty');
    });
    const { proxy, databaseUrl } = await behindProxy();
    const server = await using(givenServer(world(), { databaseUrl, redis }));
    await copied();
    await banMedia(world().pool, sha256, 'test', null);
    await banMedia(world().pool, md5, 'test', null);
    const name = `${world().queuePrefix}-fallback-banned`;
    const statuses = async () =>
      (await hits(server, { q: 'stork', sort: 'old' })).hits.map(({ file: shown }) => [
        shown?.status,
        shown?.sha256 ?? null,
        shown?.thumb_url ?? null,
      ]);
    await vi.waitFor(async () => expect(await redis.scard(name)).toBe(2), 120_000);
    proxy.cut();
    const hash = other.toString('hex');
    const shown = ['archived', hash, expect.stringContaining(hash)];
    await vi.waitFor(
      async () => expect(await statuses()).toEqual([['banned', null, null], ['banned', null, null], shown]),
      20_000,
    );
    const { body } = await server.get('/api/v1/boards/g/threads/6');
    expect((body as Thread).posts.map(({ file: of }) => of?.status)).toEqual(['banned', 'banned', 'archived']);
    proxy.restore();
  });
});
