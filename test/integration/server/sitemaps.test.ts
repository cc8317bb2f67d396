import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Site } from '../../../server/shared/site.ts';
import { NUMS_PER_FILE, SELECT_FILES, SELECT_THREADS } from '../../../server/feeds/sitemap.ts';
import { countOf } from '../../support/full-counts.ts';
import { useWorld } from '../../support/world.ts';
import { isOpenTo } from '../../support/robots.ts';
import { brokenSitemapRules } from '../../support/sitemap-rules.ts';
import { childrenOf, readXml, textOf, type XmlElement } from '../../support/xml.ts';
import { givenArchive, givenConfig, givenServer, type GivenArchive, type GivenServer } from './given-archive.ts';
import { givenBuiltPages } from './given-pages.ts';

const PUBLIC_URL = 'https://archive.example.org';
const world = useWorld();
let archive: GivenArchive;
let server: GivenServer;
let boardId: number;

beforeAll(async () => {
  archive = givenArchive(world());
  boardId = await archive.board('g');
  await archive.board('ck');
  await archive.board('empty');
  server = await givenServer(world(), {
    webRoot: await givenBuiltPages(),
    config: { ...givenConfig(world()), publicUrl: PUBLIC_URL },
  });
});

beforeEach(async () => {
  await world().pool.query('truncate posts');
});

afterAll(async () => {
  await server.close();
});

async function read(address: string): Promise<XmlElement> {
  const { status, body, headers } = await server.get(address.replace(PUBLIC_URL, ''));
  const type = headers['content-type'];
  expect({ address, status, type }).toEqual({ address, status: 200, type: 'application/xml; charset=utf-8' });
  const found = readXml(String(body));
  expect(brokenSitemapRules(found, address)).toEqual([]);
  return found;
}

/** Follows the index as a crawler does, and checks every file against the protocol. */
async function mapped(index: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const file of childrenOf(await read(`${PUBLIC_URL}${index}`), 'sitemap')) {
    for (const url of childrenOf(await read(textOf(file, 'loc')), 'url')) {
      const address = textOf(url, 'loc');
      expect(found.has(address), `${address} twice`).toBe(false);
      found.set(address, textOf(url, 'lastmod'));
    }
  }
  return found;
}

const threadAddress = (board: string, num: number) => `${PUBLIC_URL}/${board}/thread/${num}`;

