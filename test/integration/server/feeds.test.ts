import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonFeed } from '../../../mappings/contract/feed.ts';
import { brokenAtomRules } from '../../support/atom-rules.ts';
import { freePort } from '../../support/ports.ts';
import { childrenOf, readXml, textOf, type XmlElement } from '../../support/xml.ts';
import { useWorld } from '../../support/world.ts';
import {
  givenArchive,
  givenConfig,
  givenServer,
  START,
  type Answer,
  type GivenArchive,
  type GivenServer,
} from './given-archive.ts';

const world = useWorld();
let archive: GivenArchive;
let server: GivenServer;

const PUBLIC_URL = 'https://archive.example.org';

beforeAll(async () => {
  archive = givenArchive(world());
  for (const name of ['g', 'ck']) await archive.board(name);
  await archive.storeAndIndex('g', [
    { num: 1, thread: 1, opener: true, subject: 'A & B <c>', comment: 'first word', name: 'Anon', tripcode: '!x' },
    { num: 2, thread: 1, comment: 'word <a href="#p1" class="quotelink">&gt;&gt;1</a>' },
    ...Array.from({ length: 70 }, (_, place) => ({ num: 100 + place, thread: 100, comment: `many ${place}` })),
  ]);
  await archive.storeAndIndex('ck', [
    { num: 11, opener: true, comment: 'word of another board' },
    { num: 30, comment: 'againword' },
  ]);
  server = await givenServer(world(), { config: { ...givenConfig(world()), publicUrl: PUBLIC_URL } });
});

afterAll(async () => {
  await server.close();
});

const address = (q: string, format = 'atom') =>
  `/api/v1/search/feed.${format}?${new URLSearchParams({ q }).toString()}`;

async function feed(q: string): Promise<XmlElement> {
  const { status, body, headers } = await server.get(address(q));
  expect({ status, body }).toMatchObject({ status: 200 });
  expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8');
  const found = readXml(String(body));
  expect(brokenAtomRules(found)).toEqual([]);
  return found;
}

async function json(q: string): Promise<JsonFeed> {
  const { status, body, headers } = await server.get(address(q, 'json'));
  expect({ status, body }).toMatchObject({ status: 200 });
  expect(headers['content-type']).toBe('application/feed+json; charset=utf-8');
  return body as JsonFeed;
}

const idsOf = (found: XmlElement) => childrenOf(found, 'entry').map((entry) => textOf(entry, 'id'));
const tagOf = (post: string) => `tag:archive.example.org,2026:post/${post}`;

describe('a feed', () => {
  test('has the newest hits of the query first, regardless of the order in the query', async () => {
    const newest = [tagOf('ck/11/0'), tagOf('g/2/0'), tagOf('g/1/0')];
    for (const q of ['word', 'word sort:old', 'word sort:relevance']) expect(idsOf(await feed(q))).toEqual(newest);
    expect((await json('word')).items.map(({ id }) => id)).toEqual(newest);
  });

  test('has fifty entries at most', async () => {
    expect(idsOf(await feed('many'))).toHaveLength(50);
    expect((await json('many')).items).toHaveLength(50);
  });

  test('can be limited to a board or a thread by the query language', async () => {
    expect(idsOf(await feed('board:ck'))).toEqual([tagOf('ck/30/0'), tagOf('ck/11/0')]);
    expect(idsOf(await feed('thread:1 board:g'))).toEqual([tagOf('g/2/0'), tagOf('g/1/0')]);
  });

  test('without a hit is an empty feed', async () => {
    expect(idsOf(await feed('nowhere'))).toEqual([]);
    expect((await json('nowhere')).items).toEqual([]);
  });

  test('names its own address and the page with the same search', async () => {
    const links = childrenOf(await feed(' word  board:g '), 'link').map(({ attributes }) => attributes);
    expect(links).toEqual([
      { rel: 'self', type: 'application/atom+xml', href: `${PUBLIC_URL}/api/v1/search/feed.atom?q=word%20board%3Ag` },
      { rel: 'alternate', type: 'text/html', href: `${PUBLIC_URL}/search?q=word%20board%3Ag` },
      {
        rel: 'alternate',
        type: 'application/feed+json',
        href: `${PUBLIC_URL}/api/v1/search/feed.json?q=word%20board%3Ag`,
      },
    ]);
  });

  test('without a configured address uses that of the request, escaped', async () => {
    const local = await givenServer(world());
    const selfOf = async (host: string) => {
      const { body } = await local.get(address('word'), { host });
      return childrenOf(readXml(String(body)), 'link')[0]?.attributes['href'];
    };
    expect(await selfOf('127.0.0.1:8080')).toBe('http://127.0.0.1:8080/api/v1/search/feed.atom?q=word');
    expect(await selfOf('"><script>')).toBe('http://localhost/api/v1/search/feed.atom?q=word');
    await local.close();
  });

  test('never has a hidden post', async () => {
    await archive.storeAndIndex('ck', [{ num: 21, comment: 'leakedword' }]);
    expect(idsOf(await feed('leakedword'))).toEqual([tagOf('ck/21/0')]);
    await world().pool.query('update posts set hidden = true where num = 21');
    expect(idsOf(await feed('leakedword'))).toEqual([]);
  });

  test('is a problem for an invalid query, not an empty feed', async () => {
    for (const format of ['atom', 'json']) {
      expect(await server.get(address('"word', format))).toMatchObject({
        status: 400,
        headers: { 'content-type': expect.stringContaining('application/problem+json') },
        body: { code: 'quote_unclosed', suggestion: '"word"' },
      });
    }
  });

  test('is a problem while Elasticsearch is unavailable', async () => {
    const away = await givenServer(world(), { elasticsearchUrls: [`http://127.0.0.1:${await freePort()}`] });
    expect(await away.get(address('word'))).toMatchObject({ status: 503, body: { code: 'search_unavailable' } });
    await away.close();
  });
});

/** Requests the feed again with the ETag of the answer. */
const again = async ({ headers }: Answer, q: string, format: string) =>
  server.get(address(q, format), { 'if-none-match': String(headers['etag']) });

describe('a reader that polls', () => {
  test.each(['atom', 'json'])('gets 304 while nothing has changed (%s)', async (format) => {
    const first = await server.get(address('word', format));
    const newest = new Date(START + 11_000).toUTCString();
    expect(first.headers).toMatchObject({ 'last-modified': newest, 'cache-control': 'no-cache' });
    const second = await again(first, 'word', format);
    expect(second).toMatchObject({ status: 304, body: '', headers: { etag: first.headers['etag'] } });
    expect((await server.get(address('word', format), { 'if-none-match': '"x"' })).status).toBe(200);
  });

  test.each([
    ['a new hit', async () => archive.storeAndIndex('ck', [{ num: 31, comment: 'againword new' }])],
    ['an edit', async () => archive.storeAndIndex('ck', [{ num: 30, comment: 'againword edited' }])],
    ['a hit that was hidden', async () => world().pool.query('update posts set hidden = true where num = 31')],
  ])('gets a new feed after %s', async (_, change) => {
    const first = await server.get(address('againword'));
    expect((await again(first, 'againword', 'atom')).status).toBe(304);
    await change();
    const second = await again(first, 'againword', 'atom');
    expect(second.status).toBe(200);
    expect(second.headers['etag']).not.toBe(first.headers['etag']);
  });
});
