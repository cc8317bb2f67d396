/** Rate limits, and the order in which callers wait for Elasticsearch. */
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createRedis } from '../../../../platform/redis.ts';
import { createPatientRedis } from '../../../support/patient-redis.ts';
import { hashPassword } from '../../../../server/admin/accounts/passwords.ts';
import { startHttpProxy, type Treatment } from '../../../support/http-proxy.ts';
import { freePort } from '../../../support/ports.ts';
import { useWorld } from '../../../support/world.ts';
import { givenArchive, givenConfig, givenServer, type GivenServer } from '../given-archive.ts';

const world = useWorld();
let redis: Redis;

beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('g');
  await archive.storeAndIndex('g', [{ num: 1, opener: true, comment: 'word' }]);
  redis = createPatientRedis(world().redisUrl);
  await redis.ping();
});

afterAll(async () => {
  const keys = await redis.keys(`${world().queuePrefix}-*`);
  if (keys.length > 0) await redis.del(keys);
  redis.disconnect();
});

async function limitedTo(
  rateLimit: number,
  store: Redis = redis,
  trustedProxies: readonly string[] = [],
): Promise<GivenServer> {
  const config = { ...givenConfig(world()), rateLimit, rateLimitAdmin: rateLimit * 100, trustedProxies };
  const server = await givenServer(world(), { redis: store, config });
  onTestFinished(async () => server.close());
  return server;
}

interface Asked {
  readonly from: string;
  readonly url?: string;
  readonly headers?: Record<string, string>;
}

async function ask(server: GivenServer, { from, url = '/api/v1/boards', headers = {} }: Asked) {
  return server.app.inject({ url, headers, remoteAddress: from });
}

async function statuses(server: GivenServer, asked: Asked, times: number): Promise<number[]> {
  const found: number[] = [];
  for (let round = 0; round < times; round++) found.push((await ask(server, asked)).statusCode);
  return found;
}

/** The cookie that a refusal gives. */
async function refusedAt(server: GivenServer, from: string, agent = 'Firefox'): Promise<string> {
  const answer = await ask(server, { from, headers: { 'user-agent': agent } });
  expect(answer.statusCode).toBe(429);
  return String(answer.headers['set-cookie'] ?? '').split(';')[0] ?? '';
}

const spoofed = (number: number) => ({
  'x-forwarded-for': `198.51.100.${number}`,
  'x-real-ip': `198.51.100.${number}`,
  forwarded: `for=198.51.100.${number}`,
  'cf-connecting-ip': `198.51.100.${number}`,
  'true-client-ip': `198.51.100.${number}`,
});

