/** Search as you type: when requests are sent, which results are shown, and how Back works. */
import type { Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { givenArchive } from '../integration/server/given-archive.ts';
import { clearPage } from '../support/clear-page.ts';
import { openPages, type OpenPages } from '../support/open-pages.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();
let pages: OpenPages;
let page: Page;
const searches: URL[] = [];
const errors: string[] = [];

const WINDOW = { width: 1280, height: 900 };

const WORDS = { heron: 5, egret: 3, bittern: 2 } as const;

beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('g');
  const comments = Object.entries(WORDS).flatMap(([word, count]) =>
    Array.from({ length: count }, (_, place) => `${place} ${word} in the marsh`),
  );
  await archive.storeAndIndex(
    'g',
    comments.map((comment, place) => ({ num: 100 + place, thread: 100, opener: place === 0, comment })),
  );
  pages = await openPages(world());
  page = await openPage();
});
afterAll(async () => pages?.close());

beforeEach(async () => {
  await clearPage(page, { origin: pages.origin, viewport: WINDOW });
  searches.length = 0;
  errors.length = 0;
});
afterEach(() => expect(errors).toEqual([]));

/** Its requests and errors are in the lists. */
async function openPage(): Promise<Page> {
  const opened = await pages.browser.newPage({ viewport: WINDOW });
  await opened.clock.install();
  opened.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.startsWith('/api/v1/search')) searches.push(url);
  });
  opened.on('pageerror', (error) => errors.push(error.message));
  return opened;
}

const bar = () => page.getByRole('combobox', { name: 'Search posts' });
const shown = (word: keyof typeof WORDS) => page.locator('.results-count', { hasText: `${WORDS[word]} posts` });
const queryInAddress = () => new URL(page.url()).searchParams.get('q');
/** The queries requested; polls for newer hits are not counted. */
const searchedFor = () =>
  searches
    .filter(({ pathname, searchParams }) => pathname === '/api/v1/search' && searchParams.get('sort') !== 'new')
    .map((url) => url.searchParams.get('q'));
const countedFor = () =>
  searches.filter(({ pathname }) => /facets|timeline/.test(pathname)).map((url) => url.searchParams.get('q'));
const historyLength = async () => page.evaluate<number>('history.length');
/**
 * Advances the page's own clock, which runs its timers; by default by longer than any pause of the pages. Requests that these timers sent
 * are known before the request at the end.
 */
async function pass(milliseconds = 1_500): Promise<void> {
  await page.clock.runFor(milliseconds);
  await page.evaluate(`fetch('/livez').then((answer) => answer.text())`);
}

async function open(address: string): Promise<void> {
  await page.goto(`${pages.origin}${address}`);
  await page.locator('.results-count').waitFor();
  await page.locator('.facets:not([aria-hidden])').waitFor();
  searches.length = 0;
}

test('results and address follow what is typed, within one history entry', async () => {
  await open('/search?q=heron');
  const before = await historyLength();
  await bar().selectText();
  await bar().pressSequentially('egret', { delay: 30 });
  await shown('egret').waitFor();
  // On a slow machine a pause between two letters may send a request.
  expect(searchedFor().at(-1)).toBe('egret*');
  expect(queryInAddress()).toBe('egret*');
  expect(await bar().inputValue()).toBe('egret');
  expect(await bar().evaluate((element) => element.ownerDocument.activeElement === element)).toBe(true);
  await bar().selectText();
  await bar().pressSequentially('bittern', { delay: 30 });
  await shown('bittern').waitFor();
  expect(await historyLength()).toBe(before);
});

test('Enter adds a history entry, and Back leads to the query before typing', async () => {
  await open('/search?q=heron');
  const before = await historyLength();
  await bar().fill('egret');
  await shown('egret').waitFor();
  await bar().press('Enter');
  await expect.poll(historyLength).toBe(before + 1);
  expect(queryInAddress()).toBe('egret');
  await pass();
  expect(searchedFor()).toEqual(['egret*', 'egret']);
  await page.goBack();
  await shown('heron').waitFor();
  expect(queryInAddress()).toBe('heron');
  expect(await bar().inputValue()).toBe('heron');
  await page.goForward();
  await shown('egret').waitFor();
  expect(await bar().inputValue()).toBe('egret');
});

