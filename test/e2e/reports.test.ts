/** A reader reports posts, a moderator handles them: by mouse, by keyboard, and without scripts. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenArchive } from '../integration/server/given-archive.ts';
import { addAdmin, signIn } from '../support/admin.ts';
import { expectAccessible } from '../support/axe.ts';
import { openPages, type OpenPages } from '../support/open-pages.ts';
import { listensToKeys } from '../support/hydrated.ts';
import { useWorld } from '../support/world.ts';

const WIDE = { width: 1280, height: 900 };

const world = useWorld();
let pages: OpenPages;
let browser: Browser;
let reader: Page;
let staff: Page;

beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('g');
  await archive.storeAndIndex('g', [
    { num: 100, thread: 100, opener: true, comment: 'about plovers' },
    { num: 101, thread: 100, comment: 'buy my herons' },
    { num: 102, thread: 100, comment: 'another flood' },
    { num: 102, subnum: 1, thread: 100, comment: 'a ghost floods' },
    { num: 103, thread: 100, comment: 'about terns' },
  ]);
  await world().pool.query(
    `insert into poster_addresses (board_id, num, subnum, address, expires_at)
     select id, 102, 1, '198.51.100.44', now() + interval '1 day' from boards where name = 'g'`,
  );
  await addAdmin(world());
  pages = await openPages(world(), () => new Date());
  ({ browser } = pages);
  reader = await browser.newPage({ viewport: WIDE });
  staff = await (await browser.newContext({ viewport: WIDE })).newPage();
});
afterAll(async () => pages?.close());

const isVisible = async (num: number) => (await fetch(`${pages.origin}/api/v1/boards/g/posts/${num}`)).ok;

test('a reader reports a post from its menu, by keyboard, and once only', async () => {
  await reader.goto(`${pages.origin}/g/thread/100`);
  const more = reader.getByRole('button', { name: 'More actions for No.101' });
  const report = reader.getByRole('dialog', { name: 'Report No.101 /g/' });
  const openReport = async () => {
    await more.focus();
    await reader.keyboard.press('Enter');
    await reader.getByRole('menuitem', { name: 'Report…' }).focus();
    await reader.keyboard.press('Enter');
    await report.waitFor();
  };
  await openReport();
  await report.getByRole('button', { name: 'Send report' }).click();
  await report.getByText('Choose what is wrong with the post.').waitFor();
  await expectAccessible(reader);
  await report.getByLabel('Spam or flooding').check();
  await report.getByLabel(/^Anything the staff should know/).fill('he sells herons everywhere');
  await reader.keyboard.press('Tab');
  await reader.keyboard.press('Enter');
  await report.getByText('Thank you. The staff have received your report.').waitFor();
  expect(await report.getByRole('link', { name: 'See what the staff decide' }).getAttribute('href')).toMatch(
    /^\/_\/report\/[\w-]{22}$/,
  );
  await expectAccessible(reader);
  await reader.keyboard.press('Escape');
  await report.waitFor({ state: 'detached' });
  await openReport();
  await report.getByLabel('Spam or flooding').check();
  await report.getByRole('button', { name: 'Send report' }).click();
  await report.getByText('This post has already been reported from your network.').waitFor();
});

test('a reader without scripts reports by a form', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${pages.origin}/g/thread/100`);
  await page.locator('article[id="102"]').getByRole('link', { name: 'Report' }).click();
  expect(await page.getByRole('heading').innerText()).toBe('Report post 102 on /g/');
  await page.getByLabel('Other illegal content').check();
  await page.getByRole('button', { name: 'Send report' }).click();
  await page.getByText('The staff have received your report.').waitFor();
  await page.getByRole('link', { name: 'See what the staff decide' }).click();
  await page.getByText('The staff have not decided yet.').waitFor();
  await context.close();
});

test('a moderator finds the report in the queue, hides the post and undoes that', async () => {
  await staff.goto(`${pages.origin}/admin/reports`);
  await signIn(staff);
  const item = staff.getByRole('region', { name: '/g/ 101' });
  await item.getByText('he sells herons everywhere').waitFor();
  await item.getByText('reported from 1 network', { exact: true }).waitFor();
  await item.getByText('buy my herons').waitFor();
  await expectAccessible(staff);
  await item.getByRole('button', { name: 'Hide /g/ 101' }).press('Enter');
  await staff.getByText('1 post is hidden.').first().waitFor();
  await item.waitFor({ state: 'detached' });
  expect(await isVisible(101)).toBe(false);
  await staff.getByRole('button', { name: 'Undo' }).click();
  await item.waitFor();
  expect(await isVisible(101)).toBe(true);
});

test('a moderator hides a post in its thread from the menu, by keyboard, and undoes that', async () => {
  await staff.goto(`${pages.origin}/g/thread/100`);
  const post = staff.getByRole('article', { name: /^No\.102 by/ });
  await post.waitFor();
  await listensToKeys(staff);
  await staff.keyboard.press('j');
  await staff.keyboard.press('j');
  await staff.keyboard.press('j');
  await staff.keyboard.press('m');
  await staff.getByRole('menuitem', { name: 'Hide from all readers' }).waitFor();
  await expectAccessible(staff);
  await staff.getByRole('menuitem', { name: 'Hide from all readers' }).press('Enter');
  const notice = staff.getByRole('region', { name: 'Moderation' });
  await notice.getByText('Post 102 on /g/ is hidden.').waitFor();
  await post.waitFor({ state: 'detached' });
  expect(await isVisible(102)).toBe(false);
  await expectAccessible(staff);
  await notice.getByRole('button', { name: 'Undo' }).press('Enter');
  await post.waitFor();
  expect(await isVisible(102)).toBe(true);
  await staff.goto(`${pages.origin}/admin/reports?state=closed`);
  await staff.getByRole('button', { name: 'Reopen reports /g/ 102' }).click();
  await staff.getByText('No closed reports.').waitFor();
  await staff.getByLabel('Show').selectOption('');
  await staff.getByRole('region', { name: '/g/ 102' }).waitFor();
});

test('several posts are handled together, and found again by the filters', async () => {
  await staff.getByRole('button', { name: 'Select all' }).click();
  await staff.getByLabel('Note or reason').fill('known flood');
  const chosen = staff.getByRole('region', { name: '2 posts selected' });
  await chosen.getByRole('button', { name: 'Add note' }).click();
  await staff.getByText('The note is added to 2 posts.').first().waitFor();
  await staff.getByText('known flood').first().waitFor();
  await staff.getByRole('button', { name: 'Select all' }).click();
  await chosen.getByRole('button', { name: 'Dismiss' }).click();
  await staff.getByText('No open reports.').waitFor();
  await staff.getByLabel('Show').selectOption('closed');
  await staff.getByRole('region', { name: '/g/ 102' }).waitFor();
  await staff.getByLabel('Category').selectOption('illegal');
  await staff.getByRole('region', { name: '/g/ 101' }).waitFor({ state: 'detached' });
  await staff.getByRole('region', { name: '/g/ 102' }).waitFor();
  await expectAccessible(staff);
  const { rows } = await world().pool.query('select action from audit_log where actor = $1 order by id', ['mika']);
  expect(rows.map(({ action }) => String(action))).toEqual(
    expect.arrayContaining(['posts.hide', 'posts.show', 'report_notes.insert', 'reported_posts.update']),
  );
});

test('by keyboard a report leads to a ban in three actions, and the next report follows', async () => {
  for (const [num, subnum, address] of [
    [102, 1, '203.0.113.1'],
    [103, 0, '203.0.113.2'],
  ] as const) {
    const report = [num, subnum, 'spam', null, 'pages', address];
    const { rows } = await world().pool.query<{ outcome: string }>(
      `select add_report(id, $1, $2, $3, $4, $5, $6) as outcome from boards where name = 'g'`,
      report,
    );
    expect(rows).toEqual([{ outcome: 'added' }]);
  }
  await staff.goto(`${pages.origin}/admin/reports`);
  const ghost = staff.getByRole('region', { name: '/g/ 102,1' });
  await ghost.getByText('a ghost floods').waitFor();
  await listensToKeys(staff);
  await staff.keyboard.press('j');
  await staff.keyboard.press('w');
  const dialog = staff.getByRole('dialog', { name: 'Ban the writer of /g/ 102,1?' });
  await dialog.getByLabel('Days').waitFor();
  await expectAccessible(staff);
  expect(await staff.content()).not.toContain('198.51.100.44');
  await dialog.getByRole('button', { name: 'Ban' }).press('Enter');
  await staff.getByText('1 post is hidden. 1 network is banned.').first().waitFor();
  await ghost.waitFor({ state: 'detached' });
  const { rows } = await world().pool.query<{ network: string }>(`select network::text from ban_networks`);
  expect(rows).toEqual([{ network: '198.51.100.44/32' }]);
  await staff.getByRole('region', { name: '/g/ 103' }).locator('article:focus').waitFor();
  await staff.keyboard.press('d');
  await staff.getByText('The reports of 1 post are dismissed.').first().waitFor();
  await staff.getByText('No open reports.').waitFor();
});

/** Requests for the list, which the page repeats from time to time. */
const LIST = '**/api/v1/admin/reports*';

test('a moderator whose colleague was faster reads who decided', async () => {
  await staff.goto(`${pages.origin}/admin/reports?state=closed`);
  await staff.getByRole('button', { name: 'Reopen reports /g/ 103' }).click();
  await staff.goto(`${pages.origin}/admin/reports`);
  const item = staff.getByRole('region', { name: '/g/ 103' });
  await item.waitFor();
  // Otherwise the list could be refreshed before the click.
  await staff.route(LIST, async (route) => (route.request().method() === 'GET' ? route.abort() : route.fallback()));
  await world().pool.query(
    `update reported_posts set closed_at = now(), closed_by = 'ann', decision = 'hidden' where num = 103`,
  );
  await item.getByRole('button', { name: 'Hide /g/ 103' }).click();
  await staff.getByText('ann has already decided about /g/ 103: hidden.').first().waitFor();
  await staff.unroute(LIST);
  await item.waitFor({ state: 'detached' });
  expect(await isVisible(103)).toBe(true);
});
