import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/archive.ts';
import { openBrowser } from '../support/browser.ts';
import { useSharedArchive } from '../support/shared-archive.ts';

const OUTPUT = fileURLToPath(new URL('../.output', import.meta.url));
const archive = useSharedArchive();
let browser: Browser;
let page: Page;
const pageErrors: string[] = [];

beforeAll(async () => {
  mkdirSync(OUTPUT, { recursive: true });
  browser = await openBrowser();
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.on('pageerror', (error) => pageErrors.push(`error on the page: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) pageErrors.push(message.text());
  });
});

afterAll(async () => browser?.close());

interface LiveThread {
  readonly board: string;
  readonly thread: number;
}

/** Any live thread of the demo source that is archived. */
async function liveThread(): Promise<LiveThread> {
  const { boards } = (await (await fetch(`${archive().demoUrl}/boards.json`)).json()) as {
    boards: { board: string }[];
  };
  const board = boards[0]?.board ?? '';
  const pages = (await (await fetch(`${archive().demoUrl}/${board}/threads.json`)).json()) as {
    threads: { no: number }[];
  }[];
  return { board, thread: pages[0]?.threads.at(-1)?.no ?? 0 };
}

/** Contains no words that other files count in the shared archive. */
async function reply({ board, thread }: LiveThread, com: string): Promise<number> {
  const answer = await fetch(`${archive().demoUrl}/_demo/${board}/thread/${thread}/reply`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ com }),
  });
  expect(answer.ok).toBe(true);
  return ((await answer.json()) as { no: number }).no;
}

async function search(q: string): Promise<{ hits: { num: number; board: string }[]; total: { value: number } }> {
  return (await (await fetch(`${archive().serverUrl}/api/v1/search?q=${encodeURIComponent(q)}`)).json()) as never;
}

test('a post is scraped, found and opened in its thread, and so is a post that arrives during the test', async () => {
  const thread = await liveThread();
  const first = await reply(thread, 'an uncommon wombatronic thought');
  await eventually('the first post is searchable', async () => (await search('wombatronic')).total.value === 1);

  await page.goto(`${archive().serverUrl}/`);
  await page.getByRole('searchbox').or(page.getByRole('combobox')).first().waitFor();
  const bar = page.getByRole('searchbox').or(page.getByRole('combobox')).first();
  await bar.fill('wombatronic');
  await bar.press('Enter');
  await page.waitForURL(/\/search\?.*q=wombatronic/);
  await page.locator('mark', { hasText: 'wombatronic' }).first().waitFor();
  await page.screenshot({ path: `${OUTPUT}/journey-search.png` });

  await page.locator(`a[href*="/${thread.board}/thread/${thread.thread}"]`).first().click();
  await page.waitForURL(new RegExp(`/${thread.board}/thread/${thread.thread}`));
  await page.locator(`[id="${first}"]`).waitFor();
  await page.screenshot({ path: `${OUTPUT}/journey-thread.png` });

  const second = await reply(thread, `>>${first}\nwombatronic again`);
  // The page stays open and shows the new post.
  await page.locator(`[id="${second}"]`).waitFor({ timeout: 60_000 });
  // The post that it replies to has a backlink.
  await page.locator(`[id="${first}"] a[href$="#p${second}"]`).first().waitFor();

  await page.goBack();
  await page.waitForURL(/\/search\?.*q=wombatronic/);
  await page.locator('mark', { hasText: 'wombatronic' }).first().waitFor();
  await eventually('the second post is searchable too', async () => (await search('wombatronic')).total.value === 2);
  await page.reload();
  await page.locator(`[id="${second}"], a[href*="#p${second}"]`).first().waitFor();
  expect(pageErrors).toEqual([]);
});

test('an edited post is found by its new words and no longer by its old ones', async () => {
  const thread = await liveThread();
  const num = await reply(thread, 'quokkamatic, before an edit');
  await eventually('the post is searchable', async () => (await search('quokkamatic')).total.value === 1);
  const answer = await fetch(`${archive().demoUrl}/_demo/${thread.board}/post/${num}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ com: 'numbatesque, after an edit' }),
  });
  expect(answer.ok).toBe(true);
  await eventually('the new words find it', async () => (await search('numbatesque')).hits[0]?.num === num);
  expect((await search('quokkamatic')).total.value).toBe(0);
});

