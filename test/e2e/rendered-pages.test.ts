/** Pages that the server renders and the browser hydrates: the same page, without a second request. */
import type { ConsoleMessage, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { clearPage } from '../support/clear-page.ts';
import { openPages, type OpenPages } from '../support/open-pages.ts';
import { readPage } from '../support/page.ts';
import { useWorld } from '../support/world.ts';
import { allHydrated, hydrated, listensToKeys } from '../support/hydrated.ts';
import { givenArchive } from '../integration/server/given-archive.ts';

const world = useWorld();
let pages: OpenPages;
let page: Page;
let said: string[] = [];
let requests: string[] = [];

/** Runs in every page: counts the removed parts, and sets `before` to whether the last post is hydrated when the first one is. */
const OBSERVER = `
  const KEPT = 'article, h1, form, header';
  const isTakenOver = (id) => Object.keys(document.getElementById(id) ?? {}).some((key) => key.startsWith('__react'));
  globalThis.removed = 0;
  globalThis.isTakenOver = isTakenOver;
  new MutationObserver((changes) => {
    for (const { removedNodes } of changes)
      for (const node of removedNodes)
        if (node instanceof Element && (node.matches(KEPT) || node.querySelector(KEPT) !== null)) globalThis.removed += 1;
    if (globalThis.before === undefined && document.getElementById('page-data') === null && isTakenOver('100'))
      globalThis.before = isTakenOver('169');
  }).observe(document, { childList: true, subtree: true });
`;

const LONG = Array.from({ length: 40 }, (_, line) => `line ${line} of a long text about a heron`).join('<br>');

beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('g');
  await archive.storeAndIndex('g', [
    { num: 100, thread: 100, opener: true, subject: 'Herons <i>', comment: `a heron<br><br>${LONG}` },
    {
      num: 101,
      thread: 100,
      comment: '<a href="#p100" class="quotelink">&gt;&gt;100</a><br>  a <s>hidden</s> heron \t&amp; "x"',
    },
    { num: 102, thread: 100, comment: '<pre class="prettyprint">\n\nconst heron = 1;</pre>after', country: 'DE' },
    { num: 103, thread: 100, comment: '[math]x^2[/math] heron', timeDeletedPost: new Date(0) },
    { num: 103, thread: 100, subnum: 1, comment: '<script>alert(1)</script></script><!-- heron' },
    ...Array.from({ length: 60 }, (_, at) => ({ num: 110 + at, thread: 100, comment: `heron ${at} &lt;/script&gt;` })),
  ]);
  await archive.board('now');
  const timePosted = new Date(Date.now() - 300_000);
  await archive.storeAndIndex(
    'now',
    Array.from({ length: 12 }, (_, at) => ({
      num: 10_000_100 + at,
      thread: 10_000_100,
      opener: at === 0,
      posterid: 'qWeRtYui',
      timePosted,
      comment: `heron ${at}`,
    })),
  );
  pages = await openPages(world());
  page = await pages.browser.newPage({ timezoneId: 'Asia/Tokyo' });
  page.on('console', (message: ConsoleMessage) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(String(error)));
  page.on('request', (request) => requests.push(request.url().slice(pages.origin.length)));
  await page.addInitScript(OBSERVER);
});
afterAll(async () => pages?.close());

beforeEach(async () => {
  await clearPage(page, { origin: pages.origin, viewport: { width: 1280, height: 900 } });
  said = [];
  requests = [];
});

const PAGES = [
  ['/', '.board-list li'],
  ['/search', '[data-hits] article'],
  ['/search?q=heron', '[data-hits] article'],
  ['/search?q=heron&view=threads', '[data-hits] article'],
  ['/search?q=heron&view=compact', '[data-hits] article'],
  ['/search?q=nothing+of+it', '.no-hits'],
  ['/search?q=before:yesteryear', '.query-problem'],
  ['/search?q=101', '[data-hits] article'],
  ['/help', '.help-entries'],
  ['/settings', '#main h1'],
  ['/g/', '.listed-thread'],
  ['/g/catalog', '.catalog-card'],
  ['/g/images', '.gallery'],
  ['/g/statistics', '.week-hour'],
  ['/statistics', '.statistics-boards td'],
  ['/moderation', '#main h1'],
  ['/moderation/report', '#main h1'],
  ['/dumps', '.dump-facts dd'],
  ['/dumps/contributors', '#main h1'],
  ['/g/thread/100', '#main article[data-post]'],
  ['/g/thread/100?last=50', '#main article[data-post]'],
  ['/g/thread/999', '.message'],
  ['/nope/', '.message'],
] as const;

