/** From the invitation to the first action: an admin invites a moderator and a janitor, who see their own controls only. */
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addAdmin, signIn } from '../support/admin.ts';
import { eventually } from '../support/archive.ts';
import { expectAccessible } from '../support/axe.ts';
import { aPost, insertBoard, writePosts } from '../support/builders.ts';
import { openPages, type OpenPages } from '../support/open-pages.ts';
import { useWorld } from '../support/world.ts';

const OUTPUT = fileURLToPath(new URL('../.output', import.meta.url));
const WIDE = { width: 1280, height: 900 };
const PASSWORD = 'chosen by the invited person';

const world = useWorld();
let pages: OpenPages;
let admin: Page;
let staff: Page;

beforeAll(async () => {
  for (const name of ['g', 'v']) {
    await writePosts(world().pool, await insertBoard(world().pool, name), [aPost({ num: 1 })]);
  }
  pages = await openPages(world(), () => new Date());
  admin = await pages.browser.newPage({ viewport: WIDE });
  staff = await (await pages.browser.newContext({ viewport: WIDE })).newPage();
  await addAdmin(world());
});

afterAll(async () => pages?.close());

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  await admin.screenshot({ path: `${OUTPUT}/staff-admin-failed.png` });
  await staff.screenshot({ path: `${OUTPUT}/staff-failed.png` });
});

/** Invites through the form and returns the link. */
async function invite(name: string, role: string, board: string): Promise<string> {
  const form = admin.locator('section', { hasText: 'Invite someone' });
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Role', { exact: true }).selectOption(role);
  await form.getByLabel('Board').selectOption(board);
  await form.getByRole('button', { name: 'Invite' }).click();
  await form.getByText(`Send this link to ${name}`).waitFor();
  return form.getByLabel('Invitation link').inputValue();
}

async function accept(link: string, name: string): Promise<void> {
  await staff.goto(link);
  await staff.getByLabel('New password').fill(PASSWORD);
  await staff.getByRole('button', { name: 'Create account' }).click();
  await staff.getByText(`The account ${name} is ready.`).waitFor();
  await staff.getByRole('link', { name: 'Sign in' }).click();
  await signIn(staff, { name, password: PASSWORD });
}

const links = async () => staff.locator('.admin-links a').allInnerTexts();

test('an admin invites a moderator, who chooses a password and hides a post of the board', async () => {
  await admin.goto(`${pages.origin}/admin/accounts`);
  await signIn(admin);
  await admin.getByText('Invite someone').waitFor();
  const link = await invite('ann', 'moderator', 'g');
  await expectAccessible(admin);
  await staff.goto(link);
  await expectAccessible(staff);
  await accept(link, 'ann');
  expect(await links()).toEqual([
    'Overview',
    'Reports',
    'Removal requests',
    'Posts',
    'Bulk actions',
    'Banned files',
    'Filters',
    'Bans',
    'Boards',
    'Series',
    'Audit log',
  ]);
  expect(await staff.getByRole('button', { name: /^Verify/ }).count()).toBe(0);
  // A moderator reads all about the board except its settings.
  await staff.getByRole('link', { name: 'Boards', exact: true }).click();
  await staff.getByRole('rowheader').getByRole('link', { name: '/g/' }).click();
  await staff.getByRole('heading', { name: 'Log' }).waitFor();
  const parts = staff.getByRole('navigation', { name: 'Parts of the page' }).getByRole('link');
  expect(await parts.allInnerTexts()).toEqual(['Source', 'Harvest', 'Index', 'Statistics', 'Log', 'Board for readers']);
  await expectAccessible(staff);
  await staff.getByRole('link', { name: 'Posts' }).click();
  await staff.getByRole('option', { name: '/g/' }).waitFor({ state: 'attached' });
  expect(await staff.getByLabel('Board').locator('option').count()).toBe(1);
  expect(await staff.getByLabel('Whole thread').count()).toBe(0);
  await staff.getByLabel('Post number or link').fill('1');
  await staff.getByRole('button', { name: 'Hide', exact: true }).click();
  await staff.getByText('Post 1 on /g/ is hidden.').first().waitFor();
  await staff.getByRole('link', { name: 'Audit log' }).click();
  await staff.getByRole('rowheader', { name: 'ann hid /g/1' }).waitFor();
  await expectAccessible(staff);
  await staff.getByRole('button', { name: 'Show again' }).click();
  await eventually('the post is shown again', async () => {
    const { rowCount } = await world().pool.query(`select from audit_log where action = 'posts.show'`);
    return rowCount === 1;
  });
  const { rows } = await world().pool.query(
    `select actor, action from audit_log where action like 'posts.%' order by id`,
  );
  expect(rows).toEqual(['hide', 'show'].map((action) => ({ actor: 'ann', action: `posts.${action}` })));
});

