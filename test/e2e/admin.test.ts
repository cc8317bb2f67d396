import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ADMIN, addAdmin, signIn } from '../support/admin.ts';
import { eventually } from '../support/archive.ts';
import { openBrowser } from '../support/browser.ts';
import { aPost, writePosts, type TestBoard } from '../support/builders.ts';
import { aBoard } from '../support/herons.ts';
import { drained } from '../support/indexer.ts';
import { freePort } from '../support/ports.ts';
import { startProcess, stopProcess } from '../support/processes.ts';
import { useWorld } from '../support/world.ts';

const OUTPUT = fileURLToPath(new URL('../.output', import.meta.url));
/** Several boards, so that reindexes of all of them queue. */
const BOARDS = ['a', 'b', 'c'];
const POSTS = 300;
/** A post that cannot be indexed, and one that is hidden and purged. */
const REFUSED = POSTS + 1;
const REGRETTED = POSTS + 2;

const world = useWorld();
const running: ChildProcess[] = [];
let serverUrl: string;
let browser: Browser;
let page: Page;
let board: TestBoard;
const pageErrors: string[] = [];

/** Time limit for a reindex on a busy machine. */
const LONG = { timeout: 120_000 };

beforeAll(async () => {
  const boards: TestBoard[] = [];
  for (const name of BOARDS) boards.push(await aBoard(world(), name, POSTS));
  const [first] = boards;
  if (first === undefined) throw new Error('there are no boards');
  board = first;
  const port = await freePort();
  serverUrl = `http://127.0.0.1:${port}`;
  running.push(
    // No scheduled verifications.
    startProcess('indexer/main.ts', world(), { SAGASU_VERIFY_INTERVAL_HOURS: '0' }),
    startProcess('server/main.ts', world(), { SAGASU_PORT: String(port) }),
  );
  browser = await openBrowser();
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.on('pageerror', (error) => pageErrors.push(`error on the page: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) pageErrors.push(message.text());
  });
  await eventually('the server is ready', async () => (await fetch(`${serverUrl}/readyz`)).ok, LONG.timeout);
  await drained(world(), LONG.timeout);
});

afterAll(async () => {
  await browser?.close();
  await Promise.all(running.map(stopProcess));
});

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await page.screenshot({ path: `${OUTPUT}/admin-failed.png` });
});

function at(path: string): string {
  return `${serverUrl}${path}`;
}

/** The board's rows in the table. */
function row() {
  return page.locator('.board-table > tbody', { hasText: `/${board.name}/` });
}

async function chooseFromMenu(action: string): Promise<void> {
  await row()
    .getByRole('button', { name: `More actions for /${board.name}/` })
    .click();
  await row().getByRole('button', { name: action, exact: true }).click();
}

async function hits(q: string): Promise<number> {
  const answer = await fetch(at(`/api/v1/search?q=${encodeURIComponent(q)}`));
  return ((await answer.json()) as { total: { value: number } }).total.value;
}

async function liveIndices(): Promise<string[]> {
  const { rows } = await world().pool.query<{ name: string }>(
    `select name from indices where board_id = $1 and state = 'live' order by slice`,
    [board.id],
  );
  return rows.map(({ name }) => name);
}

test('readers load nothing of the admin pages', async () => {
  const reader = await browser.newPage();
  const requests = new Set<string>();
  reader.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/assets/') && pathname.endsWith('.js')) requests.add(pathname);
  });
  await reader.goto(at('/'), { waitUntil: 'networkidle' });
  await reader.getByRole('heading', { name: 'Boards' }).waitFor();
  const ofReaders = [...requests];
  await reader.goto(at('/admin'));
  await reader.getByRole('heading', { name: 'Sign in' }).waitFor();
  const ofAdmins = [...requests].filter((path) => !ofReaders.includes(path));
  await reader.close();
  const textOf = async (paths: readonly string[]) =>
    (await Promise.all(paths.map(async (path) => (await fetch(at(path))).text()))).join('\n');
  const words = 'There are no accounts yet';
  expect(await textOf(ofAdmins)).toContain(words);
  expect(await textOf(ofReaders)).not.toContain(words);
});

test('without accounts the page explains how to add one, and a wrong password is reported', async () => {
  await page.goto(at('/admin/tasks'));
  await page.getByText('There are no accounts yet.').waitFor();
  expect(await page.getByText('npx sagasu account add').count()).toBe(1);

  await addAdmin(world());
  await page.reload();
  await page.getByLabel('Name').fill(ADMIN.name);
  await page.getByLabel('Password').fill('not the password');
  await page.keyboard.press('Enter');
  await page.getByText('Wrong name or password.').waitFor();
  expect(await page.evaluate('document.activeElement?.id')).toBe('sign-in-password');
  expect(await page.getByLabel('Password').getAttribute('autocomplete')).toBe('current-password');
});

test('signing in opens the requested page and shows the account’s name', async () => {
  await signIn(page);
  expect(new URL(page.url()).pathname).toBe('/admin/tasks');
  await page.getByRole('heading', { name: 'Tasks', exact: true }).waitFor();
  expect(await page.locator('.admin-account').innerText()).toContain(ADMIN.name);
  expect(await page.evaluate('document.activeElement?.textContent')).toBe('Tasks');
});

test('the boards show the state of both stores, and their indices can be expanded', async () => {
  await page.getByRole('link', { name: 'Boards' }).click();
  await row().waitFor();
  const { rows } = await world().pool.query<{ posts: number }>(
    'select count(*)::int as posts from posts where board_id = $1',
    [board.id],
  );
  const figure = new Intl.NumberFormat('en-GB').format(rows[0]?.posts ?? 0);
  await eventually('posts and documents are the same', async () => {
    const cells = await row().locator('td').allInnerTexts();
    return cells[0] === figure && cells[1] === figure;
  });
  await row().getByRole('button', { name: 'Indices of' }).click();
  await row().getByText('serving searches').first().waitFor();
  expect(await row().getByText('not verified yet').count()).toBe(1);
});

test('a reindex is started, watched to its end, and creates new indices', async () => {
  const before = await liveIndices();
  await chooseFromMenu('Reindex');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('New indices are built').waitFor();
  await dialog.getByRole('button', { name: 'Reindex' }).click();
  await row()
    .getByRole('link', { name: /^Reindexing/ })
    .waitFor();

  await page.getByRole('link', { name: /^Tasks/ }).click();
  const card = page.getByRole('article', { name: `Reindex of /${board.name}/` });
  await card.getByRole('progressbar').waitFor();
  expect(await card.getByRole('listitem').allInnerTexts()).toHaveLength(6);
  await card.getByText('Succeeded', { exact: true }).waitFor(LONG);
  // Announced to screen readers.
  await eventually('the end is announced', async () =>
    /Reindex of .* succeeded/.test(await page.locator('output.visually-hidden').innerText()),
  );
  const after = await liveIndices();
  expect(after).toHaveLength(before.length);
  expect(after.filter((name) => before.includes(name))).toEqual([]);
  // The history has the task, its requester and duration.
  await page
    .locator('.history')
    .getByRole('link', { name: `Reindex of /${board.name}/` })
    .click();
  await page.waitForURL(/\/admin\/tasks\/\d+$/);
  await page.getByText(`by ${ADMIN.name}`).waitFor();
});

test('a verification finds no drift, and the table shows it', async () => {
  await page.getByRole('link', { name: 'Boards' }).click();
  await chooseFromMenu('Verify');
  await row()
    .getByText(/^verified/)
    .waitFor(LONG);
  expect(await row().locator('td[data-label=Drift]').innerText()).toMatch(/^0\s+verified/);
});

test('a document changed in Elasticsearch is reported, and the advised button repairs it', async () => {
  const [index = ''] = await liveIndices();
  const { elasticsearch } = world();
  const found = await elasticsearch.search<Record<string, unknown>>({ index, size: 1 });
  const [hit] = found.hits.hits;
  if (hit?._source === undefined) throw new Error('the index is empty');
  await elasticsearch.index({
    index,
    id: hit._id ?? '',
    document: { ...hit._source, subject: 'altered' },
    refresh: true,
  });
  await chooseFromMenu('Verify');
  await row().locator('.badge-alarm', { hasText: /^1$/ }).waitFor(LONG);
  await page.getByText(`Index and database differ on /${board.name}/`).waitFor();
  await row().getByRole('button', { name: 'Verify and repair' }).first().click();
  await row()
    .getByText(/^0\s+verified/)
    .waitFor(LONG);
});

test('a rollback asks for the board’s name, and then the previous indices serve searches', async () => {
  const before = await liveIndices();
  await chooseFromMenu('Roll back');
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByRole('button', { name: 'Roll back' }).getAttribute('aria-disabled')).toBe('true');
  await dialog.getByRole('textbox').fill(`${board.name}x`);
  await page.keyboard.press('Enter');
  expect(await dialog.isVisible()).toBe(true);
  await dialog.getByRole('textbox').fill(board.name);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await eventually('other indices are live', async () => {
    const now = await liveIndices();
    return now.length === before.length && now.every((name) => !before.includes(name));
  });
  // The row shows its button again once no task is active.
  await row()
    .getByRole('button', { name: `Verify /${board.name}/` })
    .waitFor(LONG);
});

test('reindexes wait for others; queued ones can be paused, resumed and cancelled', async () => {
  const { pool } = world();
  // As many as one node permits at the same time, held by another worker until they are released below.
  await pool.query(
    `insert into tasks (kind, board_id, options, requested_by, status, worker, fence, started_at, lease_until)
     select 'reindex', id, '{}', 'test', 'processing', 'another', 1, now(), now() + interval '30 minutes' from boards where name <> $1`,
    [BOARDS.at(-1)],
  );
  await page.getByRole('button', { name: 'More actions for all boards' }).click();
  await page.locator('.admin-head').getByRole('button', { name: 'Reindex', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reindex' }).click();
  await page.getByRole('link', { name: /^Tasks/ }).click();
  const reindexes = page.getByRole('article', { name: /^Reindex of/ });
  const last = reindexes.last();
  await last.getByText('Queued', { exact: true }).waitFor();
  await last.getByRole('button', { name: /^Pause/ }).click();
  await last.getByText('Paused', { exact: true }).waitFor();
  // The button is the same element, so it keeps the focus.
  expect(await page.evaluate('document.activeElement?.innerText')).toContain('Resume');
  await last.getByRole('button', { name: /^Resume/ }).click();
  await last.getByText('Queued', { exact: true }).waitFor();

  await last.getByRole('button', { name: /^Cancel/ }).click();
  await page.getByRole('dialog').getByText('What has been built so far is discarded.').waitFor();
  await page.getByRole('button', { name: 'Cancel task' }).click();
  await last.getByText('Cancelled', { exact: true }).waitFor(LONG);
  // Its buttons are gone, and its container has the focus.
  expect(await last.evaluate((card) => card === card.ownerDocument.activeElement)).toBe(true);
  await pool.query(`update tasks set lease_until = null where worker = 'another'`);
  const others = BOARDS.length - 1;
  const done = page.locator('.history tbody tr', { hasText: 'Reindex of' }).filter({ hasText: 'Succeeded' });
  // The earlier entry is listed too.
  await eventually('the others are done', async () => (await done.count()) === others + 1, 200_000);
});

test('the history’s filters are part of the address', async () => {
  await page.getByLabel('Result').focus();
  await page.getByLabel('Result').selectOption('cancelled');
  await page.waitForURL(/status=cancelled/);
  await eventually('only cancelled tasks are listed', async () => {
    const outcomes = await page.locator('.history td[data-label=Result]').allInnerTexts();
    return outcomes.length === 1 && outcomes.every((text) => text === 'Cancelled');
  });
  expect(await page.evaluate('document.activeElement?.tagName')).toBe('SELECT');
  await page.goBack();
  await eventually('others are listed again', async () => (await page.locator('.history tbody tr').count()) > 1);
});

test('a rejected document is listed with its reason and leaves once a retry succeeds', async () => {
  const { pool } = world();
  await writePosts(pool, board, [aPost({ num: REFUSED, capcode: 'x'.repeat(40_000) })]);
  // The list has one entry for each index that should have the document.
  await eventually('it is in quarantine', async () => (await pool.query('select from quarantine')).rowCount !== 0);
  await page.goto(at('/admin/boards'));
  await row().locator('td[data-label=Quarantined]').getByRole('link').click();
  const refused = page.getByRole('article', { name: `/${board.name}/ ${REFUSED}`, exact: true }).first();
  await refused.waitFor();
  expect(await refused.innerText()).toContain('capcode');
  // An unchanged document is rejected again.
  await refused.getByRole('button', { name: /^Retry/ }).click();
  await page.getByText(/documents? sent for retry/).waitFor();
  // The same post without the value that could not be indexed.
  await pool.query('update posts set capcode = null where board_id = $1 and num = $2', [board.id, REFUSED]);
  await refused.getByRole('button', { name: /^Retry/ }).click();
  await page.getByText('The quarantine is empty').waitFor(LONG);
});

test('a hidden post is no longer found and can be shown again with one click', async () => {
  const { pool } = world();
  await writePosts(pool, board, [aPost({ num: REGRETTED, comment: 'a most regrettable zyzzyvation' })]);
  await eventually('it can be found', async () => (await hits('zyzzyvation')) === 1);
  await page.getByRole('link', { name: 'Posts' }).click();
  await page.getByLabel('Post number or link').fill(at(`/${board.name}/thread/${REGRETTED}#p${REGRETTED}`));
  await page.locator('.post-preview').getByText('regrettable').waitFor();
  await page.getByLabel(/^Reason/).fill('regretted');
  await page.getByRole('button', { name: 'Hide' }).click();
  await page.locator('.moderation-done').getByText(`Post ${REGRETTED} on /${board.name}/ is hidden.`).waitFor();
  expect(await hits('zyzzyvation')).toBe(0);
  await page.getByText('Readers cannot see this post').waitFor();
  await page.getByRole('button', { name: 'Show again' }).click();
  await page.locator('.moderation-done').getByText(`Post ${REGRETTED} on /${board.name}/ is visible again.`).waitFor();
  await eventually('it can be found again', async () => (await hits('zyzzyvation')) === 1);
});

test('a purge asks for the number and leaves nothing', async () => {
  await page.getByLabel('Purge').check();
  await page.getByRole('button', { name: 'Purge', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('This cannot be undone.').waitFor();
  await dialog.getByRole('textbox').fill(String(REFUSED));
  await page.keyboard.press('Enter');
  expect(await dialog.isVisible()).toBe(true);
  await dialog.getByRole('textbox').fill(String(REGRETTED));
  await page.keyboard.press('Enter');
  await page.locator('.moderation-done').getByText(`Post ${REGRETTED} on /${board.name}/ is purged.`).waitFor();
  const { rows } = await world().pool.query('select comment from posts where board_id = $1 and num = $2', [
    board.id,
    REGRETTED,
  ]);
  expect(rows).toEqual([{ comment: null }]);
});

test('after a session ends and the user signs in again, typed text is kept', async () => {
  await page.getByLabel(/^Reason/).fill('half a sentence');
  await world().pool.query('delete from sessions');
  // The page checks the session as when the admin returns to the tab; otherwise it would notice at its next poll.
  await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
  await page.getByText('Your session has expired.').waitFor();
  await signIn(page);
  expect(new URL(page.url()).pathname).toBe('/admin/posts');
  expect(await page.getByLabel(/^Reason/).inputValue()).toBe('half a sentence');
});

test('the queues are shown within the admin pages, without a request to another host', async () => {
  const foreign: string[] = [];
  const note = (request: Request) => {
    if (!request.url().startsWith(serverUrl)) foreign.push(request.url());
  };
  page.on('request', note);
  await page.getByRole('link', { name: 'Queues' }).click();
  await page.waitForURL(/\/admin\/queues/);
  await page.frameLocator('.admin-queues').getByText('rebuild').first().waitFor();
  expect(await page.getByRole('link', { name: 'Tasks' }).isVisible()).toBe(true);
  await page.screenshot({ path: `${OUTPUT}/admin-queues.png` });
  page.off('request', note);
  expect(foreign).toEqual([]);
  await page.goBack();
});

test('signing out shows the form and hides everything else', async () => {
  await page.goto(at('/admin/boards'));
  await row().waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await page.locator('.board-table').count()).toBe(0);
  await page.goto(at('/admin/tasks'));
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(pageErrors).toEqual([]);
});
