import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ThreadList } from '../../mappings/contract/thread-list.ts';
import { eventually, startArchive, type Archive } from '../support/archive.ts';
import { launchBrowser } from '../support/browser.ts';
import { aPost, insertBoard, writePosts } from '../support/builders.ts';
import { useWorld } from '../support/world.ts';

const DELETED = new Date('2020-02-01T00:00:00Z');
const THREADS = 40;
const LONG = 1000;

const world = useWorld();
let archive: Archive;
let browser: Browser;
let context: BrowserContext;
let page: Page;

/** Forty threads; the oldest was active last and is long. */
async function givenBoard(): Promise<void> {
  const board = await insertBoard(world().pool, 'read');
  const openers = Array.from({ length: THREADS }, (_, place) => {
    const num = LONG + place * 100;
    const timePosted = new Date(Date.UTC(2020, 0, 1, place));
    return aPost({ num, board: 'read', subject: `Thread ${num}`, comment: `Words of ${num}`, timePosted });
  });
  const replies = Array.from({ length: 80 }, (_, place) =>
    aPost({
      num: LONG + 1 + place,
      thread: LONG,
      board: 'read',
      comment: `<a href="#p${LONG + 1}" class="quotelink">&gt;&gt;${LONG + 1}</a><br>reply ${place + 1}`,
      timeDeletedPost: place % 40 === 5 ? DELETED : null,
    }),
  );
  const bumped = new Date('2020-03-01T00:00:00Z');
  await writePosts(
    world().pool,
    board,
    [...openers, ...replies].map((post) => (post.num === LONG ? { ...post, timeBumped: bumped } : post)),
  );
}

beforeAll(async () => {
  archive = await startArchive(world());
  await givenBoard();
  await eventually('the board is known', async () => {
    const answer = await fetch(`${archive.serverUrl}/api/v1/boards/read/threads?limit=1`);
    return answer.ok && ((await answer.json()) as ThreadList).total === THREADS;
  });
  browser = await launchBrowser();
  context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  page = await context.newPage();
});

afterAll(async () => {
  await browser?.close();
  await archive?.stop();
});

async function open(address: string): Promise<void> {
  await page.goto(`${archive.serverUrl}${address}`);
  await page.locator('article').first().waitFor();
}

const current = async () => page.evaluate(`document.querySelector('[data-current]')?.getAttribute('aria-label')`);
const subjects = async () => page.locator('.listed-threads .post-op .post-subject').allTextContents();

describe('a board', () => {
  test('is sorted by last activity, or by creation if the address says so', async () => {
    await open('/read/');
    expect((await subjects()).slice(0, 2)).toEqual(['Thread 1000', 'Thread 4900']);
    expect(await page.locator('.listed-replies').first().locator('article').count()).toBe(3);
    await page.getByRole('link', { name: 'Newest thread' }).click();
    await page.waitForURL(/sort=created/);
    await eventually('the order is another', async () => (await subjects())[0] === 'Thread 4900');
    await page.getByRole('link', { name: 'Page 3' }).click();
    await page.waitForURL(/sort=created&page=3/);
    await eventually('the last page has the oldest', async () => (await subjects()).at(-1) === 'Thread 1000');
  });

  test('restores its scroll position when the reader goes back from a thread', async () => {
    await open('/read/');
    await page.evaluate('window.scrollTo(0, 900)');
    await page.getByRole('link', { name: 'Thread 4500', exact: true }).first().click();
    await page.waitForURL(/\/read\/thread\/4500/);
    await page.locator('[id="p4500"]').waitFor();
    await page.goBack();
    await page.locator('.listed-threads').waitFor();
    await eventually('the page is where it was', async () => {
      const scrolled = Number(await page.evaluate('window.scrollY'));
      return scrolled > 700;
    });
  });

  test('hides a thread that the reader hid, even after a reload, until it is shown again', async () => {
    await open('/read/');
    await page.getByRole('button', { name: 'Hide thread 4900' }).click();
    await page.getByText('Thread 4900 is hidden.').waitFor();
    await page.reload();
    await page.getByText('Thread 4900 is hidden.').waitFor();
    await page.getByRole('button', { name: 'Display settings' }).click();
    await page.getByRole('button', { name: 'Show 1 hidden post' }).click();
    await eventually('the thread is there', async () => (await subjects()).includes('Thread 4900'));
  });
});

