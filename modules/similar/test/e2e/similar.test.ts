/** Similar threads below a thread: requested when the reader comes to the end or asks for them, on a desktop and on a phone. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenArchive } from '../../../../test/integration/server/given-archive.ts';
import { axeViolationsOf } from '../../../../test/support/axe.ts';
import { openPages, type OpenPages } from '../../../../test/support/open-pages.ts';
import { useWorld } from '../../../../test/support/world.ts';

const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const world = useWorld();
let pages: OpenPages;

beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('g');
  const lines = Array.from({ length: 12 }, () => '<br>a line of this long post').join('');
  await archive.storeAndIndex('g', [
    { num: 100, opener: true, subject: 'Wayland compositors', comment: 'sway or hyprland?' },
    ...Array.from({ length: 12 }, (_, place) => ({
      num: 101 + place,
      thread: 100,
      comment: `number ${place}${lines}`,
    })),
    { num: 200, opener: true, subject: 'Tiling', comment: 'hyprland and other wayland compositors' },
    { num: 300, opener: true, subject: null, comment: 'nothing of the kind' },
  ]);
  pages = await openPages(world(), () => new Date());
});
afterAll(async () => pages?.close());

async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await axeViolationsOf(page)).toEqual([]);
  }
  expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBeLessThanOrEqual(0);
}

test('readers at the end of a thread see similar ones; readers who ask are told that there are none', async () => {
  for (const options of [DESKTOP, PHONE]) {
    const context = await pages.browser.newContext(options);
    const page = await context.newPage();
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/similar')) requests.push(request.url());
    });
    await page.goto(`${pages.origin}/g/thread/100`);
    const ask = page.locator('.thread-tools').getByRole('link', { name: 'Similar threads' });
    await ask.waitFor();
    expect(requests).toEqual([]);
    await page.locator('#foot-similar').scrollIntoViewIfNeeded();
    const similar = page.locator('#foot-similar li');
    await similar.getByText('Connected by: ').waitFor();
    expect(requests).toHaveLength(1);
    const text = await similar.textContent();
    for (const part of ['Tiling', '/g/ · 1 post', 'hyprland', 'wayland']) expect(text).toContain(part);
    await expectAccessible(page);
    expect(await page.getByRole('link', { name: 'More similar threads' }).getAttribute('href')).toBe(
      '/search?q=like:g/100+is:op&sort=relevance',
    );
    await similar.getByRole('link', { name: 'Tiling' }).click();
    await page.waitForURL(/thread\/200/);

    await page.goto(`${pages.origin}/g/thread/300`);
    await expect.poll(async () => page.locator('#foot-similar').textContent(), { timeout: 120_000 }).toBe('');
    await page.locator('.thread-tools').getByRole('link', { name: 'Similar threads' }).click();
    await page.getByText('There are no similar threads.').waitFor();
    await context.close();
  }
});

test('without scripts the place is a link to a search', async () => {
  const context = await pages.browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${pages.origin}/g/thread/100`);
  await page.locator('#foot-similar').getByRole('link', { name: 'Similar threads' }).click();
  await page.getByText('hyprland and other').first().waitFor();
  await context.close();
});
