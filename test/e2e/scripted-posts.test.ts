/**
 * Every field of these posts tries to run as a script, from the source through scraper, stores and indexer to the pages, in a real
 * browser. No script runs, and the pages' policy has nothing to block.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHarness, type Harness } from '../integration/scraper/harness.ts';
import { addHeldBoard, Upstream } from '../integration/scraper/upstream.ts';
import { drained, openIndexer } from '../support/indexer.ts';
import { IS_FULL } from '../support/full-counts.ts';
import { openPages, type OpenPages } from '../support/open-pages.ts';
import { SCRIPTED_TEXTS } from '../support/scripted-text.ts';
import { openWatchedPage, provoke } from '../support/watched-scripts.ts';
import { useWorld } from '../support/world.ts';

const WORD = 'quokkamatic';
const PER_THREAD = 90;
const FIRST = 1_000;
const LONG_MS = 1_200_000;

const world = useWorld();
let upstream: Upstream;
let scraper: Harness;
let pages: OpenPages;
let page: Page;
let problems: readonly string[];

const threads = Array.from(
  { length: Math.ceil(SCRIPTED_TEXTS.length / PER_THREAD) },
  (_, place) => FIRST + place * PER_THREAD,
);

beforeAll(async () => {
  upstream = new Upstream();
  const board = await addHeldBoard(world(), await upstream.open());
  scraper = createHarness(world(), board);
  for (const thread of threads) {
    SCRIPTED_TEXTS.slice(thread - FIRST, thread - FIRST + PER_THREAD).forEach((text, place) => {
      if (place === 0) upstream.start(thread, 0, fieldsOf(text));
      else upstream.reply(thread, thread + place, fieldsOf(text));
    });
  }
  await scraper.pass();
  const indexer = await openIndexer(world());
  await drained(world());
  await indexer.close();
  await world().elasticsearch.indices.refresh({ index: `${world().indexPrefix}*` });
  pages = await openPages(world());
  ({ page, problems } = await openWatchedPage(pages.browser));
});

afterAll(async () => {
  // The last test provokes violations, which closing reports.
  await expect(pages?.close()).rejects.toThrow('pages violated their policy');
  await scraper?.close();
  await upstream?.close();
});

/** Raw, as a source without escaping sends them, and escaped. */
function fieldsOf(text: string): Record<string, unknown> {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return {
    com: `${WORD} ${text} <br>${escaped} ${WORD}`,
    name: text,
    sub: `${WORD} ${text}`,
    trip: '!abc',
    filename: `${WORD} ${text}`,
    ext: '.png',
    tim: 1_700_000_000_123,
    md5: 'cXVldHphbGNvYXRsdXMhIQ==',
    fsize: 1,
    w: 1,
    h: 1,
    tn_w: 1,
    tn_h: 1,
  };
}

/** Visits a whole page and triggers all pointer and focus handlers. */
async function provokeAt(address: string): Promise<void> {
  await page.goto(`${pages.origin}${address}`);
  await page.locator('h1').first().waitFor();
  await page.locator('article, .counted-threads').first().waitFor();
  // Renders all posts, not only the first screen.
  await page.locator('ol[aria-busy]').first().waitFor({ state: 'detached' });
  const found = await provoke(page);
  expect(found, address).toEqual([]);
}

const TEXTS = IS_FULL ? 3_000 : 300;

test(`there are more than ${TEXTS} scripted texts, and each passed the scraper`, async () => {
  expect(SCRIPTED_TEXTS.length).toBeGreaterThan(TEXTS);
  const { rows } = await world().pool.query<{ posts: number; names: number }>(
    'select count(*)::int as posts, count(distinct name)::int as names from posts',
  );
  // Names lose their entities and white space, so that some become equal.
  expect(rows[0]?.posts).toBe(SCRIPTED_TEXTS.length);
  expect(rows[0]?.names).toBeGreaterThan(0.7 * SCRIPTED_TEXTS.length);
});

test('scripted texts do not run in threads', { timeout: LONG_MS }, async () => {
  for (const thread of threads) {
    await provokeAt(`/g/thread/${thread}`);
    const posts = await page.locator('article').count();
    expect(posts).toBe(Math.min(PER_THREAD, SCRIPTED_TEXTS.length - (thread - FIRST)));
  }
  expect(problems).toEqual([]);
});

test('scripted texts do not run in marked search hits', { timeout: LONG_MS }, async () => {
  const seen = new Set<string>();
  let address: string | null = `/search?q=${encodeURIComponent(`${WORD} subject:${WORD} file:${WORD}`)}`;
  while (address !== null) {
    await provokeAt(address);
    expect(await page.locator('.post-subject mark, .file-name mark, .post-body mark').count()).toBeGreaterThan(2);
    for (const number of await page.locator('article .post-num').allTextContents()) seen.add(number);
    const next = page.locator('a[rel=next]');
    address = (await next.count()) === 0 ? null : await next.first().getAttribute('href');
  }
  expect(seen.size).toBe(SCRIPTED_TEXTS.length);
  expect(problems).toEqual([]);
});

test('scripted texts do not run in lists, statistics and the pages without scripts', async () => {
  for (const address of ['/g/', '/g/catalog', '/g/images', '/g/statistics', `/g/thread/${FIRST}`])
    await provokeAt(address);
  expect(problems).toEqual([]);
});

test('a script that ran or was blocked would be detected', async () => {
  const html = `document.body.insertAdjacentHTML('beforeend', '<img src="x" onerror="xss()">')`;
  await expect(page.evaluate(html)).rejects.toThrow('TrustedHTML');
  await expect.poll(() => problems).toContainEqual(expect.stringMatching(/^blocked .* require-trusted-types-for/));
  await page.evaluate(`import('data:text/javascript,xss()').catch(() => {})`);
  await expect.poll(() => problems).toContainEqual(expect.stringMatching(/^blocked .* script-src/));
  await page.evaluate('xss()');
  expect(problems.some((line) => line.startsWith('ran on'))).toBe(true);
});
