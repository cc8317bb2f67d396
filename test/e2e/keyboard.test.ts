/** Readers who use the keyboard alone see the focus wherever it is, and keep it when something closes. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/archive.ts';
import { openBrowser } from '../support/browser.ts';
import { allHydrated, listensToKeys } from '../support/hydrated.ts';
import { useSharedArchive } from '../support/shared-archive.ts';

const WIDE = { width: 1280, height: 900 };
/** A screen of 1280 px at 300 % zoom. */
const NARROW = { width: 426, height: 800 };
/** More than the stops before the first hits, at any width. */
const STOPS = 40;

const archive = useSharedArchive();
let browser: Browser;
let page: Page;
let thread: string;

beforeAll(async () => {
  browser = await openBrowser();
  page = await browser.newPage();
  await eventually('a long thread can be found', async () => {
    const answer = await fetch(`${archive().serverUrl}/api/v1/search?q=is:op+replies:>=20`);
    const { hits } = (await answer.json()) as { hits: { board: string; thread: number }[] };
    thread = `/${hits[0]?.board}/thread/${hits[0]?.thread}`;
    return hits.length > 0;
  });
});
afterAll(async () => browser?.close());

async function open(address: string, size: typeof WIDE): Promise<void> {
  await page.setViewportSize(size);
  await page.goto(`${archive().serverUrl}${address}`);
  await page.locator('h1').first().waitFor();
  await listensToKeys(page);
  await allHydrated(page);
}

/** The focused element, if a bar over the page covers all of it, or if it is outside the window; otherwise null. */
const HIDDEN_FOCUS = `(() => {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return null;
  const { top, bottom } = focused.getBoundingClientRect();
  const name = (focused.getAttribute('aria-label') ?? focused.textContent).trim().slice(0, 40);
  if (bottom <= 0 || top >= innerHeight) return 'outside: ' + name;
  for (const bar of document.querySelectorAll('.site-header, .results-tools, .thread-bar')) {
    const over = bar.getBoundingClientRect();
    const isOver = ['fixed', 'sticky'].includes(getComputedStyle(bar).position) && !bar.contains(focused);
    if (isOver && top >= over.top && bottom <= over.bottom) return bar.className + ' covers: ' + name;
  }
  return null;
})()`;

async function hiddenWhilePressing(key: 'Tab' | 'Shift+Tab'): Promise<readonly string[]> {
  const hidden: string[] = [];
  for (let stop = 0; stop < STOPS; stop += 1) {
    await page.keyboard.press(key);
    const found = await page.evaluate<string | null>(HIDDEN_FOCUS);
    if (found !== null) hidden.push(found);
  }
  return hidden;
}

const focused = () => page.locator(':focus');
const hasFocus = async (element: Locator) => element.evaluate((found) => found.matches(':focus'));
const hasFocusInside = async (element: Locator) => element.evaluate((found) => found.matches(':focus-within'));

test.each([
  ['wide', WIDE],
  ['narrow', NARROW],
] as const)('no bar covers the focus on a %s screen, in either direction', async (_, size) => {
  for (const address of ['/search?q=the', thread]) {
    await open(address, size);
    expect(await hiddenWhilePressing('Tab')).toEqual([]);
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await page.getByRole('contentinfo').getByRole('link').first().focus();
    expect(await hiddenWhilePressing('Shift+Tab')).toEqual([]);
  }
});

test.each([
  ['beside the results', WIDE],
  ['as a sheet over them', NARROW],
] as const)('Escape closes the advanced form %s and returns the focus to its button', async (_, size) => {
  await open('/search?q=the', size);
  const button = page.locator('.form-button');
  await button.press('Enter');
  const form = page.getByRole('form', { name: 'Advanced search' });
  const words = form.getByRole('textbox', { name: 'Words' });
  await words.waitFor();
  // The results' tools stay in the tab order beside the form.
  await expect
    .poll(async () => {
      await page.keyboard.press('Tab');
      return hasFocus(words);
    })
    .toBe(true);
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  expect(await hasFocus(button)).toBe(true);
});

test('the focus stays in a sheet that covers the page, and the page can have it again afterwards', async () => {
  await open('/search?q=the&form=open', NARROW);
  const sheet = page.getByRole('region', { name: 'Advanced search' });
  await sheet.getByRole('textbox', { name: 'Words' }).waitFor();
  await expect.poll(async () => hasFocusInside(sheet)).toBe(true);
  // Counts and filters of the results arrive after the sheet.
  await page.locator('.timeline canvas').waitFor({ state: 'attached' });
  const others = page.locator(':focus:not(.sheet *, .sheet, body)');
  for (const key of ['Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key);
    expect(await others.count()).toBe(0);
  }
  await sheet.getByRole('textbox', { name: 'Words' }).press('Escape');
  await sheet.waitFor({ state: 'detached' });
  expect(await page.locator('[inert]').count()).toBe(0);
});

test('the results of the form get the focus, also if it was a sheet', async () => {
  await open('/search?q=the&form=open', NARROW);
  const words = page.getByRole('form', { name: 'Advanced search' }).getByRole('textbox', { name: 'Words' });
  await words.fill('bread');
  await words.press('Enter');
  await page.waitForURL((url) => url.searchParams.get('q') === 'bread');
  await expect.poll(async () => focused().evaluate((element) => element.tagName)).toBe('H1');
});

test('a link at the start of the results leads to the filters, which come after the hits in the tab order', async () => {
  await open('/search?q=the', WIDE);
  await page.locator('.search-side .facet-choice').first().waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  expect(await focused().textContent()).toBe('Skip to filters');
  await page.keyboard.press('Enter');
  await expect.poll(async () => focused().getAttribute('id')).toBe('filters');
  await page.keyboard.press('Tab');
  expect(await focused().getAttribute('class')).toBe('facet-choice');
});
