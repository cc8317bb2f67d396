/** Pages of a board: its threads, its catalog, and its bar. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/archive.ts';
import { THREADS } from '../support/read-boards.ts';
import { openReadPages, type ReadPages } from '../support/read-pages.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();
let pages: ReadPages;
let page: Page;

beforeAll(async () => {
  pages = await openReadPages(world());
  page = pages.page;
});

afterAll(async () => {
  await pages?.close();
});

const subjects = async () => page.locator('.listed-thread > .post-top .post-subject').allTextContents();

describe('a board', () => {
  test('is sorted by last activity, or by creation if the address says so', async () => {
    await pages.open('/read/');
    expect((await subjects()).slice(0, 2)).toEqual(['Thread 1000', 'Thread 4900']);
    expect(await page.locator('.listed-replies').first().locator('article').count()).toBe(5);
    await page.getByRole('link', { name: 'Newest thread' }).click();
    await page.waitForURL(/sort=created/);
    await eventually('the order is another', async () => (await subjects())[0] === 'Thread 4900');
    await page.getByRole('link', { name: 'Page 3' }).click();
    await page.waitForURL(/sort=created&page=3/);
    await eventually('the last page has the oldest', async () => (await subjects()).at(-1) === 'Thread 1000');
  });

  test('goes on by cursors, and Back returns to the same threads', async () => {
    await pages.open('/read/');
    const first = await subjects();
    for (const number of [2, 3]) {
      await page.getByRole('link', { name: 'Next' }).click();
      await page.waitForURL(new RegExp(`page=${number}&cursor=`));
      await eventually('the page is the next one', async () => {
        const label = await page.locator('.paginate [aria-current]').textContent();
        return label === String(number) && (await subjects())[0] !== first[0];
      });
    }
    expect((await subjects()).at(-1)).toBe('Thread 1100');
    await page.goBack();
    await eventually('the second page returns', async () => (await subjects())[0] === 'Thread 3500');
    await page.getByRole('link', { name: 'Previous' }).click();
    await page.waitForURL(/\/read\/$/);
    await eventually('the first page has the same threads', async () => (await subjects()).join() === first.join());
  });

  test('keeps its heading and tabs in the list of deleted posts', async () => {
    await pages.open('/read/');
    const places = async () =>
      page.locator('.site-name, .site-header #query, .board-heading, .board-tabs a').evaluateAll((elements) =>
        elements.map((element) => {
          const { x, y } = element.getBoundingClientRect();
          return [Math.round(x), Math.round(y)];
        }),
      );
    // The chosen tab is bold, so the tabs after it may move by the difference in width.
    const rows = async () => (await places()).map(([x, y], place) => (place < 4 ? [x, y] : y));
    const before = await rows();
    expect(before.length).toBeGreaterThan(7);
    await page.getByRole('link', { name: 'Deleted' }).click();
    await page.waitForURL(/\/search\?q=board:read(?:%20|\+)is:deleted/);
    await page.locator('[data-hits] .hit').first().waitFor();
    expect(await rows()).toEqual(before);
    expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).toHaveLength(1);
    expect(await page.locator('.board-tabs [aria-current]').allInnerTexts()).toEqual(['Deleted']);
    await page.reload();
    expect(await rows()).toEqual(before);
    await page.getByRole('link', { name: 'Catalog' }).click();
    await page.locator('.catalog-card').first().waitFor();
    await page.goto(`${pages.origin}/search?q=board:nowhere+is:deleted`);
    await page.locator('.query-problem').waitFor();
    expect(await page.locator('.board-tabs').count()).toBe(0);
  });

  test('restores its scroll position when the reader goes back from a thread', async () => {
    await pages.open('/read/');
    await page.evaluate('window.scrollTo(0, 900)');
    await page.getByRole('link', { name: 'Thread 4500', exact: true }).first().click();
    await page.waitForURL(/\/read\/thread\/4500/);
    await page.locator('[id="4500"]').waitFor();
    await page.goBack();
    await page.locator('.listed-thread').first().waitFor();
    await eventually('the page is where it was', async () => {
      const scrolled = Number(await page.evaluate('window.scrollY'));
      return scrolled > 700;
    });
  });

  test('hides a thread that the reader hid, even after a reload, until it is shown again', async () => {
    await pages.open('/read/');
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
  await pages.open('/read/catalog?sort=posts');
  expect(await page.locator('.catalog-card h2').first().textContent()).toBe('Thread 1000');
  expect(await page.locator('.catalog-card').count()).toBe(THREADS);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.getByRole('searchbox', { name: 'Filter these threads' }).fill('words of 48');
  await eventually('one thread is left', async () => (await page.locator('.catalog-card').count()) === 1);
  expect(requests.filter((url) => url.includes('/api/v1/boards/read'))).toEqual([]);
  await page.reload();
  await page.locator('.catalog-card').first().waitFor();
  expect(await page.locator('.catalog-card h2').allTextContents()).toEqual(['Thread 4800']);
});

test('the bar of a board contains the board’s name, with the caret after it', async () => {
  await pages.open('/read/');
  const bar = page.getByRole('combobox', { name: 'Search posts' });
  expect(await bar.inputValue()).toBe('board:read ');
  await page.keyboard.press('/');
  await page.keyboard.type('reply');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/search\?q=board:read\+reply$/);
  // Replies too, not opening posts only.
  await eventually('replies are found', async () => (await page.locator('[data-hits] .post-reply').count()) > 0);
});
