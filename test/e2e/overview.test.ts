/** The overview of staff in a browser, over a scraper whose source dies. */
import type { ChildProcess } from 'node:child_process';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addBoard, Upstream } from '../integration/scraper/upstream.ts';
import { ADMIN, addAdmin, signIn } from '../support/admin.ts';
import { eventually } from '../support/archive.ts';
import { openPages, type OpenPages } from '../support/open-pages.ts';
import { startProcess, stopProcess } from '../support/processes.ts';
import { openSession } from '../support/sessions.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();
const upstream = new Upstream();
let pages: OpenPages;
let scraper: ChildProcess;
let page: Page;

beforeAll(async () => {
  upstream.start(100, 3);
  const board = await addBoard(world(), await upstream.open());
  await addAdmin(world());
  await world().pool.query(
    `insert into reported_posts (board_id, num, subnum, reports, opened_at) values ($1, 100, 0, 1, now() - interval '3 hours')`,
    [board.id],
  );
  scraper = startProcess('scraper/main.ts', world(), { SAGASU_SCRAPER_INTERVAL_MS: '500' });
  pages = await openPages(world(), () => new Date());
  page = await pages.browser.newPage({ viewport: { width: 1280, height: 900 } });
});

afterAll(async () => {
  await pages?.close();
  await stopProcess(scraper);
  await upstream.close().catch(() => undefined);
});

const sources = () => page.getByRole('region', { name: 'Sources' });

test('the overview shows what waits and what works, and each line leads to its page', async () => {
  await page.goto(`${pages.origin}/admin`);
  await signIn(page);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await expect.poll(async () => sources().innerText(), { timeout: 120_000 }).toContain('1 source answers');
  const reports = page.getByRole('region', { name: 'Moderation' }).getByRole('link', { name: '1 open report' });
  await reports.waitFor();
  expect(await page.getByRole('link', { name: 'Overview', exact: true }).getAttribute('aria-current')).toBe('page');
  await reports.press('Enter');
  await page.getByRole('heading', { name: 'Reports' }).waitFor();
  await page.goBack();
});

test('a source that dies appears with its reason, without a reload', async () => {
  await upstream.close();
  await expect.poll(async () => sources().innerText(), { timeout: 120_000 }).toContain('connection refused');
  expect(await page.locator('.overview-sum').innerText()).toMatch(/\d things? (is|are) broken/);
});

test('without scripts the server writes the overview for a signed-in account', async () => {
  const context = await pages.browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const [cookie] = await page.context().cookies();
  if (cookie === undefined) throw new Error('the admin has no cookie');
  await context.addCookies([cookie]);
  const plain = await context.newPage();
  await plain.goto(`${pages.origin}/admin`);
  await plain.getByRole('heading', { name: 'Overview' }).waitFor();
  expect(await plain.locator('.overview').innerText()).toContain('connection refused');
  expect(await plain.locator('.overview').innerText()).toContain('1 open report');
  // A janitor sees the queues only.
  const secret = await openSession(world().pool, { name: 'nil', role: 'janitor' });
  await context.addCookies([{ ...cookie, value: secret }]);
  await plain.reload();
  expect(await plain.locator('.overview h2').allInnerTexts()).toEqual(['Moderation']);
  await context.close();
});

test('without scripts one signs in, reads the overview and signs out', async () => {
  const context = await pages.browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const plain = await context.newPage();
  await plain.goto(`${pages.origin}/admin`);
  await plain.getByLabel('Name').fill(ADMIN.name);
  await plain.getByLabel('Password').fill('not the password');
  await plain.getByRole('button', { name: 'Sign in' }).click();
  await plain.getByRole('alert').getByText('Name or password is wrong.').waitFor();
  await plain.getByLabel('Password').fill(ADMIN.password);
  await plain.getByRole('button', { name: 'Sign in' }).click();
  await plain.getByRole('heading', { name: 'Overview' }).waitFor();
  expect(await plain.locator('.overview').innerText()).toContain('1 open report');
  await plain.getByRole('button', { name: 'Sign out' }).click();
  await plain.getByLabel('Password').waitFor();
  await context.close();
});

test('a reader gets the sign-in form', async () => {
  const context = await pages.browser.newContext();
  const reader = await context.newPage();
  await reader.goto(`${pages.origin}/admin`);
  await signIn(reader, ADMIN);
  await reader.getByRole('heading', { name: 'Overview' }).waitFor();
  await eventually('its parts are shown', async () => (await reader.locator('.overview h2').count()) > 4);
  await context.close();
});
