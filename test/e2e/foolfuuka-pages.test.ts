/** The pages as parsed by programs that know FoolFuuka's. Every selector in this file is used by a client's parser (Kuroba, Dashchan). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileURLToPath } from 'node:url';
import { buildWebIfStale } from '../../cli/start/web-build.ts';
import {
  givenArchive,
  givenConfig,
  givenServer,
  type GivenArchive,
  type GivenServer,
} from '../integration/server/given-archive.ts';
import { readPage, type Part } from '../support/page.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();
let server: GivenServer;
let archive: GivenArchive;

const BUILT = fileURLToPath(new URL('../../web/dist', import.meta.url));

beforeAll(async () => {
  archive = givenArchive(world());
  await archive.board('g');
  await archive.board('ck');
  await archive.store('g', [
    {
      num: 100,
      thread: 100,
      opener: true,
      subject: '<b>Tea</b> & "milk"',
      name: 'Ann <script>',
      tripcode: '!oolong',
      posterid: 'Ab/c',
      sticky: true,
      comment: '<span class="quote">&gt;steep</span><br><script>alert(1)</script>',
      mediaTime: 1_400_000_000_123,
      mediaName: 'cup"s',
      mediaType: 'png',
      mediaHash: Buffer.from('IQuZJ6Cfo2Jm7h+UFgMmMQ==', 'base64'),
      mediaSize: 123_456,
      mediaDimsSrcW: 800,
      mediaDimsSrcH: 600,
    },
    {
      num: 101,
      thread: 100,
      comment: '<a href="#p100" class="quotelink">&gt;&gt;100</a>',
      timeDeletedPost: new Date(0),
    },
    { num: 101, thread: 100, subnum: 1, comment: 'ghost' },
    { num: 102, thread: 100, comment: 'concealed', hidden: true },
    ...Array.from({ length: 7 }, (_, index) => ({ num: 110 + index, thread: 100, comment: `reply ${index}` })),
    ...Array.from({ length: 16 }, (_, index) => ({
      num: 200 + index,
      opener: true,
      timeBumped: new Date(1000 * index),
    })),
  ]);
  await buildWebIfStale(() => undefined);
  const config = { ...givenConfig(world()), sourceFiles: true };
  server = await givenServer(world(), { config, webRoot: BUILT });
});

afterAll(async () => {
  await server.close();
});

async function pageAt(url: string): Promise<Part> {
  const { status, body } = await server.get(url);
  expect(status).toBe(200);
  return readPage(String(body));
}

describe('a thread', () => {
  test('has the elements and attributes that parsers need', async () => {
    const page = await pageAt('/g/thread/100/');
    expect(page.texts('title')).toEqual(['<b>Tea</b> & "milk" · /g/ · Sagasu']);
    const thread = page.one('body > div.container-fluid > div[role=main]#main > article.clearfix.thread');
    expect(thread.attribute('id')).toBe('100');
    expect(thread.attribute('class')).toMatch(/\bdoc_id_\d+\b/);
    const head = thread.one('> header');
    expect(head.texts('.post_title, .post_author, .post_tripcode, .poster_hash')).toEqual([
      '<b>Tea</b> & "milk"',
      'Ann <script>',
      '!oolong',
      'ID:Ab/c',
    ]);
    const time = head.one('time');
    expect(time.attribute('datetime')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
    expect(time.attribute('title')).toMatch(/^4chan Time: \d+\/\d+\/\d\d\(\w{3}\)\d+:\d\d$/);
    expect(head.all('i.icon-pushpin').length).toBe(1);
    expect(head.one('a[data-function=quote]').attribute('href')).toBe('/g/thread/100/#q100');
    const box = thread.one('.thread_image_box > a.thread_image_link');
    expect(box.attribute('href')).toMatch(/\/\w+\/image\/\d+\/\d+\/\d+\.\w+$/);
    expect(box.one('img.thread_image').attribute('data-md5')).toBe('IQuZJ6Cfo2Jm7h+UFgMmMQ==');
    expect(thread.one('.post_file').text).toMatch(/121KiB, 800x600/);
    expect(thread.one('.post_file_filename').text).toBe('cup"s.png');
    expect(thread.one('> .text .greentext').text).toBe('>steep');
  });

  test('has all its visible posts, including ghost posts', async () => {
    const page = await pageAt('/g/thread/100');
    const replies = page.all('article.thread > aside.posts > article.post[data-board=g]');
    expect(replies.map((reply) => reply.attribute('id'))).toEqual([
      '101',
      '101_1',
      ...Array.from({ length: 7 }, (_, index) => `${110 + index}`),
    ]);
    expect(replies[0]?.all('i.icon-trash').length).toBe(1);
    expect(replies[0]?.one('.text a.backlink').attribute('href')).toBe('#p100');
    expect(page.text).not.toContain('concealed');
  });

  test('has no markup from the poster', async () => {
    const scripts = (await pageAt('/g/thread/100')).all('script');
    expect(scripts.map((script) => script.attribute('src') ?? script.attribute('id'))).toEqual([
      '/early.js',
      expect.stringMatching(/^\/assets\/[\w.-]+\.js$/),
      'page-data',
    ]);
  });

  test.each(['/g/thread/101', '/g/thread/999', '/g/thread/x'])(
    'is answered with 404 if it does not exist: %s',
    async (url) => {
      expect((await server.get(url)).status).toBe(404);
    },
  );
});

describe('a board', () => {
  test('has its threads with their last replies, and counts the omitted ones', async () => {
    const page = await pageAt('/g/');
    const threads = page.all('#main > article.clearfix.thread');
    expect(threads.length).toBe(15);
    const first = page.one('article[id="100"]');
    expect(first.texts('.omitted_posts, .omitted_images')).toEqual(['4', '0']);
    expect(first.all('aside.posts > article.post').length).toBe(5);
  });

  test("has further pages, also at FoolFuuka's addresses", async () => {
    const first = await pageAt('/g/');
    const links = first.all('div.paginate ul li a').map((link) => link.attribute('href'));
    expect(links).toContain('/g/page/2/');
    const { headers } = await server.get('/g/page/2/');
    const second = await pageAt(String(headers['location']));
    expect(second.all('article.thread').length).toBe(2);
    expect((await server.get('/g/?page=3')).status).toBe(404);
  });
});

const subjectsOn = (page: Part) => page.texts('article.thread .post_title');
const linkOn = (page: Part, rel: string) => page.one(`a[rel=${rel}]`).attribute('href') ?? '';

describe('a board of many pages', () => {
  beforeAll(async () => {
    await world().pool.query(
      `insert into posts (board_id, num, thread, opener, subject, time_posted, time_modified, rev)
       select (select id from boards where name = 'ck'), n, n, true, 'Thread ' || n, 'epoch'::timestamptz + n * interval '1 minute', now(), nextval('post_rev')
       from generate_series(1, 1520) n`,
    );
  });
  /** Follows redirects, as browsers do. */
  const follow = async (url: string): Promise<string> => {
    const { status, headers } = await server.get(url);
    return status === 301 || status === 302 ? follow(String(headers['location'])) : url;
  };

  test('leads to older and newer threads by cursors, and to the first ten pages by number', async () => {
    const first = await pageAt('/ck/');
    expect(first.texts('.paginate li')).toEqual(['1', '2', '3', '10']);
    expect(first.all('a[rel=prev]')).toEqual([]);
    let page = first;
    for (const number of [2, 3, 4]) {
      const next = linkOn(page, 'next');
      expect(next).toMatch(new RegExp(`^/ck/\\?sort=modified&page=${number}&cursor=[\\w-]+$`));
      page = await pageAt(next);
      expect(subjectsOn(page)).toEqual(
        Array.from({ length: 15 }, (_, at) => `Thread ${1520 - (number - 1) * 15 - at}`),
      );
    }
    const back = await pageAt(linkOn(page, 'prev'));
    expect(subjectsOn(back)[0]).toBe('Thread 1490');
    expect(linkOn(await pageAt(linkOn(back, 'prev')), 'prev')).toBe('/ck/');
    const { headers } = await server.get(linkOn(first, 'next'));
    expect(headers['x-robots-tag']).toBe('noindex');
    expect((await server.get('/ck/')).headers['x-robots-tag']).toBeUndefined();
  });

  test('finds old numbers up to the hundredth, and refuses later ones with a link to go on from there', async () => {
    const address = await follow('/ck/page/50/');
    expect(address).toMatch(/^\/ck\/\?page=50&sort=modified&cursor=/);
    const page = await pageAt(address);
    expect(subjectsOn(page)[0]).toBe(`Thread ${1520 - 49 * 15}`);
    expect(page.texts('.paginate li')).toEqual(['1', '10', '50']);
    expect(subjectsOn(await pageAt(await follow('/ck/?page=11&sort=created')))[0]).toBe('Thread 1370');

    const refused = await server.get(await follow('/ck/page/101/'));
    expect(refused.status).toBe(404);
    const links = readPage(String(refused.body))
      .all('li a')
      .map((link) => link.attribute('href') ?? '');
    expect(links[1]).toBe('/ck/');
    const last = await pageAt(links[0] ?? '');
    expect(subjectsOn(last)[0]).toBe('Thread 35');
    expect(subjectsOn(await pageAt(linkOn(last, 'next')))).toHaveLength(15);
    const missing = await server.get('/g/?page=60');
    expect([missing.status, readPage(String(missing.body)).all('li a').length]).toEqual([404, 1]);
  });

  test('has a catalog with the same links', async () => {
    const first = await pageAt('/ck/catalog?sort=created');
    expect(first.texts('.paginate li')).toEqual(['1', '2', '3', '10']);
    const second = await pageAt(linkOn(first, 'next'));
    expect(second.texts('.catalog-card h2')[0]).toBe('Thread 1370');
    expect(linkOn(second, 'prev')).toBe('/ck/catalog?sort=created');
    const refused = await server.get('/ck/catalog?page=11');
    expect(refused.status).toBe(404);
    const [link] = readPage(String(refused.body)).all('li a');
    expect((await pageAt(link?.attribute('href') ?? '')).texts('.catalog-card h2')[0]).toBe('Thread 170');
  });

  test('shows how to start again with a cursor of another archive', async () => {
    const { body } = await server.get('/ck/?cursor=abc&page=3');
    expect(String(body)).toContain('Start again from the first page');
  });
});