test('the invitation link works once', async () => {
  const { rows } = await world().pool.query('select from invitations');
  expect(rows).toHaveLength(0);
  await staff.goto(`${pages.origin}/admin/invitation#${'a'.repeat(43)}`);
  await staff.getByLabel('New password').fill(PASSWORD);
  await staff.getByRole('button', { name: 'Create account' }).click();
  await staff.getByText('This invitation does not exist, was already used or has expired.').waitFor();
});

test('a janitor sees the overview of the board without any controls to change it', async () => {
  const link = await invite('jan', 'janitor', 'v');
  await staff.context().clearCookies();
  await accept(link, 'jan');
  expect(await links()).toEqual(['Overview', 'Reports', 'Boards']);
  await staff.getByRole('link', { name: 'Boards', exact: true }).click();
  await staff.locator('.board-table').waitFor();
  expect(await staff.locator('.board-table tbody').count()).toBe(1);
  expect(
    await staff
      .locator('#main')
      .getByRole('link', { name: /ettings/ })
      .count(),
  ).toBe(0);
  await expectAccessible(staff);
});

test('a janitor dismisses the reports of a post, and can neither hide nor purge it', async () => {
  await world().pool.query(
    `insert into reported_posts (board_id, num, subnum, reports, last_reported_at) select id, 1, 0, 1, now() from boards where name = 'v'`,
  );
  await world().pool.query(
    `insert into reports (board_id, num, subnum, category, origin) select id, 1, 0, 'spam', 'pages' from boards where name = 'v'`,
  );
  await staff.getByRole('link', { name: 'Reports' }).click();
  const item = staff.getByRole('region', { name: '/v/ 1' });
  await item.waitFor();
  expect(await item.getByRole('button', { name: /^(Hide|Purge)/ }).count()).toBe(0);
  await item.getByRole('button', { name: /^Dismiss reports/ }).click();
  await eventually('the reports are closed by the janitor', async () => {
    const { rows } = await world().pool.query(`select closed_by from reported_posts where closed_at is not null`);
    return rows.length === 1 && (rows[0] as { closed_by: string }).closed_by === 'jan';
  });
  const { rows } = await world().pool.query(`select actor from audit_log where action = 'reported_posts.update'`);
  expect(rows).toEqual([{ actor: 'jan' }]);
});

test('an admin who disables an account ends its session', async () => {
  await admin.getByText('Change jan').click();
  await admin.getByRole('form', { name: 'Change jan' }).getByRole('button', { name: 'Disable' }).click();
  await admin.getByText('disabled', { exact: true }).waitFor();
  await staff.reload();
  await staff.getByRole('heading', { name: 'Sign in' }).waitFor();
});

