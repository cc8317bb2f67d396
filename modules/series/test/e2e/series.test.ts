/** Readers go from edition to edition, list and filter series; a moderator splits a series and undoes it. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenArchive, START } from '../../../../test/integration/server/given-archive.ts';
import { addAdmin, signIn } from '../../../../test/support/admin.ts';
import { axeViolationsOf } from '../../../../test/support/axe.ts';
import { openPages, type OpenPages } from '../../../../test/support/open-pages.ts';
import { useWorld } from '../../../../test/support/world.ts';
import { recogniseQueued } from '../../store/recognise.ts';

const PHONE = { width: 390, height: 844 };
const DAY = 86_400_000;
const EDITIONS = [100, 200, 300, 400, 500];

const world = useWorld();
let pages: OpenPages;

const recognise = async () => {
  while ((await recogniseQueued(world().pool)) > 0);
};

beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('g');
  await archive.board('po');
  await archive.storeAndIndex('g', [
    ...EDITIONS.map((num, place) => ({
      num,
      opener: true,
      subject: '/dpt/ - Daily Programming Thread',
      comment: 'What are you working on?',
      timePosted: new Date(START + place * DAY),
      replies: place * 40,
      images: 1,
    })),
    { num: 110, opener: true, subject: 'Which terminal?' },
    { num: 600, opener: true, subject: 'Programming Challenge General #1' },
    { num: 610, opener: true, subject: 'Programming Challenge General #2' },
  ]);
  await recognise();
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

const rows = (page: Page) => page.locator('.series-list > li .series-title a');
const line = (page: Page) => page.getByRole('navigation', { name: 'Series', exact: true });
const hrefs = (page: Page) =>
  line(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));

test('without scripts a thread links its neighbours, and lists are filtered and read', async () => {
  const context = await pages.browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${pages.origin}/g/thread/300`);
  expect(await hrefs(page)).toEqual(['/g/thread/200', '/g/series/dpt', '/g/thread/400']);
  await page.goto(`${pages.origin}/g/thread/110`);
  expect(await line(page).count()).toBe(0);
  await page.goto(`${pages.origin}/g/catalog`);
  await page.getByRole('link', { name: 'Series', exact: true }).click();
  expect(await rows(page).allTextContents()).toEqual(['dpt', 'programming-challenge']);
  await page.getByRole('link', { name: 'Name', exact: true }).click();
  await page.getByLabel('Filter by name or subject').fill('CHALL');
  await page.getByRole('button', { name: 'Filter' }).click();
  expect(new URL(page.url()).search).toBe('?filter=CHALL&order=name');
  expect(await rows(page).allTextContents()).toEqual(['programming-challenge']);
  expect((await page.goto(`${pages.origin}/g/series/none`))?.status()).toBe(404);
  expect((await page.goto(`${pages.origin}/none/series`))?.status()).toBe(404);
  await page.goto(`${pages.origin}/po/series`);
  await page.getByText('No series have been recognised on this board yet.').waitFor();
  await context.close();
});

/** Notes whether the line was there when the posts of another thread appeared. */
const OBSERVER = `
  globalThis.late = [];
  const seen = new Set();
  new MutationObserver(() => {
    for (const post of document.querySelectorAll('.posts article[data-post]')) {
      if (seen.has(post.dataset.post)) continue;
      seen.add(post.dataset.post);
      if (document.querySelector('.series-line') === null) globalThis.late.push(post.dataset.post);
    }
  }).observe(document, { childList: true, subtree: true });`;

