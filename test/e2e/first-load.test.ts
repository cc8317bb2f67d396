/**
 * The first load: the page contains its API answer. Empty pages request it while the scripts load, and render the first screen before the
 * rest.
 */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { allHydrated, hydrated } from '../support/hydrated.ts';
import { openPages, type OpenPages } from '../support/open-pages.ts';
import { useWorld } from '../support/world.ts';
import { givenArchive } from '../integration/server/given-archive.ts';

const world = useWorld();
const REPLIES = 180;
/** A results page. */
const HITS = 25;
/** Slightly less than the time after which the pages poll. */
const POLL_AFTER_MS = 4_000;
let pages: OpenPages;
let page: Page;
let requests: string[];

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
  requests = [];
  page.on('request', (request) => requests.push(request.url().slice(pages.origin.length)));
});
afterEach(async () => page.close());

const open = async (address: string) => page.goto(`${pages.origin}${address}`);
const count = async (selector: string) => page.locator(selector).count();

const HITS_SHOWN = '[data-hits] article';
const POSTS_SHOWN = '#main article[data-post]';

test.each([
  ['/search?q=heron', '/api/v1/search?', HITS_SHOWN],
  ['/search?q=%22a+heron%22+-%C3%A9t%C3%A9+after%3A2001&sort=old', '/api/v1/search?', HITS_SHOWN],
  ['/search?q=heron&sort=sideways', '/api/v1/search?', HITS_SHOWN],
  ['/search?q=heron&view=threads', '/api/v1/search?', HITS_SHOWN],
  ['/search', '/api/v1/search?', HITS_SHOWN],
  ['/g/thread/100', '/api/v1/boards/g/threads/', POSTS_SHOWN],
  ['/', '/api/v1/boards', '.board-list'],
  ['/search?q=heron&view=gallery', '/api/v1/search?', '.results-count'],
])('%s contains its API answer and does not request it again', async (address, api, shown) => {
  await open(address);
  await page.locator(shown).first().waitFor();
  await page.waitForLoadState('networkidle');
  const answers = requests.filter((url) => url.startsWith(api) && !/\/(freshness|backlinks)|[?&]limit=/.test(url));
  expect(answers).toEqual([]);
});

test.each(['/', '/g/', '/g/thread/100/', '/search?q=heron'])('%s does not wait for a stylesheet', async (address) => {
  await open(address);
  await page.locator('#page-data').waitFor({ state: 'detached' });
  const asked = requests.filter((url) => url.endsWith('.css'));
  const waited = await page.evaluate<string[]>(
    `performance.getEntriesByType('resource').filter((file) => file.renderBlockingStatus === 'blocking').map(({ name }) => name)`,
  );
  // The chart of a search and the series of a thread have styles of their own, which load later.
  expect([waited, asked.filter((url) => !/timeline-chart|thread-head/.test(url))]).toEqual([[], []]);
});

test('times of the last two days are distances before the scripts of the page run', async () => {
  await page.route('**/assets/*.js', async (route) => route.abort());
  await page.addInitScript(`performance.getEntriesByType = () => []`);
  await open('/g/thread/100');
  const time = page.locator('.post-op .time_wrap time').first();
  const posted = (await time.getAttribute('datetime')) ?? '';
  for (const [hours, text] of [
    [0, 'now'],
    [3, '3 hours ago'],
    [47, '1 day ago'],
    [48, await time.getAttribute('data-room')],
  ] as const) {
    await page.addInitScript(`Date.now = () => ${Date.parse(posted) + hours * 3_600_000}`);
    await page.reload();
    await expect.poll(async () => time.innerText()).toBe(text);
  }
});

test.each([
  ['was painted', '[{}]'],
  ['may have been painted, whose entry is late,', `name === 'navigation' ? [{ domInteractive: 1 }] : []`],
])('a time that %s before the scripts ran stays exact, without a gap beside it', async (_, entries) => {
  await open('/g/thread/100');
  const time = page.locator('.post-op .time_wrap time').first();
  const posted = (await time.getAttribute('datetime')) ?? '';
  await page.addInitScript(`Date.now = () => ${Date.parse(posted) + 3 * 3_600_000}`);
  await page.addInitScript(`performance.getEntriesByType = (name) => ${entries}`);
  // At this time all of the page is parsed.
  await page.route('**/early.js', async (route) => {
    await page.waitForLoadState('domcontentloaded');
    await route.continue();
  });
  await open('/g/thread/100');
  await page.locator('#page-data').waitFor({ state: 'detached' });
  await hydrated(page, '.post-op .time_wrap time');
  expect(await time.innerText()).toBe(await time.getAttribute('data-room'));
});

test('hits below the first screen are rendered automatically', async () => {
  await open('/search?q=heron');
  await expect.poll(async () => count(HITS_SHOWN)).toBe(HITS);
  await open('/g/thread/100');
  await expect.poll(async () => count(POSTS_SHOWN)).toBe(REPLIES + 1);
});

test('opening a post or going back renders the whole page immediately', async () => {
  await open('/g/thread/100#p270');
  const top = async (selector: string) => page.locator(selector).evaluate((post) => post.getBoundingClientRect().top);
  await page.locator(POSTS_SHOWN).first().waitFor();
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  await expect.poll(async () => count(POSTS_SHOWN)).toBe(REPLIES + 1);
  const whole = await page.evaluate<number>('document.documentElement.scrollHeight');
  expect(Math.abs(whole / height - 1)).toBeLessThan(0.05);
  await expect.poll(async () => top('[id="270"]')).toBeLessThan(900);

  await open('/search?q=heron');
  await expect.poll(async () => count(HITS_SHOWN)).toBe(HITS);
  const last = page.locator(HITS_SHOWN).last();
  await last.scrollIntoViewIfNeeded();
  const place = await page.evaluate<number>('scrollY');
  expect(place).toBeGreaterThan(900);
  await last.locator('a.post-num').click();
  await page.locator(POSTS_SHOWN).first().waitFor();
  await page.goBack();
  await expect.poll(async () => page.evaluate<number>('scrollY')).toBe(place);
  await page.reload();
  await expect.poll(async () => page.evaluate<number>('scrollY')).toBe(place);
});

test('a page that was scrolled before its scripts ran has the same place after Back', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${pages.origin}/search?q=heron`, { waitUntil: 'commit' });
  const hit = page.locator(HITS_SHOWN).nth(HITS - 5);
  await hit.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await expect.poll(async () => page.evaluate<number>('scrollY')).toBeGreaterThan(900);
  release();
  await allHydrated(page);
  await page.waitForLoadState('networkidle');
  const place = await page.evaluate<number>('scrollY');
  await hit.locator('a.post-num').click();
  await page.locator(POSTS_SHOWN).first().waitFor();
  await page.goBack();
  await expect.poll(async () => page.evaluate<number>('scrollY')).toBe(place);
});

/** When each answered search was sent, in milliseconds since the page was opened. */
const searchStarts = async () =>
  page.evaluate<number[]>(
    `performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/v1/search?')).map(({ startTime }) => startTime)`,
  );

test('newer hits are polled only after the answer has aged', async () => {
  await open('/search?q=heron');
  await expect.poll(async () => (await searchStarts()).length).toBeGreaterThan(1);
  const [first = 0, second = 0] = await searchStarts();
  expect(second - first).toBeGreaterThan(POLL_AFTER_MS);
});
