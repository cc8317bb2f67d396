/** A reader finds the pages at the end of every page, with and without scripts, and an admin writes one. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenArchive } from '../../../../test/integration/server/given-archive.ts';
import { addAdmin, signIn } from '../../../../test/support/admin.ts';
import { axeViolationsOf } from '../../../../test/support/axe.ts';
import { openPages, type OpenPages } from '../../../../test/support/open-pages.ts';
import { readPage } from '../../../../test/support/page.ts';
import { useWorld } from '../../../../test/support/world.ts';

const PHONE = { width: 390, height: 844 };

const world = useWorld();
let pages: OpenPages;

beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('g');
  await archive.storeAndIndex('g', [
    { num: 100, thread: 100, opener: true, comment: 'herons', timePosted: new Date('2019-03-10T12:00:00Z') },
    { num: 101, thread: 100, comment: 'more herons', timePosted: new Date('2024-05-11T12:00:00Z') },
  ]);
  await addAdmin(world());
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

const read = async (path: string, language = 'en') => {
  const headers = { 'sec-fetch-mode': 'navigate', 'accept-language': language };
  const answer = await fetch(`${pages.origin}${path}`, { headers });
  const html = await answer.text();
  expect(html).toContain('id="page-data"');
  return { path: new URL(answer.url).pathname, page: readPage(html), html };
};
const FOOTER = ['Help', 'About', 'Contact', 'Feeds', 'API', 'Settings'];

test('without scripts, each page ends with the links, and they lead to complete pages', async () => {
  for (const path of ['/', '/g/', '/g/thread/100', '/search?q=heron', '/nonsense/']) {
    const links = (await read(path)).page.texts('.site-footer a');
    expect(links).toEqual(expect.arrayContaining(FOOTER));
  }
  expect((await read('/about')).html).toMatch(/2019-03-10.*2024-05-11.*The red “Deleted”/s);
  expect((await read('/about', 'de')).html).toContain('Das rote „Gelöscht“');
  expect((await read('/contact')).html).toContain('<a href="mailto:operator@archive.example">');
  expect((await read('/feeds')).html).toContain('/api/v1/search/feed.atom?q=board%3Ag+is%3Aop');
  expect((await read('/search/help')).path).toBe('/help');
});

test('on a phone, a reader goes through the pages from link to link', async () => {
  const phone = await pages.browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true });
  const page = await phone.newPage();
  const open = async (link: string, heading: string) => {
    await page.locator('.site-footer').getByRole('link', { name: link, exact: true }).tap();
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await expectAccessible(page);
  };
  await page.goto(`${pages.origin}/g/thread/100`);
  await open('About', 'About this archive');
  await open('Contact', 'Contact');
  await open('Feeds', 'Feeds');
  await open('Help', 'How to search');
  await open('Settings', 'Settings');
  await page.getByLabel('Dark', { exact: true }).check();
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  await page.getByRole('button', { name: 'Clear everything, with the display settings' }).tap();
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Press again' }).tap()]);
  expect(await page.locator('html').getAttribute('data-theme')).toBeNull();
  for (const link of await page.locator('.site-footer a').all())
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(24);
  await phone.close();
});

test('a page that does not exist puts no board into the search bar', async () => {
  const page = await pages.browser.newPage();
  await page.goto(`${pages.origin}/nonsense`);
  await page.getByRole('heading', { name: 'There is no board /nonsense/ in this archive' }).waitFor();
  expect(await page.locator('#query').inputValue()).toBe('');
  await page.goto(`${pages.origin}/g/`);
  expect(await page.locator('#query').inputValue()).toBe('board:g ');
  await page.close();
});

test('an admin previews, writes and resets a page', async () => {
  const page = await pages.browser.newPage({ viewport: PHONE });
  await page.goto(`${pages.origin}/admin/boards`);
  await signIn(page);
  await page.locator('.board-table').waitFor();
  await page.goto(`${pages.origin}/admin/pages`);
  const text = page.getByLabel('Text in Markdown');
  await expect.poll(async () => text.inputValue()).toContain('# About this archive');
  await text.fill('# Herons\n\nA [bad link](javascript:x) and **birds**.');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText(/^Line 3: The link/).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await page
    .getByText(/is refused/)
    .nth(1)
    .waitFor();
  await text.fill('# Herons\n\nAll about **birds**.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/^Changed by /).waitFor();
  const reader = await pages.browser.newPage();
  await reader.goto(`${pages.origin}/about`);
  await reader.getByRole('heading', { level: 1, name: 'Herons' }).waitFor();
  expect(await reader.locator('.site-text strong').textContent()).toBe('birds');
  await page.getByRole('button', { name: 'Reset to default' }).click();
  await expect.poll(async () => text.inputValue()).toContain('# About this archive');
  await reader.reload();
  await reader.getByRole('heading', { level: 1, name: 'About this archive' }).waitFor();
});
