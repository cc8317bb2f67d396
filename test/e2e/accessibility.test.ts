import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addKey } from '../../server/admin/api-keys.ts';
import { listBoards } from '../../store/boards/boards.ts';
import { changeDefaults } from '../../store/boards/settings.ts';
import { addAdmin, signIn } from '../support/admin.ts';
import { eventually } from '../support/archive.ts';
import { axeViolationsOf } from '../support/axe.ts';
import { openBrowser } from '../support/browser.ts';
import { aPost, writePosts } from '../support/builders.ts';
import { CHECKED_PAGES, type Found } from '../support/checked-pages.ts';
import { IS_FULL } from '../support/full-counts.ts';
import { MODULES } from '../support/modules.ts';
import { watchLoading } from '../support/settled.ts';
import { useSharedArchive } from '../support/shared-archive.ts';

const WIDE = 1280;
const NARROW = 390;
/**
 * The themes to check, by width of the page. Almost all of the time is axe's, and a rule that fails in one theme at one width seldom
 * passes at the other, so each width has one theme in `npm test`, and both in `npm run faults`.
 */
const LOOKS = [
  { width: WIDE, themes: IS_FULL ? (['light', 'dark'] as const) : (['light'] as const) },
  { width: NARROW, themes: IS_FULL ? (['dark', 'light'] as const) : (['dark'] as const) },
];
/** A screen of 1280 px at 400 % zoom. */
const NARROWEST = 320;

/** The most that a page moves while it loads. */
const MOST_SHIFT = 0.02;
/** Answers arrive after the first paint. */
const SLOW = { offline: false, latency: 40, downloadThroughput: 2_000_000, uploadThroughput: 2_000_000 };
/** Notes what moved, with the first moved elements. */
const OBSERVE_SHIFTS = `
  globalThis.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      const moved = sources.slice(0, 3).map(({ node }) => node?.cloneNode?.(false).outerHTML?.slice(0, 120) ?? '');
      if (!hadRecentInput) globalThis.shifts.push({ value, moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });`;

/** Widths at which the header is measured: a tablet, a laptop, a large screen. */
const HEADER_WIDTHS = [820, WIDE, 1920];
/** The home page contains the bar itself; a page for browsers without scripts has none. */
const WITHOUT_HEADER = ['home', 'report form without scripts'];
/** The logo, the bar, the menu and the settings on the first measured page, by width. */
const headers = new Map<number, unknown>();

const archive = useSharedArchive();
let browser: Browser;
let found: Found;
/**
 * The pages of a reader and of a signed-in admin, which open one address after the other: a new page would compile the scripts and axe
 * again, which takes longer than the checks.
 */
let reader: Visitor;
let admin: Visitor;

interface Visitor {
  readonly page: Page;
  readonly settled: () => Promise<void>;
}

beforeAll(async () => {
  const { serverUrl, pool } = archive();
  let hits: { readonly board: string; readonly thread: number }[] = [];
  await eventually('a thread with an image can be found', async () => {
    const answer = await fetch(`${serverUrl}/api/v1/search?q=is:op+has:image`);
    ({ hits } = (await answer.json()) as { hits: typeof hits });
    return hits.length > 0;
  });
  const [{ board, thread } = { board: '', thread: 0 }] = hits;
  // Gives every post an identity.
  await pool.query(
    `with somebody as (insert into identities (name) values ('Ann Lee') returning id)
     insert into identity_aliases (kind, value, identity_id) select 'name', 'Anonymous', id from somebody`,
  );
  browser = await openBrowser();
  reader = await openVisitor();
  admin = await openVisitor();
  found = { board, thread, task: await prepareAdmin(board) };
});

afterAll(async () => browser?.close());

async function openVisitor(): Promise<Visitor> {
  const page = await browser.newPage();
  await page.addInitScript(OBSERVE_SHIFTS);
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', SLOW);
  return { page, settled: watchLoading(page) };
}