const NAVIGATION = { 'sec-fetch-mode': 'navigate' };

/**
 * Requests that pages send after they are loaded: counts, newer posts, what a search without hits would find with fewer conditions, and
 * examples of searches.
 */
const LATER =
  /^\/api\/v1\/(search\/(facets|timeline)\?|search\/examples$|search\?.*&limit=1(&|$)|boards\/g\/threads\/\d+\/(freshness|backlinks))/;
/** A refused answer is requested again, because the page's data has only successful answers. */
const REFUSED = /yesteryear|threads\/999/;

test.each(PAGES)(
  '%s is complete without scripts, and hydration does not redraw any part of it',
  async (address, shown) => {
    const html = readPage(await (await fetch(`${pages.origin}${address}`, { headers: NAVIGATION })).text());
    expect(html.all(shown).length).toBeGreaterThan(0);
    // A browser leaves out a nested form, and then hydrates another page than the server rendered.
    expect(html.all('form form')).toEqual([]);

    await page.goto(`${pages.origin}${address}`);
    await expect.poll(async () => page.locator('#page-data').count()).toBe(0);
    await page.waitForLoadState('networkidle');
    expect(said.filter((line) => !line.startsWith('Failed to load resource'))).toEqual([]);
    expect(await page.evaluate('globalThis.removed')).toBe(0);
    const asked = requests.filter((url) => url.startsWith('/api/') && !LATER.test(url) && !REFUSED.test(url));
    expect(address === '/nope/' ? [] : asked).toEqual([]);
  },
);

test.each(['filters', 'form'])('an address that opens the %s is hydrated without an error', async (part) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${pages.origin}/search?q=heron&${part}=open`);
  await page.locator('.sheet').waitFor();
  await expect.poll(async () => page.locator('#page-data').count()).toBe(0);
  await page.locator('.timeline canvas').waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  expect(said.filter((line) => !line.startsWith('Failed to load resource'))).toEqual([]);
});

test.each([
  ['/g/thread/100/#165', '/g/thread/100#p165'],
  ['/g/thread/100/#q165', '/g/thread/100#p165'],
  ['/g/post/165', '/g/thread/100#p165'],
  ['/search/form?words=heron', '/search?q=heron'],
  ['/search/form', '/search?form=open'],
])('%s leads to %s, and the page is hydrated there', async (address, target) => {
  // A new document, even if the address differs in its fragment only.
  await page.goto('about:blank');
  await page.goto(`${pages.origin}${address}`);
  await expect.poll(() => page.url()).toBe(`${pages.origin}${target}`);
  await hydrated(page, '#main h1');
  expect(said).toEqual([]);
});

test('the embedded data does not repeat comments, and every comment is restored from the page', async () => {
  const html = await (await fetch(`${pages.origin}/g/thread/100`, { headers: NAVIGATION })).text();
  const data = readPage(html).one('#page-data').text;
  expect(html.match(/line 7 of a long text/g)).toHaveLength(1);
  expect(data).not.toMatch(/line 7|const heron|alert/);

  await page.goto(`${pages.origin}/g/thread/100`);
  await page.locator('[id="101"] .spoiler').click();
  await page.locator('[id="101"] .spoiler.is-shown').waitFor();
  await page.locator('[id="103"] .katex').first().waitFor();
  expect(await page.locator('[id="102"] pre').textContent()).toContain('const heron = 1;');
  await page.locator('[id="101"] .quotelink').hover();
  await page.locator('.quote-preview', { hasText: 'line 39' }).waitFor();
  expect(await page.locator('[id="103_1"] .post-body').textContent()).toContain('alert(1)');
});

test('a post that a link targets is visible and highlighted', async () => {
  await page.goto(`${pages.origin}/g/thread/100#p165`);
  await page.locator('[id="165"].post-target').waitFor();
  const top = async () => page.locator('[id="165"]').evaluate((post) => post.getBoundingClientRect().top);
  await expect.poll(top).toBeLessThan(900);
});

