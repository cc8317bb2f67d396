/**
 * Menus, sheets and dialogs open inside the window: on phones upright and on their side, with a keyboard on the screen, with large text.
 */
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { ADMIN, addAdmin, signIn } from '../support/admin.ts';
import { eventually } from '../support/archive.ts';
import { openBrowser } from '../support/browser.ts';
import { useSharedArchive } from '../support/shared-archive.ts';
import { listensToKeys } from '../support/hydrated.ts';

const PHONE = { width: 390, height: 844 };
const ON_ITS_SIDE = { width: 844, height: 390 };
const NARROWEST = { width: 320, height: 568 };
/** A keyboard takes two fifths of the screen. */
const KEYBOARD = 340;
/** Other files add a board to the same archive. */
const OTHER_ADMIN = { ...ADMIN, name: 'rin' };
/** Tolerance for rounding, in pixels. */
const TOLERANCE = 1;

const archive = useSharedArchive();
let browser: Browser;
let context: BrowserContext;
let page: Page;
let thread: string;

beforeAll(async () => {
  browser = await openBrowser();
  context = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true, colorScheme: 'dark' });
  page = await context.newPage();
  await eventually('a thread with an image can be found', async () => {
    const answer = await fetch(`${archive().serverUrl}/api/v1/search?q=is:op+has:image+board:tech`);
    const { hits } = (await answer.json()) as { hits: { board: string; thread: number }[] };
    thread = `/${hits[0]?.board}/thread/${hits[0]?.thread}`;
    return hits.length > 0;
  });
  await addAdmin(archive().settings, OTHER_ADMIN);
});
afterAll(async () => browser?.close());

async function open(address: string): Promise<void> {
  await page.setViewportSize(PHONE);
  await page.goto(`${archive().serverUrl}${address}`);
  await page.locator('h1').first().waitFor();
  await listensToKeys(page);
}

/** Waits until the element is open and inside the visible part of the window. */
async function expectInside(element: Locator, covered = 0): Promise<void> {
  await element.waitFor();
  const isInside = async () => {
    const box = await element.boundingBox();
    const size = page.viewportSize();
    if (box === null || size === null) return 'nothing is open';
    const { x, y, width, height } = box;
    const isOut =
      x < -TOLERANCE ||
      y < -TOLERANCE ||
      x + width > size.width + TOLERANCE ||
      y + height > size.height - covered + TOLERANCE;
    return isOut || height < 24 ? JSON.stringify({ ...box, window: size }) : 'inside';
  };
  await expect.poll(isInside).toBe('inside');
}

/** The last of its controls can be scrolled to and is not covered. */
async function expectReachable(control: Locator): Promise<void> {
  await control.scrollIntoViewIfNeeded();
  await control.click({ trial: true });
}

/** The buttons of a dialog are in view, however long it is. */
async function expectDialog(): Promise<void> {
  const dialog = page.getByRole('dialog');
  await expectInside(dialog);
  await expectInside(dialog.locator('.dialog-actions button').last());
}

const settings = () => page.getByRole('button', { name: /Display settings|Anzeige|表示設定/ });
const choices = () => page.locator('.display-choices');
const bar = () => page.locator('#query');
const suggestions = () => page.locator('.suggestions:visible');

async function expectSettings(): Promise<void> {
  await settings().click();
  await expectInside(choices());
  await expectReachable(choices().locator('input').first());
  await expectReachable(choices().locator('input').last());
  await page.keyboard.press('Escape');
  await choices().waitFor({ state: 'hidden' });
}

async function expectCompletions(covered = 0): Promise<void> {
  await bar().click();
  await bar().fill('boar');
  await expectInside(suggestions(), covered);
  await expectInside(bar(), covered);
  const [list, field] = [await suggestions().boundingBox(), await bar().boundingBox()];
  expect(list?.y).toBeGreaterThanOrEqual((field?.y ?? 0) + (field?.height ?? 0) - TOLERANCE);
  // Nothing floats above the former place of the bar.
  expect(await page.locator('.results-tools, .thread-bar').locator('visible=true').count()).toBe(
    (page.viewportSize()?.width ?? 0) > 640 ? await page.locator('.results-tools, .thread-bar').count() : 0,
  );
  await suggestions().locator('[role=option]').first().click();
  expect(await bar().inputValue()).toBe('board:');
  await bar().fill('');
  await bar().blur();
}

