/** Without a public URL, answers ignore the headers in which proxies pass on the client's request. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useWorld } from '../../support/world.ts';
import { PASSWORD, signIn } from './admin/given-admin.ts';
import { addAdmin } from '../../../server/admin/accounts/accounts.ts';
import { givenArchive, givenConfig, givenServer, type GivenServer } from './given-archive.ts';

const world = useWorld();
let server: GivenServer;

beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('g');
  await archive.storeAndIndex('g', [
    { num: 1, opener: true, subject: 'a', comment: 'word' },
    { num: 2, thread: 1, comment: 'word' },
  ]);
  await addAdmin(world().pool, 'ann', PASSWORD);
  // Injected requests come from 127.0.0.1: the proxy is trusted, its clients are not.
  server = await givenServer(world(), {
    config: { ...givenConfig(world()), trustedProxies: ['127.0.0.1'], rateLimit: 100_000 },
  });
});

afterAll(async () => {
  await server.close();
});

const FOREIGN = {
  host: 'archive.example.org',
  'x-forwarded-for': '192.0.2.1',
  'x-forwarded-host': 'evil.invalid',
  'x-forwarded-proto': 'https',
  'x-forwarded-port': '666',
  forwarded: 'for=192.0.2.1;host=evil.invalid;proto=https',
};

test.each([
  '/',
  '/g/',
  '/g/thread/1',
  '/search?q=word',
  '/robots.txt',
  '/sitemap.xml',
  '/g/sitemap.xml',
  '/g/sitemap-1.xml',
  '/opensearch.xml',
  '/api/openapi.json',
  '/api/v1/search?q=word',
  '/api/v1/search/feed.atom?q=word',
  '/api/v1/search/feed.json?q=word',
  '/api/v1/search/export?q=word&format=csv',
  '/g/thread/1.json',
  '/_/api/chan/thread/?board=g&num=1',
  '/_/api/chan/archives/',
  '/g/post/2/',
  '/post/2',
  '/g/redirect/1.png',
  '/nothing/here',
])('%s changes neither the host nor the scheme', async (url) => {
  const answer = await server.app.inject({ url, headers: FOREIGN });
  const all = `${JSON.stringify(answer.headers)}\n${answer.body}`;
  expect(all).not.toContain('evil.invalid');
  expect(all).not.toContain('https://archive.example.org');
  expect(all).not.toContain(':666');
});

test('feeds link to the host of the request', async () => {
  const { body } = await server.app.inject({ url: '/api/v1/search/feed.atom?q=word', headers: FOREIGN });
  expect(body).toContain('http://archive.example.org/g/thread/1#p2');
});

test('a forwarded scheme does not change the session cookie, and a forwarded host is not a trusted origin', async () => {
  const answer = await signIn(server, 'ann', PASSWORD, { headers: { ...FOREIGN, 'sec-fetch-site': 'same-origin' } });
  const [session] = [answer.headers['set-cookie']].flat();
  expect(session).toMatch(/^sagasu=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/);
  const foreign = await signIn(server, 'ann', PASSWORD, { headers: { ...FOREIGN, origin: 'https://evil.invalid' } });
  expect(foreign).toMatchObject({ status: 403, body: { code: 'origin_foreign' } });
});

const left = async (forwarded: string) =>
  (await server.app.inject({ url: '/api/v1/boards', headers: { ...FOREIGN, 'x-forwarded-for': forwarded } })).headers[
    'ratelimit-remaining'
  ];

test('ports, brackets and words in X-Forwarded-For do not lead to another rate limit', async () => {
  const before = Number(await left('198.51.100.77'));
  for (const form of ['198.51.100.77:1', '198.51.100.77:2', '"198.51.100.77:3"', '9.9.9.9, unknown, 198.51.100.77:4']) {
    expect(Number(await left(form)), form).toBeLessThan(before);
  }
  const six = Number(await left('[2001:db8:7::1]:1'));
  expect(Number(await left('2001:db8:7::2'))).toBeLessThan(six);
  const words = Number(await left('unknown'));
  for (const word of ['_hidden', 'junk', '192.0.2.300', '203.0.113.5, _x']) {
    expect(Number(await left(word)), word).toBeLessThan(words);
  }
});

const ADDRESSES = [
  '/',
  '/g/',
  '/g/thread/1',
  '/robots.txt',
  '/opensearch.xml',
  '/sitemap.xml',
  '/g/sitemap.xml',
  '/g/sitemap-1.xml',
  '/api/v1/search/feed.atom?q=word',
  '/api/v1/search/feed.json?q=word',
  '/api/v1/search/export?q=word&format=csv',
  '/_/api/chan/thread/?board=g&num=1',
  '/_/api/chan/archives/',
  '/g/post/2/',
  '/g/thread/1/',
  '/g/redirect/1.png',
  '/g/thread/1.json',
  '/api/openapi.json',
  '/nothing/here',
];

test('answers with the host of the request are not stored by shared caches', async () => {
  const chosen = 'chosen-by-the-client.invalid';
  const reflecting: string[] = [];
  for (const url of ADDRESSES) {
    const { headers, body } = await server.app.inject({ url, headers: { ...FOREIGN, host: chosen } });
    if (!`${JSON.stringify(headers)}\n${body}`.includes(chosen)) continue;
    reflecting.push(url);
    expect(String(headers['cache-control']), url).toMatch(/no-store|private/);
  }
  expect(reflecting).toEqual(expect.arrayContaining(['/robots.txt', '/opensearch.xml', '/sitemap.xml', '/g/post/2/']));
});