describe('a rate limit', () => {
  test('is shared by all servers, is reported in every answer, and states when to retry', async () => {
    const servers = [await limitedTo(3), await limitedTo(3)];
    const from = '192.0.2.1';
    for (const [round, left] of ['2', '1', '0'].entries()) {
      const answer = await ask(servers[round % 2] as GivenServer, { from });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers).toMatchObject({ 'ratelimit-limit': '3', 'ratelimit-remaining': left });
      expect(Number(answer.headers['ratelimit-reset'])).toBeGreaterThan(0);
    }
    for (const server of servers) {
      const answer = await ask(server, { from });
      expect(answer.statusCode).toBe(429);
      expect(answer.headers).toMatchObject({
        'retry-after': expect.stringMatching(/^[1-9]\d*$/),
        'ratelimit-remaining': '0',
        'access-control-allow-origin': '*',
      });
      expect(answer.json()).toMatchObject({ code: 'rate_limited', status: 429 });
    }
    expect((await ask(servers[0] as GivenServer, { from, url: '/livez' })).statusCode).toBe(200);
  });

  test('refills over time', async () => {
    const server = await limitedTo(600);
    const from = '192.0.2.2';
    const key = `${world().queuePrefix}-bucket-${from}`;
    await ask(server, { from });
    // Simulates a tenth of a minute since the bucket was empty.
    await redis.hset(key, 'left', '0', 'at', Date.now() - 6_000);
    const answer = await ask(server, { from });
    expect(answer.statusCode).toBe(200);
    const left = Number(answer.headers['ratelimit-remaining']);
    expect(left).toBeGreaterThan(50);
    expect(left).toBeLessThan(400);
  });

  test('is charged the cost of a search, and a refused search is not run', async () => {
    const server = await limitedTo(20);
    const from = '192.0.2.3';
    const cheap = await ask(server, { from, url: '/api/v1/search?q=word' });
    expect(cheap.headers['ratelimit-remaining']).toBe('19');
    const words = Array.from({ length: 16 }, (_, number) => `word${number}`).join('+');
    const costly = `/api/v1/search?q=${words}+sort:relevance`;
    const paid = await ask(server, { from, url: costly });
    expect(paid.statusCode).toBe(200);
    expect(Number(paid.headers['ratelimit-remaining'])).toBeLessThan(10);
    const refused = await ask(server, { from, url: costly });
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ detail: expect.stringContaining('costs 16') });
    // A refused request is not charged.
    expect((await ask(server, { from })).statusCode).toBe(200);
  });

  test.each([
    { from: '192.0.2.21', path: 'search', sort: 'relevance', cost: 16 },
    { from: '192.0.2.22', path: 'search', sort: 'new', cost: 8 },
    { from: '192.0.2.23', path: 'search/explain', sort: 'relevance', cost: 16 },
  ])(
    'is spent by $path as its order costs, also when ?sort=$sort overrides the text',
    async ({ from, path, sort, cost }) => {
      const server = await limitedTo(100);
      const words = Array.from({ length: 16 }, (_, number) => `word${number}`).join('+');
      const inText = sort === 'new' ? '+sort:relevance' : '';
      const url = `/api/v1/${path}?q=${words}${inText}&sort=${sort}`;
      const answer = await ask(server, { from, url });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['ratelimit-remaining']).toBe(String(100 - cost));
    },
  );

  test('is shared by an IPv6 /64, and each /64 has its own', async () => {
    const server = await limitedTo(2);
    expect(await statuses(server, { from: '2001:db8:1:1::1' }, 1)).toEqual([200]);
    expect(await statuses(server, { from: '2001:db8:1:1:ffff::2' }, 2)).toEqual([200, 429]);
    expect(await statuses(server, { from: '2001:db8:1:2::1' }, 1)).toEqual([200]);
  });

  test('of eight networks is the common limit of all networks of an IPv6 /48', async () => {
    const server = await limitedTo(2);
    for (let network = 0; network < 8; network++) {
      expect(await statuses(server, { from: `2001:db8:48:${network}::1` }, 2)).toEqual([200, 200]);
    }
    const refused = await ask(server, { from: '2001:db8:48:8::1' });
    expect(refused.statusCode).toBe(429);
    expect(refused.headers).toMatchObject({ 'ratelimit-limit': '16', 'retry-after': expect.stringMatching(/^[1-9]/) });
    expect(await statuses(server, { from: '2001:db8:49::1' }, 1)).toEqual([200]);
  });

  describe('of many readers behind one address', () => {
    test('is each reader’s own after a refusal, which gives a pass', async () => {
      const server = await limitedTo(3);
      const from = '192.0.2.41';
      expect(await statuses(server, { from }, 3)).toEqual([200, 200, 200]);
      for (let reader = 0; reader < 2; reader++) {
        const cookie = await refusedAt(server, from);
        const answer = await ask(server, { from, headers: { cookie } });
        expect(answer.headers).toMatchObject({ 'ratelimit-limit': '3', 'ratelimit-remaining': '2' });
        expect(await statuses(server, { from, headers: { cookie } }, 3)).toEqual([200, 200, 429]);
      }
      expect(await statuses(server, { from: '192.0.2.42', headers: { cookie: 'sagasu-reader=1' } }, 4)).toEqual([
        200, 200, 200, 429,
      ]);
    });

    test('is eight limits together, however many passes a program collects', async () => {
      const server = await limitedTo(2);
      const from = '192.0.2.43';
      await statuses(server, { from }, 2);
      const passes: string[] = [];
      for (let pass = 0; pass < 9; pass++) passes.push(await refusedAt(server, from));
      for (const cookie of passes.slice(0, 8)) {
        expect(await statuses(server, { from, headers: { cookie } }, 2)).toEqual([200, 200]);
      }
      const refused = await ask(server, { from, headers: { cookie: passes[8] ?? '' } });
      expect(refused.statusCode).toBe(429);
      expect(refused.headers).toMatchObject({ 'ratelimit-limit': '16' });
      expect(refused.headers['set-cookie']).toBeUndefined();
      const elsewhere = { from: '192.0.2.44', headers: { cookie: passes[8] ?? '' } };
      expect(await statuses(server, elsewhere, 3)).toEqual([200, 200, 429]);
    });

    test('has no pass for crawlers', async () => {
      const server = await limitedTo(1);
      await ask(server, { from: '192.0.2.45' });
      expect(await refusedAt(server, '192.0.2.45', 'Googlebot/2.1')).toBe('');
    });
  });

  test('of a signed-in admin is the admin’s own, and a forged cookie has no effect', async () => {
    const server = await limitedTo(2);
    const from = '192.0.2.4';
    const { rows } = await world().pool.query<{ id: number }>(
      `insert into accounts (name, password_hash) values ('ann', $1) returning id`,
      [await hashPassword('a long enough password')],
    );
    const signedIn = await server.app.inject({
      method: 'POST',
      url: '/api/v1/admin/session',
      remoteAddress: '192.0.2.5',
      payload: { name: 'ann', password: 'a long enough password' },
    });
    expect(signedIn.statusCode).toBe(200);
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? '';
    const admin = await ask(server, { from, headers: { cookie } });
    expect(admin.headers).toMatchObject({ 'ratelimit-limit': '200', 'ratelimit-remaining': '199' });
    expect(rows).toHaveLength(1);
    const made = { cookie: `sagasu=${'A'.repeat(43)}` };
    expect(await statuses(server, { from, headers: made }, 3)).toEqual([200, 200, 429]);
    expect(await statuses(server, { from, headers: { cookie } }, 3)).toEqual([200, 200, 200]);
  });

  test("belongs to the client's address, whatever the headers claim", async () => {
    const server = await limitedTo(3);
    const found: number[] = [];
    for (let number = 1; number <= 5; number++) {
      found.push((await ask(server, { from: '203.0.113.9', headers: spoofed(number) })).statusCode);
    }
    expect(found).toEqual([200, 200, 200, 429, 429]);
    expect(await statuses(server, { from: '198.51.100.1' }, 1)).toEqual([200]);
  });

  test.each([
    { proxy: '127.0.0.1', trusted: ['127.0.0.1', '::1'], net: 1 },
    { proxy: '::ffff:172.18.0.1', trusted: ['172.16.0.0/12'], net: 2 },
    { proxy: 'fd00::7', trusted: ['fd00::/8'], net: 3 },
  ])(
    'behind the trusted proxy $proxy belongs to the address that the proxy reports, not to addresses that the reader adds',
    async ({ proxy, trusted, net }) => {
      const server = await limitedTo(2, redis, trusted);
      const through = async (added: number, reader: string) => {
        const forwarded = { 'x-forwarded-for': `198.51.100.${added}, ${reader}` };
        return (await ask(server, { from: proxy, headers: forwarded })).statusCode;
      };
      const [one, other] = [`203.0.113.${net}0`, `203.0.113.${net}1`];
      expect([await through(11, one), await through(12, one), await through(13, one)]).toEqual([200, 200, 429]);
      expect([await through(11, other), await through(11, other), await through(11, other)]).toEqual([200, 200, 429]);
      expect(await statuses(server, { from: one }, 1)).toEqual([429]);
    },
  );

  test('belongs to the address of a proxy that is not trusted, also on the same machine', async () => {
    const server = await limitedTo(2);
    const found: number[] = [];
    for (const number of [1, 2, 3]) {
      found.push((await ask(server, { from: '127.0.0.1', headers: spoofed(number) })).statusCode);
    }
    expect(found).toEqual([200, 200, 429]);
  });

  test('is kept by each server separately while Redis is unavailable', async () => {
    const away = createRedis(`redis://127.0.0.1:${await freePort()}`);
    onTestFinished(() => away.disconnect());
    const from = '192.0.2.6';
    for (const server of [await limitedTo(3, away), await limitedTo(3, away)]) {
      expect(await statuses(server, { from }, 4)).toEqual([200, 200, 200, 429]);
    }
  });
});

