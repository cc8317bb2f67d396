/** Posts of people whom admins know by several names: every kind of search finds them by each name. */
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createPostgresPool } from '../../../../../platform/postgres.ts';
import { createPatientRedis } from '../../../../support/patient-redis.ts';
import type { CompletionAnswer } from '../../../../../mappings/contract/completion.ts';
import type { Explanation } from '../../../../../mappings/contract/explain.ts';
import type { FacetsAnswer, TimelineAnswer } from '../../../../../mappings/contract/facets.ts';
import type { SearchAnswer } from '../../../../../mappings/contract/search.ts';
import { removeIdentity, setAliases } from '../../../../../server/identities/identities.ts';
import { moderate } from '../../../../../server/moderation/moderate.ts';
import { freePort } from '../../../../support/ports.ts';
import { atPort, startTcpProxy } from '../../../../support/tcp-proxy.ts';
import { useWorld } from '../../../../support/world.ts';
import { givenArchive, givenServer, NOW, type GivenServer } from '../../given-archive.ts';
import { loginUrl } from '../../../../support/logins.ts';
import { wardenOf } from '../../../../support/sessions.ts';

const world = useWorld();
let server: GivenServer;
let boardId: number;
let now = NOW.getTime();

/** Longer than servers cache identities. */
const later = () => {
  now += 2_000;
};

const ANN = [
  { kind: 'sender', value: 's12' },
  { kind: 'tripcode', value: '!AnnTrip' },
  { kind: 'name', value: 'Ann Lee' },
] as const;
const BOB = [{ kind: 'name', value: 'bob' }] as const;

beforeAll(async () => {
  const archive = givenArchive(world());
  boardId = await archive.board('g');
  await archive.storeAndIndex('g', [
    { num: 1, opener: true, posterid: 's12', name: 'A. L.', comment: 'heron', subject: 'rye' },
    { num: 2, thread: 1, tripcode: '!AnnTrip', comment: 'heron' },
    { num: 3, thread: 1, name: 'Ann Lee', comment: 'stork' },
    // These values must not match: an alias matches whole values of its own kind.
    { num: 4, thread: 1, name: 'Ann Lee Jones', comment: 'Ann Lee' },
    { num: 5, thread: 1, name: 'ann lee', comment: 's12' },
    { num: 6, thread: 1, name: 's12', tripcode: '!Ann', posterid: 's1', comment: '!AnnTrip' },
    { num: 7, opener: true, thread: 7, name: 'bob', comment: 'heron' },
    { num: 8, thread: 7, name: 'Ann Lee', comment: 'never shown', hidden: true },
    { num: 9, thread: 7, name: 'carol', comment: 'stork' },
  ]);
  server = await givenServer(world(), { clock: () => new Date(now) });
});

afterAll(async () => server.close());

beforeEach(async () => {
  await world().pool.query('truncate identities cascade');
  await setAliases(world().pool, 'Ann Lee', ANN);
  await setAliases(world().pool, 'bob', BOB);
  await setAliases(world().pool, 'nobody', []);
  later();
});

async function found(q: string, from = server): Promise<SearchAnswer> {
  const { status, body } = await from.search({ q });
  expect({ q, status, body }).toMatchObject({ status: 200 });
  return body as SearchAnswer;
}

async function numsOf(q: string, from = server): Promise<readonly number[]> {
  const { hits, total } = await found(q, from);
  expect({ q, ...total }).toEqual({ q, value: hits.length, relation: 'eq' });
  return hits.map(({ num }) => num).sort((one, other) => one - other);
}

const get = async <T>(what: string, q: string) => {
  const { status, body } = await server.get(`/api/v1/search/${what}?${new URLSearchParams({ q }).toString()}`);
  expect({ what, q, status }).toEqual({ what, q, status: 200 });
  return body as T;
};

/** Emoji are offered for any word. */
const completed = async (q: string) =>
  (await get<CompletionAnswer>('complete', q)).completions
    .filter(({ kind }) => kind !== 'emoji')
    .map(({ text }) => text);

