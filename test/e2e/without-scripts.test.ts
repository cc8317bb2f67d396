/** The same address for readers with scripts and without, and for those who follow a link to another archive. */
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { useWorld } from '../support/world.ts';
import { givenArchive, givenServer, type GivenServer } from '../integration/server/given-archive.ts';

const world = useWorld();
let server: GivenServer;
let browser: Browser;
let url: string;

beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('g');
  await archive.store('g', [
    { num: 100, thread: 100, opener: true, comment: 'the opener' },
    ...Array.from({ length: 60 }, (_, index) => ({ num: 101 + index, thread: 100, comment: `reply ${index}` })),
  ]);
  server = await givenServer(world());
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await server.close();
});

test.each(['/g/thread/100/#q150', '/g/thread/100/#150', '/g/post/150'])(
  'an old link leads to its post: %s',
  async (address) => {
    const page = await browser.newPage();
    await page.goto(`${url}${address}`);
    await page.waitForURL(/\/g\/thread\/100\/?#p150$/);
    const top = async () => page.locator('#p150').evaluate((post) => post.getBoundingClientRect().top);
    await expect.poll(top, { timeout: 15_000 }).toBeLessThan(720);
    expect(await top()).toBeGreaterThan(-100);
    await page.close();
  },
);

test('the application takes the place of what is there for readers without it', async () => {
  const page = await browser.newPage();
  // As programs and crawlers ask, and browsers of sites that they do not trust.
  await page.goto(`${url}/g/thread/100?plain`);
  await page.locator('#p100').waitFor();
  expect(await page.locator('.plain-page').count()).toBe(0);
  await page.close();
});

test('a reader without scripts is led to a page that is whole', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${url}/g/thread/100`);
  await page.getByRole('link', { name: 'Read this page so.' }).click();
  await page.getByText('the opener').waitFor();
  expect(await page.locator('article.post').count()).toBe(60);
  await page.getByRole('link', { name: '/g/ - Title of g' }).click();
  await context.close();
});