test('a reader on a phone goes on to the next edition, to the series and to its search', async () => {
  const context = await pages.browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await page.addInitScript(OBSERVER);
  await page.goto(`${pages.origin}/g/thread/300`);
  await expect.poll(async () => page.locator('#page-data').count()).toBe(0);
  await expectAccessible(page);
  await line(page).getByRole('link', { name: /^Next/ }).tap();
  // The address changes before the page.
  await line(page).locator('a[href="/g/thread/500"]').tap();
  await page.waitForURL(/thread\/500$/);
  await line(page).getByText('Newest edition').waitFor();
  expect(await hrefs(page)).toEqual(['/g/thread/400', '/g/series/dpt']);
  expect(await page.evaluate('globalThis.late')).toEqual([]);

  await line(page).getByRole('link', { name: 'dpt 5 editions' }).tap();
  await page.getByRole('heading', { name: 'Editions' }).waitFor();
  expect(await page.locator('.series-editions a').evaluateAll((links) => links.length)).toBe(5);
  await page.getByRole('img', { name: /^Posts per day from 2019-03-05 to 2019-03-09/ }).waitFor();
  await page.getByText('Table', { exact: false }).first().tap();
  expect(await page.locator('tbody tr').first().allTextContents()).toEqual(['2019-03-0511']);
  await expectAccessible(page);
  const feed = await page.getByRole('link', { name: 'Atom feed' }).getAttribute('href');
  const { status, headers } = await fetch(`${pages.origin}${feed}`);
  expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('atom')]);
  await page.getByRole('link', { name: 'Search in this series' }).tap();
  await page.waitForURL(/search\?q=series:g\/dpt$/);
  await page.getByRole('heading', { name: '5 posts' }).waitFor();
  await context.close();
});

test('the list follows the typed filter, and Back returns', async () => {
  const page = await pages.browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(`${pages.origin}/g/series`);
  await expect.poll(async () => page.locator('#page-data').count()).toBe(0);
  await page.getByLabel('Filter by name or subject').fill('daily prog');
  await expect.poll(async () => rows(page).allTextContents()).toEqual(['dpt']);
  await page.getByLabel('Filter by name or subject').fill('zzz');
  await page.getByText('No series matches “zzz”.').waitFor();
  await expectAccessible(page);
  await page.getByLabel('Filter by name or subject').fill('');
  await expect.poll(async () => rows(page).count()).toBe(2);
  expect(new URL(page.url()).search).toBe('');
  await rows(page).first().press('Enter');
  await page.getByRole('heading', { name: 'Editions' }).waitFor();
  await page.close();
});

test('a moderator splits a series after a look at the effect, and undoes it', async () => {
  const page = await pages.browser.newPage({ viewport: PHONE });
  await page.goto(`${pages.origin}/admin/boards`);
  await signIn(page);
  await page.locator('.board-table').waitFor();
  await page.goto(`${pages.origin}/g/series/dpt`);
  await page.getByRole('link', { name: 'Join, split or move' }).click();
  await page.getByText('No rules on this board.').waitFor();
  expect(await page.getByLabel('Series', { exact: true }).inputValue()).toBe('dpt');
  await page.getByLabel('Action').selectOption('Split a series');
  await page.getByLabel('First thread').fill('400');
  await page.getByLabel('Name of the new series').fill('/dpt-2/');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Check the effect' }).click();
  await page.getByText('2 threads move within seconds.').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add the rule' }).click();
  const rule = page.getByRole('region', { name: 'Threads from 400 on of dpt → dpt-2' });
  await rule.getByText(/^Made by mika/).waitFor();
  await recognise();
  await page.goto(`${pages.origin}/g/thread/400`);
  expect(await hrefs(page)).toEqual(['/g/series/dpt-2', '/g/thread/500']);

  await page.goto(`${pages.origin}/admin/series?board=g`);
  await rule.getByRole('button', { name: /^Undo/ }).click();
  await page.getByText('2 threads move within seconds.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await rule.getByText(/^Undone by mika/).waitFor();
  await expectAccessible(page);
  await recognise();
  await page.goto(`${pages.origin}/g/thread/400`);
  expect(await hrefs(page)).toEqual(['/g/thread/300', '/g/series/dpt', '/g/thread/500']);
  await page.close();
});
