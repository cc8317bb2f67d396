/** The reader's filters: written on /settings or added from a post's menu, applied in threads, hits, catalog and index, and counted. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { givenArchive, NOW } from '../integration/server/given-archive.ts';
import { openPages, type OpenPages } from '../support/open-pages.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();
let pages: OpenPages;
let page: Page;

beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('g');
  await archive.storeAndIndex('g', [
    { num: 100, thread: 100, opener: true, subject: 'Herons', comment: 'a heron' },
    { num: 101, thread: 100, comment: 'buy a heron, spam', name: 'Seller', tripcode: '!Ep8pui8Vw2' },
    { num: 102, thread: 100, comment: 'a grey heron' },
    { num: 103, thread: 100, comment: `heron ${'a'.repeat(60)}!` },
    {
      num: 104,
      thread: 100,
      comment: '<a href="#p101" class="quotelink">&gt;&gt;101</a><br>an egret',
      timePosted: NOW,
    },
    { num: 200, thread: 200, opener: true, subject: 'Spam sale', comment: 'spam', timePosted: NOW },
    { num: 50, thread: 50, opener: true, subject: 'Egrets', comment: 'no heron but an egret' },
  ]);
  pages = await openPages(world());
});
afterAll(async () => pages?.close());

beforeEach(async () => {
  const context = await pages.browser.newContext({ viewport: { width: 1280, height: 900 } });
  page = await context.newPage();
});
afterEach(async () => page.context().close());

const open = async (path: string) => page.goto(`${pages.origin}${path}`);
const count = () => page.locator('.filtered-count summary');
const post = (num: number) => page.locator(`[data-post="g/${num}"]`);
const shown = async (num: number) => post(num).locator('.post-body').count();

/** Writes the filters on the page of settings. */
async function save(lines: string): Promise<void> {
  await open('/settings');
  await page.getByLabel('Filters, one per line').fill(lines);
  await page.getByRole('button', { name: 'Save filters' }).click();
}

test('a pasted file of 4chan X is imported, wrong lines are named, and the filters apply on every list', async () => {
  await save(JSON.stringify({ Conf: { comment: '/spam/i;', subject: '/^Egrets$/;highlight;', name: '/(/' } }));
  expect(await page.getByLabel('Filters, one per line').inputValue()).toBe(
    '/^Egrets$/;highlight;type:subject;\n/(/;type:name;\n/spam/i;type:comment;',
  );
  await page.getByText('Saved: 2 filters').first().waitFor();
  expect(await page.locator('.filter-problems li').allInnerTexts()).toEqual([
    expect.stringMatching(/^Line 2, character 2: The regular expression is wrong: .*group/),
  ]);

  await open('/g/thread/100');
  await expect.poll(async () => count().innerText()).toBe('1 post hidden by your filters');
  expect([await shown(101), await shown(102)]).toEqual([0, 1]);
  expect(await page.evaluate('document.documentElement.className')).not.toContain('filtering');
  await count().click();
  expect(await page.locator('.filtered-count li').allInnerTexts()).toEqual(['/spam/i;type:comment; 1']);
  await page.locator('.filtered-count').getByRole('button', { name: 'Show' }).click();
  await expect.poll(async () => shown(101)).toBe(1);

  await open('/search?q=heron');
  await expect
    .poll(async () => count().innerText())
    .toBe('1 post hidden by your filters · 1 post highlighted by your filters');
  expect([await shown(101), await shown(102)]).toEqual([0, 1]);
  // Beside the text, which begins at the edge of the hit.
  expect(await page.evaluate(`getComputedStyle(document.querySelector('[data-post="g/50"]')).boxShadow`)).toContain(
    '-9.4px',
  );

  for (const path of ['/g/', '/g/catalog']) {
    await open(path);
    await expect.poll(async () => count().innerText()).toContain('1 post highlighted');
    // The highlighted thread is first, although the other has newer posts.
    await expect
      .poll(async () =>
        page.locator('#main :is([data-post="g/100"], [data-post="g/50"])').first().getAttribute('data-post'),
      )
      .toBe('g/50');
  }
});

test('a quoted post, active threads and new pictures are filtered too', async () => {
  await save('/spam/');
  await open('/g/thread/100');
  await expect.poll(async () => shown(101)).toBe(0);
  await page.locator('[id="104"] .post-body > .quotelink').hover();
  const preview = page.locator('.quote-preview');
  await preview.getByRole('button', { name: 'Show No.101' }).waitFor();
  expect(await preview.locator('.post-body').count()).toBe(0);
  await preview.getByRole('button', { name: 'Show No.101' }).click();
  await expect.poll(async () => preview.locator('.post-body').innerText()).toBe('buy a heron, spam');
  await open('/');
  const active = page.locator('.discussed-now');
  await active.getByRole('link', { name: 'Herons' }).waitFor();
  await active.getByRole('link', { name: 'Spam sale' }).waitFor({ state: 'detached' });
});

test('a filter from a post’s menu hides its posts at once, and without a trace with stub:no', async () => {
  await open('/g/thread/100');
  await post(101)
    .getByRole('button', { name: /^More actions/ })
    .click();
  await page.getByRole('menuitem', { name: 'Hide by filter' }).click();
  await page.getByRole('menuitem', { name: 'All posts with this tripcode' }).click();
  await expect.poll(async () => shown(101)).toBe(0);
  expect(await post(101).isVisible()).toBe(true);
  await open('/settings');
  const lines = page.getByLabel('Filters, one per line');
  expect(await lines.inputValue()).toBe(String.raw`/^!Ep8pui8Vw2$/;type:tripcode;`);
  await lines.fill('/^!Ep8pui8Vw2$/;type:tripcode;stub:no;');
  await page.getByRole('button', { name: 'Save filters' }).click();
  await open('/g/thread/100');
  await expect.poll(async () => post(101).isVisible()).toBe(false);
  await page.locator('.filtered-count').getByRole('button', { name: 'Show' }).click();
  await expect.poll(async () => post(101).isVisible()).toBe(true);
});

test('an expression that takes too long is stopped, and the others apply', async () => {
  await save('/(a+)+$/\n/spam/');
  await open('/g/thread/100');
  await expect
    .poll(async () => count().innerText())
    .toBe('1 post hidden by your filters · 1 filter took too long and was stopped');
  expect([await shown(101), await shown(103)]).toEqual([0, 1]);
});