test('an admin removes an account, which ends its session, and reads what remains', async () => {
  const link = await invite('eve', 'janitor', 'v');
  await staff.context().clearCookies();
  await accept(link, 'eve');
  const address = admin.url();
  await admin.getByText('Change eve').click();
  await admin.getByRole('form', { name: 'Change eve' }).getByRole('button', { name: 'Remove', exact: true }).click();
  const dialog = admin.getByRole('dialog', { name: 'Remove eve?' });
  await dialog.getByText('API keys belong to no account').waitFor();
  expect(await admin.locator('form form').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await admin.locator('.staff-notice', { hasText: 'eve was removed' }).waitFor();
  await dialog.waitFor({ state: 'detached' });
  expect(await admin.getByText('Change eve').count()).toBe(0);
  expect(admin.url()).toBe(address);
  const { rows } = await world().pool.query(
    `select (select count(*) from accounts where name = 'eve') + (select count(*) from sessions s where not exists (select from accounts a where a.id = s.account_id)) as left`,
  );
  expect(rows).toEqual([{ left: '0' }]);
  await staff.reload();
  await staff.getByRole('heading', { name: 'Sign in' }).waitFor();
});

test('the last admin cannot be removed and is shown the reason', async () => {
  await admin.getByText('Change mika').click();
  await admin.getByRole('form', { name: 'Change mika' }).getByRole('button', { name: 'Disable' }).click();
  await admin.getByText('This is the last enabled admin of all boards.').waitFor();
});

test('an admin is invited, changes a setting, sees the address of the change, and undoes it', async () => {
  const link = await invite('root', 'admin', '');
  const rootPage = await (await pages.browser.newContext({ viewport: WIDE })).newPage();
  try {
    await rootPage.goto(link);
    await rootPage.getByLabel('New password').fill(PASSWORD);
    await rootPage.getByRole('button', { name: 'Create account' }).click();
    await rootPage.getByRole('link', { name: 'Sign in' }).click();
    await signIn(rootPage, { name: 'root', password: PASSWORD });
    const changed = await rootPage.evaluate(async () => {
      const answer = await fetch('/api/v1/admin/boards/g/settings', {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ settings: { publicLog: true } }),
      });
      return answer.status;
    });
    expect(changed).toBe(200);
    await rootPage.goto(`${pages.origin}/admin/audit?action=boards`);
    const row = rootPage.getByRole('row', { name: /root changed settings of \/g\// }).first();
    await rootPage.getByRole('button', { name: 'Show addresses' }).click();
    await row.getByText('127.0.0.1').waitFor();
    await expectAccessible(rootPage);
    await row.getByRole('button', { name: /^Undo/ }).click();
    await eventually('the setting has its earlier value', async () => {
      const { rows } = await world().pool.query<{ settings: object }>(`select settings from boards where name = 'g'`);
      return JSON.stringify(rows[0]?.settings) === '{}';
    });
    const { rows } = await world().pool.query(`select actor, action from audit_log where actor = 'root' order by id`);
    expect(rows.map((entry) => (entry as { action: string }).action)).toEqual([
      'accounts.update',
      'invitations.delete',
      'boards.update',
      'addresses.look',
      'boards.update',
    ]);
  } finally {
    await rootPage.context().close();
  }
});

test('a key is listed in a table with its rights, works, and is gone after it was revoked', async () => {
  await admin.goto(`${pages.origin}/admin/accounts`);
  const section = admin.getByRole('region', { name: 'API keys' });
  await section.getByText('No keys yet.').waitFor();
  await section.getByLabel('Program name').fill('mirror');
  await section.getByLabel(/^Days until it expires/).fill('');
  await section.getByRole('button', { name: 'Add a role' }).click();
  await section.getByLabel('Role', { exact: true }).selectOption('moderator');
  await section.getByLabel('Board', { exact: true }).selectOption('g');
  await section.getByRole('button', { name: 'Create key' }).click();
  const row = section.getByRole('table', { name: 'API keys' }).getByRole('row', { name: /^mirror / });
  await row.waitFor();
  expect(await section.getByRole('columnheader').allInnerTexts()).toEqual([
    'Name',
    'Scopes',
    'Roles',
    'Expires',
    'Last used',
    'Revoke',
  ]);
  expect(await row.getByRole('cell').allInnerTexts()).toEqual([
    'read',
    'moderator /g/',
    'never',
    'never',
    'Revoke mirror',
  ]);
  const authorization = `Bearer ${await section.getByLabel('Key', { exact: true }).inputValue()}`;
  const asProgram = async () =>
    (await fetch(`${pages.origin}/api/v1/admin/reports`, { headers: { authorization } })).status;
  expect(await asProgram()).toBe(200);
  await expectAccessible(admin);
  await row.getByRole('button', { name: 'Revoke mirror' }).click();
  await admin
    .getByRole('dialog', { name: 'Revoke mirror?' })
    .getByRole('button', { name: 'Revoke', exact: true })
    .click();
  await section.getByText('No keys yet.').waitFor();
  expect(await asProgram()).toBe(401);
});

test('an identity is listed in a table with its aliases, changes, and is removed', async () => {
  await admin.goto(`${pages.origin}/admin/identities`);
  await admin.getByText('No identities yet.').waitFor();
  const form = admin.getByRole('region', { name: 'Add an identity' });
  await form.getByLabel('Name', { exact: true }).fill('Kim');
  await form.getByLabel('Value').fill('!Ep8pui8Vw2');
  await form.getByRole('button', { name: 'Add an alias' }).click();
  await form.getByLabel('Kind').nth(1).selectOption('name');
  await form.getByLabel('Value').nth(1).fill('kimchi');
  await form.getByRole('button', { name: 'Save' }).click();
  const table = admin.getByRole('table', { name: 'Identities' });
  const aliases = table.getByRole('row', { name: /^Kim / }).getByRole('cell');
  await aliases.waitFor();
  expect(await table.getByRole('columnheader').allInnerTexts()).toEqual(['Name', 'Aliases']);
  expect((await aliases.innerText()).split(', ').toSorted()).toEqual(['!Ep8pui8Vw2', 'kimchi']);
  await expectAccessible(admin);
  await table.getByText('Aliases of Kim').click();
  await table
    .getByRole('group', { name: 'Alias 1' })
    .filter({ has: admin.getByLabel('Value') })
    .getByLabel('Value')
    .fill('kimono');
  await table.getByRole('button', { name: 'Save' }).click();
  await aliases.filter({ hasText: 'kimono' }).waitFor();
  await table.getByRole('button', { name: 'Remove identity' }).click();
  await admin.getByRole('dialog', { name: 'Remove Kim?' }).getByRole('button', { name: 'Remove identity' }).click();
  await admin.getByText('No identities yet.').waitFor();
});
