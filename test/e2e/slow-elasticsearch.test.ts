/** Pages that need little of Elasticsearch do not wait for it, as in the first minute after a start. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { givenArchive } from '../integration/server/given-archive.ts';
import { type HttpProxy, startHttpProxy, type Treatment } from '../support/http-proxy.ts';
import { allHydrated } from '../support/hydrated.ts';
import { openPages, type OpenPages } from '../support/open-pages.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();
let proxy: HttpProxy;
let pages: OpenPages;
let gate: PromiseWithResolvers<void>;

beforeAll(async () => {
  // By the clock of the server in tests.
  const minutesAgo = new Date('2024-03-31T11:30:00Z');
  const archive = givenArchive(world());
  await archive.board('g');
  await archive.storeAndIndex('g', [
    { num: 100, thread: 100, opener: true, subject: 'Herons', comment: 'a grey heron', timePosted: minutesAgo },
  ]);
  proxy = await startHttpProxy(world().elasticsearchUrls[0] ?? '');
  proxy.treat = async (_, path): Promise<Treatment> => {
    if (path.includes('_search')) await gate.promise;
    return 'pass';
  };
});
afterAll(async () => proxy?.close());

// Each server has counted nothing yet.
beforeEach(async () => {
  gate = Promise.withResolvers();
  pages = await openPages({ ...world(), elasticsearchUrls: [proxy.url] });
});
afterEach(async () => {
  gate.resolve();
  await pages?.close();
});

test('the help has its fields, and its scripts accept examples that arrive before them', async () => {
  const page = await pages.browser.newPage({ locale: 'en-GB' });
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  const arrived = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await arrived.promise;
    await route.continue();
  });
  const help = await page.goto(`${pages.origin}/help`, { waitUntil: 'commit' });
  expect(help?.status()).toBe(200);
  const examples = page.locator('.help-entries a[href^="/search"]');
  await page.getByText('subject:').first().waitFor();
  expect(await examples.count()).toBe(0);
  gate.resolve();
  await page.request.get(`${pages.origin}/api/v1/search/examples`);
  arrived.resolve();
  await examples.first().waitFor();
  await allHydrated(page);
  expect(errors).toEqual([]);
  await page.close();
});

test('the home page has its boards, and scripts add the counts later', async () => {
  const page = await pages.browser.newPage({ locale: 'en-GB' });
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  const home = await page.goto(`${pages.origin}/`);
  expect(home?.status()).toBe(200);
  const html = await home?.text();
  expect(html).toContain('href="/g/"');
  expect(html).not.toContain('class="discussed-now"');
  const active = page.locator('.discussed-now a', { hasText: 'Herons' });
  await allHydrated(page);
  expect(await active.count()).toBe(0);
  gate.resolve();
  await active.waitFor();
  await page.locator('.example-queries a').first().waitFor();
  expect(errors).toEqual([]);
  await page.close();
});
