/** Readers get the empty page if a page cannot be rendered, whose scripts draw it, and operators a count of such pages. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useWorld } from '../../support/world.ts';
import { givenServer, type GivenServer } from './given-archive.ts';
import { givenPages, type GivenPages } from './given-pages.ts';

/** Fails at `/statistics`, and never ends at `/exports`. */
const MODULE = `
export async function renderPage({ address }) {
  if (address === '/statistics') throw new Error('the page is broken');
  if (address === '/exports') for (;;);
  const preview = { type: 'website', path: address, description: null, image: null, threads: [] };
  return { kind: 'page', status: 200, title: 'Rendered', language: 'en', preview, head: '', script: null, html: '<h1>Rendered</h1>', data: '{}' };
}`;
const EMPTY = '<!doctype html><title>Empty</title><div id="root"></div></body>';

const world = useWorld();
const registry = new Registry();
let pages: GivenPages;
let server: GivenServer;

beforeAll(async () => {
  pages = await givenPages(EMPTY);
  await mkdir(join(pages.root, 'server'));
  await writeFile(join(pages.root, 'server/package.json'), '{"type":"module"}');
  await writeFile(join(pages.root, 'server/server.js'), MODULE);
  server = await givenServer(world(), { webRoot: pages.root, metrics: registry });
});
afterAll(async () => {
  await server?.close();
  await pages?.remove();
});

async function counted(outcome: string): Promise<number> {
  const text = await registry.metrics();
  return Number(new RegExp(`^sagasu_pages_rendered_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
}

test('a page that can be rendered has its content', async () => {
  const before = await counted('rendered');
  expect(await server.get('/help')).toMatchObject({
    status: 200,
    body: expect.stringContaining('<h1>Rendered'),
  });
  expect(await counted('rendered')).toBe(before + 1);
});

test.each([
  ['/statistics', 'failed'],
  ['/exports', 'slow'],
])('%s, whose rendering is %s, is the empty page, and is counted', async (address, outcome) => {
  expect(await server.get(address)).toMatchObject({ status: 200, body: EMPTY });
  expect(await counted(outcome)).toBe(1);
  // Others are rendered as before.
  expect((await server.get('/help')).body).toContain('<h1>Rendered');
});

test('caches do not confuse the empty page with the rendered one', async () => {
  const { headers } = await server.get('/statistics');
  expect(headers).toMatchObject({ 'cache-control': 'no-cache' });
  const again = await server.get('/help', { 'if-none-match': String(headers['etag']) });
  expect(again).toMatchObject({ status: 200, body: expect.stringContaining('<h1>Rendered') });
});
