/** The pages of staff while PostgreSQL, which has their sessions, is away. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN, addAdmin, signIn } from '../support/admin.ts';
import { axeViolationsOf } from '../support/axe.ts';
import { openPages, type OpenPages } from '../support/open-pages.ts';
import { atPort, startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();
let proxy: TcpProxy;
let pages: OpenPages;
let page: Page;

beforeAll(async () => {
  await addAdmin(world());
  const { hostname, port } = new URL(world().databaseUrl);
  proxy = await startTcpProxy({ host: hostname, port: Number(port) });
  pages = await openPages({ ...world(), databaseUrl: atPort(world().databaseUrl, proxy.port) }, () => new Date());
  page = await pages.browser.newPage({ viewport: { width: 390, height: 844 }, hasTouch: true });
});
afterAll(async () => {
  await pages?.close();
  await proxy?.close();
});

test('the overview names the store that is away, and goes on by itself when it answers', async () => {
  await page.goto(`${pages.origin}/admin`);
  await signIn(page);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  proxy.cut();
  await page.goto(`${pages.origin}/admin`);
  await page.getByRole('heading', { name: 'The pages of staff are out of reach' }).waitFor({ timeout: 60_000 });
  const stores = page.getByRole('listitem').filter({ hasText: /PostgreSQL|Elasticsearch|Redis/ });
  await expect
    .poll(async () => (await stores.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ')), { timeout: 60_000 })
    .toEqual([
      expect.stringMatching(/^Broken: PostgreSQL cannot be reached since .*: connection (?:lost|refused)$/),
      'Works: Elasticsearch works',
      // These pages have no Redis.
      expect.stringMatching(/^Broken: Redis cannot be reached/),
    ]);
  expect(await axeViolationsOf(page)).toEqual([]);
  proxy.restore();
  await page.getByRole('heading', { name: 'Overview' }).waitFor({ timeout: 60_000 });
  await page.getByText(ADMIN.name).first().waitFor();
});
