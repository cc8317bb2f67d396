import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { givenArchive } from '../integration/server/given-archive.ts';
import { addAdmin, signIn } from '../support/admin.ts';
import { axeViolationsOf } from '../support/axe.ts';
import { openPages, type OpenPages } from '../support/open-pages.ts';
import { useWorld } from '../support/world.ts';

const OUTPUT = fileURLToPath(new URL('../.output', import.meta.url));
const world = useWorld();
const board = 'g';
let pages: OpenPages;
let page: Page;
const pageErrors: string[] = [];

beforeAll(async () => {
  const archive = givenArchive(world());
  for (const name of [board, 'ck']) await archive.board(name);
  await archive.storeAndIndex(board, [{ num: 100, opener: true, comment: 'a heron' }]);
  await addAdmin(world());
  pages = await openPages(world(), () => new Date());
  page = await (await pages.browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  page.on('pageerror', (error) => pageErrors.push(`error on the page: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) pageErrors.push(message.text());
  });
});

afterAll(async () => pages?.close());

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await page.screenshot({ path: `${OUTPUT}/board-settings-failed.png` });
});

const bar = () => page.locator('.settings-bar');
const field = (name: string) => page.locator(`[data-setting="${name}"]`);

async function stored(): Promise<unknown> {
  const { rows } = await world().pool.query<{ settings: unknown }>('select settings from boards where name = $1', [
    board,
  ]);
  return rows[0]?.settings;
}

async function storedDefaults(): Promise<unknown> {
  const { rows } = await world().pool.query<{ settings: unknown }>('select settings from board_defaults');
  return rows[0]?.settings;
}

async function violations(): Promise<string[]> {
  const all: string[] = [];
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const found = await axeViolationsOf(page, colorScheme === 'light' ? 'all' : 'colours');
      all.push(...found.map((violation) => `${width} ${colorScheme} ${violation}`));
    }
    const excess = Number(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth'));
    if (excess > 0) all.push(`${width}: scrolls sideways by ${excess}`);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
  return all;
}

test('the table of boards links to the settings of a board', async () => {
  await page.goto(`${pages.origin}/admin/boards`);
  await signIn(page);
  await page.getByRole('link', { name: `Settings of /${board}/` }).click();
  await page.getByRole('heading', { name: `Settings of /${board}/` }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/admin/boards/${board}/settings`);
  expect(await page.getByRole('link', { name: 'Boards', exact: true }).getAttribute('aria-current')).toBe('page');
  expect(await violations()).toEqual([]);
});

test('words find settings, also in their descriptions, and the index leads to a group without leaving the page', async () => {
  await page.getByLabel('Find a setting').fill('network reported');
  await page.getByText('1 setting found').first().waitFor();
  expect(
    await page.evaluate(`[...document.querySelectorAll('[data-setting]')].map((one) => one.dataset.setting)`),
  ).toEqual(['reports.hideAfter']);
  await field('reports.hideAfter').locator('input').fill('3');
  await page.getByLabel('Find a setting').fill('');
  await page.getByRole('navigation', { name: 'Groups of settings' }).getByRole('link', { name: 'Ghost posts' }).click();
  await page.waitForFunction(
    `document.getElementById('settings-ghosts').getBoundingClientRect().top < innerHeight / 2`,
  );
  expect(await page.getByRole('dialog').count()).toBe(0);
  await field('ghosts.hold').getByRole('button', { name: 'Show it' }).click();
  expect(await page.evaluate(`document.activeElement.closest('[data-setting]').dataset.setting`)).toBe(
    'ghosts.allowed',
  );
  await page.getByRole('button', { name: 'Discard changes' }).click();
});

test('an invalid pattern is reported below its field, the caret moves to it, and nothing is saved', async () => {
  await page.getByLabel('Board poll interval', { exact: true }).fill('30');
  await page.getByLabel('Exclude threads that match').fill('weeds\n(moss');
  await page.keyboard.press('Tab');
  await bar().getByText('2 unsaved changes').waitFor();
  await bar().getByRole('button', { name: 'Save' }).press('Enter');
  await field('threads.not').getByText('Line 2: missing )').waitFor();
  await bar().getByText('Not saved: 1 setting is invalid').waitFor();
  expect(
    await page.evaluate(
      'document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)',
    ),
  ).toBe('(moss');
  expect(await violations()).toEqual([]);
  expect(await stored()).toEqual({});
});

test('corrected settings are saved and survive a reload', async () => {
  await page.getByLabel('Exclude threads that match').fill('weeds\nmoss');
  await field('media.files.reply').getByLabel('Only where a pattern matches').check();
  await field('media.files.reply').getByLabel('Patterns, one per line').fill('leek');
  await field('archive').getByLabel('No', { exact: true }).check();
  await bar().getByRole('button', { name: 'Save' }).click();
  await bar().getByText('Saved.').waitFor();
  expect(await stored()).toEqual({
    refreshDelay: 30,
    archive: false,
    threads: { not: 'weeds\nmoss' },
    media: { files: { reply: 'leek' } },
  });
  await page.reload();
  await page.getByRole('heading', { name: `Settings of /${board}/` }).waitFor();
  expect(await page.getByLabel('Board poll interval', { exact: true }).inputValue()).toBe('30');
  expect(await page.getByLabel('Exclude threads that match').inputValue()).toBe('weeds\nmoss');
  expect(await field('archive').getByLabel('No', { exact: true }).isChecked()).toBe(true);
  expect(await page.getByText('custom').count()).toBe(4);
});

test('leaving with unsaved changes asks for confirmation', async () => {
  await field('archive').getByRole('button', { name: 'Reset to default' }).click();
  await page.getByRole('link', { name: 'All boards', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await field('archive').getByLabel('Yes', { exact: true }).isChecked()).toBe(true);
  expect(new URL(page.url()).pathname).toBe(`/admin/boards/${board}/settings`);
});

test('the slower of two admins sees the other’s changes and loses none of their own', async () => {
  await world().pool.query(`update boards set settings = settings || '{"refreshDelay": 45}' where name = $1`, [board]);
  await bar().getByRole('button', { name: 'Save' }).click();
  await page.locator('.settings > [role="alert"]').getByText('Someone else has changed these settings').waitFor();
  await expect.poll(async () => page.getByLabel('Board poll interval', { exact: true }).inputValue()).toBe('45');
  expect(await field('archive').getByLabel('Yes', { exact: true }).isChecked()).toBe(true);
  await bar().getByRole('button', { name: 'Save' }).click();
  await bar().getByText('Saved.').waitFor();
  expect(await stored()).toEqual({
    refreshDelay: 45,
    threads: { not: 'weeds\nmoss' },
    media: { files: { reply: 'leek' } },
  });
});

test('defaults of all boards are set on their own page, shown on a board, overridden there, and inherited again', async () => {
  await page.getByRole('link', { name: 'Defaults for all boards' }).click();
  await page.getByRole('heading', { name: 'Defaults for all boards' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/admin/board-defaults');
  const menu = page.getByRole('navigation', { name: 'Administration' });
  expect(await menu.getByRole('link', { name: 'Settings' }).getAttribute('aria-current')).toBe('page');
  await field('catalog').getByLabel('No', { exact: true }).check();
  await page.getByLabel('Only threads that match').fill('garden');
  await page.getByLabel('Board poll interval', { exact: true }).fill('20');
  await bar().getByRole('button', { name: 'Save' }).click();
  await bar().getByText('Saved.').waitFor();
  expect(await storedDefaults()).toEqual({ catalog: false, refreshDelay: 20, threads: { only: 'garden' } });
  expect(await violations()).toEqual([]);

  await page.goto(`${pages.origin}/admin/boards/${board}/settings`);
  await field('catalog').getByText('from all boards').waitFor();
  expect(await field('catalog').getByLabel('No', { exact: true }).isChecked()).toBe(true);
  await field('refreshDelay').getByText('custom').waitFor();
  await field('refreshDelay').getByText('Default of all boards: 20 seconds').waitFor();
  await field('threads.only').getByLabel('Off, regardless of the default').check();
  await field('catalog').getByLabel('Yes', { exact: true }).check();
  await bar().getByRole('button', { name: 'Save' }).click();
  await bar().getByText('Saved.').waitFor();
  expect(await stored()).toMatchObject({ catalog: true, threads: { only: false } });
  expect(await violations()).toEqual([]);

  for (const name of ['catalog', 'threads.only', 'refreshDelay']) {
    await field(name).getByRole('button', { name: 'Reset to default' }).click();
  }
  await bar().getByRole('button', { name: 'Save' }).click();
  await bar().getByText('Saved.').waitFor();
  await field('catalog').getByText('from all boards').waitFor();
  expect(await stored()).toEqual({ threads: { not: 'weeds\nmoss' }, media: { files: { reply: 'leek' } } });
});

test('held deletions are shown and released after confirmation', async () => {
  await world().pool.query(
    `insert into missing_posts (board_id, thread, num, first_missed_at, state, due_at)
     select id, 999999, num, now(), 'held', 'infinity' from boards, unnest(array[999997, 999998]) as num where name = $1`,
    [board],
  );
  await page.reload();
  await page.getByText('2 posts disappeared together with a large part of the board.').waitFor();
  expect(await violations()).toEqual([]);
  await page.getByRole('button', { name: 'Confirm deletions' }).click();
  const dialog = page.getByRole('dialog', { name: `Confirm the held deletions on /${board}/?` });
  await dialog.getByRole('button', { name: 'Confirm deletions' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.locator('.held').getByText('No longer held: 2 posts.').waitFor();
  const { rows } = await world().pool.query(`select 1 from missing_posts where state = 'held'`);
  expect(rows).toEqual([]);
});

test('a charset that a detector proposes is shown with lines of messages, and set with one button', async () => {
  const { rows } = await world().pool.query<{ id: number }>("select id from boards where name = 'ck'");
  await world().pool.query(
    "insert into raw_messages (board_id, num, content, read_as) select $1, num, '', 'windows-1252' from generate_series(1, 12) as num",
    [rows[0]?.id],
  );
  await world().pool.query(
    `insert into charset_proposals (board_id, num, read_as, charset, before, after)
     values ($1, 3, 'windows-1252', 'koi8-r', 'ðÞÅÌÙ ÕÌÅÔÅÌÉ ÉÚ ÕÌØÑ.', 'Пчелы улетели из улья.')`,
    [rows[0]?.id],
  );
  await page.goto(`${pages.origin}/admin/boards/ck/settings`);
  await page.getByText('neither name nor show their charset: 12 messages, read as windows-1252.').waitFor();
  await page.getByText('Пчелы улетели из улья.').waitFor();
  expect(await violations()).toEqual([]);
  await page.getByRole('button', { name: 'Set koi8-r' }).click();
  await page.getByText('To be read again as koi8-r: 12 messages.').waitFor();
  expect(await field('mail.charset').locator('select').inputValue()).toBe('koi8-r');
  expect(await violations()).toEqual([]);
});

test('an unknown board is reported', async () => {
  await page.goto(`${pages.origin}/admin/boards/nope/settings`);
  await page.getByRole('heading', { name: 'Board /nope/ does not exist' }).waitFor();
});

test('no page logged an error', () => {
  expect(pageErrors).toEqual([]);
});
