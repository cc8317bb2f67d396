/** The page that a busy server sends to unknown browsers: it opens by itself, with scripts sooner than without. */
import { setTimeout } from 'node:timers/promises';
import { request } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { givenArchive } from '../integration/server/given-archive.ts';
import { expectAccessible } from '../support/axe.ts';
import { type HttpProxy, startHttpProxy, type Treatment } from '../support/http-proxy.ts';
import { openPages, type OpenPages } from '../support/open-pages.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();
let proxy: HttpProxy;
let pages: OpenPages;
let gate: PromiseWithResolvers<void>;
let released: AbortController;
let searches: Promise<unknown>[];
let networks = 0;
/** The server remembers networks that wait. */
const anotherNetwork = () => ({ 'x-forwarded-for': `203.0.113.${(networks += 1)}` });

beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('g');
  await archive.storeAndIndex('g', [{ num: 100, thread: 100, opener: true, comment: 'a heron' }]);
  proxy = await startHttpProxy(world().elasticsearchUrls[0] ?? '');
  proxy.treat = async (_, path): Promise<Treatment> => {
    if (path.includes('_search')) await gate.promise;
    return 'pass';
  };
  gate = Promise.withResolvers();
  gate.resolve();
  pages = await openPages(
    { ...world(), elasticsearchUrls: [proxy.url] },
    () => new Date(),
    undefined,
    undefined,
    undefined,
    { proofWhileBusy: true },
  );
});
afterAll(async () => {
  await pages?.close();
  await proxy?.close();
});
async function isBusy(): Promise<boolean> {
  const { body } = await request(`${pages.origin}/metrics`);
  return (await body.text()).includes('sagasu_queue_busy{queue="search"} 1');
}

beforeEach(async () => {
  gate = Promise.withResolvers();
  released = new AbortController();
  // Searches end with their time-out: others follow, so that a slow browser meets a busy server too.
  searches = Array.from({ length: 6 }, async (_, number) => {
    do {
      const { body } = await request(`${pages.origin}/api/v1/search?q=heron`, {
        headers: { 'x-forwarded-for': `192.0.2.${number}` },
      });
      await body.dump();
      await setTimeout(100);
    } while (!released.signal.aborted);
  });
  await expect.poll(isBusy).toBe(true);
});
function release(): void {
  released.abort();
  gate.resolve();
}
afterEach(async () => {
  release();
  await Promise.all(searches);
});

test('with scripts the browser computes the proof, and the search opens by itself', async () => {
  const context = await pages.browser.newContext({ locale: 'de-DE', extraHTTPHeaders: anotherNetwork() });
  const page = await context.newPage();
  const shown = page.getByRole('heading', { name: 'Das Archiv ist gerade stark ausgelastet' });
  const opened = page.goto(`${pages.origin}/search?q=heron`);
  expect((await opened)?.status()).toBe(429);
  await shown.waitFor();
  await page.locator('#proof').waitFor({ state: 'visible' });
  // The proof is accepted while Elasticsearch is slow; the page then waits for its hits.
  release();
  await page.locator('[data-hits] .hit').waitFor();
  expect((await context.cookies()).find(({ name }) => name === 'sagasu-reader')).toMatchObject({
    httpOnly: true,
    sameSite: 'Lax',
  });
  await context.close();
});

test('without scripts the page states the wait, and the search opens afterwards by itself', async () => {
  const context = await pages.browser.newContext({ javaScriptEnabled: false, extraHTTPHeaders: anotherNetwork() });
  const page = await context.newPage();
  const answer = await page.goto(`${pages.origin}/search?q=heron`);
  expect(answer?.headers()).toMatchObject({ 'retry-after': '20', refresh: '20' });
  await page.getByText('The page opens by itself in 20 seconds.').waitFor();
  expect(await page.locator('#proof').isVisible()).toBe(false);
  release();
  // The browser follows the header Refresh.
  await page.locator('[data-hits] .hit').waitFor({ timeout: 60_000 });
  await context.close();
});

test('the page is accessible in both themes and narrow windows', async () => {
  const context = await pages.browser.newContext({ locale: 'en-US', extraHTTPHeaders: anotherNetwork() });
  const page = await context.newPage();
  // Without its script the page stays.
  await page.route('**/assets/**', async (route) => route.abort());
  await page.goto(`${pages.origin}/search?q=heron`);
  await page.getByRole('heading', { name: 'The archive is busy' }).waitFor();
  await expectAccessible(page);
  await context.close();
});