test('an invalid query is shown with the position of its error, and the page stays usable', async () => {
  await page.goto(`${archive().serverUrl}/search?q=${encodeURIComponent('"unbalanced')}`);
  await page.getByRole('alert').first().waitFor();
  await page.getByRole('searchbox').or(page.getByRole('combobox')).first().fill('the');
});

interface FoundPost {
  readonly board: string;
  readonly num: number;
  /** Hits leave out what has no value. */
  readonly file?: { readonly spoiler?: boolean; readonly url?: string | null } | null;
}

const read = async (path: string): Promise<unknown> => (await fetch(`${archive().serverUrl}${path}`)).json();

const isArchived = ({ file }: FoundPost) => typeof file?.url === 'string';

/**
 * A thread whose opening post has such a file, not under a spoiler, and that has so many files. Waits for it, since files are archived
 * after their posts.
 */
async function threadWith(q: string, files = 1): Promise<string> {
  let path = '';
  await eventually(`a thread with ${q} has ${files} archived files`, async () => {
    const found = (await read(`/api/v1/search?limit=50&q=${encodeURIComponent(`is:op ${q} sort:old`)}`)) as {
      hits: FoundPost[];
    };
    for (const { board, num } of found.hits.filter(({ file }) => file?.spoiler !== true)) {
      const { posts } = (await read(`/api/v1/boards/${board}/threads/${num}`)) as { posts: FoundPost[] };
      if (!posts.slice(0, 1).every(isArchived) || posts.filter(isArchived).length < files) continue;
      path = `/${board}/thread/${num}`;
      return true;
    }
    return false;
  });
  return path;
}

const openThread = async (path: string) => {
  await page.goto(`${archive().serverUrl}${path}`);
  await page.locator('.posts:not([aria-busy]) article').first().waitFor();
};
/** The opening post's file. The element of the post contains the replies. */
const opener = () => page.locator('.post-op > .thread_image_box');