describe('sitemaps', () => {
  test('have every visible thread exactly once and nothing else, after any history of hiding and showing', async () => {
    const step = fc.record({
      board: fc.constantFrom('g', 'ck'),
      // Nums at the edges of files, and far from them.
      num: fc.oneof(
        fc.integer({ min: 1, max: 4 * NUMS_PER_FILE }),
        fc
          .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: -1, max: 1 }))
          .map(([file, by]) => file * NUMS_PER_FILE + by),
      ),
      hidden: fc.boolean(),
      opener: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (history) => {
        await world().pool.query('truncate posts');
        const last = new Map<string, (typeof history)[number]>();
        for (const change of history) {
          const { board, num, hidden, opener } = change;
          last.set(`${board}/${num}`, change);
          await archive.store(board, [{ num, hidden, opener, thread: opener ? num : 1 }]);
        }
        const visible = [...last.values()].filter(({ hidden, opener }) => opener && !hidden);
        const wanted = visible.map(({ board, num }) => threadAddress(board, num)).toSorted();
        expect([...(await mapped('/sitemap.xml')).keys()].toSorted()).toEqual(wanted);
        const ofBoards = [...(await mapped('/g/sitemap.xml')).keys(), ...(await mapped('/ck/sitemap.xml')).keys()];
        expect(ofBoards.toSorted()).toEqual(wanted);
      }),
      { numRuns: countOf(100, 8) },
    );
  });

  test("have the time of a thread's last bump", async () => {
    const timeBumped = new Date('2019-05-01T10:20:30Z');
    await archive.store('g', [
      { num: 5, opener: true, timeBumped },
      { num: 6, opener: true, timePosted: new Date('2019-04-01T00:00:00Z') },
    ]);
    expect(await mapped('/g/sitemap.xml')).toEqual(
      new Map([
        [threadAddress('g', 5), '2019-05-01T10:20:30Z'],
        [threadAddress('g', 6), '2019-04-01T00:00:00Z'],
      ]),
    );
    const { headers } = await server.get('/g/sitemap-1.xml');
    expect(headers['last-modified']).toBe(timeBumped.toUTCString());
  });

  test('keep a thread in its file for ever, so that older files never change', async () => {
    await archive.store('g', [
      { num: 10, opener: true },
      { num: NUMS_PER_FILE - 1, opener: true },
      { num: NUMS_PER_FILE, opener: true },
    ]);
    const before = await server.get('/g/sitemap-1.xml');
    await archive.store('g', [
      { num: NUMS_PER_FILE + 1, opener: true },
      { num: NUMS_PER_FILE, opener: true, hidden: true },
    ]);
    expect((await server.get('/g/sitemap-1.xml')).body).toBe(before.body);
    const again = await server.get('/g/sitemap-1.xml', { 'if-none-match': String(before.headers['etag']) });
    expect(again).toMatchObject({ status: 304, body: '' });
    await archive.store('g', [{ num: 10, opener: true, hidden: true }]);
    const changed = await server.get('/g/sitemap-1.xml', { 'if-none-match': String(before.headers['etag']) });
    expect(changed.status).toBe(200);
    expect(changed.headers['cache-control']).toBe('public, no-cache');
  });

  test('name threads by their canonical addresses', async () => {
    await archive.store('g', [{ num: 77, opener: true }]);
    const { body } = await server.get('/g/thread/77', { accept: 'text/html' });
    const canonical = /<link rel="canonical" href="([^"]+)">/.exec(String(body))?.[1];
    expect([...(await mapped('/sitemap.xml')).keys()]).toEqual([canonical]);
  });

  test.each([
    '/nosuch/sitemap.xml',
    '/nosuch/sitemap-1.xml',
    '/g/sitemap-1.xml',
    '/g/sitemap-0.xml',
    '/g/sitemap-x.xml',
  ])('%s is answered like any other address without content', async (address) => {
    expect((await server.get(address)).status).toBe(404);
  });

  test('are found by one index entry each, and read by ranges of nums, however many posts there are', async () => {
    await world().pool.query(
      `insert into posts (board_id, num, thread, opener, time_posted, time_modified, rev)
       select $1, n, n - n % 50, n % 50 = 0, now(), now(), n from generate_series(50, 300000) n`,
      [boardId],
    );
    await world().pool.query('analyze posts');
    for (const [statement, parameters, most] of [
      [SELECT_FILES, [boardId, 100], 8],
      [SELECT_THREADS, [boardId, 2 * NUMS_PER_FILE, 3 * NUMS_PER_FILE], NUMS_PER_FILE],
    ] as const) {
      const { rows } = await world().pool.query<{ 'QUERY PLAN': unknown }>(
        `explain (analyze, buffers, format json) ${statement}`,
        [...parameters],
      );
      const scans = scansIn(rows[0]?.['QUERY PLAN']);
      expect(scans.map(({ index }) => index)).toEqual(scans.map(() => expect.stringMatching(/_num_idx\d*$/)));
      expect(scans.length).toBeGreaterThan(0);
      expect(scans.reduce((sum, scan) => sum + scan.read, 0)).toBeLessThanOrEqual(most);
    }
  });
});

interface Scan {
  readonly index: unknown;
  readonly read: number;
}

