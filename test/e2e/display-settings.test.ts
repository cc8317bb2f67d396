/** Display settings apply before the first paint. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('the theme applies before the first paint, and exact times are shown if chosen', async () => {
  await pages.open('/read/');
  await page.getByRole('button', { name: 'Display settings' }).click();
  await page.getByRole('radio', { name: 'Yotsuba' }).check();
  await page.getByRole('radio', { name: 'Exact time' }).check();
  // The theme is set before the application's script runs.
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.reload();
  expect(await page.evaluate('getComputedStyle(document.documentElement).backgroundColor')).toBe('rgb(255, 255, 238)');
  await page.unroute('**/assets/*.js');
  await pages.open('/read/');
  await expect.poll(async () => page.locator('.post-op time').first().textContent()).toMatch(/\d\d:\d\d:\d\d/);
});
