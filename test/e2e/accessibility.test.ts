import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listBoards } from '../../scraper/boards/boards.ts';
import { addAdmin, signIn } from '../support/admin.ts';
import { eventually, startArchive, type Archive } from '../support/archive.ts';
import { hindrancesOf } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { aPost, writePosts } from '../support/builders.ts';
import { useWorld } from '../support/world.ts';

const THEMES = ['light', 'dark'] as const;
const NARROW = 390;
const WIDTHS = [1280, NARROW] as const;
/** A screen of 1280 px at 400 % zoom. */
const NARROWEST = 320;
const READER_PAGES = [
  'home',
  'search',
  'advanced search',
  'thread',
  'part of a thread',
  'board index',
  'catalog',
  'images',
  'statistics',
  'display settings',
  'shortcuts',
  'mistake',
  'nothing found',
  'no such page',
  'sign in',
] as const;
const ADMIN_PAGES = ['boards', 'board menu', 'dialog', 'settings', 'tasks', 'task', 'quarantine', 'posts'] as const;
const PAGES = [...READER_PAGES, ...ADMIN_PAGES];
type PageName = (typeof PAGES)[number];

const world = useWorld();
let archive: Archive;
let browser: Browser;
let session: Awaited<ReturnType<BrowserContext['storageState']>>;
const addresses = new Map<PageName, string>();

interface Found {
  readonly hits: { readonly board: string; readonly thread: number }[];
}

beforeAll(async () => {
  archive = await startArchive(world());
  let found: Found = { hits: [] };
  await eventually('something can be found', async () => {
    found = (await (await fetch(`${archive.serverUrl}/api/v1/search?q=is:op`)).json()) as Found;
    return found.hits.length > 3;
  });
  const [hit] = found.hits;
  // So that every post has an identity.
  await world().pool.query(
    `with somebody as (insert into identities (name, created_at) values ('Ann Lee', now()) returning id)
     insert into identity_aliases (kind, value, identity_id) select 'name', 'Anonymous', id from somebody`,
  );
  addresses.set('home', '/');
  addresses.set('search', '/search?q=the');
  addresses.set('advanced search', '/search?q=the&form=open');
  addresses.set('thread', `/${hit?.board}/thread/${hit?.thread}`);
  addresses.set('part of a thread', `/${hit?.board}/thread/${hit?.thread}?only=deleted`);
  for (const name of ['board index', 'display settings', 'shortcuts'] as const) addresses.set(name, `/${hit?.board}/`);
  addresses.set('catalog', `/${hit?.board}/catalog?sort=posts`);
  addresses.set('images', `/${hit?.board}/images`);
  addresses.set('statistics', `/${hit?.board}/statistics`);
  addresses.set('mistake', '/search?q=%22open');
  addresses.set('nothing found', '/search?q=qqzzqqzz');
  addresses.set('no such page', '/nowhere/at/all');
  addresses.set('sign in', '/admin');
  for (const name of ['boards', 'board menu', 'dialog'] as const) addresses.set(name, '/admin');
  for (const name of ['tasks', 'quarantine'] as const) addresses.set(name, `/admin/${name}`);
  addresses.set('settings', `/admin/boards/${hit?.board}/settings`);
  addresses.set('posts', `/admin/posts?board=${hit?.board}&num=${hit?.thread}`);
  browser = await launchBrowser();
  addresses.set('task', await prepareAdmin(hit?.board ?? ''));
});

/** Signs in, quarantines a document and finishes a task, and returns that task's page. */
async function prepareAdmin(board: string): Promise<string> {
  const [known] = (await listBoards(world().pool)).filter(({ name }) => name === board);
  if (known === undefined) throw new Error(`there is no board ${board}`);
  await writePosts(world().pool, known, [aPost({ num: 1, capcode: 'x'.repeat(40_000) })]);
  await addAdmin(world());
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${archive.serverUrl}/admin`);
  await signIn(page);
  const asked = page.waitForResponse((response) => response.request().method() === 'POST');
  await page
    .getByRole('button', { name: /^Verify \// })
    .first()
    .click();
  await asked;
  await page.goto(`${archive.serverUrl}/admin/tasks`);
  const link = page
    .locator('.history')
    .getByRole('link', { name: /^Verification/ })
    .first();
  await link.waitFor({ timeout: 60_000 });
  session = await context.storageState();
  const address = (await link.getAttribute('href')) ?? '';
  await context.close();
  return address;
}

/** Opens a page and brings it into the state to check. */
async function open(context: BrowserContext, name: PageName): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${archive.serverUrl}${addresses.get(name)}`);
  await page.locator('h1').waitFor();
  // A page that polls every second never becomes idle.
  await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined);
  if (name === 'thread')
    await page
      .getByRole('button', { name: /^More actions for No/ })
      .first()
      .click();
  if (name === 'display settings') await page.getByRole('button', { name: 'Display settings' }).click();
  if (name === 'shortcuts') {
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
  }
  const menus = page.getByRole('button', { name: /^More actions for \// });
  // The last board's menu: an open menu covers links of the next row, and a partly covered link is a small target.
  if (name === 'board menu') await menus.last().click();
  if (name === 'dialog') await menus.first().click();
  if (name === 'dialog') {
    await page.locator('.board-table').getByRole('button', { name: 'Reindex', exact: true }).first().click();
    await page.getByRole('dialog').waitFor();
  }
  return page;
}

function sessionFor(name: PageName) {
  return ADMIN_PAGES.some((page) => page === name) ? { storageState: session } : {};
}

afterAll(async () => {
  await browser?.close();
  await archive?.stop();
});

describe.each(PAGES)('%s', (name) => {
  test.each(WIDTHS)('has no axe violations at %i px, light or dark', async (width) => {
    const context = await browser.newContext({ viewport: { width, height: 800 }, ...sessionFor(name) });
    const page = await open(context, name);
    const told: string[] = [];
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme });
      const found = await hindrancesOf(page, theme === 'light' ? 'all' : 'colours');
      told.push(...found.map((hindrance) => `${theme}: ${hindrance}`));
    }
    if (width === NARROW) {
      await page.setViewportSize({ width: NARROWEST, height: 640 });
      // Charts such as the timeline are rendered again after the change.
      await expect
        .poll(async () => page.evaluate('document.documentElement.scrollWidth - window.innerWidth'), {
          message: `sideways scrolling at ${NARROWEST} px`,
        })
        .toBeLessThanOrEqual(0);
    }
    await context.close();
    expect(told).toEqual([]);
  });
});

test.each(['yotsuba', 'tomorrow'])('a thread in the theme %s has nothing that hinders a reader', async (theme) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addInitScript(`localStorage.setItem('theme', '${theme}')`);
  const page = await open(context, 'thread');
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe(theme);
  const told = await hindrancesOf(page);
  await context.close();
  expect(told).toEqual([]);
});

test('a keyboard user searches, opens a hit in its thread and goes back', async () => {
  const page = await browser.newPage();
  await page.goto(`${archive.serverUrl}/`);
  // The home page focuses the bar.
  await eventually('the bar has the focus', async () =>
    Boolean(await page.evaluate('document.activeElement?.matches("input, textarea")')),
  );
  await page.keyboard.type('is:op');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/search\?/);
  await page.locator('article').first().waitFor();
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab');
    const href = await page.evaluate('document.activeElement?.getAttribute("href") ?? ""');
    if (/\/thread\/\d+/.test(String(href))) break;
  }
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/thread\/\d+/);
  await page.locator('article').first().waitFor();
  await page.goBack();
  await page.waitForURL(/\/search\?/);
  await page.close();
});