test('a typed query is there again after following a hit and going back', async () => {
  await open('/search?q=heron');
  await bar().fill('egret');
  await shown('egret').waitFor();
  await page.locator('[data-hits] a.post-num').first().click();
  await page.waitForURL(/thread/);
  await page.goBack();
  await shown('egret').waitFor();
  expect(await bar().inputValue()).toBe('egret');
});

test('a newer query aborts the one in flight, whose answer is never shown; old hits stay until then', async () => {
  const held: Route[] = [];
  const failed: string[] = [];
  await open('/search?q=heron');
  page.on('requestfailed', (request) => failed.push(new URL(request.url()).searchParams.get('q') ?? ''));
  await page.route(/\/api\/v1\/search\?q=(?:egret|bittern)/, (route) => void held.push(route));
  await bar().fill('egret');
  await page.locator('.results-bar[aria-busy="true"]').waitFor();
  expect(await page.locator('[data-hits] .hit').count()).toBe(WORDS.heron);
  expect(await page.locator('.skeleton').count()).toBe(0);
  await bar().fill('bittern');
  await expect.poll(() => held.length).toBe(2);
  await expect.poll(() => failed).toContain('egret*');
  await held[1]?.continue();
  await shown('bittern').waitFor();
  await held[0]?.continue().catch(() => undefined);
  await pass();
  expect(queryInAddress()).toBe('bittern*');
  expect(await page.locator('.results-bar[aria-busy]').count()).toBe(0);
});

test('only the final query is counted and announced', async () => {
  await open('/search?q=heron');
  const announced: string[] = [];
  await page.exposeFunction('announced', (sentence: string) => void announced.push(sentence));
  await page.evaluate(`new MutationObserver(() => announced(document.querySelector('output').textContent))
    .observe(document.querySelector('output'), { childList: true, characterData: true, subtree: true })`);
  // Done in the page: sent from this process, the second might arrive after the first has settled.
  await page.evaluate(`(async () => {
    const bar = document.querySelector('#query');
    const write = (text) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(bar, text);
      bar.dispatchEvent(new Event('input', { bubbles: true }));
    };
    write('egret');
    while (!document.querySelector('.results-count').textContent.includes('${WORDS.egret} posts')) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    write('bittern');
  })()`);
  await shown('bittern').waitFor();
  expect(await page.locator('.facets:not([aria-hidden]), .timeline:not([aria-hidden])').count()).toBe(2);
  await expect.poll(() => announced).toEqual(['2 posts found for bittern*.']);
  await expect.poll(countedFor).toHaveLength(2);
  expect(new Set(countedFor())).toEqual(new Set(['bittern*']));
});

test('incomplete, invalid and expensive queries wait for Enter', async () => {
  await open('/search?q=heron');
  for (const query of [
    '"grey her',
    'egret board:',
    'egret OR',
    '(egret',
    'op.comment:egret heron',
    'egr*',
    'sort:old',
  ]) {
    await bar().fill(query);
    await pass(400);
  }
  expect(searchedFor()).toEqual([]);
  expect(queryInAddress()).toBe('heron');
  await bar().fill('egr*');
  await bar().press('Enter');
  await shown('egret').waitFor();
});

test('the last word is a beginning while it is typed', async () => {
  await open('/search?q=heron');
  await bar().fill('egre');
  await shown('egret').waitFor();
  expect(await page.locator('[data-hits] mark').first().innerText()).toBe('egret');
  expect(await bar().inputValue()).toBe('egre');
  await bar().press('Enter');
  await page.locator('.no-hits').waitFor();
});

