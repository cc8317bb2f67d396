/** A thread of eighty replies: quotes, search, unread posts, and the tree of replies. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/archive.ts';
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

describe('a long thread', () => {
  test('shows its last posts, and all posts when a quote leads further back', async () => {
    await pages.open(`/read/thread/${LONG}?last=50`);
    await page.locator('.posts:not([aria-busy]) article').first().waitFor();
    expect(await page.locator('#main article[data-post]').count()).toBe(51);
    const quoting = page.locator(`.posts article[id="${LONG + 80}"]`);
    const quote = quoting.locator('.post_wrapper > .post-body > .quotelink');
    const opened = quoting.locator('.opened-quote');
    // It is open until a second click.
    for (const count of [1, 0, 1]) {
      await quote.click();
      await expect.poll(async () => opened.count()).toBe(count);
      expect(await quote.getAttribute('aria-expanded')).toBe(count === 1 ? 'true' : null);
    }
    // Its button and Escape close it, and the focus returns to the quote.
    const focused = async () => page.evaluate(`document.activeElement?.dataset.quote`);
    const close = opened.getByRole('button', { name: `Close post ${LONG + 1}` });
    for (const act of [
      async () => close.click(),
      async () => close.press('Enter'),
      async () => close.press('Escape'),
    ]) {
      await act();
      await opened.waitFor({ state: 'detached' });
      expect(await focused()).toBe(`read/${LONG + 1}`);
      await quote.click();
      await opened.waitFor();
    }
    // Quotes in it open too.
    await opened.locator('.quotelink').click();
    await opened.locator('.opened-quote .post-num').waitFor();
    expect(page.url()).not.toContain('#');
    await opened.locator('.post-num').first().click();
    await page.locator(`[id="${LONG + 1}"]`).waitFor();
    await eventually(
      'all posts are there',
      async () => (await page.locator('#main article[data-post]').count()) === 81,
    );
  });

  test('is searched while the reader types, and the field stays where it is', async () => {
    await pages.open(`/read/thread/${LONG}`);
    const field = page.getByRole('searchbox', { name: 'Search in this thread' });
    const place = async () => (await field.boundingBox())?.x;
    const before = await place();
    await field.fill('ePLY 7');
    const status = page.locator('.thread-search-status');
    await expect.poll(async () => status.textContent()).toBe('– of 11');
    expect(await place()).toBe(before);
    for (const [key, at] of [
      ['Enter', 1],
      ['Enter', 2],
      ['Shift+Enter', 1],
      ['Shift+Enter', 11],
    ] as const) {
      // The focus must still be in the field, to which `press` would move it.
      await page.keyboard.press(key);
      await expect.poll(async () => status.textContent()).toBe(`${at} of 11`);
    }
    await page.locator(`[id="${LONG + 79}"].post-target mark`).waitFor();
    await page.locator('.thread-strip .strip-matches[d*=M]').waitFor();
    await field.press('Escape');
    await page.locator('article mark').first().waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe('');
    expect(await place()).toBe(before);
  });

  test('marks what is new since the reader left it, until it was on the screen', async () => {
    const kept = async () => String(await page.evaluate(`localStorage.getItem('read-posts')`));
    await pages.open('/read/');
    await page.evaluate(`localStorage.setItem('read-posts', '["read/${LONG} p${LONG + 30}"]')`);
    await pages.open(`/read/thread/${LONG}`);
    await page.getByRole('link', { name: '50 unread' }).waitFor();
    await expect.poll(async () => page.title()).toMatch(new RegExp(`^\\(50\\) Thread ${LONG} `));
    expect(await page.locator('[data-note=New]').getAttribute('id')).toBe(String(LONG + 31));
    // A jump over posts does not read them.
    await page.getByRole('link', { name: 'Jump to end' }).click();
    await expect.poll(kept).toContain(`-p${LONG + 80} `);
    const left = page.locator('.new-hits');
    await expect.poll(async () => Number.parseInt((await left.textContent()) ?? '', 10)).toBeGreaterThan(20);
    await left.click();
    await page.waitForURL(new RegExp(`#p${LONG + 31}$`));
    // A reader who scrolls through the posts has seen them.
    for (let presses = 0; presses < 60 && (await left.count()) > 0; presses++) await page.mouse.wheel(0, 300);
    await left.waitFor({ state: 'detached' });
    await expect.poll(kept).toBe(`["read/${LONG} p${LONG + 80} 81"]`);
    await page.locator('.thread-strip').click({ position: { x: 5, y: 2 } });
    await expect.poll(async () => page.evaluate('scrollY')).toBeLessThan(400);
  });

  test('counts as unread what a search in the thread went over', async () => {
    await pages.open('/read/');
    await page.evaluate(`localStorage.removeItem('read-posts')`);
    await pages.open(`/read/thread/${LONG}`);
    const field = page.getByRole('searchbox', { name: 'Search in this thread' });
    await field.fill('reply 70');
    await expect.poll(async () => page.locator('.thread-search-status').textContent()).toBe('– of 1');
    const readPosts = async () => page.evaluate(`localStorage.getItem('read-posts')`);
    // Posts count as read after a quarter of a second.
    await expect.poll(readPosts).toMatch(/ p10\d\d /);
    await field.press('Enter');
    await page.locator(`[id="${LONG + 70}"].post-target`).waitFor();
    await expect.poll(readPosts).toMatch(/ p10\d\d,p10[67]\d-p10\d\d /);
    await page.goto('about:blank');
    await pages.open(`/read/thread/${LONG}`);
    await expect
      .poll(async () => Number.parseInt((await page.locator('.new-hits').textContent()) ?? '', 10))
      .toBeGreaterThan(40);
    await pages.open('/read/catalog');
    await page
      .locator('.catalog-card', { hasText: `Thread ${LONG}` })
      .locator('.unread-count')
      .waitFor();
  });

  test('is shown as a tree of replies, also without scripts', async () => {
    await pages.open(`/read/thread/${LONG}`);
    await page.getByRole('link', { name: 'Tree of replies' }).click();
    await page.locator('.post-tree').waitFor();
    const depths = page
      .locator('.post-tree .post')
      .evaluateAll((posts) => posts.map((post) => post.style.getPropertyValue('--depth')));
    expect(await depths).toEqual(['', ...Array.from({ length: 79 }, () => '1')]);
    const html = await (await page.request.get(page.url())).text();
    expect(html).toContain('post-tree');
    expect(html.match(/--depth:1/g)).toHaveLength(79);
  });

  test('folds branches of the tree by mouse and keys, and keeps them folded', async () => {
    await pages.open(`/read/thread/${LONG}?view=tree`);
    const shown = async () => page.locator('.post-tree .post').count();
    const fold = page.getByRole('button', { name: `79 replies below No.${LONG + 1}` });
    expect(await fold.getAttribute('aria-expanded')).toBe('true');
    await fold.click();
    await expect.poll(shown).toBe(1);
    await page.reload();
    await expect.poll(shown).toBe(1);
    expect(await fold.getAttribute('aria-expanded')).toBe('false');
    // A link to a post in the branch opens it.
    await page.goto(`${pages.origin}/read/thread/${LONG}?view=tree#p${LONG + 40}`);
    await expect.poll(shown).toBe(80);
    await pages.open(`/read/thread/${LONG}?view=tree`);
    await expect.poll(shown).toBe(1);
    await fold.focus();
    await fold.press('ArrowRight');
    await expect.poll(shown).toBe(80);
    await page.keyboard.press('ArrowRight');
    const focused = async () => page.evaluate(`document.activeElement?.id`);
    expect(await focused()).toBe(String(LONG + 2));
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe(String(LONG + 3));
    await page.keyboard.press('ArrowLeft');
    expect(await page.evaluate(`document.activeElement?.closest('.post')?.id`)).toBe(String(LONG + 1));
    await page.keyboard.press('ArrowLeft');
    await expect.poll(shown).toBe(1);
    await page.keyboard.press('ArrowRight');
    await expect.poll(shown).toBe(80);
  });

  test('shows only the posts deleted at the source', async () => {
    await pages.open(`/read/thread/${LONG}`);
    await page.getByRole('link', { name: 'Deleted (2)' }).click();
    await eventually(
      'three posts are left',
      async () => (await page.locator('#main article[data-post]').count()) === 3,
    );
    expect(page.url()).toContain('only=deleted');
  });
});