describe('a search for an identity', () => {
  test.each([
    ['identity:"Ann Lee"', [1, 2, 3]],
    ['person:"ann lee"', [1, 2, 3]],
    ['person:"Ａnn Lée"', [1, 2, 3]],
    ['identity:"Ann Lee",bob', [1, 2, 3, 7]],
    ['identity:bob OR identity:"Ann Lee"', [1, 2, 3, 7]],
    ['-identity:"Ann Lee"', [4, 5, 6, 7, 9]],
    ['-identity:"Ann Lee",bob', [4, 5, 6, 9]],
    ['identity:"Ann Lee" heron', [1, 2]],
    ['identity:"Ann Lee" identity:bob', []],
    ['identity:nobody', []],
    ['identity:"Ann Lee" is:op op.subject:rye', [1]],
  ])('%s finds %j', async (q, nums) => {
    expect(await numsOf(q)).toEqual(nums);
    const { body } = await server.search({ q, source: 'elasticsearch', sort: 'relevance' });
    expect((body as SearchAnswer).total).toEqual({ value: nums.length, relation: 'eq' });
  });

  test('shows each thread once when grouped', async () => {
    const { hits, total } = await found('identity:"Ann Lee",bob group:thread');
    expect(hits.map(({ thread, group }) => [thread, group?.hits])).toEqual([
      [7, 1],
      [1, 3],
    ]);
    expect(total.value).toBe(2);
  });

  test('has equal results in counts, timeline, export, feed and explanation', async () => {
    const q = 'identity:"Ann Lee"';
    expect(await get<FacetsAnswer>('facets', q)).toMatchObject({ total: 3 });
    const { buckets } = await get<TimelineAnswer>('timeline', q);
    expect(buckets.reduce((sum, { count }) => sum + count, 0)).toBe(3);
    const lines = (await get<string>('export', q)).trim().split('\n');
    expect(lines.filter((line) => /"num":[123],/.test(line))).toHaveLength(3);
    expect((await get<{ items: unknown[] }>('feed.json', q)).items).toHaveLength(3);
    expect(await get<Explanation>('explain', q)).toMatchObject({
      canonical: q,
      conditions: [{ kind: 'identity', count: 3, span: { start: 0, end: q.length } }],
      total: { value: 3 },
    });
    expect(JSON.stringify(await get('parts', `${q} heron`))).toContain('Ann Lee');
  });

  test('excludes a just hidden post', async () => {
    const pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'server') });
    const act = async (action: 'hide' | 'show') => {
      const board = { id: boardId, name: 'g', source: '4chan' as const };
      const posts = [{ num: 2, subnum: 0 }];
      await moderate(pool, {
        action,
        board,
        posts,
        threads: false,
        actor: 'warden',
        secret: await wardenOf(world().pool),
        reason: null,
        now: NOW,
      });
    };
    onTestFinished(async () => {
      await act('show');
      await pool.end();
    });
    await act('hide');
    expect(await numsOf('identity:"Ann Lee"')).toEqual([1, 3]);
    expect(await get<FacetsAnswer>('facets', 'identity:"Ann Lee"')).toMatchObject({ total: 2 });
  });

  test('reflects changes of an admin, also for old posts', async () => {
    expect(await numsOf('identity:bob')).toEqual([7]);
    await setAliases(world().pool, 'bob', [{ kind: 'name', value: 'carol' }]);
    later();
    expect(await numsOf('identity:bob')).toEqual([9]);
    await removeIdentity(world().pool, 'bob');
    later();
    expect((await server.search({ q: 'identity:bob' })).status).toBe(400);
  });

  test.each([
    ['heron identity:bobb', 15, 19, 'heron identity:bob'],
    ['identity:bob,"An Lee"', 13, 21, 'identity:bob,"Ann Lee"'],
    ['identity:"Ànn L"', 9, 16, 'identity:"Ann Lee"'],
    ['identity:zed', 9, 12, null],
  ])('for an unknown name, as in %s, is refused with the position', async (q, start, end, suggestion) => {
    for (const route of ['', '/facets', '/timeline', '/export', '/explain', '/feed.atom']) {
      const answer = await server.get(`/api/v1/search${route}?${new URLSearchParams({ q }).toString()}`);
      expect({ route, ...answer }).toMatchObject({
        route,
        status: 400,
        body: { code: 'identity_unknown', position: { start, end }, ...(suggestion !== null && { suggestion }) },
      });
    }
  });

  test('is completed while typing, with quotes where necessary', async () => {
    expect(await completed('heron identity:')).toEqual(['"Ann Lee"', 'bob', 'nobody']);
    expect(await completed('identity:an')).toEqual(['"Ann Lee"']);
    expect(await completed('identity:"Ann L')).toEqual(['"Ann Lee"']);
    expect(await completed('identity:LEE')).toEqual(['"Ann Lee"']);
    expect(await completed('identity:Ｌé')).toEqual(['"Ann Lee"']);
    expect(await completed('identity:bob,no')).toEqual(['nobody']);
    expect(await completed('identit')).toEqual(['identity:']);
  });
});