test('a word without hits keeps the old hits until typing stops; facets of another query are never shown beside hits', async () => {
  await open('/search?q=heron');
  await bar().selectText();
  const answered = page.waitForResponse(/\/api\/v1\/search\?q=egrx/);
  await bar().fill('egrx');
  await answered;
  expect(await shown('heron').count()).toBe(1);
  await bar().fill('egret');
  await shown('egret').waitFor();
  await bar().pressSequentially('s');
  await page.locator('.no-hits').waitFor();
  expect(await page.locator('.facets a, .timeline canvas').count()).toBe(0);
  expect(searchedFor()).toEqual(['egrx*', 'egret*', 'egrets*']);
});

test('an accepted suggestion counts as typed', async () => {
  await open('/search?q=heron');
  await bar().selectText();
  await bar().pressSequentially('egret boa');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(async () => bar().inputValue()).toBe('egret board:');
  await page.getByRole('option', { name: 'g' }).first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(queryInAddress).toBe('egret board:g');
  await shown('egret').waitFor();
});

test('text being composed is not searched until it is finished', async () => {
  await open('/search?q=heron');
  const session = await page.context().newCDPSession(page);
  await bar().selectText();
  for (const text of ['e', 'eg', 'egr', 'egret']) {
    await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    await pass(300);
  }
  expect(searchedFor()).toEqual([]);
  await session.send('Input.insertText', { text: 'egret' });
  await shown('egret').waitFor();
  expect(await bar().inputValue()).toBe('egret');
});

test('after a 429 requests pause silently until Enter', async () => {
  await open('/search?q=heron');
  await page.route(/\/api\/v1\/search\?q=egret/, async (route) =>
    route.fulfill({
      status: 429,
      contentType: 'application/problem+json',
      body: JSON.stringify({ status: 429, code: 'too_many', title: 'Too many', detail: 'Wait.' }),
    }),
  );
  await bar().fill('egret');
  await expect.poll(searchedFor).toEqual(['egret*']);
  await bar().fill('bittern');
  await pass();
  expect(searchedFor()).toEqual(['egret*']);
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await shown('heron').count()).toBe(1);
  await bar().press('Enter');
  await shown('bittern').waitFor();
});

test('search as you type can be turned off', async () => {
  await open('/search?q=heron');
  await page.getByRole('button', { name: 'Display settings' }).click();
  const choice = page.getByRole('checkbox', { name: 'Search as you type' });
  expect(await choice.isChecked()).toBe(true);
  await choice.uncheck();
  await bar().fill('egret');
  await pass();
  expect(searchedFor()).toEqual([]);
  await bar().press('Enter');
  await shown('egret').waitFor();
});

test('search as you type is off while saving data', async () => {
  const usual = page;
  page = await openPage();
  onTestFinished(async () => {
    await page.close();
    page = usual;
  });
  await page.addInitScript(`Object.defineProperty(navigator, 'connection', { value: { saveData: true } })`);
  await open('/search?q=heron');
  await page.getByRole('button', { name: 'Display settings' }).click();
  expect(await page.getByRole('checkbox', { name: /saves data/ }).isDisabled()).toBe(true);
  await bar().fill('egret');
  await pass();
  expect(searchedFor()).toEqual([]);
});

test('the form keeps its text and focus', async () => {
  await open('/search?q=heron&form=open');
  const words = page.getByRole('form', { name: 'Advanced search' }).getByLabel('Words', { exact: true });
  await words.waitFor();
  await bar().fill('egret');
  await shown('egret').waitFor();
  await expect.poll(async () => words.inputValue()).toBe('egret');
  expect(new URL(page.url()).searchParams.get('form')).toBe('open');
  await words.fill('bittern');
  expect(await bar().inputValue()).toBe('bittern');
  await pass();
  expect(queryInAddress()).toBe('egret*');
  await words.press('Enter');
  await shown('bittern').waitFor();
});

test('other pages wait for Enter', async () => {
  await page.goto(`${pages.origin}/g/thread/100`);
  await page.locator('article').first().waitFor();
  await bar().fill('egret');
  await pass();
  expect(searchedFor()).toEqual([]);
});