test('the first page lists the boards', async () => {
  const page = await pageAt('/');
  expect(page.texts('.pull-left h2')).toEqual(['Archives']);
  const links = page.all('.pull-left a').map((link) => [link.attribute('href'), link.text]);
  expect(links).toEqual([
    ['/ck/', '/ck/ Title of ck'],
    ['/g/', '/g/ Title of g'],
  ]);
});

describe('a search', () => {
  beforeAll(async () => {
    const posts = Array.from({ length: 30 }, (_, index) => ({ num: 900 + index, thread: 900, comment: 'herons' }));
    const silent = { num: 898, opener: true, subject: 'Tea & milk', name: 'Ann', tripcode: '!oolong', comment: null };
    await archive.storeAndIndex('ck', [silent, { num: 899, opener: true, comment: '<b>x</b>' }, ...posts]);
  });

  test('shows its hits in the pairs of elements that parsers need, and their number', async () => {
    const { headers } = await server.get('/ck/search/text/herons/page/2/');
    const page = await pageAt(String(headers['location']));
    expect(page.one('div.container-fluid > div[role=main] > h3.section_title small').text).toBe('30 results found.');
    const list = page.one('div[role=main] > article.clearfix.thread > aside.posts');
    expect(list.all('> div.post.stub > button.btn-toggle-post[data-thread-num="900"]').length).toBe(5);
    const hits = list.all('> article.post[data-board=ck]').map((hit) => hit.attribute('id'));
    expect(hits).toEqual(['904', '903', '902', '901', '900']);
    const links = page.all('div.paginate ul li a').map((link) => link.attribute('href'));
    expect(links).toContain('/search?q=board:ck+comment:herons&page=2');
  });

  test('can be read by a parser that compares whole attributes, and reads text only from elements without child elements', async () => {
    const page = await pageAt('/search?q=subject:milk');
    const list = page.one('#main > article[class="clearfix thread"] > aside[class="posts"]');
    const wrapper = list.one('> article > div[class="post_wrapper"]');
    const data = wrapper.one('> header > div[class="post_data"]');
    const poster = '> span[class="post_poster_data"] >';
    const texts = [
      '> h2[class="post_title"]',
      `${poster} span[class="post_author"]`,
      `${poster} span[class="post_tripcode"]`,
    ];
    expect(texts.map((selector) => [data.one(selector).text, data.all(`${selector} *`).length])).toEqual([
      ['Tea & milk', 0],
      ['Ann', 0],
      ['!oolong', 0],
    ]);
    expect(
      data.all('> span[class="time_wrap"] > time, > a[data-function=quote][href$="thread/898/#q898"]').length,
    ).toBe(2);
    // A post without a comment has the element of its text too.
    expect(wrapper.one('> header ~ div[class*="text"]').text).toBe('');
    expect(page.all('#main > div[class="paginate"] > ul > li').length).toBe(1);
  });

  test.each([
    ['nothing of the kind', 'No results found.'],
    ['before:yesteryear', /./],
  ])('has a notice if it finds nothing or cannot be read: %s', async (q, sentence) => {
    const page = await pageAt(`/search?q=${encodeURIComponent(q)}`);
    expect(page.one('.alert .alert-heading').text).toMatch(sentence);
    expect(page.one('form input[name=q]').attribute('value')).toBe(q);
  });

  test('has the field of the query, also without one', async () => {
    const page = await pageAt('/search');
    expect(page.all('form[action="/search"] input[name=q]').length).toBe(1);
  });
});

