/** Without a public URL nothing in an answer follows the headers in which proxies pass on what the client asked for. */
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
  server = await givenServer(world(), { config: { ...givenConfig(world()), trustedProxies: ['127.0.0.1'] } });
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
])('%s names neither a forwarded host nor a forwarded scheme', async (url) => {
  const answer = await server.app.inject({ url, headers: FOREIGN });
  const all = `${JSON.stringify(answer.headers)}\n${answer.body}`;
  expect(all).not.toContain('evil.invalid');
  expect(all).not.toContain('https://archive.example.org');
  expect(all).not.toContain(':666');
});

test('feeds link to the host that the request was sent to', async () => {
  const { body } = await server.app.inject({ url: '/api/v1/search/feed.atom?q=word', headers: FOREIGN });
  expect(body).toContain('http://archive.example.org/g/thread/1#p2');
});

test('a forwarded scheme does not change the session cookie, and a forwarded host is no origin of ours', async () => {
  const answer = await signIn(server, 'ann', PASSWORD, { headers: { ...FOREIGN, 'sec-fetch-site': 'same-origin' } });
  const [session] = [answer.headers['set-cookie']].flat();
  expect(session).toMatch(/^sagasu=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/);
  const foreign = await signIn(server, 'ann', PASSWORD, { headers: { ...FOREIGN, origin: 'https://evil.invalid' } });
  expect(foreign).toMatchObject({ status: 403, body: { code: 'origin_foreign' } });
});