async function expectMenu(button: Locator): Promise<void> {
  await button.click();
  const list = page.locator('.menu-list:popover-open');
  await expectInside(list);
  await expectReachable(list.locator('a, button').locator('visible=true').last());
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'hidden' });
}

const PAGES = [
  ['/', 'home'],
  ['/search?q=the', 'a search'],
  ['/search?q=board:tech+is:deleted', 'deleted posts'],
  ['/tech/', 'a board'],
  ['thread', 'a thread'],
  ['/tech/catalog', 'a catalog'],
  ['/tech/images', 'a gallery'],
  ['/tech/statistics', 'statistics'],
  ['/help', 'help'],
  ['/dumps', 'dumps'],
  ['/nowhere/', 'no page'],
  ['/admin', 'the sign-in'],
] as const;

test.each(PAGES)('%s (%s): display settings, completions and the menu fit into the window', async (address) => {
  await open(address === 'thread' ? thread : address);
  await expectSettings();
  await expectCompletions();
  await expectMenu(page.locator('.site-menu > button'));
});

const SHAPES = [
  ['on its side', ON_ITS_SIDE, ''],
  ['at 320 px', NARROWEST, ''],
  ['with text of twice the size', PHONE, '200%'],
  ['at 320 px with text of twice the size', NARROWEST, '200%'],
  ['on its side, with text of twice the size', ON_ITS_SIDE, '200%'],
] as const;

test.each(['/', '/search?q=the', 'thread'])(
  '%s fit into the window on phones of other shapes and with keyboards',
  async (address) => {
    await open(address === 'thread' ? thread : address);
    for (const [how, size, text] of SHAPES) {
      await page.setViewportSize(size);
      await page.evaluate(`document.documentElement.style.fontSize = '${text}'`);
      await expectSettings();
      await expectCompletions();
      await expectMenu(page.locator('.site-menu > button'));
      // A phone's browser shrinks a page that is too wide, and reports a larger window.
      const over = Number(await page.evaluate('document.documentElement.scrollWidth')) - size.width;
      expect(over, `sideways scrolling of a phone ${how}`).toBeLessThanOrEqual(0);
    }
    await page.evaluate(`document.documentElement.style.fontSize = ''`);
    // Most browsers reduce the window's height for a keyboard.
    await page.setViewportSize({ width: PHONE.width, height: PHONE.height - KEYBOARD });
    await expectCompletions();
    // Other browsers cover a part of the window.
    await page.setViewportSize(PHONE);
    await page.evaluate(`Object.defineProperty(visualViewport, 'height', { get: () => innerHeight - ${KEYBOARD} });
    visualViewport.dispatchEvent(new Event('resize'));`);
    await expectCompletions(KEYBOARD);
  },
);

test('in German, with text of twice the size, no page scrolls sideways at 320 px', async () => {
  const german = await browser.newContext({ viewport: NARROWEST, hasTouch: true, isMobile: true, locale: 'de-DE' });
  onTestFinished(async () => german.close());
  const narrow = await german.newPage();
  for (const address of [
    '/about',
    '/feeds',
    '/settings',
    '/help',
    '/removal',
    '/moderation',
    '/statistics',
    '/tech/images',
  ]) {
    await narrow.goto(`${archive().serverUrl}${address}`);
    await narrow.locator('h1').first().waitFor();
    await listensToKeys(narrow);
    await narrow.evaluate("document.documentElement.style.fontSize = '200%'");
    const width = async () => narrow.evaluate('document.documentElement.scrollWidth');
    await expect.poll(width, { message: address }).toBeLessThanOrEqual(NARROWEST.width);
  }
});

test('a tap on the empty bar offers earlier searches below it, and leaves the page where it is', async () => {
  await open('/search?q=earlier');
  await page.locator('#query').press('Enter');
  await open('/help');
  await page.evaluate('scrollTo(0, 400)');
  const before = await page.evaluate('scrollY');
  await bar().tap();
  await expectInside(suggestions());
  expect(await page.evaluate('scrollY')).toBe(before);
  await suggestions().getByText('earlier').tap();
  await page.waitForURL((url) => url.searchParams.get('q') === 'earlier');
  // A tap on the results closes the keyboard.
  expect(await bar().evaluate((input) => input.matches(':focus'))).toBe(false);
});

