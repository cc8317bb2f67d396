import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { givenArchive } from '../integration/server/given-archive.ts';
import { axeViolationsOf } from '../support/axe.ts';
import { openPages, type OpenPages } from '../support/open-pages.ts';
import { useWorld } from '../support/world.ts';

const OUTPUT = fileURLToPath(new URL('../.output', import.meta.url));
const world = useWorld();
let pages: OpenPages;
let page: Page;

const WINDOW = { width: 1280, height: 900 };
const HOUR_MS = 3_600_000;
const LONG = 126;

const picture = (letter: string) => ({
  mediaHash: Buffer.from(letter.repeat(16)),
  mediaType: 'png',
  mediaTime: 1,
  mediaName: 'heron',
  mediaDimsSrcW: 400,
  mediaDimsSrcH: 300,
});

beforeAll(async () => {
  mkdirSync(OUTPUT, { recursive: true });
  const archive = givenArchive(world());
  for (const board of ['g', 'ck']) await archive.board(board);
  const now = Date.now();
  const before = (hours: number) => {
    const time = new Date(now - hours * HOUR_MS);
    return { timePosted: time, timeModified: time };
  };
  const countries = ['DE', 'JP', 'JP', 'BR', null] as const;
  await archive.storeAndIndex(
    'g',
    Array.from({ length: 80 }, (_, place) => ({
      num: 10 + place,
      thread: place < 50 ? 10 : 60,
      opener: place === 0 || place === 50,
      subject: place === 0 ? 'Herons of the north' : place === 50 ? 'Storks' : null,
      ...(place === 0 && { replies: 49 }),
      ...(place === 50 && { replies: 29 }),
      name: place > 75 ? 'Ardea' : null,
      comment: `post ${place}`,
      country: countries[place % countries.length] ?? null,
      // The second thread is from the last hours.
      ...before(place < 50 ? (80 - place) * 31 : (80 - place) / 10),
      ...(place % 6 === 0 ? picture(place % 12 === 0 ? 'a' : 'b') : {}),
    })),
  );
  await archive.storeAndIndex(
    'ck',
    Array.from({ length: LONG }, (_, place) => ({
      num: place + 2,
      thread: 2,
      opener: place === 0,
      subject: place === 0 ? 'A long thread' : null,
      comment:
        `<a href="#p${Math.ceil((place + 2) / 3)}" class="quotelink">&gt;&gt;${Math.ceil((place + 2) / 3)}</a><br>` +
        'Words enough for a line or two on a phone. '.repeat((place * 7) % 12) +
        '<br><br><a href="#p2" class="quotelink">&gt;&gt;2</a>',
      ...before(2_000 - place),
    })),
  );
  pages = await openPages(world(), () => new Date());
  page = await pages.browser.newPage({ locale: 'en-GB' });
});

afterAll(async () => pages?.close());

beforeEach(async () => {
  await page.setViewportSize(WINDOW);
  await page.emulateMedia({ colorScheme: 'light', media: 'screen' });
});

async function open(address: string): Promise<void> {
  await page.goto(`${pages.origin}${address}`);
  await page.locator('h1').first().waitFor();
}

test('a board’s tabs lead to its statistics, as charts and tables', async () => {
  await open('/g/');
  await page.getByRole('navigation', { name: 'Views of /g/' }).getByRole('link', { name: 'Statistics' }).click();
  await page.waitForURL(/\/g\/statistics$/);
  await page.getByText('80 posts, 14 with a file').waitFor();
  expect(await page.getByRole('img', { name: /^From .* peak in / }).count()).toBe(3);
  expect(await page.locator('.week-hour').count()).toBe(7 * 24);
  const sumOf = async (title: string) => {
    const table = page.locator('.statistics-table').filter({ hasText: title });
    await table.locator('summary').click();
    const counts = await table.locator('tbody td:nth-child(2)').allTextContents();
    return counts.reduce((sum, count) => sum + Number(count), 0);
  };
  expect(await sumOf('Posts and files over time')).toBe(80);
  // The hour of the day decides how many of the older posts are in the first of these days.
  expect([69, 70]).toContain(await sumOf('Posts per day, last 91 days'));
  expect(await sumOf('Posts per hour, last 7 days')).toBe(30);
  expect(await page.locator('section:has(> #countries) tbody th').allTextContents()).toEqual([
    'Japan',
    'Brazil',
    'Germany',
  ]);
  await page.getByText('0 of 14 files archived (0%).').waitFor();
  const ever = page.getByRole('region', { name: 'Of all time' }).getByRole('listitem');
  expect(await ever.allTextContents()).toEqual([
    expect.stringMatching(/^Herons of the north50 posts/),
    expect.stringMatching(/^Storks30 posts/),
  ]);
  expect(
    await page.getByRole('region', { name: 'New names in the last 4 weeks' }).getByRole('link').allTextContents(),
  ).toEqual(['Ardea']);
  await page.screenshot({ path: `${OUTPUT}/statistics.png`, fullPage: true });
});

test('all boards are compared in a table that each column sorts', async () => {
  await open('/g/statistics');
  await page.getByRole('link', { name: 'Compare all boards' }).click();
  await page.waitForURL(/\/statistics$/);
  const boards = page.locator('.statistics-boards tbody th');
  await boards.first().waitFor();
  expect(await boards.allTextContents()).toEqual(['/ck/', '/g/']);
  await page.getByRole('button', { name: 'With a file' }).click();
  expect(await boards.allTextContents()).toEqual(['/g/', '/ck/']);
  await page.getByRole('link', { name: '/g/', exact: true }).click();
  await page.waitForURL(/\/g\/statistics$/);
});

