import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Datastores } from '../../platform/datastore/datastores.ts';
import { givenArchive } from '../integration/server/given-archive.ts';
import { eventually } from '../support/archive.ts';
import { openPages, type OpenPages } from '../support/open-pages.ts';
import { listensToKeys } from '../support/hydrated.ts';
import { useWorld } from '../support/world.ts';

const DELETED = new Date('2020-02-01T00:00:00Z');
const THREADS = 40;
const LONG = 1000;

const world = useWorld();
let pages: OpenPages;
let page: Page;
let mediaDir: string;

/** Forty threads; the oldest was active last and is long. */
beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('read');
  const openers = Array.from({ length: THREADS }, (_, place) => {
    const num = LONG + place * 100;
    return {
      num,
      opener: true,
      subject: `Thread ${num}`,
      comment: `Words of ${num}`,
      timePosted: new Date(Date.UTC(2020, 0, 1, place)),
      timeBumped: num === LONG ? new Date('2020-03-01T00:00:00Z') : null,
    };
  });
  const replies = Array.from({ length: 80 }, (_, place) => ({
    num: LONG + 1 + place,
    thread: LONG,
    timePosted: new Date('2020-01-01T00:00:00Z'),
    comment: `<a href="#p${LONG + 1}" class="quotelink">&gt;&gt;${LONG + 1}</a><br>reply ${place + 1}`,
    timeDeletedPost: place % 40 === 5 ? DELETED : null,
  }));
  await archive.storeAndIndex('read', [...openers, ...replies]);
  await archive.board('acts');
  const file = { mediaHash: Buffer.alloc(16, 7), mediaName: 'loaf', mediaType: 'png', mediaTime: 1_500_000_000_000 };
  await archive.storeAndIndex('acts', [
    { num: 10, opener: true, subject: 'Rye', comment: 'bread', name: 'Baker', tripcode: '!Abc/1.x', country: 'SE' },
    { num: 11, thread: 10, comment: '<a href="#p10" class="quotelink">&gt;&gt;10</a><br>a loaf', ...file },
    { num: 12, thread: 12, opener: true, subject: 'Wheat', comment: 'flour', tripcode: '!Abc/1.x' },
    { num: 13, thread: 12, comment: 'the same loaf', ...file },
    {
      num: 14,
      thread: 12,
      comment: '<a href="/read/thread/1000#p1001" class="quotelink">&gt;&gt;&gt;/read/1001</a> reads',
    },
  ]);
  mediaDir = await mkdtemp(join(tmpdir(), 'sagasu-drawings-'));
  await storeReplay('acts', 13);
  pages = await openPages(world(), undefined, mediaDir);
  page = await (await pages.browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
});

afterAll(async () => {
  await pages?.close();
  if (mediaDir !== undefined) await rm(mediaDir, { recursive: true });
});

