/** A reader replies on the archive, with and without scripts; searches find it within seconds; its password deletes it. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAdmin, signIn } from '../support/admin.ts';
import { eventually } from '../support/archive.ts';
import { axeViolationsOf } from '../support/axe.ts';
import { aPost, insertBoard, writePosts } from '../support/builders.ts';
import { drained, openIndexer, type TestIndexer } from '../support/indexer.ts';
import { openPages, type OpenPages } from '../support/open-pages.ts';
import { useWorld } from '../support/world.ts';

const SCRIPT = '<img src=x onerror="xss()"><script>xss()</script>';
const FOUND_WITHIN_MS = 10_000;

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

/** An address waits a second between two posts. */
async function cooledDown(): Promise<void> {
  await world().pool.query(`update poster_addresses set expires_at = expires_at - interval '2 seconds'`);
}

async function fillIn(page: Page, comment: string): Promise<void> {
  await page.getByLabel(/^Name/).fill('Ann#tea');
  await page.getByLabel('Comment').fill(comment);
  await page.getByLabel(/^Password/).fill('hunter2');
  await page.getByRole('button', { name: 'Send' }).click();
}

test('a reader replies, sees the reply in its thread, and a search finds it within seconds', async () => {
  await reader.goto(`${pages.origin}/g/thread/100`);
  await reader.getByRole('link', { name: 'Reply on this archive' }).click();
  await reader.getByRole('heading', { name: 'Reply to thread 100 on /g/' }).waitFor();
  expect(await axeViolationsOf(reader)).toEqual([]);
  await fillIn(reader, `>>101 quokkamatic ${SCRIPT}`);
  // The address of FoolFuuka, which the pages spell in their own way.
  await reader.waitForURL(/\/g\/thread\/100\/?#p?101_1$/);
  await reader.locator('.posts').getByText('quokkamatic').waitFor();
  await reader.locator('.posts').getByText('!WokonZwxw2').waitFor();
  await eventually(
    'the search finds it',
    async () => (await hits('quokkamatic is:ghost')).length === 1,
    FOUND_WITHIN_MS,
  );
  expect(problems).toEqual([]);
});

test('its password deletes it, and searches find it no more', async () => {
  await reader.getByRole('link', { name: 'Delete a reply of yours' }).click();
  await reader.getByLabel(/^Number of the post/).fill('101_1');
  await reader.getByLabel('Password of the post').fill('wrong');
  await reader.getByRole('button', { name: 'Delete the post for good' }).click();
  await reader.getByText('You did not provide the correct deletion password.').waitFor();
  await reader.goBack();
  await reader.getByLabel(/^Number of the post/).fill('101_1');
  await reader.getByLabel('Password of the post').fill('hunter2');
  await reader.getByRole('button', { name: 'Delete the post for good' }).click();
  await reader.getByText('The content of the post is gone.').waitFor();
  expect(await hits('quokkamatic')).toEqual([]);
  await reader.goto(`${pages.origin}/g/thread/100`);
  await reader.getByRole('heading', { name: 'about plovers' }).waitFor();
  expect(await reader.getByText('quokkamatic').count()).toBe(0);
});

test('without scripts the same form works', async () => {
  await cooledDown();
  const context = await pages.browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${pages.origin}/g/thread/100?plain`);
  await page.getByRole('link', { name: 'Reply on this archive' }).click();
  await fillIn(page, 'written by hand');
  await page.waitForURL(/\/g\/thread\/100\/?#p?101_2$/);
  await context.close();
});

test('a moderator bans who wrote it, and the reader is told so', async () => {
  await cooledDown();
  const staff = await (await pages.browser.newContext()).newPage();
  await staff.goto(`${pages.origin}/admin/bans?post=g/101_2`);
  await signIn(staff);
  await staff.getByText('Whoever wrote /g/ 101,2').waitFor();
  await staff.getByLabel('Reason', { exact: true }).fill('flood');
  await staff.getByRole('button', { name: 'Ban', exact: true }).click();
  await staff.getByRole('region', { name: 'Ban 1' }).getByText('flood').waitFor();
  await reader.goto(`${pages.origin}/_/reply?board=g&thread=100`);
  await fillIn(reader, 'again');
  await reader.getByText(/^Your network is banned from \/g\/ until .* Reason: flood$/).waitFor();
  await reader.getByRole('link', { name: 'Read and appeal the ban' }).click();
  await reader.getByRole('heading', { name: 'You are banned' }).waitFor();
});