/** test/e2e/accessibility.test.ts checks these pages with closed tables and fewer posts. */
test.each([
  ['/g/statistics', ['light', 'dark']],
  ['/ck/thread/2', ['light']],
] as const)('%s has no axe violations with open tables or many posts at 390 px, %s', async (address, themes) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await open(address);
  await page.locator('article, .week-hour').first().waitFor();
  for (const summary of await page.locator('.statistics-table > summary').all()) await summary.click();
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    expect(await axeViolationsOf(page, colorScheme === 'light' ? 'all' : 'colours')).toEqual([]);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  // Charts are rendered again after the change.
  await expect
    .poll(async () => page.evaluate('document.documentElement.scrollWidth - window.innerWidth'), {
      message: 'sideways scrolling',
    })
    .toBeLessThanOrEqual(0);
});

test('two boards are compared side by side on one scale, also without scripts', async () => {
  const context = await pages.browser.newContext({ javaScriptEnabled: false, viewport: WINDOW });
  const plain = await context.newPage();
  await plain.goto(`${pages.origin}/statistics`);
  const chosen = async () =>
    plain
      .locator('.compare-form select')
      .evaluateAll((all) => all.map((one) => (one as unknown as { value: string }).value));
  expect((await chosen())[0]).not.toBe((await chosen())[2]);
  await plain.getByLabel('First: Board').selectOption('');
  await plain.getByLabel('Second: Board').selectOption('');
  await plain.getByRole('button', { name: 'Compare' }).click();
  await plain.getByText('Both sides are the same').waitFor();
  expect(await chosen()).toEqual(['', '', '', '']);
  await plain.getByLabel('First: Board').selectOption('g');
  await plain.getByLabel('Second: Board').selectOption('ck');
  await plain.getByRole('button', { name: 'Compare' }).click();
  await plain.waitForURL(/board=g&year=&with=ck/);
  const posts = plain.locator('.compare-sides .compare-counts div:first-child dd');
  expect(await posts.allInnerTexts()).toEqual(['80', String(LONG)]);
  const files = plain.locator('.compare-sides .compare-counts div:last-child dd');
  expect(await files.allInnerTexts()).toEqual(['14', '0']);
  expect(await plain.locator('.compare-sides svg').count()).toBe(2);
  await context.close();
});

test('the home page shows the activity of each board and the active threads', async () => {
  await open('/');
  await page
    .getByRole('img', { name: /posts in the last 7 days$/ })
    .first()
    .waitFor();
  const now = page.locator('.discussed-now li');
  expect(await now.allTextContents()).toEqual(['/g/Storks30 posts in the last 6 hours']);
  await page.getByRole('link', { name: 'Storks', exact: true }).click();
  await page.waitForURL(/\/g\/thread\/60$/);
});

test('the pages use the browser’s language until the reader chooses another', async () => {
  const english = page;
  page = await pages.browser.newPage({ locale: 'de-AT' });
  onTestFinished(async () => {
    await page.close();
    page = english;
  });
  await open('/g/');
  const language = async () => page.evaluate('document.documentElement.lang');
  await page.getByRole('link', { name: 'Statistik', exact: true }).waitFor();
  expect(await language()).toBe('de');
  await page.getByRole('button', { name: 'Anzeigeeinstellungen' }).click();
  await page.getByRole('radio', { name: '日本語' }).click();
  await page.getByRole('link', { name: '統計', exact: true }).waitFor();
  await expect.poll(language).toBe('ja');
  await page.reload();
  await page.getByRole('link', { name: '統計', exact: true }).waitFor();
  expect(await language()).toBe('ja');
  // The footer has the languages by their own names.
  await page.locator('.site-footer').getByRole('button', { name: 'English' }).click();
  await page.getByRole('link', { name: 'Statistics', exact: true }).waitFor();
  await expect.poll(language).toBe('en');
  await expect.poll(async () => page.evaluate('document.activeElement?.textContent')).toBe('English');
});

test('a printed thread has all its posts and no controls', async () => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await open('/ck/thread/2');
  // Renders all posts, not only the first screen.
  await page
    .locator('.posts:not([aria-busy]) > .post')
    .nth(LONG - 2)
    .waitFor({ state: 'attached' });
  await page.emulateMedia({ media: 'print' });
  for (const hidden of ['.site-header', '.post-tool', '.thread-end'])
    expect(await page.locator(hidden).first().isVisible(), hidden).toBe(false);
  const colours = await page.evaluate(
    '[document.documentElement, document.querySelector(".post-body")].map((element) => getComputedStyle(element)).map(({ color, backgroundColor }) => color)',
  );
  expect(colours).toEqual(['rgb(0, 0, 0)', 'rgb(0, 0, 0)']);
  // Posts out of view on screen have their real height on paper.
  const heights = await page.evaluate<number[][]>(
    '[...document.querySelectorAll(".posts > .post")].map((item) => [item.clientHeight, item.firstElementChild.clientHeight])',
  );
  // The opening post's element contains them.
  expect(heights).toHaveLength(LONG - 1);
  expect(heights.filter(([item = 0, post = 0]) => Math.abs(item - post) > 24)).toEqual([]);
  await page.pdf({ path: `${OUTPUT}/thread.pdf` });
});
