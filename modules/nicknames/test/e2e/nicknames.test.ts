/** A reader proposes on a phone that two names are one person's; an admin confirms it and undoes it. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenArchive } from '../../../../test/integration/server/given-archive.ts';
import { addAdmin, signIn } from '../../../../test/support/admin.ts';
import { axeViolationsOf } from '../../../../test/support/axe.ts';
import { openPages, type OpenPages } from '../../../../test/support/open-pages.ts';
import { useWorld } from '../../../../test/support/world.ts';

const PHONE = { width: 390, height: 844 };

const world = useWorld();
let pages: OpenPages;

beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('g');
  await archive.storeAndIndex('g', [
    { num: 100, thread: 100, opener: true, name: 'Ardea', comment: 'about herons' },
    { num: 101, thread: 100, tripcode: '!heron', comment: 'more about herons' },
  ]);
  await addAdmin(world());
  pages = await openPages(world(), () => new Date());
});
afterAll(async () => pages?.close());

async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await axeViolationsOf(page)).toEqual([]);
  }
  expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBeLessThanOrEqual(0);
}

test('a reader proposes from the menu of a post, and an admin confirms and undoes it', async () => {
  const phone = await pages.browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true });
  const reader = await phone.newPage();
  await reader.goto(`${pages.origin}/g/thread/100`);
  await reader.getByRole('button', { name: 'More actions for No.101' }).tap();
  await reader.getByRole('menuitem', { name: 'Same person as…' }).tap();
  await reader.waitForURL(/same-person/);
  expect(await reader.getByLabel('As it is in posts').first().inputValue()).toBe('!heron');
  await expectAccessible(reader);
  await reader.getByLabel('As it is in posts').last().fill('Ardea');
  await reader.getByLabel('Why you believe it').fill('They write the same words.');
  await reader.getByRole('button', { name: 'Propose' }).tap();
  await reader.getByText('The staff will look at your proposal.').waitFor();

  const staff = await pages.browser.newPage({ viewport: PHONE });
  await staff.goto(`${pages.origin}/admin/boards`);
  await signIn(staff);
  await staff.locator('.board-table').waitFor();
  await staff.goto(`${pages.origin}/admin/identity-proposals`);
  await staff.getByText('They write the same words.').waitFor();
  await expectAccessible(staff);
  await staff.getByLabel('Name of the identity (optional)').fill('Heron');
  await staff.getByRole('button', { name: 'Confirm' }).click();
  await staff.getByText('No open proposals.').waitFor();
  await reader.goto(`${pages.origin}/g/thread/100`);
  await expect.poll(async () => reader.locator('.post-identity').allTextContents()).toEqual(['Heron', 'Heron']);

  await staff.getByLabel('Show').selectOption('Decided');
  await staff.getByText(/^Confirmed by /).waitFor();
  await expectAccessible(staff);
  await staff.getByRole('button', { name: 'Undo' }).click();
  await staff.getByText('No decided proposals.').waitFor();
  expect((await world().pool.query('select from identities')).rowCount).toBe(0);
  await phone.close();
});
