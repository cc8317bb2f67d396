/** The order of a board's threads in the pages: the operator's choice, which readers can change. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeDefaults, changeSettings } from '../../store/boards/settings.ts';
import { openPages, type OpenPages } from '../support/open-pages.ts';
import { useWorld } from '../support/world.ts';
import { givenArchive } from '../integration/server/given-archive.ts';

const world = useWorld();
let pages: OpenPages;
let page: Page;

beforeAll(async () => {
  const archive = givenArchive(world());
  for (const name of ['g', 'ck']) {
    const id = await archive.board(name);
    await archive.store(name, [
      { num: 10, opener: true, subject: 'talked about', timeBumped: new Date('2019-03-06T00:00:00Z') },
      { num: 20, opener: true, subject: 'just opened', timeBumped: new Date('2019-03-05T13:00:00Z') },
    ]);
    // The default of all boards is the newest thread; /ck/ has its own order.
    if (name === 'ck') await changeSettings(world().pool, { id }, { newestThreadsFirst: false });
  }
  await changeDefaults(world().pool, { newestThreadsFirst: true });
  pages = await openPages(world());
  page = await pages.browser.newPage();
});
afterAll(async () => pages?.close());

async function openPage(address: string): Promise<void> {
  await page.goto(`${pages.origin}${address}`);
}

const [byReply, byOpener] = [
  ['talked about', 'just opened'],
  ['just opened', 'talked about'],
];
const LISTS = { index: ['/', '.listed-thread'], catalog: ['/catalog', '.catalog-card'] } as const;

async function expectOrder(list: keyof typeof LISTS, expected: readonly string[]): Promise<void> {
  await expect
    .poll(async () => page.locator(LISTS[list][1]).allInnerTexts())
    .toEqual(expected.map((words) => expect.stringContaining(words) as string));
}

test.each(['index', 'catalog'] as const)(
  'the %s has the order that the operator chose, for all boards or for one',
  async (list) => {
    const [path] = LISTS[list];
    await openPage(`/g${path}`);
    await expectOrder(list, byOpener);
    await page.getByRole('link', { name: 'Last active' }).click();
    await expectOrder(list, byReply);
    expect(page.url()).toContain('sort=modified');
    await page.reload();
    await expectOrder(list, byReply);
    await page.locator('.sort-links a').nth(1).click();
    await expectOrder(list, byOpener);
    expect(page.url()).not.toContain('sort=');
    await openPage(`/ck${path}`);
    await expectOrder(list, byReply);
    await openPage(`/ck${path}?sort=created`);
    await expectOrder(list, byOpener);
  },
);

test('readers without scripts and API clients get the same order', async () => {
  const texts = await Promise.all(['g', 'ck'].map(async (board) => (await fetch(`${pages.origin}/${board}/`)).text()));
  const isNewestFirst = texts.map((text) => text.indexOf('just opened') < text.indexOf('talked about'));
  expect(isNewestFirst).toEqual([true, false]);
  const { boards } = (await (await fetch(`${pages.origin}/api/v1/boards`)).json()) as {
    readonly boards: readonly { readonly name: string; readonly order: string }[];
  };
  expect(boards.map(({ name, order }) => [name, order])).toEqual([
    ['ck', 'modified'],
    ['g', 'created'],
  ]);
});
