/** On a phone, by touch: from the home page to a quoted post. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { allHydrated } from '../support/hydrated.ts';
import { useSharedArchive } from '../support/shared-archive.ts';

const HEIGHT = 844;
/** Hits begin above this line. */
const FIRST_HIT = 320;
const TARGET = 44;
/** No bar that stays at the top reaches this line. */
const BELOW_BARS = 120;

const archive = useSharedArchive();
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  context = await browser.newContext({
    viewport: { width: 390, height: HEIGHT },
    hasTouch: true,
    isMobile: true,
    colorScheme: 'dark',
  });
  page = await context.newPage();
});
afterAll(async () => browser?.close());

const queryInAddress = () => new URL(page.url()).searchParams.get('q');

async function open(address: string): Promise<void> {
  await page.goto(`${archive().serverUrl}${address}`);
  await page.locator('h1').waitFor();
}

test('results do not move when the timeline appears', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/v1/search/timeline*', async (route) => {
    await held;
    await route.continue();
  });
  await open('/search?q=keyboard');
  await page.locator('.timeline[aria-hidden]').waitFor();
  const top = async () => (await page.locator('[data-hits] .hit').first().boundingBox())?.y;
  const before = await top();
  release();
  await page.locator('.timeline canvas').waitFor();
  expect(await top()).toBe(before);
  await page.unrouteAll();
});

test('results begin near the top, and the controls at the bottom are large enough for a finger', async () => {
  await open('/search?q=keyboard+-mouse+board%3Atech');
  await page.locator('.timeline canvas').waitFor();
  expect((await page.locator('[data-hits] .hit').first().boundingBox())?.y).toBeLessThan(FIRST_HIT);
  const controls = page.locator(
    '.site-header :is(a, button, summary):visible, .results-tools :is(a, button, summary):visible',
  );
  expect(await controls.count()).toBeGreaterThan(8);
  for (const control of await controls.all()) {
    const box = await control.boundingBox();
    if (box === null) continue;
    const name = await control.getAttribute('aria-label');
    expect({ name, isReached: box.y > HEIGHT / 2 }).toEqual({ name, isReached: true });
    expect(Math.round(box.height), name ?? '').toBeGreaterThanOrEqual(TARGET - 4);
  }
});

test('filters, form and menus are sheets that close on a tap outside', async () => {
  const isSheet = async (selector: string) => {
    const box = await page.locator(selector).boundingBox();
    return box !== null && Math.round(box.x) === 0 && Math.round(box.y + box.height) === HEIGHT;
  };
  await page.getByRole('button', { name: 'Filter' }).tap();
  await page.locator('.sheet .facets a').first().waitFor();
  expect(await isSheet('.sheet')).toBe(true);
  await page.touchscreen.tap(195, 20);
  await page.locator('.sheet').waitFor({ state: 'detached' });
  await page.locator('.form-button').tap();
  await page.getByRole('form', { name: 'Advanced search' }).waitFor();
  expect(await isSheet('.sheet')).toBe(true);
  await page.getByRole('button', { name: 'Close' }).tap();
  await page.locator('.sort-menu > button').tap();
  expect(await isSheet('.sort-menu .menu-list')).toBe(true);
  await page.getByRole('link', { name: 'Oldest' }).tap();
  await page.waitForURL(/sort=old/);
});

test('a match in EXIF data leaves the table collapsed, and its line states the match and opens it', async () => {
  await open('/search?q=exif%3Acamera');
  const line = page.locator('[data-hits] .exif summary').first();
  await line.waitFor();
  expect(await page.locator('[data-hits] .exif[open]').count()).toBe(0);
  expect(await line.locator('mark').count()).toBeGreaterThan(0);
  expect((await line.boundingBox())?.height).toBeLessThan(30);
  await line.tap();
  await page.locator('[data-hits] .exif[open] li mark').first().waitFor();
});

test('a finger over the timeline zooms', async () => {
  await open('/search?q=the');
  const box = await page.locator('.timeline .u-over').boundingBox();
  if (box === null) throw new Error('nothing is drawn');
  const client = await context.newCDPSession(page);
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', share: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: box.x + box.width * share, y: box.y + 20 }],
    });
  await touch('touchStart', 0.4);
  for (const share of [0.5, 0.7, 0.9]) await touch('touchMove', share);
  await touch('touchEnd', 0.9);
  await expect.poll(queryInAddress).toMatch(/^the (?:after:\S+ before:\S+|during:\S+)$/);
});

