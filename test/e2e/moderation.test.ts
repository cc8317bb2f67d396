/** Bulk work of staff in a browser: bulk actions, filters, identities. */
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { givenArchive } from '../integration/server/given-archive.ts';
import { addAdmin, signIn } from '../support/admin.ts';
import { expectAccessible } from '../support/axe.ts';
import { openPages, type OpenPages } from '../support/open-pages.ts';
import { useWorld } from '../support/world.ts';

const OUTPUT = fileURLToPath(new URL('../.output', import.meta.url));
const WIDE = { width: 1280, height: 900 };

const world = useWorld();
let pages: OpenPages;
let staff: Page;

beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('g');
  await archive.storeAndIndex('g', [
    { num: 100, thread: 100, opener: true, comment: 'about plovers' },
    ...Array.from({ length: 12 }, (_, index) => ({
      num: 101 + index,
      thread: 100,
      comment: index < 3 ? 'cheap herons' : 'plover',
      ...(index % 2 === 0 && { tripcode: '!flood' }),
    })),
  ]);
  await addAdmin(world());
  pages = await openPages(world(), () => new Date());
  staff = await pages.browser.newPage({ viewport: WIDE });
  await staff.goto(`${pages.origin}/admin/boards`);
  await signIn(staff);
  await staff.locator('.board-table').waitFor();
});
afterAll(async () => pages?.close());
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await staff.screenshot({ path: `${OUTPUT}/moderation-failed.png` });
});

const hidden = async () => {
  const { rows } = await world().pool.query<{ posts: number }>('select count(*)::int as posts from posts where hidden');
  return rows[0]?.posts;
};

test('everything by a tripcode is hidden from the menu of a post, once its number is typed, and shown again', async () => {
  await staff.goto(`${pages.origin}/g/thread/100`);
  await staff.getByRole('button', { name: 'More actions for No.101' }).click();
  await staff.getByRole('menuitem', { name: 'Act on similar posts' }).click();
  await staff.getByRole('menuitem', { name: 'Everything by this tripcode…' }).click();
  await staff.getByRole('button', { name: 'Find posts' }).click();
  const chosen = staff.getByRole('region', { name: 'Posts found' });
  await chosen.getByText('6 posts', { exact: true }).waitFor();
  await expectAccessible(staff);
  await chosen.getByRole('button', { name: 'Hide 6 posts…' }).click();
  const dialog = staff.getByRole('dialog', { name: 'Hide 6 posts?' });
  await dialog.getByLabel(/^To confirm, type 6/).fill('5');
  await staff.keyboard.press('Enter');
  expect(await hidden()).toBe(0);
  await dialog.getByLabel(/^To confirm, type 6/).fill('6');
  await staff.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  const item = staff.getByRole('region', { name: 'Bulk action 1' });
  await item.getByText('6 posts hidden').waitFor();
  expect(await hidden()).toBe(6);
  await expectAccessible(staff);
  await item.getByRole('button', { name: /^Undo/ }).click();
  await item.getByText('undone').waitFor();
  expect(await hidden()).toBe(0);
});

test('all hits of a search lead to a bulk action', async () => {
  await staff.goto(`${pages.origin}/search?q=plover`);
  await staff.locator('article').first().waitFor();
  await staff.locator('.results-menu > button').click();
  await staff.getByRole('link', { name: 'Hide or purge all hits…' }).click();
  const query = staff.locator('.bulk-form textarea');
  await query.waitFor();
  expect(await query.inputValue()).toBe('plover');
});

test('an admin adds a filter, previews what it would hide, applies it and undoes it', async () => {
  await staff.getByRole('link', { name: 'Filters', exact: true }).click();
  await staff.getByText('No filters yet.').waitFor();
  await staff.getByText('Add a filter').click();
  await staff.getByLabel('Phrase, or one expression per line').fill('cheap herons');
  await expectAccessible(staff);
  await staff.getByRole('button', { name: 'Add filter' }).click();
  const item = staff.getByRole('region', { name: 'Filter 1' });
  await item.getByRole('button', { name: /^Try/ }).click();
  await item.getByText('Would hide 3 posts of 13.').waitFor();
  await item.getByRole('link', { name: '/g/ 103' }).waitFor();
  expect(await hidden()).toBe(0);
  await item.getByRole('button', { name: /^Enable/ }).click();
  await item.getByRole('button', { name: /^Apply to stored posts/ }).click();
  await item.getByText('3 hidden').waitFor();
  expect(await hidden()).toBe(3);
  await expectAccessible(staff);
  await item.getByRole('button', { name: /^Undo/ }).click();
  await staff.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await item.getByText('disabled', { exact: true }).waitFor();
  expect(await hidden()).toBe(0);
  await item.getByRole('button', { name: /^Remove/ }).click();
  await staff.getByText('No filters yet.').waitFor();
});

