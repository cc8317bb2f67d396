/** One address for readers with and without scripts and for links in the form of other archives. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPages, type OpenPages } from '../support/open-pages.ts';
import { useWorld } from '../support/world.ts';
import { givenArchive } from '../integration/server/given-archive.ts';

const world = useWorld();
let pages: OpenPages;

beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('g');
  await archive.storeAndIndex('g', [
    { num: 100, thread: 100, opener: true, comment: 'the opener' },
    ...Array.from({ length: 60 }, (_, index) => ({ num: 101 + index, thread: 100, comment: `reply ${index}` })),
  ]);
  pages = await openPages(world());
});
afterAll(async () => pages.close());

test.each(['/g/thread/100/#q150', '/g/thread/100/#150', '/g/post/150'])(
  'an old link leads to its post: %s',
  async (address) => {
    const page = await pages.browser.newPage();
    await page.goto(`${pages.origin}${address}`);
    await page.waitForURL(/\/g\/thread\/100\/?#p150$/);
    const top = async () => page.locator('[id="150"]').evaluate((post) => post.getBoundingClientRect().top);
    await expect.poll(top).toBeLessThan(720);
    expect(await top()).toBeGreaterThan(-100);
    await page.close();
  },
);

test('every page has the same address with and without scripts', async () => {
  const context = await pages.browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${pages.origin}/g/thread/100`);
  await page.locator('.post-list').getByText('the opener').waitFor();
  expect(await page.locator('#main article[data-post]').count()).toBe(61);
  expect(await page.locator('.boot-plain').count()).toBe(0);
  expect(await page.locator('button[type=button]:not([popovertarget]):visible').count()).toBe(0);
  await page.locator('[id="107"]').getByRole('link', { name: 'Report' }).click();
  await page.getByRole('heading', { name: 'Report post 107 on /g/' }).waitFor();
  await page.goBack();
  await page.locator('.thread-board a').click();
  await page.waitForURL(`${pages.origin}/g/`);
  expect(await page.locator('.listed-thread').count()).toBeGreaterThan(0);
  await page.locator('input[name=q]').fill('"reply 7"');
  await page.locator('.query-bar button[type=submit]').click();
  await page.waitForURL(/search\?q=/);
  expect(await page.locator('input[name=q]').inputValue()).toBe('"reply 7"');
  await context.close();
});

test('without scripts a search can be made by all fields, refined by links and read page by page', async () => {
  const context = await pages.browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${pages.origin}/search?q=reply`);
  await page.locator('.results-tools').getByRole('link', { name: 'Advanced search' }).click();
  const form = page.locator('.form-fields');
  // The form contains the searched query.
  expect(await form.getByLabel('Words', { exact: true }).inputValue()).toBe('reply');
  await form.getByLabel('/g/').check();
  await form.getByLabel('Posts', { exact: true }).selectOption('reply');
  await form.getByRole('button', { name: 'Search' }).click();
  await page.waitForURL(/\/search\/form\?/);
  expect(await page.locator('input[name=q]').inputValue()).toBe('reply is:reply board:g');
  expect(await page.locator('[data-hits] .hit').count()).toBe(25);
  await page.locator('.paginate').getByText('3', { exact: true }).click();
  await page.waitForURL(/page=3/);
  expect(await page.locator('[data-hits] .hit').count()).toBe(10);
  await page.locator('.results-tools').getByRole('link', { name: 'Filter' }).click();
  await page.waitForURL(/filters=open/);
  await page.locator('.facet').first().getByRole('link').first().waitFor();
  await page.locator('.timeline-table a').first().waitFor({ state: 'attached' });
  await page.locator('.view-switch').getByRole('link', { name: 'Compact' }).click();
  await page.waitForURL(/view=compact/);
  expect(await page.locator('[data-hits=compact] .hit').count()).toBe(25);
  await context.close();
});