/** Signs in, quarantines a document, fills the lists of modules and finishes a task, and returns that task's page. */
async function prepareAdmin(board: string): Promise<string> {
  const { serverUrl, settings, pool } = archive();
  const known = (await listBoards(pool)).find(({ name }) => name === board);
  if (known === undefined) throw new Error(`there is no board ${board}`);
  await writePosts(pool, known, [aPost({ num: 1, capcode: 'x'.repeat(40_000) })]);
  for (const { staff } of MODULES) await staff?.given(pool, known);
  const roles = [{ role: 'moderator', board }] as const;
  await addKey(pool, { name: 'mirror', scopes: ['read'], perMinute: null, expiresAt: null, roles });
  await pool.query(
    `insert into refusals (board_id, url, reason, sample, first_seen, last_seen, thread, entries)
     values ($1, 'https://site.example/1.json', 'missing_field', E'posts[1].no is missing\\n{"resto":1}', now(), now(), 1, 1)`,
    [known.id],
  );
  await addAdmin(settings);
  await changeDefaults(pool, { publicLog: true, publicLogNames: true });
  await pool.query(`select append_audit('hide', $1, '{"posts": ["1"]}', null, 'ann')`, [known.id]);
  const { page } = admin;
  await page.goto(`${serverUrl}/admin/boards`);
  await signIn(page);
  const asked = page.waitForResponse((response) => response.request().method() === 'POST');
  await page
    .getByRole('button', { name: /^Verify \// })
    .first()
    .click();
  await asked;
  await page.goto(`${serverUrl}/admin/tasks`);
  const link = page
    .locator('.history')
    .getByRole('link', { name: /^Verification/ })
    .first();
  await link.waitFor({ timeout: 60_000 });
  return (await link.getAttribute('href')) ?? '';
}

const PAGES = [...CHECKED_PAGES, ...MODULES.flatMap(({ staff }) => staff?.pages ?? [])];

describe.each(PAGES)('$name', ({ name, address, shows, act, part, isAdmin }) => {
  let page: Page;
  let settled: () => Promise<void>;

  beforeAll(async () => {
    ({ page, settled } = isAdmin === true ? admin : reader);
    await page.setViewportSize({ width: WIDE, height: 800 });
    await page.goto(`${archive().serverUrl}${address(found)}`);
  });

  const loaded = act === undefined ? LOOKS.map(({ width }) => width) : [];
  test.each(loaded)('moves nothing while it loads, at %i px', async (width) => {
    if (width !== WIDE) {
      await page.goto('about:blank');
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${archive().serverUrl}${address(found)}`);
    }
    await page.locator(shows).first().waitFor({ state: 'attached' });
    await settled();
    const shifts =
      await page.evaluate<readonly { readonly value: number; readonly moved: readonly string[] }[]>('shifts');
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    expect(sum, JSON.stringify(shifts)).toBeLessThanOrEqual(MOST_SHIFT);
  });

  test.each(LOOKS)('has no axe violations at $width px, $themes', async ({ width, themes }) => {
    await page.emulateMedia({ colorScheme: themes[0] });
    await page.setViewportSize({ width, height: 800 });
    // Anything that a reader opened closes with the page. Everything else follows the window. A reload would open the viewer again.
    if (act !== undefined && width !== WIDE) {
      await page.goto('about:blank');
      await page.goto(`${archive().serverUrl}${address(found)}`);
    }
    await page.locator(shows).first().waitFor({ state: 'attached' });
    await settled();
    if (act !== undefined) {
      await act(page);
      if (part !== undefined) await page.locator(part).first().waitFor();
      await settled();
    }
    expect(await page.locator('form form').count(), 'forms within forms').toBe(0);
    const violations: string[] = [];
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme });
      const ofTheme = await axeViolationsOf(page, theme === themes[0] ? 'all' : 'colours', part);
      violations.push(...ofTheme.map((violation) => `${theme}: ${violation}`));
    }
    if (width === NARROW) await expectNoSidewaysScrolling();
    expect(violations).toEqual([]);
  });

  const measured = act === undefined && !WITHOUT_HEADER.includes(name) ? HEADER_WIDTHS : [];
  test.each(measured)('has its header at the same position as other pages, at %i px', async (width) => {
    await page.setViewportSize({ width, height: 800 });
    await page.locator(shows).first().waitFor({ state: 'attached' });
    await page.evaluate('scrollTo(0, 0)');
    const places = await page
      .locator('.site-header :is(.site-name, #query, .site-menu, .display-settings)')
      .evaluateAll((elements) =>
        elements.map((element) => {
          const { x, y, width: across } = element.getBoundingClientRect();
          return [element.className, Math.round(x), Math.round(y), Math.round(across)];
        }),
      );
    expect(places).toHaveLength(4);
    if (!headers.has(width)) headers.set(width, places);
    expect(places).toEqual(headers.get(width));
  });

  async function expectNoSidewaysScrolling(): Promise<void> {
    await page.setViewportSize({ width: NARROWEST, height: 640 });
    // Charts such as the timeline are rendered again after the change.
    await expect
      .poll(async () => page.evaluate('document.documentElement.scrollWidth - window.innerWidth'), {
        message: `sideways scrolling at ${NARROWEST} px`,
      })
      .toBeLessThanOrEqual(0);
  }
});

test.each(['yotsuba', 'tomorrow'])('a thread in the theme %s has no axe violations', async (theme) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addInitScript(`localStorage.setItem('theme', '${theme}')`);
  const page = await context.newPage();
  const settled = watchLoading(page);
  await page.goto(`${archive().serverUrl}/${found.board}/thread/${found.thread}`);
  await settled();
  await page
    .getByRole('button', { name: /^More actions for No/ })
    .first()
    .click();
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe(theme);
  const violations = await axeViolationsOf(page);
  await context.close();
  expect(violations).toEqual([]);
});

test('a keyboard user searches, opens a hit in its thread and goes back', async () => {
  const page = await browser.newPage();
  await page.goto(`${archive().serverUrl}/`);
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
