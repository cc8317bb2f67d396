/** Kinds of callers: who is served first while the archive is busy, and what the others are answered. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type HttpProxy, startHttpProxy, type Treatment } from '../../../support/http-proxy.ts';
import { useWorld } from '../../../support/world.ts';
import { givenArchive, givenServer, type GivenServer } from '../given-archive.ts';
import { givenPages, type GivenPages } from '../given-pages.ts';

/** Search pages show their search, all others nothing. */
const MODULE = `
export async function renderPage({ address, answers }) {
  const path = '/api/v1' + address;
  if (address.startsWith('/search') && answers[path] === undefined) return { kind: 'needs', paths: [path] };
  const preview = { type: 'website', path: address, description: null, image: null, threads: [] };
  return { kind: 'page', status: 200, title: 'Rendered', language: 'en', preview, head: '', script: null, html: '<h1>Rendered</h1>', data: '{}' };
}`;
const EMPTY = '<!doctype html><title>Empty</title><div id="root"></div></body>';
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const CRAWLER = 'Mozilla/5.0 (compatible; Bytespider; spider-feedback@bytedance.com)';

const world = useWorld();
let pages: GivenPages;
let proxy: HttpProxy;

beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('g');
  await archive.storeAndIndex('g', [{ num: 1, opener: true, comment: 'word' }]);
  pages = await givenPages(EMPTY);
  await mkdir(join(pages.root, 'server'));
  await writeFile(join(pages.root, 'server/package.json'), '{"type":"module"}');
  await writeFile(join(pages.root, 'server/server.js'), MODULE);
});
afterAll(async () => pages?.remove());