test('a reader gets from the home page to a board, a thread and a quoted post by tapping', async () => {
  await open('/');
  await page.getByRole('link', { name: '/tech/' }).first().tap();
  await page.locator('.listed-thread').first().waitFor();
  await open('/search?q=has%3Aquote+board%3Atech');
  const quote = page.locator('[data-hits] .quotelink').first();
  await quote.waitFor();
  const text = await quote.innerText();
  await quote.tap();
  const preview = page.getByRole('dialog');
  await preview.locator('.post-num').waitFor();
  expect(text).toContain((await preview.locator('.post-num').innerText()).replace('No.', ''));
  expect(page.url()).toContain('/search');
  await preview.getByRole('link', { name: 'Show in thread' }).tap();
  await page.waitForURL(/\/tech\/thread\/\d+#p\d+$/);
  await page.locator('article.post-target').waitFor();
  const search = await page.locator('.thread-actions').boundingBox();
  expect(search?.y).toBeGreaterThan(HEIGHT / 2);
});

test('Back, a tap outside and the button close the preview of a quote, and the reader stays at the same place', async () => {
  await open('/search?q=has%3Aquote+board%3Atech');
  await page.locator('[data-hits] .post-num').first().tap();
  await page.waitForURL(/\/tech\/thread\//);
  const quote = page.locator('article.post-target a.quotelink[data-quote]').first();
  await quote.waitFor();
  await allHydrated(page);
  const place = async () => quote.evaluate((link) => Math.round(link.getBoundingClientRect().top));
  // The page scrolls to its post first, and posts above it take their height when they are near the window.
  await expect
    .poll(async () => {
      await quote.evaluate((link) => link.scrollIntoView({ block: 'center' }));
      const first = await place();
      await page.waitForTimeout(300);
      return first === (await place()) && first > BELOW_BARS;
    })
    .toBe(true);
  const [address, before] = [page.url(), await place()];
  const preview = page.getByRole('dialog');
  const isLeft = async () => page.evaluate('history.state.quote ?? null');
  for (const close of [
    async () => page.goBack(),
    // The number is a link, which this tap does not follow.
    async () => page.locator('article.post-target .post-num').first().tap(),
    async () => preview.getByRole('button', { name: 'Close' }).tap(),
  ]) {
    await quote.tap();
    await preview.locator('.post-num').waitFor();
    await close();
    await preview.waitFor({ state: 'detached' });
    await expect.poll(isLeft).toBe(null);
    expect([page.url(), await place()]).toEqual([address, before]);
  }
  await page.goForward();
  await preview.locator('.post-num').waitFor();
  // The page scrolls by itself; then a finger scrolls it.
  await page.evaluate(`new Promise((resolve) => {
    document.addEventListener('scroll', resolve, { once: true });
    window.scrollBy(0, window.scrollY > 40 ? -40 : 40);
  })`);
  await page.waitForTimeout(100);
  expect(await preview.count()).toBe(1);
  const client = await context.newCDPSession(page);
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: 195, y }] });
  await touch('touchStart', 200);
  for (const y of [220, 240, 270, 300]) await touch('touchMove', y);
  await touch('touchEnd', 300);
  await preview.waitFor({ state: 'detached' });
  await expect.poll(isLeft).toBe(null);
  await page.goBack();
  await page.waitForURL(/\/search/);
});

test('suggestions are tapped: words, corrections, threads and earlier searches', async () => {
  await open('/');
  await page.evaluate('localStorage.clear()');
  const bar = page.getByRole('combobox', { name: 'Search posts' });
  const option = (name: RegExp) => page.getByRole('option', { name }).first();
  await bar.tap();
  await page.keyboard.type('key');
  await option(/^keyboard\s+word/).waitFor();
  expect(await page.getByRole('option').count()).toBeLessThanOrEqual(8);

  // The answer to a further letter comes while the finger is down: the list stays until it is lifted.
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(/search\/complete\?q=keyb/, async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest(/complete\?q=keyb/);
  await page.keyboard.type('b');
  await asked;
  const box = await option(/^keyboard\s+word/).boundingBox();
  if (box === null) throw new Error('the word that is typed on has no suggestion');
  const client = await context.newCDPSession(page);
  const touchPoints = [{ x: box.x + 20, y: box.y + box.height / 2 }];
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  const before = await page.getByRole('option').allInnerTexts();
  const answered = page.waitForResponse(/complete\?q=keyb/);
  release();
  await (await answered).finished();
  expect(await page.getByRole('option').allInnerTexts()).toEqual(before);
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect.poll(async () => bar.inputValue()).toBe('keyboard ');
  await page.unrouteAll();
  await bar.press('Enter');
  await expect.poll(queryInAddress).toBe('keyboard');

  await open('/');
  await bar.tap();
  await page.keyboard.type('keybaord');
  await bar.press('Enter');
  await page.locator('.did-you-mean').getByRole('link', { name: 'keyboard', exact: true }).tap();
  await expect.poll(queryInAddress).toBe('keyboard');

  await open('/');
  await bar.tap();
  await page.keyboard.type('mechanical keyb');
  await option(/mechanical keyboards\s+thread on/).tap();
  await page.waitForURL(/\/tech\/thread\/\d+$/);

  await open('/');
  await bar.tap();
  expect(await page.getByRole('option').allInnerTexts()).toEqual(['keybaord', 'keyboard', 'Forget recent searches']);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await option(/Forget/).tap();
  await option(/./).waitFor({ state: 'hidden' });
});