/** How the drawing of this post was made, as the scraper stores it. */
async function storeReplay(board: string, num: number): Promise<void> {
  const { pool } = world();
  const datastores = new Datastores(pool, {
    s3AccessKeyId: null,
    s3SecretAccessKey: null,
    s3Region: 'us-east-1',
    mediaDir,
  });
  const place = { name: 'drawings', kind: 'local', base: '', firstByte: 0, lastByte: 255, redirectUrl: null } as const;
  await datastores.add(place);
  const replay = await readFile(new URL('../fixtures/drawing/layers.tgkr', import.meta.url));
  const [sha256, md5] = ['sha256', 'md5'].map((name) => createHash(name).update(replay).digest());
  const hex = String(sha256?.toString('hex'));
  const folder = join(mediaDir, hex.slice(0, 2), hex.slice(2, 4));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${hex}.tgkr`), replay);
  await pool.query(
    `with stored as (insert into images (sha256, md5, type, size, datastore_id)
       values ($1, $2, 'tgkr', $3, (select min(id) from datastores)) returning sha256)
     insert into post_replays select b.id, $5, 0, s.sha256 from boards b, stored s where b.name = $4`,
    [sha256, md5, replay.length, board, num],
  );
}

async function open(address: string): Promise<void> {
  await page.goto(`${pages.origin}${address}`);
  await page.locator('article').first().waitFor();
  await listensToKeys(page);
}

const current = async () => page.evaluate(`document.querySelector('[data-current]')?.getAttribute('aria-label')`);
const subjects = async () => page.locator('.listed-thread > .post-top .post-subject').allTextContents();

describe('a board', () => {
  test('is sorted by last activity, or by creation if the address says so', async () => {
    await open('/read/');
    expect((await subjects()).slice(0, 2)).toEqual(['Thread 1000', 'Thread 4900']);
    expect(await page.locator('.listed-replies').first().locator('article').count()).toBe(5);
    await page.getByRole('link', { name: 'Newest thread' }).click();
    await page.waitForURL(/sort=created/);
    await eventually('the order is another', async () => (await subjects())[0] === 'Thread 4900');
    await page.getByRole('link', { name: 'Page 3' }).click();
    await page.waitForURL(/sort=created&page=3/);
    await eventually('the last page has the oldest', async () => (await subjects()).at(-1) === 'Thread 1000');
  });

  test('goes on by cursors, and Back returns to the same threads', async () => {
    await open('/read/');
    const first = await subjects();
    for (const number of [2, 3]) {
      await page.getByRole('link', { name: 'Next' }).click();
      await page.waitForURL(new RegExp(`page=${number}&cursor=`));
      await eventually('the page is the next one', async () => {
        const label = await page.locator('.paginate [aria-current]').textContent();
        return label === String(number) && (await subjects())[0] !== first[0];
      });
    }
    expect((await subjects()).at(-1)).toBe('Thread 1100');
    await page.goBack();
    await eventually('the second page returns', async () => (await subjects())[0] === 'Thread 3500');
    await page.getByRole('link', { name: 'Previous' }).click();
    await page.waitForURL(/\/read\/$/);
    await eventually('the first page has the same threads', async () => (await subjects()).join() === first.join());
  });

  test('keeps its heading and tabs in the list of deleted posts', async () => {
    await open('/read/');
    const places = async () =>
      page.locator('.site-name, .site-header #query, .board-heading, .board-tabs a').evaluateAll((elements) =>
        elements.map((element) => {
          const { x, y } = element.getBoundingClientRect();
          return [Math.round(x), Math.round(y)];
        }),
      );
    // The chosen tab is bold, so the tabs after it may move by the difference in width.
    const rows = async () => (await places()).map(([x, y], place) => (place < 4 ? [x, y] : y));
    const before = await rows();
    expect(before.length).toBeGreaterThan(7);
    await page.getByRole('link', { name: 'Deleted' }).click();
    await page.waitForURL(/\/search\?q=board:read(?:%20|\+)is:deleted/);
    await page.locator('[data-hits] .hit').first().waitFor();
    expect(await rows()).toEqual(before);
    expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).toHaveLength(1);
    expect(await page.locator('.board-tabs [aria-current]').allInnerTexts()).toEqual(['Deleted']);
    await page.reload();
    expect(await rows()).toEqual(before);
    await page.getByRole('link', { name: 'Catalog' }).click();
    await page.locator('.catalog-card').first().waitFor();
    await page.goto(`${pages.origin}/search?q=board:nowhere+is:deleted`);
    await page.locator('.query-problem').waitFor();
    expect(await page.locator('.board-tabs').count()).toBe(0);
  });

  test('restores its scroll position when the reader goes back from a thread', async () => {
    await open('/read/');
    await page.evaluate('window.scrollTo(0, 900)');
    await page.getByRole('link', { name: 'Thread 4500', exact: true }).first().click();
    await page.waitForURL(/\/read\/thread\/4500/);
    await page.locator('[id="4500"]').waitFor();
    await page.goBack();
    await page.locator('.listed-thread').first().waitFor();
    await eventually('the page is where it was', async () => {
      const scrolled = Number(await page.evaluate('window.scrollY'));
      return scrolled > 700;
    });
  });

  test('hides a thread that the reader hid, even after a reload, until it is shown again', async () => {
    await open('/read/');
    await page.getByRole('button', { name: 'Hide thread 4900' }).click();
    await page.getByText('Thread 4900 is hidden.').waitFor();
    await page.reload();
    await page.getByText('Thread 4900 is hidden.').waitFor();
    await page.getByRole('button', { name: 'Display settings' }).click();
    await page.getByRole('button', { name: 'Show 1 hidden post' }).click();
    await eventually('the thread is there', async () => (await subjects()).includes('Thread 4900'));
  });
});

test('a catalog is filtered while typing, and the filter is part of the address', async () => {
  await open('/read/catalog?sort=posts');
  expect(await page.locator('.catalog-card h2').first().textContent()).toBe('Thread 1000');
  expect(await page.locator('.catalog-card').count()).toBe(THREADS);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.getByRole('searchbox', { name: 'Filter these threads' }).fill('words of 48');
  await eventually('one thread is left', async () => (await page.locator('.catalog-card').count()) === 1);
  expect(requests.filter((url) => url.includes('/api/v1/boards/read'))).toEqual([]);
  await page.reload();
  await page.locator('.catalog-card').first().waitFor();
  expect(await page.locator('.catalog-card h2').allTextContents()).toEqual(['Thread 4800']);
});

describe('a long thread', () => {
  test('shows its last posts, and all posts when a quote leads further back', async () => {
    await open(`/read/thread/${LONG}?last=50`);
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
    await open(`/read/thread/${LONG}`);
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
    await open('/read/');
    await page.evaluate(`localStorage.setItem('read-posts', '["read/${LONG} p${LONG + 30}"]')`);
    await open(`/read/thread/${LONG}`);
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
    await open('/read/');
    await page.evaluate(`localStorage.removeItem('read-posts')`);
    await open(`/read/thread/${LONG}`);
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
    await open(`/read/thread/${LONG}`);
    await expect
      .poll(async () => Number.parseInt((await page.locator('.new-hits').textContent()) ?? '', 10))
      .toBeGreaterThan(40);
    await open('/read/catalog');
    await page
      .locator('.catalog-card', { hasText: `Thread ${LONG}` })
      .locator('.unread-count')
      .waitFor();
  });

  test('is shown as a tree of replies, also without scripts', async () => {
    await open(`/read/thread/${LONG}`);
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
    await open(`/read/thread/${LONG}?view=tree`);
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
    await open(`/read/thread/${LONG}?view=tree`);
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
    await open(`/read/thread/${LONG}`);
    await page.getByRole('link', { name: 'Deleted (2)' }).click();
    await eventually(
      'three posts are left',
      async () => (await page.locator('#main article[data-post]').count()) === 3,
    );
    expect(page.url()).toContain('only=deleted');
  });
});

test('the bar of a board contains the board’s name, with the caret after it', async () => {
  await open('/read/');
  const bar = page.getByRole('combobox', { name: 'Search posts' });
  expect(await bar.inputValue()).toBe('board:read ');
  await page.keyboard.press('/');
  await page.keyboard.type('reply');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/search\?q=board:read\+reply$/);
  // Replies too, not opening posts only.
  await eventually('replies are found', async () => (await page.locator('[data-hits] .post-reply').count()) > 0);
});

describe('keys', () => {
  test('move through posts, open a thread, focus the bar and show the list', async () => {
    await open('/read/');
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
    await open('/search?q=board:read words&sort=old');
    for (const key of ['j', 'j', 'o']) await page.keyboard.press(key);
    await page.waitForURL(/\/read\/thread\/1100\?q=words#p1100/);
  });

  test('do nothing once turned off, even after a reload', async () => {
    await open('/read/');
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

test('the theme applies before the first paint, and exact times are shown if chosen', async () => {
  await open('/read/');
  await page.getByRole('button', { name: 'Display settings' }).click();
  await page.getByRole('radio', { name: 'Yotsuba' }).check();
  await page.getByRole('radio', { name: 'Exact time' }).check();
  // The theme is set before the application's script runs.
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.reload();
  expect(await page.evaluate('getComputedStyle(document.documentElement).backgroundColor')).toBe('rgb(255, 255, 238)');
  await page.unroute('**/assets/*.js');
  await open('/read/');
  await expect.poll(async () => page.locator('.post-op time').first().textContent()).toMatch(/\d\d:\d\d:\d\d/);
});

async function menuOf(num: number) {
  await page.getByRole('button', { name: `More actions for No.${num}` }).click();
  return page.getByRole('menu', { name: `More actions for No.${num}` });
}

const hits = async () => page.locator('[data-hits] .post-num').allTextContents();

describe('a post', () => {
  test('shows where other boards quote it, with a preview', async () => {
    await open('/read/thread/1000');
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
    await open('/acts/thread/10');
    expect(await page.locator('[id="10"] .post-country').textContent()).toContain('Sweden');
    await page.getByRole('link', { name: '!Abc/1.x' }).click();
    await page.waitForURL(/q=trip:/);
    await eventually('both posts are found', async () => (await hits()).join() === 'No.12,No.10');
    await open('/search?q=board:acts loaf');
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
    await open('/acts/thread/10');
    const name = page.locator('[id="10"] .post-name').first();
    expect(await name.getAttribute('title')).toBe('Posts by “Baker” with the tripcode !Abc/1.x');
    await name.click();
    await page.waitForURL(/q=full-name:/);
    await eventually('one post is found', async () => (await hits()).join() === 'No.10');
  });

  test('that the reader marked as own is marked, with quotes of it and replies to it', async () => {
    await open('/acts/thread/10');
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
    await open('/acts/thread/10');
    await (await menuOf(10)).getByRole('menuitem', { name: 'Not my post' }).click();
    await expect.poll(async () => mark(author)).toBe('none');
  });

  test('keeps its menu open while the page scrolls, until the post leaves the window', async () => {
    await open('/read/thread/1000');
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
    await open('/acts/thread/10');
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
    await open('/search?q=board:acts flour');
    await (await menuOf(12)).getByRole('menuitem', { name: 'Hide thread' }).click();
    await eventually('its text is gone', async () => (await page.locator('[data-hits] .post-body').count()) === 0);
    await page.getByRole('button', { name: 'Show No.12' }).click();
    await page.locator('[data-hits] .post-body').waitFor();
  });
});

test('a drawing is replayed in place: it plays, pauses, is sought with the slider by keys, and closes', async () => {
  await open('/acts/thread/12');
  const post = page.locator('[id="13"]');
  await post.getByRole('link', { name: 'Drawing replay' }).click();
  const canvas = post.getByRole('img', { name: /^Replay of loaf/ });
  await canvas.waitFor();
  const place = post.getByRole('slider', { name: 'Position' });
  await expect.poll(async () => Number(await place.inputValue())).toBeGreaterThan(0);
  await post.getByRole('combobox', { name: 'Speed' }).selectOption('100');
  await post.getByRole('button', { name: 'Play' }).waitFor();
  const painted = async () => canvas.evaluate((element) => (element as unknown as { toDataURL(): string }).toDataURL());
  const whole = await painted();
  await place.focus();
  await page.keyboard.press('Home');
  await expect.poll(async () => (await painted()) === whole).toBe(false);
  await page.keyboard.press('End');
  await expect.poll(async () => (await painted()) === whole).toBe(true);
  await post.getByRole('button', { name: 'Close' }).click();
  await canvas.waitFor({ state: 'detached' });
});