describe('while Elasticsearch is slow', () => {
  const registry = new Registry();
  let server: GivenServer;
  let gate: PromiseWithResolvers<void>;
  /** The words of searches, in the order in which they reached Elasticsearch. */
  let begun: string[];

  beforeAll(async () => {
    proxy = await startHttpProxy(world().elasticsearchUrls[0] ?? '');
    proxy.treat = async (_, path, body): Promise<Treatment> => {
      if (!path.includes('_search')) return 'pass';
      begun.push(/kind\w+/.exec(body)?.[0] ?? '');
      await gate.promise;
      return 'pass';
    };
    server = await givenServer(world(), {
      elasticsearchUrls: [proxy.url],
      webRoot: pages.root,
      metrics: registry,
    });
  });
  beforeEach(() => {
    gate = Promise.withResolvers();
    begun = [];
  });
  afterAll(async () => {
    gate.resolve();
    await server?.close();
    await proxy?.close();
  });

  const ask = async (from: string, url: string, headers: Record<string, string> = {}) =>
    server.app.inject({ url, remoteAddress: from, headers: { 'user-agent': BROWSER, ...headers } });
  const search = async (from: string, word: string, headers?: Record<string, string>) =>
    ask(from, `/api/v1/search?q=${word}`, headers);
  /** Fills all four slots with searches of different callers. */
  const fill = () => Array.from({ length: 4 }, async (_, number) => search(`192.0.2.${number}`, `kindfirst${number}`));

  test('crawlers have one of four slots, and wait behind everybody else', async () => {
    const crawls = Array.from({ length: 3 }, async (_, number) =>
      search(`198.51.100.${number}`, 'kindcrawler', { 'user-agent': CRAWLER }),
    );
    await expect.poll(() => begun).toEqual(['kindcrawler']);
    const first = fill();
    await expect.poll(() => begun.length).toBe(4);
    const reader = search('203.0.113.1', 'kindreader');
    await expect.poll(async () => waiting(registry, 'unknown')).toBe(2);
    gate.resolve();
    const answers = await Promise.all([...crawls, ...first, reader]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    expect(begun.indexOf('kindreader')).toBeLessThan(begun.lastIndexOf('kindcrawler'));
  });

  test('threads are answered meanwhile, a page in vain for two seconds is 429 and loads again, and its pass puts the reader first', async () => {
    const first = fill();
    await expect.poll(() => begun.length).toBe(4);
    // Half of the slots for pages are for callers without a pass.
    const held = Array.from({ length: 4 }, async (_, number) => ask(`198.51.100.${number}`, '/search?q=kindpage'));
    const crawler = ask('198.51.100.20', '/search?q=kindcrawler', { 'user-agent': CRAWLER });
    const waiter = search('192.0.2.50', 'kindunknown');
    const thread = await ask('203.0.113.1', '/api/v1/boards/g/threads/1');
    expect(thread.statusCode).toBe(200);
    expect((await ask('203.0.113.1', '/help', { accept: 'text/html' })).body).toContain('<h1>Rendered');
    await expect.poll(async () => busy(registry, 'search')).toBe(1);
    const refused = await ask('203.0.113.1', '/search?q=kindpage', { accept: 'text/html', 'accept-language': 'de' });
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expect(refused.headers['refresh']).toBe(refused.headers['retry-after']);
    expect(refused.headers['link']).toBeUndefined();
    expect(refused.headers['cache-control']).toBe('no-store');
    expect(refused.body).toContain(`in ${String(refused.headers['retry-after'])} Sekunden von selbst neu geladen`);
    const [cookie = ''] = String(refused.headers['set-cookie']).split(';');
    expect(cookie).toMatch(/^sagasu-reader=\d+\.[\w-]{12}\.[\w-]{43}$/);

    begun = [];
    const unknown = search('203.0.113.2', 'kindunknown');
    const stolen = search('203.0.113.3', 'kindunknown', { cookie });
    await expect.poll(async () => waiting(registry, 'unknown')).toBeGreaterThanOrEqual(3);
    const reader = search('203.0.113.1', 'kindreader', { cookie });
    await expect.poll(async () => waiting(registry, 'reader')).toBe(1);
    gate.resolve();
    await Promise.all([...first, ...held, crawler, waiter, unknown, stolen, reader]);
    expect(begun[0]).toBe('kindreader');
    // A crawler gets no pass, and none makes it a reader.
    expect((await crawler).headers['set-cookie']).toBeUndefined();
    expect(await refusals(registry, 'search_pages', 'unknown')).toBeGreaterThan(0);
  });

  test('a page whose search is refused because too many wait is 200, and its scripts search again', async () => {
    const all = [
      ...fill(),
      ...Array.from({ length: 50 }, async (_, number) => search(`198.51.100.${100 + number}`, 'kindwaiting')),
    ];
    await expect.poll(async () => waiting(registry, 'unknown')).toBe(50);
    const page = await ask('203.0.113.9', '/search?q=kindpage', { accept: 'text/html' });
    expect((await search('203.0.113.9', 'kindpage')).statusCode).toBe(429);
    expect(page).toMatchObject({ statusCode: 200, body: EMPTY });
    expect(page.headers['retry-after']).toBeUndefined();
    gate.resolve();
    await Promise.all(all);
  });

  test('pages of crawlers that wait for two seconds in vain are 429', async () => {
    const first = fill();
    await expect.poll(() => begun.length).toBe(4);
    const crawlers = Array.from({ length: 4 }, async (_, number) =>
      ask(`198.51.100.${number}`, '/search?q=kindcrawler', { 'user-agent': CRAWLER, accept: 'text/html' }),
    );
    await expect.poll(async () => busy(registry, 'search')).toBe(1);
    // Two have the slots of crawlers, but no hits in time.
    const answers = await Promise.all(crawlers);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([429, 429, 503, 503]);
    for (const { headers } of answers) expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
    gate.resolve();
    await Promise.all(first);
  });
});

describe('a crawler', () => {
  test('that sends more than its delay allows is refused until the time that the refusal states, and readers are not', async () => {
    const registry = new Registry();
    const server = await givenServer(world(), { webRoot: pages.root, metrics: registry });
    try {
      const crawl = async (from: string, url = '/g/thread/1') =>
        server.app.inject({ url, remoteAddress: from, headers: { 'user-agent': CRAWLER, accept: 'text/html' } });
      // Requests for a page itself are not counted: each of these needs one.
      const statuses: number[] = [];
      for (let count = 0; count < 40; count++) statuses.push((await crawl('198.51.100.1')).statusCode);
      expect(statuses.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 200));
      expect(statuses).toContain(429);
      const refused = await crawl('198.51.100.1', '/api/v1/boards');
      expect(refused.statusCode).toBe(429);
      expect(refused.json()).toMatchObject({ code: 'crawl_delay' });
      expect(refused.headers['retry-after']).toMatch(/^[1-9]\d*$/);
      expect((await crawl('198.51.100.2')).statusCode).toBe(200);
      expect((await crawl('198.51.100.1', '/robots.txt')).body).toContain('\nCrawl-delay: 1\n');
      const reader = await server.app.inject({ url: '/g/thread/1', remoteAddress: '198.51.100.1' });
      expect(reader.statusCode).toBe(200);
      expect(await registry.metrics()).toMatch(/^sagasu_crawl_delay_refusals_total [1-9]/m);
    } finally {
      await server.close();
    }
  });
});

async function metric(registry: Registry, name: string): Promise<number> {
  const found = (await registry.metrics()).split('\n').find((line) => line.startsWith(`${name} `));
  return Number(found?.split(' ').at(-1));
}

const waiting = async (registry: Registry, kind: string) =>
  metric(registry, `sagasu_queue_waiting{queue="search",kind="${kind}"}`);
const busy = async (registry: Registry, queue: string) => metric(registry, `sagasu_queue_busy{queue="${queue}"}`);
const refusals = async (registry: Registry, queue: string, kind: string) =>
  metric(registry, `sagasu_queue_refusals_total{queue="${queue}",kind="${kind}"}`);
