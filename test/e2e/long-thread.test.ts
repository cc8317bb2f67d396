import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LONG_THREAD, longNum, mark, writeLongThread } from '../support/long-thread.ts';
import { openPages, type OpenPages } from '../support/open-pages.ts';
import { useWorld } from '../support/world.ts';

const POSTS = 5_000;
const ADDRESS = `/long/thread/${LONG_THREAD}`;
const WINDOW = { width: 1280, height: 900 };
const DRAWN = { timeout: 60_000 };

const world = useWorld();
let pages: OpenPages;
let page: Page;

beforeAll(async () => {
  await writeLongThread(world().pool, 'long', POSTS);
  pages = await openPages(world());
});

afterAll(async () => {
  await pages?.close();
});

const anchor = (place: number) => `p${longNum(place)}`;
const post = (place: number) => page.locator(`article[id="${anchor(place)}"]`);
const ask = async <T>(expression: string) => page.evaluate<T>(expression);
const height = async () => ask<number>('document.documentElement.scrollHeight');

async function open(fragment = '', before = ''): Promise<void> {
  await page?.close();
  page = await pages.browser.newPage({ viewport: WINDOW });
  await page.addInitScript(before);
  await page.goto(`${pages.origin}${ADDRESS}${fragment}`);
  await page.locator('.posts article').first().waitFor({ state: 'attached' });
}

async function allDrawn(): Promise<void> {
  await expect.poll(async () => page.locator('.posts[aria-busy]').count(), DRAWN).toBe(0);
}

/** Where a post that somebody came to stands: below the bar, as its scroll margin says. */
async function standsAtTop(place: number): Promise<void> {
  const off = `(() => {
    const post = document.getElementById('${anchor(place)}');
    if (post === null) return null;
    return Math.abs(post.getBoundingClientRect().top - Number.parseFloat(getComputedStyle(post).scrollMarginTop));
  })()`;
  await expect.poll(async () => ask<number | null>(off), DRAWN).toBeLessThan(2);
}

// One story: the page stays open.
describe('a thread of 5,000 posts', () => {
  test('is as high from the first post on as it is with all of them, and has each once and in order', async () => {
    await open();
    const before = await height();
    await allDrawn();
    expect(Math.abs((await height()) / before - 1)).toBeLessThan(0.02);
    const numbers = await ask<string[]>(`[...document.querySelectorAll('.posts article')].map(({ id }) => id)`);
    expect(numbers).toEqual(Array.from({ length: POSTS }, (_, place) => anchor(place)));
  });

  test('is searched by the browser to its very end', async () => {
    for (const place of [4_321, 17, POSTS - 1]) {
      const text = mark(place);
      await ask('getSelection().removeAllRanges()');
      // The first is behind the window, and the second before what was found then.
      expect({ text, found: await ask<boolean>(`find('${text}', true, false, true, true)`) }).toEqual({
        text,
        found: true,
      });
      const inWindow = `(() => {
        const { top, bottom } = document.getElementById('${anchor(place)}').getBoundingClientRect();
        return bottom > 0 && top < innerHeight;
      })()`;
      await expect.poll(async () => ask<boolean>(inWindow), DRAWN).toBe(true);
    }
  });

  test('lays out what is near the window and nothing else, also after a walk through all of it', async () => {
    await ask('scrollTo(0, 0)');
    const seen = await ask<number>(`new Promise((done) => {
      const seen = new Set();
      const step = () => {
        const post = document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('article');
        if (post) seen.add(post.id);
        const { scrollTop, scrollHeight } = document.documentElement;
        if (scrollTop + innerHeight >= scrollHeight - 2) return done(seen.size);
        scrollBy(0, 40 * innerHeight);
        // What comes near is laid out in the frame behind.
        requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(step)));
      };
      step();
    })`);
    // It was a walk over posts and not over empty room.
    expect(seen).toBeGreaterThan(12);
    await post(POSTS - 1).waitFor();
    const watched = (selector: string) =>
      ask<number>(
        `[...document.querySelectorAll('${selector}')].filter((found) => found.checkVisibility({ contentVisibilityAuto: true })).length`,
      );
    // Items of stretches that are laid out, and posts in them that are.
    expect(await watched('.posts > li')).toBeLessThan(200);
    expect(await watched('.posts article')).toBeLessThan(100);
  });

  test('has few elements for each post', async () => {
    expect((await ask<number>(`document.querySelectorAll('*').length`)) / POSTS).toBeLessThan(25);
  });
});

describe('in a thread of 5,000 posts a reader', () => {
  test('comes to the post that the address names, and stays there while the rest is drawn', async () => {
    await open(`#${anchor(3_001)}`);
    await standsAtTop(3_001);
    expect(await post(3_001).getAttribute('class')).toContain('post-target');
    await allDrawn();
    await standsAtTop(3_001);
  });

  test('comes to a post without everything between it and the beginning drawn first', async () => {
    // No frame passes in which a stretch more could be drawn.
    await open(`#${anchor(4_000)}`, 'window.requestAnimationFrame = () => 0');
    await post(4_000).waitFor();
    expect(await page.locator('.posts article').count()).toBeLessThan(200);
  });

  test('is led by a quote to a post far away, drawn already or not, and back to where the reader was', async () => {
    const [from, far] = [3_006, (3_006 * 7_919) % POSTS];
    await open(`#${anchor(from)}`);
    await standsAtTop(from);
    await post(from)
      .locator(`a[href$="#${anchor(far)}"]`)
      .first()
      .click();
    await standsAtTop(far);
    await page.goBack();
    await standsAtTop(from);
    await page.locator('.thread-end').click();
    await expect.poll(async () => post(POSTS - 1).isVisible(), DRAWN).toBe(true);
    await allDrawn();
    const inWindow = `document.getElementById('${anchor(POSTS - 1)}').getBoundingClientRect().top < innerHeight`;
    expect(await ask<boolean>(inWindow)).toBe(true);
  });
});
