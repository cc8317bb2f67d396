import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addBoard, Upstream } from '../../../../test/integration/scraper/upstream.ts';
import { createHarness, type Harness } from '../../../../test/integration/scraper/harness.ts';
import {
  createMediaHarness,
  drawPicture,
  MEDIA_CONFIG,
  serveFile,
  type MediaHarness,
} from '../../../../test/integration/scraper/media/harness.ts';
import { useWorld } from '../../../../test/support/world.ts';
import {
  givenArchive,
  givenConfig,
  givenServer,
  type GivenServer,
} from '../../../../test/integration/server/given-archive.ts';
import { givenPages, type GivenPages } from '../../../../test/integration/server/given-pages.ts';

const world = useWorld();
let server: GivenServer;
let upstream: Upstream;
let scraper: Harness;
let media: MediaHarness;
let picture: Buffer;
let pages: GivenPages;

beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('g');
  await archive.board('ck');
  await archive.store('g', [
    { num: 100, thread: 100, opener: true, mediaTime: 1_400_000_000_000, mediaType: 'png' },
    { num: 101, thread: 100, comment: 'reply' },
    { num: 101, thread: 100, subnum: 1, comment: 'ghost' },
    { num: 102, thread: 100, hidden: true, mediaTime: 1_400_000_000_999, mediaType: 'png' },
    { num: 500, thread: 500, opener: true },
  ]);
  await archive.store('ck', [{ num: 500, thread: 500, opener: true }]);
  await archive.board('quiet');
  await world().pool.query(`update boards set settings = '{"unlisted": true}' where name = 'quiet'`);
  await archive.store('quiet', [{ num: 1, thread: 1, opener: true, mediaTime: 1_400_000_000_777, mediaType: 'png' }]);

  upstream = new Upstream();
  const board = await addBoard(world(), await upstream.open(), undefined, 'po');
  await world().pool.query(`update boards set source_name = 'g' where name = 'po'`);
  const source = { ...board, sourceName: 'g' };
  scraper = createHarness(world(), source);
  media = await createMediaHarness(world());
  picture = await drawPicture(1);
  upstream.start(700, 0, (await serveFile(upstream, 1_500_000_000_000, picture)).fields);
  await scraper.pass();
  await media.fetchDue([source]);
  pages = await givenPages();
  const config = { ...givenConfig(world()), sourceFiles: true };
  server = await givenServer(world(), {
    config,
    media: { ...MEDIA_CONFIG, mediaDir: media.root },
    webRoot: pages.root,
  });
});

afterAll(async () => {
  await server.close();
  await media.close();
  await scraper.close();
  await upstream.close();
  await pages.remove();
});

interface OldLink {
  readonly address: string;
  readonly status: number;
  readonly location: string | undefined;
}

/** The table of old links in docs/COMPATIBILITY.md. */
const LINKS: readonly OldLink[] = [
  ...readFileSync(new URL('../../../../docs/COMPATIBILITY.md', import.meta.url), 'utf8').matchAll(
    /^\| `([^`]+)` \| (\d{3})(?: `([^`]+)`)? \|$/gm,
  ),
].map(([, address = '', status, location]) => ({ address, status: Number(status), location }));

const BROWSER = { accept: 'text/html,*/*;q=0.8' };

test('the docs have a table of old links', () => {
  expect(LINKS.length).toBeGreaterThan(30);
});

test.each(LINKS)('$address redirects with $status to $location', async ({ address, status, location }) => {
  const answer = await server.get(address, BROWSER);
  expect(answer.status).toBe(status);
  expect(answer.headers['location']).toBe(location);
  expect(answer.headers['access-control-allow-origin']).toBe('*');
});

test.each(LINKS)('$address answers the same with and without a trailing slash', async ({ address }) => {
  const other = address.endsWith('/') ? address.slice(0, -1) : address.replace(/(?=\?|$)/, '/');
  const [one, two] = await Promise.all([server.get(address, BROWSER), server.get(other, BROWSER)]);
  expect([two.status, two.headers['location']]).toEqual([one.status, one.headers['location']]);
});

