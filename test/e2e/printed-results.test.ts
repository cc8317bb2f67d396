import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenArchive } from '../integration/server/given-archive.ts';
import { openPages, type OpenPages } from '../support/open-pages.ts';
import { allHydrated, listensToKeys } from '../support/hydrated.ts';
import { useWorld } from '../support/world.ts';

const OUTPUT = fileURLToPath(new URL('../.output', import.meta.url));
/** An A4 sheet without margins at 96 dpi. */
const PAPER = { width: 688, height: 1001 };
const SUBJECT = 'A subject that is far too long for one line of paper, '.repeat(4).trim();

const world = useWorld();
let pages: OpenPages;
let page: Page;

beforeAll(async () => {
  mkdirSync(OUTPUT, { recursive: true });
  const archive = givenArchive(world());
  await archive.board('g');
  await archive.storeAndIndex(
    'g',
    Array.from({ length: 30 }, (_, place) => ({
      num: 10 + place,
      thread: 10,
      opener: place === 0,
      subject: place === 0 ? SUBJECT : null,
      comment: `a heron ${place} `.repeat(place === 5 ? 200 : 1 + place),
    })),
  );
  pages = await openPages(world());
  page = await pages.browser.newPage({ viewport: PAPER, colorScheme: 'dark', locale: 'en-GB' });
  await page.goto(`${pages.origin}/search?q=heron`);
  await page.locator('[data-hits] > .hit').first().waitFor();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
});

afterAll(async () => pages?.close());

test('a printed results page shows its query and no controls', async () => {
  const summary = page.locator('.results-count');
  expect((await summary.innerText()).replaceAll(/\s+/g, ' ')).toBe('30 posts for heron');
  expect((await page.locator('.results-count .visually-hidden').boundingBox())?.width).toBeGreaterThan(20);
  const clicked =
    '.site-header, .results-tools, .view-switch, .query-parts, .timeline, .paginate, .hit-more, .search-side';
  for (const hidden of await page.locator(clicked).all()) expect(await hidden.isVisible()).toBe(false);
  await page.screenshot({ path: `${OUTPUT}/printed-results.png` });
  await page.pdf({ path: `${OUTPUT}/printed-results.pdf`, format: 'A4' });
});

test('nothing is cut off at the edge, and omissions are marked', async () => {
  const ends = await page.evaluate<number[]>(
    `[...[...document.querySelectorAll('.hit-thread')]
      .find(({ textContent }) => textContent === ${JSON.stringify(SUBJECT)})
      .getClientRects()].map(({ right }) => right)`,
  );
  expect(ends.length).toBeGreaterThan(1);
  expect(Math.max(...ends)).toBeLessThanOrEqual(PAPER.width);
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PAPER.width);
  expect(await page.locator('.hit-cut:visible').count()).toBe(1);
});

test('matches are visible without a background', async () => {
  expect(await page.evaluate<string>('getComputedStyle(document.querySelector("mark")).textDecorationLine')).toBe(
    'underline',
  );
});

test('a printed thread has its address and date, no controls, and posts that are not cut by the end of a sheet', async () => {
  // The posts are three hours old.
  await page.goto(`${pages.origin}/g/thread/10`);
  const posted = Date.parse((await page.locator('.post_data time').first().getAttribute('datetime')) ?? '');
  await page.addInitScript(`Date.now = () => ${posted + 3 * 3_600_000}`);
  await page.goto(`${pages.origin}/g/thread/10`);
  await page.locator('.posts > .post').last().waitFor({ state: 'attached' });
  await listensToKeys(page);
  await allHydrated(page);
  await page.evaluate(
    `addEventListener('beforeprint', () => {
      window.printedTimes = [...document.querySelectorAll('.posts time')].map(({ textContent }) => textContent);
    })`,
  );
  await page.pdf({ path: `${OUTPUT}/printed-thread.pdf`, format: 'A4' });
  expect(await page.evaluate<string>(`document.querySelector('#main').dataset.printed`)).toMatch(
    new RegExp(`^${pages.origin}/g/thread/10 · .*\\b20\\d\\d\\b`),
  );
  const times = await page.evaluate<readonly string[]>('printedTimes');
  expect(times.length).toBeGreaterThan(20);
  for (const time of times) expect(time).toMatch(/\b20\d\d, \d\d:\d\d$/);
  const clicked = '.site-header, .site-footer, .thread-actions, .thread-tools, .thread-search, .post-tool, .new-hits';
  for (const hidden of await page.locator(clicked).all()) expect(await hidden.isVisible()).toBe(false);
  expect(await page.evaluate<string>(`getComputedStyle(document.querySelector('.posts > .post')).breakInside`)).toBe(
    'avoid',
  );
});
