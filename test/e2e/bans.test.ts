/** A moderator bans a network; a reader in it sees the ban, appeals, and reads the answer. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { givenArchive } from '../integration/server/given-archive.ts';
import { addAdmin, signIn } from '../support/admin.ts';
import { expectAccessible } from '../support/axe.ts';
import { openPages, type OpenPages } from '../support/open-pages.ts';
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
  ]);
  await addAdmin(world());
  pages = await openPages(world(), () => new Date());
  ({ browser } = pages);
  reader = await browser.newPage({ viewport: WIDE });
  staff = await (await browser.newContext({ viewport: WIDE })).newPage();
});
afterAll(async () => pages?.close());

test('a moderator bans a network by keyboard, and opens the ban', async () => {
  await staff.goto(`${pages.origin}/admin/bans`);
  await signIn(staff);
  await staff.getByText('No bans here.').waitFor();
  await staff.getByText('Add a ban').focus();
  await staff.keyboard.press('Enter');
  await staff.getByLabel('Address or network').fill('127.0.0.1');
  await staff.getByLabel('Reason', { exact: true }).fill('<b>herons</b>');
  await staff.keyboard.press('Enter');
  const item = staff.getByRole('region', { name: 'Ban 1' });
  await item.getByText('<b>herons</b>').waitFor();
  await item.getByRole('button', { name: 'Show the network' }).click();
  await item.getByText('Network: 127.0.0.1/32').waitFor();
  await expectAccessible(staff);
});

test('a reader in the banned network is refused with the reason, and appeals', async () => {
  await reader.goto(`${pages.origin}/g/thread/100`);
  await reader.getByRole('button', { name: 'More actions for No.101' }).click();
  await reader.getByRole('menuitem', { name: 'Report…' }).click();
  const dialog = reader.getByRole('dialog', { name: 'Report No.101 /g/' });
  await dialog.getByLabel('Spam or flooding').check();
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await dialog.getByText(/^Your network is banned from this archive until .* Reason: <b>herons<\/b>/).waitFor();
  await expectAccessible(reader);
  await dialog.getByRole('link', { name: 'View or appeal the ban' }).click();
  await reader.getByRole('heading', { name: 'You are banned' }).waitFor();
  await reader.getByLabel('Why should the ban end?').fill('I sell no herons. <img src=x onerror=alert(1)>');
  await reader.getByRole('button', { name: 'Appeal the ban' }).click();
  await reader.getByText(/is waiting for the staff to decide/).waitFor();
});

test('a moderator grants the appeal, the reader reads it and may report again', async () => {
  await staff.getByRole('combobox', { name: 'Show' }).selectOption('Appeals to decide');
  const item = staff.getByRole('region', { name: 'Ban 1' });
  await item.getByText('I sell no herons. <img src=x onerror=alert(1)>').waitFor();
  await expectAccessible(staff);
  await item.getByLabel('Answer (optional)').fill('Sorry.');
  await item.getByRole('button', { name: 'Grant and lift the ban' }).click();
  await item.waitFor({ state: 'detached' });
  await reader.reload();
  await reader.getByText(/was granted\. The staff say: Sorry\./).waitFor();
  await reader.goto(`${pages.origin}/g/thread/100`);
  await reader.getByRole('button', { name: 'More actions for No.101' }).click();
  await reader.getByRole('menuitem', { name: 'Report…' }).click();
  await reader.getByRole('dialog').getByLabel('Spam or flooding').check();
  await reader.getByRole('dialog').getByRole('button', { name: 'Send report' }).click();
  await reader.getByRole('dialog').getByText('Thank you. The staff have received your report.').waitFor();
});