test.each([
  ['/', '.board-last time'],
  ['/now/', '.post-num'],
  ['/now/catalog', '.catalog-card time'],
  ['/search?q=board:now', '.post-num'],
  ['/now/thread/10000100', '.post-num'],
])('nothing on %s moves when local times replace the server’s times', async (address, shown) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const places = async () =>
    page.locator(`#main ${shown}`).evaluateAll((elements) =>
      elements.map((element) => {
        const { x, y, width } = element.getBoundingClientRect();
        return [x, y, width].map(Math.round);
      }),
    );
  const release = await openHeld(address);
  await page.locator(`#main ${shown}`).first().waitFor();
  const before = await places();
  release();
  // A time that was painted before the first script ran stays exact.
  await allHydrated(page);
  await someFrames();
  expect(await places()).toEqual(before);
});

/** Effects, and a position that is restored, take some frames. */
async function someFrames(): Promise<void> {
  await page.evaluate(`new Promise((done) => {
    let frames = 30;
    const next = () => (frames-- === 0 ? done(null) : requestAnimationFrame(next));
    next();
  })`);
}

test('a thread is hydrated part by part, and stays responsive in between', async () => {
  await page.goto(`${pages.origin}/g/thread/100`);
  await expect.poll(async () => page.evaluate(`globalThis.isTakenOver('169')`)).toBe(true);
  expect(await page.evaluate('globalThis.before')).toBe(false);
});

/** Opens a page whose scripts arrive when the test releases them. */
async function openHeld(address: string): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/index-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${pages.origin}${address}`, { waitUntil: 'commit' });
  // The small script that records pressed keys is loaded first.
  await expect.poll(async () => page.evaluate(`Array.isArray(window.pressedEarly)`)).toBe(true);
  return release;
}

test('a link to a post scrolls to it before the page’s scripts run', async () => {
  const release = await openHeld('/g/thread/100#p150');
  const top = async () => page.locator('[id="150"]').evaluate((post) => post.getBoundingClientRect().top);
  await expect.poll(async () => Math.abs(await top())).toBeLessThan(100);
  release();
  await page.locator('[id="150"].post-target').waitFor();
  expect(Math.abs(await top())).toBeLessThan(100);
});

test.each(['/g/thread/100', '/search?q=heron'])(
  'a reader of %s who scrolls before hydration keeps the scroll position',
  async (address) => {
    const release = await openHeld(address);
    await page.locator('article').last().waitFor({ state: 'attached' });
    const scrolled = async () => page.evaluate<number>('scrollY');
    const opened = await scrolled();
    await page.mouse.move(640, 450);
    // Chromium scrolls smoothly.
    const ended = page.evaluate(`new Promise((end) => addEventListener('scrollend', () => end(null), { once: true }))`);
    await page.mouse.wheel(0, 1_500);
    await ended;
    expect(await scrolled()).toBeGreaterThan(opened + 1_000);
    // Content above the window may get its real height during hydration; the visible part must not move.
    await page.evaluate(
      `globalThis.seen = [...document.querySelectorAll('article .post-num')].find((number) => number.getBoundingClientRect().top > 100)`,
    );
    const place = async () => page.evaluate<number>('seen.getBoundingClientRect().top');
    const before = await place();
    release();
    await listensToKeys(page);
    await someFrames();
    expect(Math.abs((await place()) - before)).toBeLessThan(5);
  },
);

test('text that a reader types before hydration is not lost', async () => {
  const release = await openHeld('/g/catalog');
  const filter = page.locator('.board-bar input');
  await filter.fill('nothing like it');
  release();
  await expect.poll(async () => page.locator('.catalog-card').count()).toBe(0);
  expect(await filter.inputValue()).toBe('nothing like it');
});

/** Opens the home page before any of its scripts. Returns a function that lets all of them run. */
async function openUnscripted(): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${pages.origin}/`, { waitUntil: 'commit' });
  await page.locator('#query:focus').waitFor();
  return release;
}

test('text typed on the home page after its first paint is in the bar, with the caret where it was', async () => {
  const release = await openUnscripted();
  const bar = page.locator('#query');
  await page.keyboard.type('loom board:');
  await page.keyboard.press('Home');
  await page.keyboard.type('b');
  release();
  await listensToKeys(page);
  expect(await bar.inputValue()).toBe('bloom board:');
  expect(await bar.evaluate((input) => (input as { selectionStart?: number }).selectionStart)).toBe(1);
  await page.keyboard.type('!');
  expect(await bar.inputValue()).toBe('b!loom board:');
  await page.keyboard.press('Backspace');
  // React has the text: a later update does not revert it, and submitting searches for it.
  await page.keyboard.press('End');
  await page.keyboard.type('g');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.searchParams.get('q') === 'bloom board:g');
});

