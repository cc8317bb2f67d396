/** The query bar as the field for a post's number. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { axeViolationsOf } from '../support/axe.ts';
import { clearPage } from '../support/clear-page.ts';
import { openPages, type OpenPages } from '../support/open-pages.ts';
import { atPort, startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { useWorld } from '../support/world.ts';
import { givenArchive } from '../integration/server/given-archive.ts';

const NUM = 12_345_678;
const world = useWorld();
let proxy: TcpProxy;
let pages: OpenPages;
let home: Page;

beforeAll(async () => {
  const archive = givenArchive(world());
  for (const board of ['ck', 'g', 'tv']) await archive.board(board);
  const thread = { thread: NUM - 1 };
  await archive.storeAndIndex('g', [
    { num: NUM - 1, ...thread, opener: true, comment: 'a thread about kettles' },
    {
      num: NUM,
      ...thread,
      comment: `<a href="#p${NUM - 1}" class="quotelink">&gt;&gt;${NUM - 1}</a><br>the kettle of g`,
    },
  ]);
  await archive.storeAndIndex('ck', [{ num: NUM, opener: true, comment: 'the kettle of ck' }]);
  await archive.storeAndIndex('tv', [{ num: NUM, opener: true, comment: 'a hidden kettle', hidden: true }]);
  const [address = ''] = world().elasticsearchUrls;
  const { hostname, port } = new URL(address);
  proxy = await startTcpProxy({ host: hostname, port: Number(port) });
  pages = await openPages({ ...world(), elasticsearchUrls: [atPort(address, proxy.port)] });
  home = await pages.browser.newPage();
});

afterAll(async () => {
  await pages?.close();
  await proxy?.close();
});

async function openHome(width = 1280): Promise<Page> {
  await clearPage(home, { origin: pages.origin, viewport: { width, height: 900 } });
  await home.goto(`${pages.origin}/`);
  return home;
}

async function enter(page: Page, text: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Search posts' }).fill(text);
  await page.keyboard.press('Enter');
}

const listed = async (page: Page) => page.locator('.posts-of-number .hit').allInnerTexts();

const [onCk, onG] = ['the kettle of ck', 'the kettle of g'];

test.each([
  [String(NUM), [onCk, onG]],
  [`>>${NUM}`, [onCk, onG]],
  [`num:${NUM}`, [onCk, onG]],
  [`/g/${NUM}`, [onG, onCk]],
  [`board:g ${NUM}`, [onG]],
  [`${NUM} board:/ck/`, [onCk]],
  [`https://boards.4chan.org/g/thread/${NUM - 1}#p${NUM}`, [onG, onCk]],
])('without Elasticsearch %s lists the posts with this number', async (text, expected) => {
  proxy.cut();
  onTestFinished(() => proxy.restore());
  const page = await openHome();
  await enter(page, text);
  await page.getByRole('heading', { name: new RegExp(`posts? ha(s|ve) the number ${NUM}`) }).waitFor();
  await page.getByRole('heading', { name: 'Search is currently unavailable' }).waitFor();
  const posts = await listed(page);
  expect(posts).toHaveLength(expected.length);
  for (const [index, words] of expected.entries()) expect(posts[index]).toContain(words);
});

test('the keyboard alone suffices to get from a number to its post, on a narrow screen and in every language', async () => {
  proxy.cut();
  onTestFinished(() => proxy.restore());
  const page = await openHome(320);
  await enter(page, String(NUM));
  const link = page.locator('.posts-of-number .hit').nth(1).locator(`a[href$="#q${NUM}"]`).first();
  await link.waitFor();
  await page.getByRole('heading', { name: 'Search is currently unavailable' }).waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
  expect(await axeViolationsOf(page)).toEqual([]);
  for (const [language, heading] of [
    ['de', `2 Beiträge haben die Nummer ${NUM}`],
    ['ja', `番号 ${NUM} の投稿: 2 件`],
    ['en', `2 posts have the number ${NUM}`],
  ] as const) {
    await page.evaluate(`localStorage.setItem('language', '${language}')`);
    await page.reload();
    await page.getByRole('heading', { name: heading }).waitFor();
  }
  const isReached = async () => link.evaluate((element) => element === element.ownerDocument.activeElement);
  for (let presses = 0; presses < 100 && !(await isReached()); presses++) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`/g/thread/${NUM - 1}#p${NUM}$`));
});

test('next to hits, the posts with the number are listed once; for an unused number there is a notice', async () => {
  const page = await openHome();
  await enter(page, String(NUM));
  await page.locator('.results-count').waitFor();
  await page.getByRole('heading', { name: new RegExp(`posts? ha(s|ve) the number ${NUM}`) }).waitFor();
  // The hits of num: are these posts.
  await enter(page, `num:${NUM}`);
  await expect.poll(async () => page.locator('.results-count').innerText()).toContain('2 posts');
  expect(await listed(page)).toEqual([]);
  await enter(page, `>>${NUM + 5}`);
  await page.getByText(`No post has the number ${NUM + 5}.`).waitFor();
  // Another board has the number.
  await enter(page, `board:ck ${NUM - 1}`);
  await page.getByText(`No post of /ck/ has the number ${NUM - 1}.`).waitFor();
  // A year is an ordinary word, so no notice about posts with that number appears.
  await enter(page, '2019');
  await expect.poll(async () => page.locator('.results-count').innerText()).toContain('for 2019');
  expect(await page.locator('.posts-of-number').count()).toBe(0);
  expect(await page.getByText('No post has the number').count()).toBe(0);
});
