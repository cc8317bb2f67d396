/** Keyboard shortcuts of the pages for readers. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listensToKeys } from '../support/hydrated.ts';
import { LONG } from '../support/read-boards.ts';
import { openReadPages, type ReadPages } from '../support/read-pages.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();
let pages: ReadPages;
let page: Page;

beforeAll(async () => {
  pages = await openReadPages(world());
  page = pages.page;
});

afterAll(async () => {
  await pages?.close();
});

const current = async () => page.evaluate(`document.querySelector('[data-current]')?.getAttribute('aria-label')`);

describe('keys', () => {
  test('move through posts, open a thread, focus the bar and show the list', async () => {
    await pages.open('/read/');
    await page.keyboard.press('j');
    expect(await current()).toMatch(/^No\.1000 /);
    for (const key of ['j', 'j', 'k']) await page.keyboard.press(key);
    expect(await current()).toMatch(/^No\.1076 /);
    await page.keyboard.press('k');
    await page.keyboard.press('o');
    await page.waitForURL(new RegExp(`/read/thread/${LONG}`));
    await page.locator(`[id="${LONG}"]`).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.evaluate('window.scrollTo(0, 3000)');
    await page.keyboard.press('t');
    expect(await page.evaluate('window.scrollY')).toBe(0);
    await page.keyboard.press('/');
    expect(await page.evaluate('document.activeElement?.id')).toBe('query');
  });

  test('open a hit in its thread', async () => {
    await pages.open('/search?q=board:read words&sort=old');
    for (const key of ['j', 'j', 'o']) await page.keyboard.press(key);
    await page.waitForURL(/\/read\/thread\/1100\?q=words#p1100/);
  });

  test('do nothing once turned off, even after a reload', async () => {
    await pages.open('/read/');
    await page.keyboard.press('?');
    await page.getByRole('checkbox', { name: 'Use keyboard shortcuts' }).uncheck();
    await page.keyboard.press('Escape');
    await page.reload();
    await page.locator('article').first().waitFor();
    await listensToKeys(page);
    for (const key of ['j', '/', '?']) await page.keyboard.press(key);
    expect(await current()).toBeUndefined();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('button', { name: 'Display settings' }).click();
    await page.getByRole('checkbox', { name: /^Keyboard shortcuts/ }).check();
    await page.keyboard.press('Escape');
  });
});