test("searches of other archives' clients do not expand identities", async () => {
  const { status, body } = await server.get('/_/api/chan/search/?text=identity:bob');
  expect({ status, body }).toMatchObject({ status: 200, body: { error: 'No results found.' } });
  const named = await server.get('/_/api/chan/search/?username=bob');
  expect(named).toMatchObject({ status: 200, body: { 0: { posts: [{ num: '7', name: 'bob' }] } } });
});

describe('the list of identities', () => {
  test('is public, and its ETag allows a 304 until it changes', async () => {
    const first = await server.get('/api/v1/identities');
    expect(first).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-cache', etag: expect.stringMatching(/^".+"$/) as string },
      body: {
        identities: [
          { name: 'Ann Lee', aliases: expect.arrayContaining([...ANN]) as unknown },
          { name: 'bob', aliases: BOB },
          { name: 'nobody', aliases: [] },
        ],
      },
    });
    const again = async () => server.get('/api/v1/identities', { 'if-none-match': String(first.headers['etag']) });
    expect((await again()).status).toBe(304);
    await setAliases(world().pool, 'bob', []);
    later();
    expect((await again()).status).toBe(200);
  });

  test('is a 503 without PostgreSQL and without a snapshot', async () => {
    const databaseUrl = `postgres://127.0.0.1:${await freePort()}/none`;
    const blind = await givenServer(world(), { databaseUrl });
    onTestFinished(async () => blind.close());
    expect(await blind.get('/api/v1/identities')).toMatchObject({
      status: 503,
      body: { code: 'archive_unavailable' },
    });
  });
});

test('while PostgreSQL is unavailable, servers know the identities, even if they start then', async () => {
  const redis = createPatientRedis(world().redisUrl);
  const address = new URL(world().databaseUrl);
  const proxy = await startTcpProxy({ host: address.hostname, port: Number(address.port || 5432) });
  const databaseUrl = atPort(address.href, proxy.port);
  const there = await givenServer(world(), { databaseUrl, redis });
  const servers = [there];
  onTestFinished(async () => {
    for (const each of servers) await each.close();
    await proxy.close();
    const keys = await redis.keys(`${world().queuePrefix}-*`);
    if (keys.length > 0) await redis.del(keys);
    redis.disconnect();
  });
  await vi.waitFor(async () => expect(await redis.exists(`${world().queuePrefix}-fallback-complete`)).toBe(1), 120_000);
  proxy.cut();
  servers.push(await givenServer(world(), { databaseUrl, redis }));
  for (const each of servers) {
    await vi.waitFor(async () => expect((await found('identity:"Ann Lee"', each)).degraded).toBe(true), 120_000);
    expect(await numsOf('identity:"Ann Lee"', each)).toEqual([1, 2, 3]);
    expect((await each.search({ q: 'identity:bobb' })).status).toBe(400);
    expect((await each.get('/api/v1/identities')).body).toMatchObject({
      identities: [{ name: 'Ann Lee' }, { name: 'bob' }, { name: 'nobody' }],
    });
  }
});
