/** What a page does first: its answer is asked for while the scripts come, its first screen is drawn before the rest. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPages, type OpenPages } from '../support/open-pages.ts';
import { useWorld } from '../support/world.ts';
import { givenArchive } from '../integration/server/given-archive.ts';

const world = useWorld();
const REPLIES = 180;
/** A page of results. */
const HITS = 25;
/** A little less than what the pages wait. */
const LOOK_AFTER_MS = 4_000;
let pages: OpenPages;
let page: Page;
let asked: string[];

beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('g');
  await archive.storeAndIndex('g', [
    { num: 100, thread: 100, opener: true, comment: 'the opener, a heron' },
    ...Array.from({ length: REPLIES }, (_, place) => ({
      num: 101 + place,
      thread: 100,
      comment: `reply ${place}: a heron stood there\nfor an hour`,
    })),
  ]);
  pages = await openPages(world());
});
afterAll(async () => pages?.close());

beforeEach(async () => {
  page = await pages.browser.newPage({ viewport: { width: 1280, height: 900 } });
  asked = [];
  page.on('request', (request) => asked.push(request.url().slice(pages.origin.length)));
});
afterEach(async () => page.close());

const open = async (address: string) => page.goto(`${pages.origin}${address}`);
const searches = () => asked.filter((url) => url.startsWith('/api/v1/search?'));
const count = async (selector: string) => page.locator(selector).count();

const HITS_SHOWN = '.hits article';
const POSTS_SHOWN = '.posts article';

test.each([
  ['/search?q=heron', '/api/v1/search?', HITS_SHOWN],
  ['/search?q=%22a+heron%22+-%C3%A9t%C3%A9+after%3A2001&sort=old', '/api/v1/search?', HITS_SHOWN],
  ['/search?q=heron&sort=sideways', '/api/v1/search?', HITS_SHOWN],
  ['/search?q=heron&view=threads', '/api/v1/search?', HITS_SHOWN],
  ['/search', '/api/v1/search?', HITS_SHOWN],
  ['/g/thread/100', '/api/v1/boards/g/threads/', POSTS_SHOWN],
  ['/', '/api/v1/boards', '.board-list'],
])('%s asks for its answer while its scripts are on their way, and once', async (address, api, shown) => {
  await open(address);
  await page.locator(shown).first().waitFor();
  const answers = asked.filter((url) => url.startsWith(api) && !url.includes('/freshness'));
  expect(answers).toHaveLength(1);
  const by = await page.evaluate<string[]>(
    `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith(${JSON.stringify(answers[0])})).map(({ initiatorType }) => initiatorType)`,
  );
  expect(by).not.toContain('fetch');
  expect(by).toHaveLength(1);
});

test('a gallery, which asks for more than what was written, asks once as well', async () => {
  await open('/search?q=heron&view=gallery');
  await page.locator('.results-count').waitFor();
  // Where nothing has a picture the page counts what is left of the query.
  expect(searches().filter((url) => !url.includes('limit='))).toHaveLength(1);
});

test('what is below the first screen follows without being asked for', async () => {
  await open('/search?q=heron');
  await expect.poll(async () => count(HITS_SHOWN), { timeout: 15_000 }).toBe(HITS);
  await open('/g/thread/100');
  await expect.poll(async () => count(POSTS_SHOWN), { timeout: 15_000 }).toBe(REPLIES + 1);
});

test('whoever comes to a post, or back to a place, finds the page as long as it is', async () => {
  await open('/g/thread/100#p270');
  const top = async (selector: string) => page.locator(selector).evaluate((post) => post.getBoundingClientRect().top);
  await page.locator(POSTS_SHOWN).first().waitFor();
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  await expect.poll(async () => count(POSTS_SHOWN), { timeout: 15_000 }).toBe(REPLIES + 1);
  const whole = await page.evaluate<number>('document.documentElement.scrollHeight');
  expect(Math.abs(whole / height - 1)).toBeLessThan(0.05);
  await expect.poll(async () => top('[id="p270"]'), { timeout: 15_000 }).toBeLessThan(900);

  await open('/search?q=heron');
  await expect.poll(async () => count(HITS_SHOWN), { timeout: 15_000 }).toBe(HITS);
  const last = page.locator(HITS_SHOWN).last();
  await last.scrollIntoViewIfNeeded();
  const place = await page.evaluate<number>('scrollY');
  expect(place).toBeGreaterThan(900);
  await last.locator('a.post-num').click();
  await page.locator(POSTS_SHOWN).first().waitFor();
  await page.goBack();
  await expect.poll(async () => page.evaluate<number>('scrollY'), { timeout: 15_000 }).toBe(place);
  await page.reload();
  await expect.poll(async () => page.evaluate<number>('scrollY'), { timeout: 15_000 }).toBe(place);
});

/** When searches began; those that have been answered. */
const begun = async () =>
  page.evaluate<number[]>(
    `performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/v1/search?')).map(({ startTime }) => startTime)`,
  );

test('what is new is looked for when an answer has aged, and not beside it', async () => {
  await open('/search?q=heron');
  await expect.poll(async () => (await begun()).length, { timeout: 30_000 }).toBeGreaterThan(1);
  const [first = 0, second = 0] = await begun();
  expect(second - first).toBeGreaterThan(LOOK_AFTER_MS);
});