test.each(['de-DE', 'ja-JP'])('menus fit into the window in the language %s', async (locale) => {
  const other = await browser.newContext({ viewport: NARROWEST, hasTouch: true, isMobile: true, locale });
  const english = page;
  page = await other.newPage();
  try {
    await open('/search?q=the');
    await page.setViewportSize(NARROWEST);
    await expectSettings();
    await expectCompletions();
  } finally {
    page = english;
    await other.close();
  }
});

test('the menus and sheets of a search', async () => {
  for (const size of [PHONE, ON_ITS_SIDE]) {
    await open('/search?q=the');
    await page.locator('.timeline canvas').waitFor();
    await page.setViewportSize(size);
    for (const menu of await page.locator('.results-tools .menu > button, .timeline .menu > button').all())
      await expectMenu(menu);
  }
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Filter' }).click();
  await expectInside(page.locator('.sheet'));
  await page.getByRole('button', { name: 'Close' }).click();
  await page.locator('.form-button').click();
  await expectInside(page.locator('.sheet'));
});

test('the menu of a post, its dialogs and previews', async () => {
  for (const size of [PHONE, ON_ITS_SIDE, NARROWEST]) {
    await open(thread);
    await page.setViewportSize(size);
    const buttons = page.getByRole('button', { name: /^More actions for No/ });
    for (const button of [buttons.first(), buttons.last()]) {
      await button.click();
      await expectInside(page.locator('.post-menu'));
      const items = page.locator('.post-menu [role=menuitem]');
      await expectReachable(items.last());
      for (const fold of await page.locator('.post-menu-fold').all()) await fold.click();
      await expectInside(page.locator('.post-menu'));
      await expectReachable(items.last());
      await page.keyboard.press('Escape');
    }
    await buttons.first().click();
    await page.getByRole('menuitem', { name: /^Report/ }).click();
    await expectDialog();
    await page.keyboard.press('Escape');
    await page.locator('.posts .quotelink').first().tap();
    await expectInside(page.locator('.quote-preview'));
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await expectInside(page.getByRole('dialog'));
    await page.keyboard.press('Escape');
  }
});

test('the menus and dialogs of the boards’ administration', async () => {
  await open('/');
  await page.goto(`${archive().serverUrl}/admin/boards`);
  await signIn(page, OTHER_ADMIN);
  for (const size of [PHONE, ON_ITS_SIDE, { width: 1280, height: 900 }]) {
    await page.setViewportSize(size);
    const buttons = page.getByRole('button', { name: /^More actions for \// });
    await buttons.first().waitFor();
    for (const button of [buttons.first(), buttons.last()]) {
      // The post is at the lower edge of the window, where a menu below its button would not fit.
      await button.evaluate((element) => element.scrollIntoView({ block: 'end' }));
      await button.click();
      const list = page.locator('.menu-actions:visible');
      await expectInside(list);
      await list.getByRole('button').last().click();
      await expectDialog();
      await page.keyboard.press('Escape');
    }
    await expectSettings();
    await expectCompletions();
  }
});

test('the menu of a post begins with the actions of its moderators, and folds searches on other sites', async () => {
  await page.goto(`${archive().serverUrl}${thread}`);
  await page.setViewportSize({ width: 1280, height: 900 });
  const button = page.getByRole('button', { name: /^More actions for No/ }).first();
  await button.evaluate((element) => element.scrollIntoView({ block: 'end' }));
  await button.click();
  await expectInside(page.locator('.post-menu'));
  const items = page.locator('.post-menu [role=menuitem]');
  expect(await items.first().textContent()).toBe('Hide from all readers');
  expect(await items.first().evaluate((item) => item.matches(':focus'))).toBe(true);
  expect(await items.getByText('Yandex').count()).toBe(0);
  await page.keyboard.press('End');
  const fold = items.filter({ hasText: 'Search by image' });
  while (!(await fold.evaluate((item) => item.matches(':focus')))) await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect.poll(async () => items.getByText('Google Lens').evaluate((item) => item.matches(':focus'))).toBe(true);
  await expectInside(page.locator('.post-menu'));
});