describe('a post', () => {
  test('has a redirect page that programs parse', async () => {
    const { body } = await server.get('/g/post/101_1/');
    expect(body).toContain('<meta http-equiv="Refresh" content="0; url=http://localhost/g/thread/100/#101_1">');
    expect(body).toMatch(/You are being redirected to http:\/\/localhost\/g\/thread\/100\/#101_1/);
  });

  test.each(['/g/post/102', '/post/102', '/g/post/0', '/g/post/1e3', '/g/post/99999999999999999999', '/post/x'])(
    'that is hidden or missing has no redirect: %s',
    async (address) => {
      const { status, headers } = await server.get(address);
      expect(status).toBe(404);
      expect(headers).not.toHaveProperty('location');
    },
  );
});

test('/archives.json lists the archive as 4chan X reads it, with the boards that keep whole files', async () => {
  await world().pool.query(
    `update boards set settings = settings || '{"media.files.op": false, "media.files.reply": false}' where name = 'ck'`,
  );
  const answer = await server.app.inject({ url: '/archives.json', headers: { host: 'archive.example.org:8301' } });
  expect(answer.headers).toMatchObject({
    'content-type': expect.stringContaining('application/json') as string,
    'access-control-allow-origin': '*',
  });
  const [entry] = answer.json<[{ uid: number; boards: string[]; files: string[] }]>();
  expect(answer.json()).toEqual([
    {
      uid: expect.any(Number) as number,
      name: 'Sagasu at archive.example.org:8301',
      domain: 'archive.example.org:8301',
      http: true,
      https: false,
      software: 'foolfuuka',
      boards: expect.arrayContaining(['ck', 'g', 'po']) as string[],
      files: expect.arrayContaining(['g', 'po']) as string[],
      reports: true,
    },
  ]);
  expect(entry.boards).not.toContain('quiet');
  expect(entry.files).not.toContain('ck');
  const other = await server.app.inject({ url: '/archives.json', headers: { host: 'other.example.org' } });
  expect(other.json<[{ uid: number }]>()[0].uid).not.toBe(entry.uid);
  const { etag = '' } = answer.headers;
  const again = { url: '/archives.json', headers: { host: 'archive.example.org:8301', 'if-none-match': etag } };
  expect((await server.app.inject(again)).statusCode).toBe(304);
});

describe('an archived file', () => {
  test.each([
    '/po/1500000000000.png',
    '/po/src/1500000000000.png',
    '/po/image/1500/00/1500000000000.png',
    '/po/full_image/1500000000000.png',
    '/image/1500/00/1500000000000.png',
  ])('is served under %s', async (url) => {
    const answer = await server.app.inject({ url });
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload).toEqual(picture);
    expect(answer.headers['content-security-policy']).toContain('sandbox');
  });

  test.each([
    '/po/1500000000000s.jpg',
    '/po/thumb/1500/00/1500000000000s.jpg',
    '/po/thumb/1500000000000s.jpg',
    '/thumb/1500/00/1500000000000s.jpg',
  ])('has its thumbnail under %s', async (url) => {
    const answer = await server.app.inject({ url });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('image/jpeg');
    expect(answer.rawPayload).not.toEqual(picture);
  });

  test('of an unlisted board is not found without the name of its board', async () => {
    const statuses = ['/quiet/image/1400/00/1400000000777.png', '/image/1400/00/1400000000777.png'].map(
      async (url) => (await server.get(url)).status,
    );
    expect(await Promise.all(statuses)).toEqual([302, 404]);
  });

  test('has an absolute address on its redirect page', async () => {
    const { body } = await server.get('/po/redirect/1500000000000.png');
    expect(body).toMatch(/<meta http-equiv="Refresh" content="0; url=http:\/\/localhost\/media\/[0-9a-f/]+\.png">/);
  });

  test('is 404 while its post is hidden', async () => {
    await world().pool.query('update posts set hidden = true where num = 700');
    for (const url of ['/po/1500000000000.png', '/po/1500000000000s.jpg', '/po/redirect/1500000000000.png']) {
      expect((await server.get(url)).status).toBe(404);
    }
    await world().pool.query('update posts set hidden = false where num = 700');
  });
});

test('an invalid search gets a message page, on which its text is escaped', async () => {
  const { status, body, headers } = await server.get('/g/search/order/%3Cscript%3Ealert(1)%3C%2Fscript%3E/');
  expect(status).toBe(422);
  expect(headers['content-type']).toContain('text/html');
  expect(body).toContain('order');
  expect(body).not.toContain('<script>');
});

test('a number that several boards have leads to a page with a link to each post, and the API lists the posts', async () => {
  const { status, body, headers } = await server.get('/post/500', BROWSER);
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect([...String(body).matchAll(/<a href="([^"]+)">([^<]+)</g)].map(([, address, text]) => [address, text])).toEqual(
    [
      ['/ck/thread/500', '/ck/ No.500'],
      ['/g/thread/500', '/g/ No.500'],
      ['/search', 'Search the archive'],
    ],
  );
  const namesOf = async (address: string) => {
    const answer = await server.get(address);
    expect(answer.status).toBe(200);
    return (answer.body as { posts: { board: string; num: number; subnum: number }[] }).posts.map(
      ({ board, num, subnum }) => `${board}/${num}.${subnum}`,
    );
  };
  expect(await namesOf('/api/v1/posts/500')).toEqual(['ck/500.0', 'g/500.0']);
  expect(await namesOf('/api/v1/posts/101?subnum=1')).toEqual(['g/101.1']);
  expect(await namesOf('/api/v1/posts/102')).toEqual([]);
  expect(await namesOf('/api/v1/posts/999')).toEqual([]);
});