test('text typed during hydration is in the bar', async () => {
  const release = await openUnscripted();
  const client = await page.context().newCDPSession(page);
  onTestFinished(async () => client.detach());
  await client.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await page.keyboard.type('heron ');
  release();
  let typed = 'heron ';
  for (let key = 0; (await page.locator('#page-data').count()) > 0 || key < 20; key++) {
    const letter = String.fromCodePoint(97 + (key % 26));
    await page.keyboard.type(`${letter}x`);
    await page.keyboard.press('Backspace');
    typed += letter;
  }
  await client.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  expect(await page.locator('#query').inputValue()).toBe(typed);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.searchParams.get('q') === typed);
});

test('hydration does not return the focus to the bar after the reader has left it', async () => {
  const release = await openUnscripted();
  // Past the help and the button of the bar.
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Tab');
  const focused = async () => page.evaluate(`document.activeElement?.textContent`);
  const before = await focused();
  expect(before).not.toBe('');
  release();
  await listensToKeys(page);
  expect(await focused()).toBe(before);
});

test('a word being composed in an input method during hydration is not lost', async () => {
  const release = await openHeld('/');
  const client = await page.context().newCDPSession(page);
  await page.locator('#query:focus').waitFor();
  await page.keyboard.type('board:g ');
  await client.send('Input.imeSetComposition', { text: 'さ', selectionStart: 1, selectionEnd: 1 });
  release();
  // Modules have run by then, and the page waits for the end of the word.
  await page.waitForLoadState('load');
  await client.send('Input.imeSetComposition', { text: 'さぎ', selectionStart: 2, selectionEnd: 2 });
  await client.send('Input.insertText', { text: '鷺' });
  await listensToKeys(page);
  expect(await page.locator('#query').inputValue()).toBe('board:g 鷺');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.searchParams.get('q') === 'board:g 鷺');
});

test('a button pressed before hydration takes effect', async () => {
  const release = await openHeld('/g/catalog');
  await page.locator('.display-settings > button').click();
  release();
  await page.locator('.display-choices input').first().waitFor();
});

test('keyboard shortcuts pressed before hydration take effect', async () => {
  const search = await openHeld('/g/thread/100');
  await page.locator('#query').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('heron');
  search();
  await listensToKeys(page);
  expect(await page.locator('#query').inputValue()).toBe('heron');
  const steps = await openHeld('/g/thread/100');
  await page.locator('article').last().waitFor({ state: 'attached' });
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  steps();
  await expect.poll(async () => page.locator('[data-current]').getAttribute('id')).toBe('101');
});

test('a menu opened before hydration stays open, and closes after a choice', async () => {
  const release = await openHeld('/search?q=heron');
  const menu = page.locator('.results-tools .sort-menu');
  await menu.locator('> button').click();
  release();
  await expect.poll(async () => page.locator('#page-data').count()).toBe(0);
  await hydrated(page, '.results-tools .sort-menu');
  await menu.getByRole('link', { name: 'Oldest' }).click();
  await page.waitForURL(/sort=old/);
  await menu.locator('.menu-list').waitFor({ state: 'hidden' });
});

test('a page is rendered in the reader’s language by the server', async () => {
  const context = await pages.browser.newContext({ locale: 'de-DE' });
  const german = await context.newPage();
  const errors: string[] = [];
  german.on('pageerror', (error) => errors.push(String(error)));
  await german.goto(`${pages.origin}/search?q=heron`);
  expect(await german.locator('html').getAttribute('lang')).toBe('de');
  await german.waitForLoadState('networkidle');
  expect(await german.locator('html').getAttribute('lang')).toBe('de');
  expect(errors).toEqual([]);
  await context.close();
});

test('an unchanged page is not sent again', async () => {
  const first = await fetch(`${pages.origin}/g/thread/100`, { headers: NAVIGATION });
  const etag = first.headers.get('etag') ?? '';
  const headers = { ...NAVIGATION, 'if-none-match': etag };
  expect((await fetch(`${pages.origin}/g/thread/100`, { headers })).status).toBe(304);
  expect((await fetch(`${pages.origin}/g/`, { headers })).status).toBe(200);
});