test('an admin adds an identity with two aliases, changes and removes it', async () => {
  await staff.getByRole('link', { name: 'Identities', exact: true }).click();
  const form = staff.locator('section', { hasText: 'Add an identity' });
  await form.getByLabel('Name', { exact: true }).fill('Ann Lee');
  await form.getByLabel('Value').fill('!flood');
  await form.getByRole('button', { name: 'Add an alias' }).click();
  await form.getByLabel('Kind').last().selectOption('Name in posts');
  await form.getByLabel('Value').last().fill('Ann');
  await form.getByRole('button', { name: 'Save' }).click();
  await staff.getByText('Ann Lee').first().waitFor();
  await staff.getByText('Aliases of Ann Lee').click();
  await expectAccessible(staff);
  const list = staff.locator('.account-list');
  await list.getByRole('button', { name: 'Remove alias 1' }).click();
  await list.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await world().pool.query('select from identity_aliases')).rowCount).toBe(1);
  await list.getByRole('button', { name: 'Remove identity' }).click();
  await staff.getByRole('dialog').getByRole('button', { name: 'Remove identity' }).click();
  await staff.getByText('No identities yet.').waitFor();
});

test('a picture that resembles a banned one is banned separately, and the ban of a file is lifted', async () => {
  const { pool } = world();
  const [near, md5] = [Buffer.alloc(32, 7), Buffer.alloc(16, 7)];
  await pool.query(
    `insert into banned_media (hash, reason, banned_by, perceptual_hash) values ($1, 'spam', 'cli', 7)`,
    [Buffer.alloc(32, 1)],
  );
  await pool.query(`insert into images (sha256, md5, perceptual_hash, type, size) values ($1, $2, 5, 'png', 1)`, [
    near,
    md5,
  ]);
  await pool.query('update posts set media_time = 1, media_hash_src = $1 where num = 105', [near]);
  await staff.getByRole('link', { name: 'Banned files', exact: true }).click();
  const file = staff.getByRole('region', { name: `SHA-256 ${'01'.repeat(32)}` });
  await file.getByRole('button', { name: /^Similar files/ }).click();
  const like = file.getByRole('region', { name: '/g/ 105' });
  await like.getByText('distance 1 of 64').waitFor();
  await expectAccessible(staff);
  await like.getByRole('button', { name: /^Ban the file/ }).click();
  await file.getByText('No stored file is similar.').waitFor();
  await staff.getByRole('region', { name: `SHA-256 ${'07'.repeat(32)}` }).waitFor();
  await file.getByRole('button', { name: /^Lift the ban/ }).click();
  await staff.getByRole('dialog').getByRole('button', { name: 'Lift the ban' }).click();
  await file.waitFor({ state: 'detached' });
});

test('a list of another archive is imported as a filter', async () => {
  await staff.getByRole('link', { name: 'Filters', exact: true }).click();
  await staff.getByText('Add a filter').click();
  await staff.getByLabel('Matches').selectOption('Files on a list');
  await staff
    .getByLabel('MD5s, one per line, or a list in another archive’s JSON')
    .fill(`{"banned_hashes": ["${'f'.repeat(32)}", "no"]}`);
  await staff.getByText('1 entry is no MD5 and was left out.').waitFor();
  await expectAccessible(staff);
  await staff.getByRole('button', { name: 'Add filter' }).click();
  await staff
    .getByRole('region', { name: /^Filter/ })
    .getByText('Files on a list: 1 file')
    .waitFor();
});

test('an admin adds a board, renames it, unlists it, and removes it after typing its name', async () => {
  const menu = async (action: string) => {
    await staff.getByRole('button', { name: 'More actions for /herons/' }).click();
    await staff.getByRole('button', { name: action, exact: true }).click();
  };
  await staff.goto(`${pages.origin}/admin/boards`);
  await staff.getByRole('button', { name: 'Add a board' }).click();
  await staff.getByLabel(/^Name, as in addresses/).fill('herons');
  const address = staff.getByLabel(/^Address of its boards/);
  await address.fill('htp:/nonsense');
  await staff.getByRole('button', { name: 'Test the address' }).click();
  await staff.getByText('"htp:/nonsense" must begin with http:// or https://').waitFor();
  expect(await address.getAttribute('aria-invalid')).toBe('true');
  await expectAccessible(staff);
  await address.fill('https://a.example.org');
  await staff.getByRole('button', { name: 'Test the address' }).click();
  // This server has no Redis, and so no scraper.
  await staff.getByText('The address could not be tested').waitFor();
  await expectAccessible(staff);
  await staff.getByRole('button', { name: 'Add without a test' }).click();
  await menu('Rename…');
  await staff.getByLabel('Title').fill('All about herons');
  await expectAccessible(staff);
  await staff.getByRole('button', { name: 'Save' }).click();
  await staff.getByText('All about herons').waitFor();
  await menu('Hide from lists…');
  await staff.getByRole('button', { name: 'Hide', exact: true }).click();
  await staff.getByText('not in lists').waitFor();
  await menu('Remove…');
  const dialog = staff.getByRole('dialog', { name: 'Remove /herons/?' });
  await dialog.getByText('0 files that no other board shows').waitFor();
  await expectAccessible(staff);
  await dialog.getByLabel(/^To confirm, type herons/).fill('heron');
  await staff.keyboard.press('Enter');
  await dialog.getByLabel(/^To confirm, type herons/).fill('herons');
  await staff.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await staff.getByRole('button', { name: 'More actions for /herons/' }).waitFor({ state: 'detached' });
  expect((await world().pool.query(`select from boards where name = 'herons'`)).rowCount).toBe(0);
});
