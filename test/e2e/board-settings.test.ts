import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addAdmin, signIn } from '../support/admin.ts';
import { startArchive, type Archive } from '../support/archive.ts';
import { hindrancesOf } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { useWorld } from '../support/world.ts';

const OUTPUT = fileURLToPath(new URL('../.output', import.meta.url));
const world = useWorld();
let archive: Archive;
let browser: Browser;
let page: Page;
let board: string;
const complaints: string[] = [];

beforeAll(async () => {
  archive = await startArchive(world());
  await addAdmin(world());
  const { rows } = await world().pool.query<{ name: string }>('select name from boards order by name limit 1');
  board = rows[0]?.name ?? '';
  browser = await launchBrowser();
  page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  page.on('pageerror', (error) => complaints.push(`error on the page: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) complaints.push(message.text());
  });
});

afterAll(async () => {
  await browser?.close();
  await archive?.stop();
});

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

async function hindrances(): Promise<string[]> {
  const told: string[] = [];
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const found = await hindrancesOf(page, colorScheme === 'light' ? 'all' : 'colours');
      told.push(...found.map((hindrance) => `${width} ${colorScheme} ${hindrance}`));
    }
    const excess = Number(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth'));
    if (excess > 0) told.push(`${width}: scrolls sideways by ${excess}`);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
  return told;
}

test('the table of boards links to the settings of a board', async () => {
  await page.goto(`${archive.serverUrl}/admin`);
  await signIn(page);
  await page.getByRole('link', { name: `Settings of /${board}/` }).click();
  await page.getByRole('heading', { name: `Settings of /${board}/` }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/admin/boards/${board}/settings`);
  expect(await page.getByRole('link', { name: 'Boards', exact: true }).getAttribute('aria-current')).toBe('page');
  expect(await hindrances()).toEqual([]);
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
  expect(await hindrances()).toEqual([]);
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
  await page.getByRole('link', { name: 'All boards' }).click();
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

test('held deletions are shown and released after confirmation', async () => {
  await world().pool.query(
    `insert into missing_posts (board_id, thread, num, first_missed_at, state, due_at)
     select id, 999999, num, now(), 'held', 'infinity' from boards, unnest(array[999997, 999998]) as num where name = $1`,
    [board],
  );
  await page.reload();
  await page.getByText('2 posts disappeared together with a large part of the board.').waitFor();
  expect(await hindrances()).toEqual([]);
  await page.getByRole('button', { name: 'Confirm deletions' }).click();
  const dialog = page.getByRole('dialog', { name: `Confirm the held deletions on /${board}/?` });
  await dialog.getByRole('button', { name: 'Confirm deletions' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.locator('.held').getByText('No longer held: 2 posts.').waitFor();
  const { rows } = await world().pool.query(`select 1 from missing_posts where state = 'held'`);
  expect(rows).toEqual([]);
});

test('an unknown board is reported', async () => {
  await page.goto(`${archive.serverUrl}/admin/boards/nope/settings`);
  await page.getByRole('heading', { name: 'Board /nope/ does not exist' }).waitFor();
});

test('no page logged an error', () => {
  expect(complaints).toEqual([]);
});
