/** A reader writes ghost posts with and without scripts, finds them by search, and deletes them by password. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAdmin, signIn } from '../../../../test/support/admin.ts';
import { eventually } from '../../../../test/support/archive.ts';
import { axeViolationsOf } from '../../../../test/support/axe.ts';
import { aPost, insertBoard, writePosts } from '../../../../test/support/builders.ts';
import { drained, openIndexer, type TestIndexer } from '../../../../test/support/indexer.ts';
import { openPages, type OpenPages } from '../../../../test/support/open-pages.ts';
import { useWorld } from '../../../../test/support/world.ts';

const SCRIPT = '<img src=x onerror="xss()"><script>xss()</script>';

const world = useWorld();
let pages: OpenPages;
let indexer: TestIndexer;
let reader: Page;
const problems: string[] = [];

beforeAll(async () => {
  const { pool } = world();
  const board = await insertBoard(pool, 'g');
  await pool.query(`update boards set settings = '{"ghosts": {"allowed": true, "cooldown": 1}}' where id = $1`, [
    board.id,
  ]);
  await writePosts(pool, board, [
    aPost({ num: 100, thread: 100, comment: 'about plovers' }),
    aPost({ num: 101, thread: 100, comment: 'yes' }),
  ]);
  await addAdmin(world());
  indexer = await openIndexer(world());
  await drained(world());
  pages = await openPages(world(), () => new Date());
  reader = await pages.browser.newPage({ viewport: { width: 1280, height: 900 } });
  await reader.exposeFunction('xss', () => void problems.push('a script ran'));
  reader.on('dialog', (dialog) => void dialog.dismiss().then(() => problems.push('a dialog')));
});
afterAll(async () => {
  await pages?.close();
  await indexer?.close();
});

const hits = async (q: string) => {
  const answer = await fetch(`${pages.origin}/api/v1/search?q=${encodeURIComponent(q)}`);
  return ((await answer.json()) as { hits?: { num: number; subnum: number }[] }).hits ?? [];
};

/** The wait of an address between two posts is one second. */
async function cooledDown(): Promise<void> {
  await world().pool.query(`update poster_addresses set expires_at = expires_at - interval '2 seconds'`);
}

async function fillIn(page: Page, comment: string): Promise<void> {
  await page.getByLabel(/^Name/).fill('Ann#tea');
  await page.getByLabel('Comment').fill(comment);
  await page.getByLabel(/^Password/).fill('hunter22');
  await page.getByRole('button', { name: 'Send' }).click();
}

