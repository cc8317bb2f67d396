/** Links and actions of a post. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/archive.ts';
import { givenActsBoard } from '../support/read-boards.ts';
import { openReadPages, type ReadPages } from '../support/read-pages.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();
let pages: ReadPages;
let page: Page;

beforeAll(async () => {
  pages = await openReadPages(world(), givenActsBoard);
  page = pages.page;
});

afterAll(async () => {
  await pages?.close();
});

async function menuOf(num: number) {
  await page.getByRole('button', { name: `More actions for No.${num}` }).click();
  return page.getByRole('menu', { name: `More actions for No.${num}` });
}

const hits = async () => page.locator('[data-hits] .post-num').allTextContents();

describe('a post', () => {
  test('shows where other boards quote it, with a preview', async () => {
    await pages.open('/read/thread/1000');
    const link = page.locator('#p1001 .post-backlinks a', { hasText: '>>>/acts/14' });
    await page
      .getByRole('button', { name: /^Quoted by \d+$/ })
      .first()
      .click();
    await link.waitFor();
    expect(await link.getAttribute('title')).toBe('Wheat');
    await link.hover();
    await page.locator('.quote-preview', { hasText: 'reads' }).waitFor();
    await link.press('Enter');
    await page.locator('.opened-quote', { hasText: 'reads' }).locator('.post-num').click();
    await page.waitForURL(/\/acts\/thread\/12#p14$/);
  });

  test('leads from its tripcode to the posts that have it, to reposts, to its thread and to the original', async () => {
    await pages.open('/acts/thread/10');
    expect(await page.locator('[id="10"] .post-country').textContent()).toContain('Sweden');
    await page.getByRole('link', { name: '!Abc/1.x' }).click();
    await page.waitForURL(/q=trip:/);
    await eventually('both posts are found', async () => (await hits()).join() === 'No.12,No.10');
    await pages.open('/search?q=board:acts loaf');
    await (await menuOf(11)).getByRole('menuitem', { name: 'Find reposts' }).click();
    await page.waitForURL(/q=md5:/);
    await eventually('both posts are found', async () => (await hits()).join() === 'No.13,No.11');
    await (await menuOf(13)).getByRole('menuitem', { name: 'Show in thread' }).click();
    await page.waitForURL(/\/acts\/thread\/12#p13/);
    await page.locator('[id="13"]').waitFor();
    const original = (await menuOf(13)).getByRole('menuitem', { name: 'Original on a.example.org' });
    expect(await original.getAttribute('href')).toBe('http://a.example.org/acts/thread/12#p13');
    expect(await original.getAttribute('rel')).toContain('noreferrer');
    await page.keyboard.press('Escape');
    const source = page.getByRole('link', { name: 'Original thread on a.example.org' });
    expect(await source.getAttribute('href')).toBe('http://a.example.org/acts/thread/12#p12');
  });

  test('leads from its name to the posts of this poster only, and its title says so', async () => {
    await pages.open('/acts/thread/10');
    const name = page.locator('[id="10"] .post-name').first();
    expect(await name.getAttribute('title')).toBe('Posts by “Baker” with the tripcode !Abc/1.x');
    await name.click();
    await page.waitForURL(/q=full-name:/);
    await eventually('one post is found', async () => (await hits()).join() === 'No.10');
  });

  test('that the reader marked as own is marked, with quotes of it and replies to it', async () => {
    await pages.open('/acts/thread/10');
    const mark = async (selector: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}'), '::after').content`);
    await (await menuOf(10)).getByRole('menuitem', { name: 'Mark as my post' }).click();
    const [author, quote] = ['#p10 .post_poster_data', '[id="11"] a[data-quote="acts/10"]'] as const;
    await expect.poll(async () => mark(author)).toBe('" (You)"');
    expect(await mark(quote)).toBe('" (OP) (You)"');
    expect(await page.evaluate(`getComputedStyle(document.querySelector('[id="11"]')).boxShadow`)).toContain('inset');
    await page.reload();
    await expect.poll(async () => mark(author)).toBe('" (You)"');
    await page.goto(`${pages.origin}/settings`);
    await page.getByRole('link', { name: '/acts/ 10' }).waitFor();
    await pages.open('/acts/thread/10');
    await (await menuOf(10)).getByRole('menuitem', { name: 'Not my post' }).click();
    await expect.poll(async () => mark(author)).toBe('none');
  });

  test('keeps its menu open while the page scrolls, until the post leaves the window', async () => {
    await pages.open('/read/thread/1000');
    const menu = await menuOf(1000);
    const place = async () => (await menu.boundingBox())?.y ?? Number.NaN;
    const before = await place();
    await page.evaluate('window.scrollBy(0, 20)');
    await eventually('the menu follows its post', async () => (await place()) !== before);
    await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)');
    await menu.waitFor({ state: 'hidden' });
  });

  test('has a menu for the keyboard, from which the focus returns', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await pages.open('/acts/thread/10');
    const button = page.getByRole('button', { name: 'More actions for No.11' });
    await button.focus();
    await page.keyboard.press('Enter');
    const focused = async () => page.evaluate('document.activeElement?.textContent');
    await eventually('the first item has the focus', async () => (await focused()) === 'Copy link');
    expect(await button.getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('ArrowDown');
    await expect.poll(focused).toBe('Copy text');
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Copied' }).waitFor();
    await page.getByRole('menu').waitFor({ state: 'detached' });
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('>>10\na loaf');
    const label = async () => page.evaluate('document.activeElement?.getAttribute("aria-label")');
    await expect.poll(label).toBe('More actions for No.11');
    await page.keyboard.press('Enter');
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    // The browser closes the menu, and React follows.
    await expect.poll(async () => button.getAttribute('aria-expanded')).toBeNull();
    await expect.poll(label).toBe('More actions for No.11');
  });

  test('keeps its place among hits when the reader hides it, until it is shown again', async () => {
    await pages.open('/search?q=board:acts flour');
    await (await menuOf(12)).getByRole('menuitem', { name: 'Hide thread' }).click();
    await eventually('its text is gone', async () => (await page.locator('[data-hits] .post-body').count()) === 0);
    await page.getByRole('button', { name: 'Show No.12' }).click();
    await page.locator('[data-hits] .post-body').waitFor();
  });
});
