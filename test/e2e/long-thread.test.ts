import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LONG_THREAD, longNum, mark, writeLongThread } from '../support/long-thread.ts';
import { openPages, type OpenPages } from '../support/open-pages.ts';
import { useWorld } from '../support/world.ts';

const POSTS = 5_000;
const ADDRESS = `/long/thread/${LONG_THREAD}`;
const WINDOW = { width: 1280, height: 900 };
const RENDERING = { timeout: 60_000 };

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
const post = (place: number) => page.locator(`article[id="${longNum(place)}"]`);
const evaluate = async <T>(expression: string) => page.evaluate<T>(expression);
const height = async () => evaluate<number>('document.documentElement.scrollHeight');

async function open(fragment = '', before = ''): Promise<void> {
  await page?.close();
  page = await pages.browser.newPage({ viewport: WINDOW });
  await page.addInitScript(before);
  await page.goto(`${pages.origin}${ADDRESS}${fragment}`);
  await page.locator('#main article[data-post]').first().waitFor({ state: 'attached' });
}

async function expectAllRendered(): Promise<void> {
  await expect.poll(async () => page.locator('.posts[aria-busy]').count(), RENDERING).toBe(0);
}

/** Expected position of the target post: below the bar, by its scroll margin. */
async function expectAtTop(place: number): Promise<void> {
  const off = `(() => {
    const post = document.getElementById('${anchor(place)}');
    if (post === null) return null;
    return Math.abs(post.getBoundingClientRect().top - Number.parseFloat(getComputedStyle(post).scrollMarginTop));
  })()`;
  await expect.poll(async () => evaluate<number | null>(off), RENDERING).toBeLessThan(2);
}

// The tests build on each other: the page stays open.
describe('a thread of 5,000 posts', () => {
  test('opens at the post in the address, has its full height from the start, and stays there while the rest is rendered', async () => {
    await open(`#${anchor(3_001)}`);
    const before = await height();
    await expectAtTop(3_001);
    expect(await post(3_001).getAttribute('class')).toContain('post-target');
    await expectAllRendered();
    await expectAtTop(3_001);
    expect(Math.abs((await height()) / before - 1)).toBeLessThan(0.02);
  });

  test('has each post once and in order', async () => {
    const numbers = await evaluate<string[]>(
      `[...document.querySelectorAll('#main article[data-post]')].map(({ id }) => id)`,
    );
    expect(numbers).toEqual(Array.from({ length: POSTS }, (_, place) => String(longNum(place))));
  });

  test('can be searched to its end with the browser’s search', async () => {
    for (const place of [4_321, 17, POSTS - 1]) {
      const text = mark(place);
      await evaluate('getSelection().removeAllRanges()');
      // The first is below the window, the second above the match.
      expect({ text, found: await evaluate<boolean>(`find('${text}', true, false, true, true)`) }).toEqual({
        text,
        found: true,
      });
      const inWindow = `(() => {
        const { top, bottom } = document.getElementById('${anchor(place)}').getBoundingClientRect();
        return bottom > 0 && top < innerHeight;
      })()`;
      await expect.poll(async () => evaluate<boolean>(inWindow), RENDERING).toBe(true);
    }
  });

  test('lays out only what is near the window, even after scrolling through all of it', async () => {
    await evaluate('scrollTo(0, 0)');
    const seen = await evaluate<number>(`new Promise((done) => {
      const seen = new Set();
      const step = () => {
        const post = document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('article');
        if (post) seen.add(post.id);
        const { scrollTop, scrollHeight } = document.documentElement;
        if (scrollTop + innerHeight >= scrollHeight - 2) return done(seen.size);
        scrollBy(0, 40 * innerHeight);
        // Elements that come near are laid out one frame later.
        requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(step)));
      };
      step();
    })`);
    // The walk passed posts, not empty space.
    expect(seen).toBeGreaterThan(12);
    await post(POSTS - 1).waitFor();
    const countVisible = (selector: string) =>
      evaluate<number>(
        `[...document.querySelectorAll('${selector}')].filter((found) => found.checkVisibility({ contentVisibilityAuto: true })).length`,
      );
    // Items of laid-out chunks, and laid-out posts in them.
    expect(await countVisible('.posts > .post')).toBeLessThan(200);
    expect(await countVisible('#main article[data-post]')).toBeLessThan(100);
  });

  test('has few elements for each post', async () => {
    expect((await evaluate<number>(`document.querySelectorAll('*').length`)) / POSTS).toBeLessThan(25);
  });
});

/** Runs in the page: frames pass only after `passFrames()`. */
const HELD_FRAMES = `(() => {
  const request = window.requestAnimationFrame.bind(window);
  const held = [];
  window.requestAnimationFrame = (callback) => held.push(callback);
  window.passFrames = () => {
    window.requestAnimationFrame = request;
    for (const callback of held) request(callback);
  };
})()`;

describe('in a thread of 5,000 posts a reader', () => {
  const [from, far] = [4_005, (4_005 * 7_919) % POSTS];

  test('opens at a post without rendering everything before it', async () => {
    await open(`#${anchor(from)}`, HELD_FRAMES);
    await post(from).waitFor();
    expect(await page.locator('#main article[data-post]').count()).toBeLessThan(200);
  });

  test('follows a quote to a distant post, rendered or not, goes back to the same position, and gets to the end', async () => {
    await evaluate('passFrames()');
    await expectAtTop(from);
    await post(from)
      .locator(`a[href$="#${anchor(far)}"]`)
      .first()
      .click();
    await post(from).locator('.opened-quote .post-num').click();
    await expectAtTop(far);
    await page.goBack();
    await expectAtTop(from);
    await page.locator('.thread-end').click();
    const isInWindow = `document.getElementById('${anchor(POSTS - 1)}')?.getBoundingClientRect().top < innerHeight`;
    await expect.poll(async () => evaluate<boolean>(isInWindow), RENDERING).toBe(true);
    expect(await post(POSTS - 1).isVisible()).toBe(true);
  });
});