describe('the application', () => {
  test('is in the page too, without the notice that scripts are required', async () => {
    const page = await pageAt('/g/thread/100');
    expect(page.all('#root, script[type=module][src^="/assets/"]').length).toBe(2);
    expect(page.all('.boot-plain')).toEqual([]);
    expect(page.one('link[rel=canonical]').attribute('href')).toBe('http://localhost/g/thread/100');
  });

  test('has the metadata for link previews and the addresses of feeds', async () => {
    const page = await pageAt('/g/thread/100');
    const property = (name: string) => page.all(`meta[property="og:${name}"]`).map((meta) => meta.attribute('content'));
    expect(property('title')).toEqual(['<b>Tea</b> & "milk" · /g/ · Sagasu']);
    expect(property('url')).toEqual(['http://localhost/g/thread/100']);
    expect(property('description')).toEqual(['>steep alert(1)']);
    // The file is not archived, and a preview does not link to another host.
    expect(property('image')).toEqual([]);
    expect(
      page
        .all('link[rel=alternate]')
        .map((link) => String(link.attribute('href')))
        .toSorted((one, other) => (one < other ? -1 : 1)),
    ).toEqual([
      '/api/v1/search/feed.atom?q=board%3Ag+thread%3A100',
      '/api/v1/search/feed.json?q=board%3Ag+thread%3A100',
      'http://localhost/api/v1/oembed?url=http%3A%2F%2Flocalhost%2Fg%2Fthread%2F100',
    ]);
    const board = await pageAt('/g/');
    expect(board.one('link[type="application/atom+xml"]').attribute('href')).toBe(
      '/api/v1/search/feed.atom?q=board%3Ag',
    );
  });

  test('is the same HTML for browsers and programs', async () => {
    const { body } = await server.get('/g/thread/100');
    expect((await server.get('/g/thread/100', { 'sec-fetch-mode': 'navigate' })).body).toBe(body);
    expect((await server.get('/g/thread/100', { 'user-agent': 'Kuroba' })).body).toBe(body);
  });
});

test('pages count towards the rate limit, and show a notice when it is reached', async () => {
  const counting = await givenServer(world(), {
    config: { ...givenConfig(world()), rateLimit: 12 },
    webRoot: BUILT,
  });
  expect((await counting.get('/g/thread/100')).status).toBe(200);
  let last = await counting.get('/g/thread/100');
  for (let tries = 0; tries < 12 && last.status === 200; tries++) last = await counting.get('/g/thread/100');
  expect(last.status).toBe(429);
  expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
  await counting.close();
});
