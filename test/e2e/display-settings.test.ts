/** Display settings apply before the first paint. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenArchive } from '../integration/server/given-archive.ts';
import { listensToKeys } from '../support/hydrated.ts';
import { openPages, type OpenPages } from '../support/open-pages.ts';
import { givenReadBoard } from '../support/read-boards.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();
let pages: OpenPages;
let page: Page;

beforeAll(async () => {
  const archive = givenArchive(world());
  await givenReadBoard(archive);
  pages = await openPages(world());
  page = await (await pages.browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
});

afterAll(async () => {
  await pages?.close();
});

async function open(address: string): Promise<void> {
  await page.goto(`${pages.origin}${address}`);
  await page.locator('article').first().waitFor();
  await listensToKeys(page);
}

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
  await expect.poll(async () => page.locator('.post-op time').first().textContent()).toMatch(/\d\d:\d\d:\d\d/);
});