describe('files', () => {
  test('a picture expands in place by click and by key, and closes again', async () => {
    await openThread(await threadWith('ext:png'));
    const thumbnail = opener().locator('a.picture');
    await thumbnail.click();
    const whole = opener().locator('.file-whole img');
    await whole.waitFor();
    const size = (await whole.boundingBox()) ?? { width: 0, height: 0 };
    const natural = await whole.evaluate((image) => [Number(image.getAttribute('width')), image.clientWidth]);
    expect(size.width).toBe(natural[0]);
    expect(page.url()).toMatch(/\/thread\/\d+$/);
    expect(await page.evaluate('document.activeElement?.className')).toBe('file-whole');
    await opener().locator('a.file-whole').click();
    await thumbnail.waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('e');
    await whole.waitFor();
    await page.keyboard.press('e');
    await thumbnail.waitFor();
    await page.getByRole('button', { name: /^Expand all \d+ files$/ }).click();
    const all = await page.locator('.file-open').count();
    expect(all).toBeGreaterThan(1);
    await page.getByRole('button', { name: 'Collapse all files' }).click();
    await eventually('all are closed', async () => (await page.locator('.file-open').count()) === 0);
  });

  test('a video plays in place, pauses out of view and keeps its volume', async () => {
    const path = await threadWith('ext:webm');
    await openThread(path);
    await opener().locator('a.picture').click();
    const video = opener().locator('video');
    await video.waitFor();
    const property = async (name: string) =>
      video.evaluate((element, key) => Reflect.get(element, key) as unknown, name);
    await eventually(
      'it plays',
      async () => (await property('paused')) === false && Number(await property('currentTime')) > 0,
    );
    await page.setViewportSize({ width: 1280, height: 300 });
    await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)');
    await eventually('it pauses out of view', async () => (await property('paused')) === true);
    await page.evaluate('window.scrollTo(0, 0)');
    await eventually('it goes on in view', async () => (await property('paused')) === false);
    await page.setViewportSize({ width: 1280, height: 900 });
    await video.evaluate((element) => Reflect.set(element, 'volume', 0.25));
    await eventually(
      'the volume is kept',
      async () => (await page.evaluate(`localStorage.getItem('volume')`)) === '0.25',
    );
    await openThread(path);
    await opener().locator('a.picture').click();
    await video.waitFor();
    await eventually('it has the volume', async () => (await property('volume')) === 0.25);
  });

  test('the viewer walks the files of the thread by arrow keys, and the focus returns', async () => {
    await openThread(await threadWith('ext:png', 2));
    await page.keyboard.press('j');
    await page.keyboard.press('o');
    const viewer = page.getByRole('dialog', { name: 'File viewer' });
    await viewer.locator('.viewer-place', { hasText: / 1 of / }).waitFor();
    await page.keyboard.press('ArrowRight');
    await viewer.locator('.viewer-place', { hasText: / 2 of / }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await viewer.locator('.viewer-place', { hasText: / 1 of / }).waitFor();
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached' });
    expect(await page.evaluate(`document.activeElement?.closest('.post-op') !== null`)).toBe(true);
  });

  test('the viewer also opens for keys that were pressed before the page’s scripts ran', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const path = await threadWith('ext:png');
    const scripts = '**/assets/index-*.js';
    await page.route(scripts, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${archive().serverUrl}${path}`, { waitUntil: 'commit' });
    await page.locator('.posts article').last().waitFor({ state: 'attached' });
    // `waitForFunction` would evaluate the text in the page, which its policy forbids.
    await eventually(
      'early keys are noted',
      async () => (await page.evaluate('window.pressedEarly !== undefined')) === true,
    );
    await page.keyboard.press('j');
    await page.keyboard.press('o');
    release();
    const viewer = page.getByRole('dialog', { name: 'File viewer' });
    await viewer.locator('.viewer-place').waitFor();
    await page.unroute(scripts);
    // A reload of the page would expand it again.
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached' });
  });

  test('a mouse over a thumbnail shows the whole picture, a finger does not', async () => {
    await openThread(await threadWith('ext:png'));
    await opener().locator('a.picture').hover();
    await page.locator('.hover-preview img').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.hover-preview').waitFor({ state: 'detached' });
    const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const touched = await phone.newPage();
    await touched.goto(page.url());
    await touched.locator('.post-op > .thread_image_box a.picture').tap();
    await touched.locator('.post-op > .thread_image_box .file-whole').waitFor();
    expect(await touched.locator('.hover-preview').count()).toBe(0);
    expect(await touched.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await phone.close();
  });

  test.each(['ext:png', 'ext:webm'])('the page at a file’s address shows the file (%s)', async (q) => {
    await openThread(await threadWith(q));
    const href = (await page.locator('.post-op > .post_file a.file-name').getAttribute('href')) ?? '';
    await page.goto(`${archive().serverUrl}${href}`);
    const file = page.locator('img, video').first();
    await eventually('it is loaded', async () =>
      file.evaluate(
        (element) => Number(Reflect.get(element, 'naturalWidth') ?? Reflect.get(element, 'videoWidth')) > 0,
      ),
    );
    // The browser's own styles center it on a dark page.
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).not.toBe('rgba(0, 0, 0, 0)');
    expect((await file.boundingBox())?.x).toBeGreaterThan(100);
  });

  test('no page of the journey logged an error', () => expect(pageErrors).toEqual([]));
});