test('a catalog is filtered while typing, and the filter is part of the address', async () => {
  await open('/read/catalog?sort=posts');
  expect(await page.locator('.catalog-card h2').first().textContent()).toBe('Thread 1000');
  expect(await page.locator('.catalog-card').count()).toBe(THREADS);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.getByRole('searchbox', { name: 'Filter these threads' }).fill('words of 48');
  await eventually('one thread is left', async () => (await page.locator('.catalog-card').count()) === 1);
  expect(asked.filter((url) => url.includes('/api/v1/boards/read'))).toEqual([]);
  await page.reload();
  await page.locator('.catalog-card').first().waitFor();
  expect(await page.locator('.catalog-card h2').allTextContents()).toEqual(['Thread 4800']);
});

describe('a long thread', () => {
  test('shows its last posts, and all posts when a quote leads further back', async () => {
    await open(`/read/thread/${LONG}?last=50`);
    await page.locator('.posts:not([aria-busy]) article').first().waitFor();
    expect(await page.locator('.posts article').count()).toBe(51);
    await page
      .locator(`.posts article[id="p${LONG + 80}"] a[href$="#p${LONG + 1}"]`)
      .first()
      .click();
    await page.locator(`[id="p${LONG + 1}"]`).waitFor();
    await eventually('all posts are there', async () => (await page.locator('.posts article').count()) === 81);
  });

  test('shows only the posts deleted at the source', async () => {
    await open(`/read/thread/${LONG}`);
    await page.getByRole('link', { name: 'Deleted (2)' }).click();
    await eventually('three posts are left', async () => (await page.locator('.posts article').count()) === 3);
    expect(page.url()).toContain('only=deleted');
  });
});

describe('keys', () => {
  test('move through posts, open a thread, focus the bar and show the list', async () => {
    await open('/read/');
    await page.keyboard.press('j');
    expect(await current()).toMatch(/^No\.1000 /);
    for (const key of ['j', 'j', 'k']) await page.keyboard.press(key);
    expect(await current()).toMatch(/^No\.1078 /);
    await page.keyboard.press('k');
    await page.keyboard.press('o');
    await page.waitForURL(new RegExp(`/read/thread/${LONG}`));
    await page.locator(`[id="p${LONG}"]`).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.evaluate('window.scrollTo(0, 3000)');
    await page.keyboard.press('t');
    expect(await page.evaluate('window.scrollY')).toBe(0);
    await page.keyboard.press('/');
    expect(await page.evaluate('document.activeElement?.id')).toBe('query');
  });

  test('open a hit in its thread', async () => {
    await eventually('the board is searchable', async () => {
      const answer = await fetch(`${archive.serverUrl}/api/v1/search?q=board:read%20words&limit=1`);
      return ((await answer.json()) as { total: { value: number } }).total.value === THREADS;
    });
    await open('/search?q=board:read words&sort=old');
    for (const key of ['j', 'j', 'o']) await page.keyboard.press(key);
    await page.waitForURL(/\/read\/thread\/1100#p1100/);
  });

  test('do nothing once turned off, even after a reload', async () => {
    await open('/read/');
    await page.keyboard.press('?');
    await page.getByRole('checkbox', { name: 'Use keyboard shortcuts' }).uncheck();
    await page.keyboard.press('Escape');
    await page.reload();
    await page.locator('article').first().waitFor();
    for (const key of ['j', '/', '?']) await page.keyboard.press(key);
    expect(await current()).toBeUndefined();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('button', { name: 'Display settings' }).click();
    await page.getByRole('checkbox', { name: /^Keyboard shortcuts/ }).check();
    await page.keyboard.press('Escape');
  });
});

test('the theme applies before the first paint, and exact times are shown if chosen', async () => {
  await open('/read/');
  await page.getByRole('button', { name: 'Display settings' }).click();
  await page.getByRole('radio', { name: 'Yotsuba' }).check();
  await page.getByRole('radio', { name: 'Exact time' }).check();
  // The theme is set before the application's script runs.
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.reload();
  expect(await page.evaluate('getComputedStyle(document.documentElement).backgroundColor')).toBe('rgb(255, 255, 238)');
  await page.unroute('**/assets/*.js');
  await open('/read/');
  expect(await page.locator('.post-op time').first().textContent()).toMatch(/\d\d:\d\d:\d\d/);
});
