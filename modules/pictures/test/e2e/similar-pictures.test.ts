/** Similar pictures from the menu of a file, and for a picture that a reader chooses, drops or pastes. */
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Post } from '../../../../mappings/contract/post.ts';
import { eventually } from '../../../../test/support/archive.ts';
import { openBrowser } from '../../../../test/support/browser.ts';
import { allHydrated } from '../../../../test/support/hydrated.ts';
import { useSharedArchive } from '../../../../test/support/shared-archive.ts';

const archive = useSharedArchive();
let browser: Browser;
let context: BrowserContext;
let page: Page;
let posts: readonly Post[];

beforeAll(async () => {
  browser = await openBrowser();
  context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  page = await context.newPage();
  await eventually('pictures are stored', async () => {
    const answer = await fetch(
      `${archive().serverUrl}/api/v1/search?q=${encodeURIComponent('ext:png,jpg,webp')}&limit=50`,
    );
    posts = ((await answer.json()) as { hits: Post[] }).hits.filter(
      ({ file }) => file?.url !== undefined && file.url !== null,
    );
    return posts.length > 4;
  });
});
afterAll(async () => browser?.close());

const fileOf = async (post: Post) =>
  Buffer.from(await (await fetch(new URL(post.file?.url ?? '', archive().serverUrl))).arrayBuffer());
const queryInAddress = () => new URL(page.url()).searchParams.get('q');
const shownPosts = async () =>
  page
    .locator('.gallery-piece a[href*="#p"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));

async function open(address: string): Promise<void> {
  await page.goto(`${archive().serverUrl}${address}`);
  await page.locator('h1').waitFor();
  await allHydrated(page);
}

/** Compressed anew at 60 % of its size. */
const anew = async (post: Post) => {
  const picture = sharp(await fileOf(post));
  const { width } = await picture.metadata();
  return picture
    .resize(Math.round(width * 0.6))
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 70 })
    .toBuffer();
};

test('the menu of a file leads to similar pictures, its own first', async () => {
  const [post] = posts;
  if (post === undefined) throw new Error('no post has a picture');
  await open(`/search?q=sha256:${post.file?.sha256}`);
  await page.locator('.hit .post-menu-button, .hit [aria-haspopup=menu]').first().tap();
  await page.getByRole('menuitem', { name: 'Similar pictures' }).tap();
  await expect.poll(queryInAddress).toBe(`similar:${post.file?.sha256}`);
  await page.locator('.gallery-piece').first().waitFor();
  const same = await fetch(`${archive().serverUrl}/api/v1/search?q=sha256:${post.file?.sha256}`);
  const { hits } = (await same.json()) as { hits: Post[] };
  expect(hits.map(({ board, thread, num }) => `/${board}/thread/${thread}#p${num}`)).toContain((await shownPosts())[0]);
});

test('a picture that was compressed anew is not in the archive, and its similar pictures are offered; nothing is uploaded', async () => {
  const sent: string[] = [];
  const note = (request: Request) => {
    if (request.method() !== 'GET') sent.push(request.url());
  };
  page.on('request', note);
  onTestFinished(() => void page.off('request', note));
  for (const post of posts.slice(0, 4)) {
    await open('/');
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'mine.jpg', mimeType: 'image/jpeg', buffer: await anew(post) });
    await page.getByText('mine.jpg is not in the archive').waitFor();
    await page.getByRole('link', { name: 'Similar pictures' }).tap();
    await expect.poll(queryInAddress).toMatch(/^similar:[0-9a-f]{16,80}$/);
    await page.locator('.gallery-piece').first().waitFor();
    const own = `/${post.board}/thread/${post.thread}#p${post.num}`;
    expect(await shownPosts()).toContain(own);
  }
  expect(sent).toEqual([]);
});

test('a pasted picture is searched, and a pasted text is not', async () => {
  const [post] = posts;
  if (post === undefined) throw new Error('no post has a picture');
  await open('/');
  const bytes = await fileOf(post);
  const paste = (withText: boolean) => `(() => {
    const clipboardData = new DataTransfer();
    const bytes = Uint8Array.from(atob('${bytes.toString('base64')}'), (sign) => sign.codePointAt(0));
    clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }));
    if (${withText}) clipboardData.items.add('words of a page', 'text/plain');
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.querySelector('#query').dispatchEvent(event);
    return event.defaultPrevented;
  })()`;
  expect(await page.evaluate(paste(true))).toBe(false);
  expect(await page.evaluate(paste(false))).toBe(true);
  await expect.poll(queryInAddress).toContain(`md5:${post.file?.md5}`);
  await page.locator('.hit').first().waitFor();
});
