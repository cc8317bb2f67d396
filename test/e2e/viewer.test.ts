/** The viewer on a phone: Back closes it, fingers switch between files and enlarge them. */
import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '../support/archive.ts';
import { openBrowser } from '../support/browser.ts';
import { hydrated } from '../support/hydrated.ts';
import { clearPage } from '../support/clear-page.ts';
import { useSharedArchive } from '../support/shared-archive.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Hit {
  readonly board: string;
  readonly thread: number;
}

interface StoredFile {
  readonly url: string | null;
  readonly thumb_url: string | null;
  readonly type: string | null;
  readonly spoiler: boolean;
}

const isPicture = (file: StoredFile | null): boolean =>
  file?.url != null && file.thumb_url !== null && file.type === 'png' && !file.spoiler;

const PHONE = { width: 390, height: 844 };

const archive = useSharedArchive();
let browser: Browser;
let page: Page;
let client: CDPSession;
let thread: string;

beforeAll(async () => {
  browser = await openBrowser();
  page = await browser.newPage({ viewport: PHONE, hasTouch: true, isMobile: true });
  client = await page.context().newCDPSession(page);
  await eventually('the pictures of a thread are stored', async () => {
    const api = `${archive().serverUrl}/api/v1`;
    const { hits } = (await (await fetch(`${api}/search?q=is:op+has:file`)).json()) as { hits: Hit[] };
    for (const { board, thread: num } of hits) {
      const answer = await fetch(`${api}/boards/${board}/threads/${num}`);
      const { posts } = (await answer.json()) as { posts: { opener: boolean; file: StoredFile | null }[] };
      const replies = posts.filter(({ opener, file }) => !opener && isPicture(file));
      thread = `/${board}/thread/${num}`;
      if (replies.length > 2) return true;
    }
    return false;
  });
});
afterAll(async () => browser?.close());

const viewer = () => page.getByRole('dialog', { name: 'File viewer' });
const scrolled = async () => page.evaluate<number>('Math.round(scrollY)');
const entries = async () => page.evaluate<number>('history.length');
const place = async () => (await viewer().locator('.viewer-place').innerText()).replace(/\s+/g, ' ');
const scale = async () =>
  viewer()
    .locator('.viewer-sheet')
    .evaluate((sheet) => Number(/scale\(([\d.]+)\)/.exec(sheet.getAttribute('style') ?? '')?.[1] ?? 1));

/** Opens the thread, expands a picture in the middle of it and returns the control that opens it over the page. */
async function openThread(): Promise<void> {
  await page.goto(`${archive().serverUrl}${thread}`);
  await page.locator('#page-data').waitFor({ state: 'detached' });
}

/** Opens the viewer at the second picture, from the middle of the thread. */
async function openViewer(): Promise<void> {
  const picture = page.locator('.posts a.picture[data-expand][href$=".png"]').first();
  await picture.scrollIntoViewIfNeeded();
  await picture.tap();
  const full = page.getByRole('button', { name: 'Full screen' }).first();
  await full.scrollIntoViewIfNeeded();
  await full.evaluate((button) => button.scrollIntoView({ block: 'center' }));
  await full.tap();
  await viewer().locator('img, video').first().waitFor();
}

/** Moves fingers from one position to another, each along its own path. */
async function move(ways: readonly (readonly [from: Point, to: Point])[], steps = 6): Promise<void> {
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', share: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        type === 'touchEnd'
          ? []
          : ways.map(([from, to], id) => ({
              x: from.x + (to.x - from.x) * share,
              y: from.y + (to.y - from.y) * share,
              id,
            })),
    });
  await touch('touchStart', 0);
  for (let step = 1; step <= steps; step++) await touch('touchMove', step / steps);
  await touch('touchEnd', 1);
}

beforeEach(async () => {
  await clearPage(page, { origin: archive().serverUrl, viewport: PHONE });
  await openThread();
});

test('Back closes the viewer and leaves the thread where it was; Forward and a reload show the file again', async () => {
  await openViewer();
  const shown = await place();
  const before = await scrolled();
  expect(before).toBeGreaterThan(50);
  const address = page.url();
  await page.goBack();
  await viewer().waitFor({ state: 'detached' });
  expect(page.url()).toBe(address);
  expect(await scrolled()).toBe(before);
  await page.goForward();
  await viewer().waitFor();
  expect(await place()).toBe(shown);
  await page.reload();
  await viewer().waitFor();
  expect(await place()).toBe(shown);
  await page.goBack();
  await viewer().waitFor({ state: 'detached' });
  expect(page.url()).toBe(address);
});

test('Escape and the close button remove the viewer’s history entry', async () => {
  await page.goto(`${archive().serverUrl}/`);
  await openThread();
  for (const close of [
    async () => page.keyboard.press('Escape'),
    async () => viewer().getByRole('button', { name: 'Close' }).tap(),
  ]) {
    await openViewer();
    const before = await scrolled();
    await close();
    await viewer().waitFor({ state: 'detached' });
    await expect.poll(async () => page.evaluate('history.state.viewer ?? null')).toBe(null);
    expect(await scrolled()).toBe(before);
    await page.getByRole('button', { name: 'Close' }).first().tap();
  }
  await page.goBack();
  await page.locator('.home').waitFor();
});

