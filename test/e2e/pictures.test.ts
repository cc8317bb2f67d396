/** Pictures in lists: whole, with their title, size and date, in boxes of one height. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/archive.ts';
import { openBrowser } from '../support/browser.ts';
import { useSharedArchive } from '../support/shared-archive.ts';

const WIDE = { width: 1280, height: 900 };

const archive = useSharedArchive();
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  page = await browser.newPage({ viewport: WIDE });
  await eventually('pictures of the board are stored', async () => {
    const answer = await fetch(`${archive().serverUrl}/api/v1/boards/tech/images?limit=20`);
    const { posts } = (await answer.json()) as { posts: { file: { url: string | null; type: string | null } }[] };
    return posts.filter(({ file }) => file.url !== null && file.type !== 'webm').length > 5;
  });
});
afterAll(async () => browser?.close());

interface Shown {
  /** Width divided by height, in the file and on the page. */
  readonly shape: readonly [file: number, page: number];
  readonly isEnlarged: boolean;
  readonly isInBox: boolean;
}

const SHOWN = `[...document.querySelectorAll('.gallery-piece img')].flatMap((img) => {
  const { naturalWidth: width, naturalHeight: height } = img;
  if (width === 0) return [];
  const [box, at] = [img.closest('.picture').getBoundingClientRect(), img.getBoundingClientRect()];
  const scale = Math.min(at.width / width, at.height / height);
  const isContained = getComputedStyle(img).objectFit === 'contain';
  return [{
    shape: [width / height, isContained ? width / height : at.width / at.height],
    isEnlarged: scale > 1.02,
    isInBox: at.top >= box.top - 1 && at.bottom <= box.bottom + 1 && at.left >= box.left - 1 && at.right <= box.right + 1,
  }];
})`;

test('images of a board and of a search are whole and not enlarged, with title, size and date', async () => {
  for (const path of ['/tech/images', '/search?q=board:tech&view=gallery']) {
    await page.goto(archive().serverUrl + path);
    await page.locator('.gallery-piece img').first().waitFor();
    const shown = await eventuallyShown(3);
    for (const { shape, isEnlarged, isInBox } of shown) {
      expect(shape[1] / shape[0]).toBeCloseTo(1, 1);
      expect({ isEnlarged, isInBox }).toEqual({ isEnlarged: false, isInBox: true });
    }
    const heights = await page
      .locator('.gallery-piece .picture')
      .evaluateAll((boxes) => boxes.map((box) => Math.round(box.getBoundingClientRect().height)));
    expect(new Set(heights).size).toBe(1);
    const first = page.locator('.gallery-piece').first();
    expect(await first.locator('.gallery-title').innerText()).not.toMatch(/^(?:No\.\d+)?$/);
    expect(await first.locator('.gallery-facts').first().innerText()).toMatch(/\d+KiB, \d+x\d+$/);
    expect(await first.locator('time').getAttribute('datetime')).toMatch(/^20\d\d-/);
  }
});

async function eventuallyShown(least: number): Promise<readonly Shown[]> {
  let shown: readonly Shown[] = [];
  await eventually('pictures are loaded', async () => {
    shown = await page.evaluate<readonly Shown[]>(SHOWN);
    return shown.length >= least;
  });
  return shown;
}

test('cards of a catalog have pictures of one height, one link for keys, counts in words, their page and their age', async () => {
  await page.goto(`${archive().serverUrl}/tech/catalog`);
  const cards = page.locator('.catalog-card:has(.picture)');
  await cards.first().waitFor();
  const heights = await page
    .locator('.catalog-card .picture')
    .evaluateAll((boxes) => boxes.map((box) => Math.round(box.getBoundingClientRect().height)));
  expect(heights.length).toBeGreaterThan(3);
  expect(new Set(heights).size).toBe(1);
  const card = cards.filter({ has: page.locator('.picture img') }).first();
  const title = card.locator('h2 a');
  const address = await title.getAttribute('href');
  expect(await card.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    address,
  ]);
  await title.focus();
  await page.keyboard.press('Shift+Tab');
  expect(await page.evaluate(`document.activeElement?.closest('.catalog-card a.picture')?.className`)).toBeUndefined();
  const [counts = '', age = ''] = await Promise.all(
    ['.catalog-counts', '.catalog-age'].map((name) => cards.first().locator(name).first().innerText()),
  );
  expect(counts).toMatch(/^\d+ (?:reply|replies), \d+ files?/);
  expect(age.replace(/\s+/g, ' ')).toMatch(/^Page 1 started \S/);
});

test('the viewer has a filmstrip, a caption and the post, and files keep their names', async () => {
  await page.goto(`${archive().serverUrl}/tech/images`);
  const viewer = page.getByRole('dialog', { name: 'File viewer' });
  const pictures = page.locator('.gallery-piece a.picture[data-expand]:has(img)');
  await pictures.first().waitFor();
  await page.locator('#page-data').waitFor({ state: 'detached' });
  await pictures.first().click();
  await viewer.locator('.viewer-sheet img').waitFor();
  expect(await viewer.locator('.viewer-place').innerText()).toMatch(/\.\w+\s+\d+KiB, \d+x\d+\s+1 of \d+(?: so far)?$/);
  const frames = viewer.getByRole('list', { name: 'Files' }).getByRole('button');
  const current = async () => frames.evaluateAll((all) => all.findIndex((one) => one.ariaCurrent === 'true'));
  await page.keyboard.press('ArrowRight');
  await expect.poll(current).toBe(1);
  await frames.nth(3).click();
  await expect.poll(current).toBe(3);
  // The strip is one stop of the Tab key, and its arrow keys take the focus with them.
  await page.keyboard.press('ArrowLeft');
  await expect
    .poll(async () => frames.nth(2).evaluate((frame) => frame === frame.ownerDocument.activeElement))
    .toBe(true);
  expect(await frames.evaluateAll((all) => all.filter((one) => one.tabIndex === 0).length)).toBe(1);

  const post = viewer.getByRole('complementary');
  await page.keyboard.press('i');
  await post.waitFor();
  await page.keyboard.press('Escape');
  await viewer.waitFor({ state: 'detached' });
  await pictures.first().click();
  await post.waitFor();

  const link = viewer.getByRole('link', { name: 'Download' });
  const name = await link.getAttribute('download');
  expect(await viewer.locator('.viewer-file').innerText()).toBe(name);
  const dragged = await page.evaluate<string>(`(() => {
    const dataTransfer = new DataTransfer();
    const link = document.querySelector('.viewer a[download]');
    link.dispatchEvent(new DragEvent('dragstart', { bubbles: true, dataTransfer }));
    return dataTransfer.getData('DownloadURL');
  })()`);
  expect(dragged.slice(0, dragged.indexOf(':http'))).toBe(`application/octet-stream:${name}`);
  const source = await viewer.locator('.viewer-sheet img').getAttribute('src');
  const { headers } = await fetch(new URL(source ?? '', archive().serverUrl));
  expect(headers.get('content-disposition')).toBe(`inline; filename="${name}"`);

  await post.locator('.post-num').click();
  await page.waitForURL(/\/tech\/thread\/\d+#p\d+$/);
  await viewer.waitFor({ state: 'detached' });
});