describe('when callers request more than Elasticsearch can do', () => {
  test('five hundred searches of one caller do not delay ten readers, and the excess is refused with Retry-After', async () => {
    const proxy = await startHttpProxy(world().elasticsearchUrls[0] ?? '');
    onTestFinished(async () => proxy.close());
    let open = Promise.withResolvers<void>();
    const begun: string[] = [];
    proxy.treat = async (_, path, body): Promise<Treatment> => {
      if (path.includes('_search')) {
        begun.push(/reader\d+|abuser/.exec(body)?.[0] ?? '');
        await open.promise;
      }
      return 'pass';
    };
    const server = await givenServer(world(), { elasticsearchUrls: [proxy.url] });
    onTestFinished(async () => server.close());
    const search = (from: string, word: string) => ask(server, { from, url: `/api/v1/search?q=${word}` });
    const abuses = Array.from({ length: 500 }, () => search('192.0.2.66', 'abuser'));
    const readers = Array.from({ length: 10 }, (_, number) => search(`192.0.2.${100 + number}`, `reader${number}`));
    await expect.poll(() => begun.length).toBe(4);
    expect(begun.filter((word) => word === 'abuser')).toHaveLength(2);
    open.resolve();
    open = Promise.withResolvers<void>();
    open.resolve();
    const answers = await Promise.all(readers);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 10 }, () => 200));
    const refused = (await Promise.all(abuses)).filter(({ statusCode }) => statusCode !== 200);
    expect(refused.length).toBeGreaterThan(400);
    for (const each of refused.slice(0, 5)) {
      expect(each.statusCode).toBe(429);
      expect(each.headers['retry-after']).toMatch(/^[1-9]\d*$/);
      expect(each.json()).toMatchObject({ code: 'busy', status: 429 });
    }
    // Readers waited for few of the abuser's searches.
    const last = begun.findLastIndex((word) => word.startsWith('reader'));
    expect(begun.slice(0, last).filter((word) => word === 'abuser').length).toBeLessThan(15);
  });
});