/** The nodes of the plan that read rows of posts: their index, and the number of rows read, including discarded ones. */
function scansIn(plan: unknown): Scan[] {
  if (Array.isArray(plan)) return plan.flatMap(scansIn);
  if (typeof plan !== 'object' || plan === null) return [];
  const node = plan as Readonly<Record<string, unknown>>;
  const inner = Object.values(node).flatMap(scansIn);
  const relation = node['Relation Name'] ?? node['Index Name'];
  if (typeof relation !== 'string' || !relation.startsWith('posts')) return inner;
  const [rows, removed, loops] = ['Actual Rows', 'Rows Removed by Filter', 'Actual Loops'].map((name) =>
    Number(node[name] ?? 0),
  );
  return [...inner, { index: node['Index Name'], read: ((rows ?? 0) + (removed ?? 0)) * (loops ?? 0) }];
}

describe('robots.txt', () => {
  test('keeps crawlers out of searches, exports, APIs and admin pages only', async () => {
    const { status, body, headers } = await server.get('/robots.txt');
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/plain; charset=utf-8' });
    const rules = String(body);
    for (const address of [
      '/search',
      '/search?q=x',
      '/g/search/text/x/',
      '/g/search',
      '/_/search/text/x',
      '/_/api/chan/thread/?board=g&num=1',
      '/api/v1/search?q=x',
      '/api/v1/search/export?q=x',
      '/api/v1/search/feed.atom?q=x',
      '/api/v1/admin/tasks',
      '/api/openapi.json',
      '/admin',
      '/admin/queues',
      '/boards.json',
      '/g/thread/1.json',
      '/g/catalog.json',
      '/g/?cursor=AbC',
      '/g/catalog?sort=created&cursor=AbC',
    ]) {
      expect({ address, isOpen: isOpenTo(rules, address) }).toEqual({ address, isOpen: false });
    }
    for (const address of [
      '/',
      '/g/',
      '/g/?page=3',
      '/g/catalog',
      '/g/thread/1',
      '/g/post/1',
      // Boards may have these names.
      '/searches/',
      '/administration/thread/1',
      '/assets/index-a1b2c3.js',
      '/media/ab/cd.png',
      '/sitemap.xml',
      '/g/sitemap-1.xml',
      // Files that pages with scripts need.
      '/api/v1/boards',
      '/api/v1/boards/g/threads/1',
      '/api/v1/identities',
    ]) {
      expect({ address, isOpen: isOpenTo(rules, address) }).toEqual({ address, isOpen: true });
    }
  });

  test('names the sitemaps of every board, but no threads', async () => {
    const { body } = await server.get('/robots.txt');
    const named = [...String(body).matchAll(/^Sitemap: (.+)$/gm)].map(([, address]) => address);
    expect(named).toEqual(['ck', 'empty', 'g'].map((board) => new Site(PUBLIC_URL).sitemaps(board)));
  });

  test('does not mention result pages, which carry noindex', async () => {
    const { headers } = await server.get('/search?q=x', { accept: 'text/html' });
    expect(headers['x-robots-tag']).toBe('noindex');
    expect((await server.get('/g/', { accept: 'text/html' })).headers['x-robots-tag']).toBeUndefined();
  });

  test('forbids everything if the operator disables crawlers, and there are no sitemaps then', async () => {
    const config = { ...givenConfig(world()), crawlers: false };
    const closed = await givenServer(world(), { webRoot: await givenBuiltPages(), config });
    try {
      await archive.store('g', [{ num: 1, opener: true }]);
      expect((await closed.get('/robots.txt')).body).toBe('User-agent: *\nDisallow: /\n');
      for (const address of ['/sitemap.xml', '/g/sitemap.xml', '/g/sitemap-1.xml'])
        expect((await closed.get(address)).status).toBe(404);
      for (const address of ['/', '/g/thread/1', '/search', '/api/v1/boards', '/g/thread/1.json', '/nothing'])
        expect((await closed.get(address)).headers['x-robots-tag']).toBe('noindex, nofollow');
    } finally {
      await closed.close();
    }
  });
});
