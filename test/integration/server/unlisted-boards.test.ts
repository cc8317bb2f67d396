/** An unlisted board: readers with its address find it, and nobody else does. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeSettings } from '../../../store/boards/settings.ts';
import { useWorld } from '../../support/world.ts';
import { givenArchive, givenConfig, givenServer, type GivenServer } from './given-archive.ts';
import { givenPages, type GivenPages } from './given-pages.ts';

const world = useWorld();
/** A link to the post of the listed board. */
const QUOTE = '<a href="/g/thread/1#p1" class="quotelink">&gt;&gt;&gt;/g/1</a>';
let pages: GivenPages;
let server: GivenServer;

beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('g');
  const id = await archive.board('tea');
  await archive.storeAndIndex('g', [{ num: 1, thread: 1, opener: true, comment: 'kettles for everybody' }]);
  await archive.storeAndIndex('tea', [{ num: 1, thread: 1, opener: true, comment: `kettles for members ${QUOTE}` }]);
  await changeSettings(world().pool, { id }, { unlisted: true });
  pages = await givenPages('<!doctype html><title>The application</title><div id="root"></div>');
  server = await givenServer(world(), {
    webRoot: pages.root,
    config: { ...givenConfig(world()), publicUrl: 'https://archive.example.org' },
  });
});
afterAll(async () => {
  await server.close();
  await pages.remove();
});

const LISTS = [
  '/api/v1/boards',
  '/boards.json',
  '/_/api/chan/boards/',
  '/_/api/chan/archives/',
  '/robots.txt',
  '/sitemap.xml',
  '/',
  '/api/v1/statistics',
  '/api/v1/activity',
  '/api/v1/complete?q=board:t&caret=7',
  '/api/v1/search?q=kettles',
  '/api/v1/boards/g/threads/1/backlinks',
  '/api/v1/search/facets?q=kettles',
  '/_/api/chan/search/?text=kettles',
];

test.each(LISTS)('%s does not name the board', async (address) => {
  const { status, body } = await server.get(address);
  expect([200, 404]).toContain(status);
  expect(typeof body === 'string' ? body : JSON.stringify(body)).not.toMatch(/\btea\b/);
});

const commentsOf = async (q: string) => {
  const { body } = await server.get(`/api/v1/search?q=${encodeURIComponent(q)}`);
  return JSON.stringify(body).match(/kettles for \w+/g) ?? [];
};

test('a search finds its posts by its name, and others without it', async () => {
  expect(await commentsOf('kettles')).toContain('kettles for everybody');
  expect(await commentsOf('kettles board:tea')).toContain('kettles for members');
});

test('its pages are reachable by address, and not indexed by search engines', async () => {
  for (const address of ['/tea/', '/tea/thread/1', '/tea/catalog']) {
    const { status, headers } = await server.get(address);
    expect({ address, status }).toEqual({ address, status: 200 });
    expect(headers['x-robots-tag']).toBe('noindex');
  }
  expect((await server.get('/g/thread/1')).headers['x-robots-tag']).toBeUndefined();
  const named = await server.get('/api/v1/boards?board=tea');
  expect(JSON.stringify(named.body)).toMatch(/"name":"tea"/);
});