const isFocused = async (place: Locator) =>
  place.evaluate((element: { matches(selector: string): boolean }) => element.matches(':focus'));

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, role: 'link' | 'button', name: string): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: true });
  await wanted.waitFor();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await isFocused(wanted)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${name}`);
}

test('a reply is written beside the posts and shown immediately, and a search finds it', async () => {
  await reader.goto(`${pages.origin}/g/thread/100`);
  await reader.getByRole('link', { name: 'Reply on this archive' }).click();
  const form = reader.getByRole('region', { name: 'Reply to thread 100 on /g/' });
  await form.waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await reader.emulateMedia({ colorScheme });
    expect(await axeViolationsOf(reader, colorScheme === 'light' ? 'all' : 'colours')).toEqual([]);
  }
  await fillIn(reader, `>>101 quokkamatic ${SCRIPT}`);
  await reader.waitForURL(/\/g\/thread\/100#p101_1$/);
  await form.waitFor({ state: 'detached' });
  await reader.locator('.posts').getByText('quokkamatic').waitFor();
  await reader.locator('.posts').getByRole('link', { name: '!WokonZwxw2' }).waitFor();
  await eventually('the search finds it', async () => (await hits('quokkamatic is:ghost')).length === 1);
  expect(problems).toEqual([]);
});

test('keyboard: the menu of a post quotes it, Escape keeps the text, and Ctrl+Enter sends it', async () => {
  await cooledDown();
  await reader.locator('[id="101"]').getByRole('button', { name: 'More actions for No.101' }).focus();
  await reader.keyboard.press('Enter');
  await reader.getByRole('menuitem', { name: 'Reply on this archive' }).focus();
  await reader.keyboard.press('Enter');
  const comment = reader.getByLabel('Comment');
  await comment.waitFor();
  await expect.poll(async () => isFocused(comment)).toBe(true);
  expect(await comment.inputValue()).toBe('>>101\n');
  await reader.keyboard.type('numbatesque');
  await reader.keyboard.press('Escape');
  await comment.waitFor({ state: 'detached' });
  await tabTo(reader, 'link', 'Reply on this archive');
  await reader.keyboard.press('Enter');
  expect(await comment.inputValue()).toBe('>>101\nnumbatesque');
  await reader.getByLabel(/^Password/).focus();
  await reader.keyboard.type('hunter22');
  await reader.keyboard.press('Control+Enter');
  await reader.locator('[id="101_2"]').getByText('numbatesque').waitFor();
});

test('on a phone the form does not cover the posts and fits into 320 px', async () => {
  const phone = await pages.browser.newPage({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });
  await phone.goto(`${pages.origin}/g/thread/100`);
  await phone.getByRole('link', { name: 'Reply on this archive' }).tap();
  const form = phone.getByRole('region', { name: 'Reply to thread 100 on /g/' });
  await form.waitFor();
  const box = await form.boundingBox();
  expect(box?.width).toBe(320);
  expect(box?.y).toBeGreaterThan(100);
  expect(await phone.evaluate('document.documentElement.scrollWidth')).toBe(320);
  expect(await axeViolationsOf(phone)).toEqual([]);
  await phone.close();
});

test('its password deletes it, and searches no longer find it', async () => {
  await reader.getByRole('link', { name: 'Delete your reply' }).click();
  await reader.getByLabel(/^Post number/).fill('101_1');
  await reader.getByLabel('Password of the post').fill('wrong');
  await reader.getByRole('button', { name: 'Delete the post permanently' }).click();
  await reader.getByText('You did not provide the correct deletion password.').waitFor();
  await reader.goBack();
  await reader.getByLabel(/^Post number/).fill('101_1');
  await reader.getByLabel('Password of the post').fill('hunter22');
  await reader.getByRole('button', { name: 'Delete the post permanently' }).click();
  await reader.getByText('The content of the post is gone.').waitFor();
  expect(await hits('quokkamatic')).toEqual([]);
  await reader.goto(`${pages.origin}/g/thread/100`);
  await reader.getByRole('heading', { name: 'about plovers' }).waitFor();
  expect(await reader.getByText('quokkamatic').count()).toBe(0);
});

test('a form without scripts writes a post that is held for staff', async () => {
  await world().pool.query('delete from poster_addresses');
  const context = await pages.browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${pages.origin}/g/thread/100`);
  await page.getByRole('link', { name: 'Reply on this archive' }).click();
  await fillIn(page, 'written by hand');
  await page.getByText('Your post will appear once the staff have approved it.').waitFor();
  await context.close();
});

test('a moderator bans the sender, and the reader gets a notice', async () => {
  await cooledDown();
  const staff = await (await pages.browser.newContext()).newPage();
  await staff.goto(`${pages.origin}/admin/bans?post=g/101_3`);
  await signIn(staff);
  await staff.getByText('Whoever wrote /g/ 101,3').waitFor();
  await staff.getByLabel('Reason', { exact: true }).fill('flood');
  await staff.getByRole('button', { name: 'Ban', exact: true }).click();
  await staff.getByRole('region', { name: 'Ban 1' }).getByText('flood').waitFor();
  await reader.goto(`${pages.origin}/g/thread/100`);
  await reader.getByRole('link', { name: 'Reply on this archive' }).click();
  await fillIn(reader, 'again');
  await reader.getByText(/^Your network is banned from \/g\/ until .* Reason: flood/).waitFor();
  await reader.getByRole('link', { name: 'View or appeal the ban' }).click();
  await reader.getByRole('heading', { name: 'You are banned' }).waitFor();
});