test('a swipe shows the next file and the one before, and the history has one entry for all', async () => {
  await openViewer();
  const first = await place();
  const length = await entries();
  await move([
    [
      { x: 320, y: 400 },
      { x: 60, y: 410 },
    ],
  ]);
  await expect.poll(place).not.toBe(first);
  await viewer().locator('img, video').first().waitFor();
  await move([
    [
      { x: 60, y: 400 },
      { x: 330, y: 390 },
    ],
  ]);
  await expect.poll(place).toBe(first);
  // A downward movement is not a swipe.
  await move([
    [
      { x: 200, y: 200 },
      { x: 210, y: 600 },
    ],
  ]);
  expect(await place()).toBe(first);
  expect(await entries()).toBe(length);
});

test('two fingers or two taps enlarge a picture, and one finger then moves it within its edges', async () => {
  await openViewer();
  const first = await place();
  await move([
    [
      { x: 190, y: 400 },
      { x: 90, y: 300 },
    ],
    [
      { x: 200, y: 420 },
      { x: 300, y: 520 },
    ],
  ]);
  await expect.poll(scale).toBeGreaterThan(2);
  const left = async () => (await viewer().locator('.viewer-sheet img').boundingBox())?.x ?? 0;
  await expect.poll(async () => viewer().locator('[data-held]').count()).toBe(0);
  // The picture glides to its place.
  await expect.poll(async () => page.evaluate('document.getAnimations().length')).toBe(0);
  const before = await left();
  await move([
    [
      { x: 300, y: 400 },
      { x: 250, y: 400 },
    ],
  ]);
  await expect.poll(left).toBeLessThan(before - 30);
  for (let times = 0; times < 12; times++)
    await move(
      [
        [
          { x: 380, y: 400 },
          { x: 20, y: 400 },
        ],
      ],
      2,
    );
  const box = await viewer().locator('.viewer-sheet img').boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(388);
  expect(await place()).toBe(first);
  const tapTwice = async () => {
    await page.touchscreen.tap(195, 420);
    await page.touchscreen.tap(195, 420);
  };
  await tapTwice();
  await expect.poll(scale).toBe(1);
  await tapTwice();
  await expect.poll(scale).toBeGreaterThan(2);
  await page.keyboard.press('0');
  await expect.poll(scale).toBe(1);
  await page.keyboard.press('+');
  await expect.poll(scale).toBe(1.5);
  await page.keyboard.press('-');
  await expect.poll(scale).toBe(1);
});

test.each(['light', 'dark'] as const)(
  'in the theme %s the background is dark, and buttons are within reach of the thumb',
  async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await openViewer();
    const ground = await page.evaluate(`getComputedStyle(document.querySelector('.viewer')).backgroundColor`);
    for (const part of String(ground).match(/\d+/g) ?? []) expect(Number(part)).toBeLessThan(40);
    for (const button of await viewer().locator('button:visible, a:visible').all()) {
      const box = await button.boundingBox();
      expect(box?.y).toBeGreaterThan(844 / 2);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844);
    }
  },
);

test('the focus stays in the viewer, and returns to the file', async () => {
  await openViewer();
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press('Tab');
    const isInside = await page.evaluate(
      `document.activeElement === document.body || document.activeElement.closest('.viewer') !== null`,
    );
    expect(isInside).toBe(true);
  }
  await page.goBack();
  await viewer().waitFor({ state: 'detached' });
  await expect.poll(async () => page.evaluate(`document.activeElement?.closest('.file-place') !== null`)).toBe(true);
});

test('the link to the post closes the viewer', async () => {
  await openViewer();
  const length = await entries();
  await viewer().getByRole('link', { name: 'Go to post' }).tap();
  await page.waitForURL(/#p\d+$/);
  await viewer().waitFor({ state: 'detached' });
  expect(await entries()).toBe(length);
  await page.goBack();
  await expect.poll(() => new URL(page.url()).hash).toBe('');
  expect(await viewer().count()).toBe(0);
});

test('on a page of hits it goes on with the next pages, and says which file is the last', async () => {
  const api = `${archive().serverUrl}/api/v1/search`;
  const query = 'has:image -is:spoiler';
  await eventually('a page of hits has only files that are stored, and another page follows', async () => {
    const answer = await fetch(`${api}?${new URLSearchParams({ q: query, limit: '40' }).toString()}`);
    const { hits } = (await answer.json()) as { hits: { file?: { url?: string } }[] };
    return hits.length === 40 && hits.every(({ file }) => file?.url !== undefined);
  });
  await page.goto(`${archive().serverUrl}/search?${new URLSearchParams({ q: query, view: 'gallery' }).toString()}`);
  const pieces = page.locator('.gallery-grid .gallery-piece');
  await pieces.first().waitFor();
  await hydrated(page, '.gallery-grid .gallery-piece');
  const shown = await pieces.count();
  await pieces.first().locator('a.picture').tap();
  await viewer().locator('img').first().waitFor();
  expect(await place()).toMatch(/ 1 of \d+ so far$/);
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowRight');
  await expect.poll(place).toMatch(new RegExp(` ${shown + 1} of \\d+`));
  expect(await viewer().locator('.viewer-strip li').count()).toBeGreaterThan(shown);
  // To the end of all hits.
  for (let pages = 0; pages < 60 && !(await place()).endsWith('the last file'); pages++) {
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowRight');
    await expect.poll(place).not.toContain('Loading');
  }
  expect(await place()).toMatch(/ (\d+) of \1, the last file$/);
  expect(await viewer().getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await viewer().waitFor({ state: 'detached' });
  await expect.poll(async () => page.evaluate(`document.activeElement?.closest('.file-place') !== null`)).toBe(true);
});
