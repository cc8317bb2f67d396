/** A reader reports posts, a moderator handles them: by mouse, by keyboard, and without scripts. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { givenArchive, type GivenArchive } from '../integration/server/given-archive.ts';
import { addAdmin, signIn } from '../support/admin.ts';
import { expectAccessible } from '../support/axe.ts';
import { openPages, type OpenPages } from '../support/open-pages.ts';
import { listensToKeys } from '../support/hydrated.ts';
import { useWorld } from '../support/world.ts';

const WIDE = { width: 1280, height: 900 };

const world = useWorld();
let archive: GivenArchive;
let pages: OpenPages;
let browser: Browser;
let reader: Page;
let staff: Page;

beforeAll(async () => {
  archive = givenArchive(world());
  await archive.board('g');
  await addAdmin(world());
  pages = await openPages(world(), () => new Date());
  ({ browser } = pages);
  reader = await browser.newPage({ viewport: WIDE });
  staff = await (await browser.newContext({ viewport: WIDE })).newPage();
  await staff.goto(`${pages.origin}/admin/reports`);
  await signIn(staff);
});
afterAll(async () => pages?.close());
// An attempt uses up its reports and posts.
beforeEach(async () => {
  await staff.unrouteAll();
  await world().pool.query('truncate reported_posts, report_networks, report_tickets, bans restart identity cascade');
});

let thread = 0;
/** Stores a thread whose replies have these comments. Returns its number; the numbers of the replies follow. */
async function givenThread(...comments: readonly string[]): Promise<number> {
  thread += 100;
  const replies = comments.map((comment, place) => ({ num: thread + place + 1, thread, comment }));
  await archive.storeAndIndex('g', [{ num: thread, thread, opener: true, comment: 'about plovers' }, ...replies]);
  return thread;
}

let networks = 0;
async function givenReport(num: number, { subnum = 0, category = 'spam', note = null as string | null } = {}) {
  networks += 1;
  const { rows } = await world().pool.query<{ outcome: string }>(
    `select add_report(id, $1, $2, $3, $4, 'pages', $5) as outcome from boards where name = 'g'`,
    [num, subnum, category, note, `203.0.${networks}.1`],
  );
  expect(rows).toEqual([{ outcome: 'added' }]);
}

const isVisible = async (num: number) => (await fetch(`${pages.origin}/api/v1/boards/g/posts/${num}`)).ok;

test('a reader reports a post from its menu, by keyboard, and once only', async () => {
  const num = (await givenThread('buy my herons')) + 1;
  await reader.goto(`${pages.origin}/g/thread/${thread}`);
  const more = reader.getByRole('button', { name: `More actions for No.${num}` });
  const report = reader.getByRole('dialog', { name: `Report No.${num} /g/` });
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
  const ticket = await report.getByRole('link', { name: 'See what the staff decide' }).getAttribute('href');
  expect(ticket).toMatch(/^\/moderation\/report#[\w-]{43}$/);
  await expectAccessible(reader);
  await reader.keyboard.press('Escape');
  await report.waitFor({ state: 'detached' });
  await openReport();
  await report.getByLabel('Spam or flooding').check();
  await report.getByRole('button', { name: 'Send report' }).click();
  await report.getByText('This post has already been reported from your network.').waitFor();

  const requested: string[] = [];
  reader.on('request', (request) => requested.push(request.url(), request.headers()['referer'] ?? ''));
  expect((await reader.goto(pages.origin + ticket))?.status()).toBe(200);
  await reader.getByText('The staff have not decided yet').waitFor();
  await expectAccessible(reader);
  await staff.goto(`${pages.origin}/admin/reports`);
  await staff.getByRole('button', { name: `Dismiss reports /g/ ${num}` }).click();
  await staff.getByText('No open reports.').waitFor();
  // The answer follows later.
  await staff.getByLabel('Show').selectOption('closed');
  await staff.getByRole('button', { name: `Answer… /g/ ${num}` }).click();
  await staff.getByLabel('Answer to those who reported the post').fill('He may sell herons.');
  await staff.getByRole('button', { name: `Send the answer /g/ ${num}` }).click();
  await staff.getByText('The reporters of 1 post can read the answer.').first().waitFor();
  await expectAccessible(staff);
  await reader.reload();
  await reader.getByText('He may sell herons.').waitFor();
  await reader.getByText('The post stays visible').waitFor();
  await expectAccessible(reader);
  const code = ticket?.split('#')[1] ?? '';
  expect(requested.filter((text) => text.includes(code) && !text.includes('#'))).toEqual([]);
});

test('a reader without scripts reports by a form', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const num = (await givenThread('another flood')) + 1;
  await page.goto(`${pages.origin}/g/thread/${thread}`);
  await page.locator(`article[id="${num}"]`).getByRole('link', { name: 'Report' }).click();
  expect(await page.getByRole('heading').innerText()).toBe(`Report post ${num} on /g/`);
  await page.getByLabel('Other illegal content').check();
  await page.getByRole('button', { name: 'Send report' }).click();
  await page.getByText('The staff have received your report.').waitFor();
  const code = await page.locator('code').innerText();
  await page.getByRole('button', { name: 'See what the staff decide' }).click();
  await page.getByText('The staff have not decided yet.').waitFor();
  await page.goto(`${pages.origin}/moderation/report`);
  await page.getByLabel('Code').fill(`${pages.origin}/moderation/report#${code}`);
  await page.getByRole('button', { name: 'Show the decision' }).click();
  await page.getByText('The staff have not decided yet.').waitFor();
  await context.close();
});

test('a moderator finds the report in the queue, hides the post and undoes that', async () => {
  const num = (await givenThread('buy my herons')) + 1;
  await givenReport(num, { note: 'he sells herons everywhere' });
  await staff.goto(`${pages.origin}/admin/reports`);
  const item = staff.getByRole('region', { name: `/g/ ${num}` });
  await item.getByText('he sells herons everywhere').waitFor();
  await item.getByText('reported from 1 network', { exact: true }).waitFor();
  await item.getByText('buy my herons').waitFor();
  await expectAccessible(staff);
  await item.getByRole('button', { name: `Hide /g/ ${num}` }).press('Enter');
  await staff.getByText('1 post is hidden.').first().waitFor();
  await item.waitFor({ state: 'detached' });
  expect(await isVisible(num)).toBe(false);
  await staff.getByRole('button', { name: 'Undo' }).click();
  await item.waitFor();
  expect(await isVisible(num)).toBe(true);
});

test('a moderator hides a post in its thread from the menu, by keyboard, and undoes that', async () => {
  const num = (await givenThread('about terns', 'another flood')) + 2;
  await givenReport(num);
  await staff.goto(`${pages.origin}/g/thread/${thread}`);
  const post = staff.getByRole('article', { name: new RegExp(`^No\\.${num} by`) });
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
  await notice.getByText(`Post ${num} on /g/ is hidden.`).waitFor();
  await post.waitFor({ state: 'detached' });
  expect(await isVisible(num)).toBe(false);
  await expectAccessible(staff);
  await notice.getByRole('button', { name: 'Undo' }).press('Enter');
  await post.waitFor();
  expect(await isVisible(num)).toBe(true);
  await staff.goto(`${pages.origin}/admin/reports?state=closed`);
  await staff.getByRole('button', { name: `Reopen reports /g/ ${num}` }).click();
  await staff.getByText('No closed reports.').waitFor();
  await staff.getByLabel('Show').selectOption('');
  await staff.getByRole('region', { name: `/g/ ${num}` }).waitFor();
});

test('several posts are handled together, and found again by the filters', async () => {
  const num = (await givenThread('buy my herons', 'another flood')) + 1;
  await givenReport(num);
  await givenReport(num + 1, { category: 'illegal' });
  await staff.goto(`${pages.origin}/admin/reports`);
  await staff.getByRole('button', { name: 'Select all' }).click();
  const chosen = staff.getByRole('region', { name: '2 posts selected' });
  await staff.setViewportSize({ width: 390, height: 844 });
  const bar = await chosen.boundingBox();
  expect(bar?.height).toBeLessThan(844 / 5);
  await staff.setViewportSize(WIDE);
  await chosen.getByRole('button', { name: 'More…' }).click();
  await chosen.getByLabel('Note or reason').fill('known flood');
  await chosen.getByRole('button', { name: 'Add note' }).click();
  await staff.getByText('The note is added to 2 posts.').first().waitFor();
  await staff.getByText('known flood').first().waitFor();
  await staff.getByRole('button', { name: 'Select all' }).click();
  await chosen.getByRole('button', { name: 'Dismiss' }).click();
  await staff.getByText('No open reports.').waitFor();
  await staff.getByLabel('Show').selectOption('closed');
  await staff.getByRole('region', { name: `/g/ ${num + 1}` }).waitFor();
  await staff.getByLabel('Category').selectOption('illegal');
  await staff.getByRole('region', { name: `/g/ ${num}` }).waitFor({ state: 'detached' });
  await staff.getByRole('region', { name: `/g/ ${num + 1}` }).waitFor();
  await expectAccessible(staff);
  const { rows } = await world().pool.query('select action from audit_log where actor = $1 order by id', ['mika']);
  expect(rows.map(({ action }) => String(action))).toEqual(
    expect.arrayContaining(['report_notes.insert', 'reported_posts.update']),
  );
});

test('the bar of chosen posts covers no control that has the focus, on a small phone in Japanese', async () => {
  const num = (await givenThread('buy my herons', 'another flood', 'about terns')) + 1;
  for (const post of [num, num + 1, num + 2]) await givenReport(post);
  const context = await browser.newContext({
    viewport: { width: 320, height: 640 },
    hasTouch: true,
    locale: 'ja-JP',
    storageState: await staff.context().storageState(),
  });
  const phone = await context.newPage();
  await phone.goto(`${pages.origin}/admin/reports`);
  await phone.locator('.reported').nth(2).waitFor();
  await listensToKeys(phone);
  await phone.locator('.reports-head button').click();
  const bar = phone.locator('.report-bulk');
  await bar.locator('button[aria-expanded]').click();
  await bar.locator('input').first().waitFor();
  await phone.locator('.reports-head button').focus();
  const controls = await phone.locator('.report-queue :is(a, button, input):visible').count();
  expect(controls).toBeGreaterThan(15);
  const covered: string[] = [];
  for (let at = 0; at < controls; at += 1) {
    await phone.keyboard.press('Tab');
    const focused = phone.locator('.report-queue :focus');
    if ((await focused.count()) === 0) continue;
    const [control, above] = [await focused.boundingBox(), await bar.boundingBox()];
    if ((control?.y ?? 0) + (control?.height ?? 0) > (above?.y ?? 0)) covered.push(await focused.innerText());
  }
  expect(covered).toEqual([]);
  await context.close();
});

test('by keyboard a report leads to a ban in three actions, and the next report follows', async () => {
  const num = (await givenThread('another flood', 'about terns')) + 1;
  await archive.storeAndIndex('g', [{ num, subnum: 1, thread, comment: 'a ghost floods' }]);
  await world().pool.query(
    `insert into poster_addresses (board_id, num, subnum, address, expires_at)
     select id, $1, 1, '198.51.100.44', now() + interval '1 day' from boards where name = 'g'`,
    [num],
  );
  await givenReport(num, { subnum: 1 });
  await givenReport(num + 1);
  await staff.goto(`${pages.origin}/admin/reports`);
  const ghost = staff.getByRole('region', { name: `/g/ ${num},1` });
  await ghost.getByText('a ghost floods').waitFor();
  await listensToKeys(staff);
  await staff.keyboard.press('j');
  await staff.keyboard.press('w');
  const dialog = staff.getByRole('dialog', { name: `Ban the writer of /g/ ${num},1?` });
  await dialog.getByLabel('Days').waitFor();
  await expectAccessible(staff);
  expect(await staff.content()).not.toContain('198.51.100.44');
  await dialog.getByRole('button', { name: 'Ban' }).press('Enter');
  await staff.getByText('1 post is hidden. 1 network is banned.').first().waitFor();
  await ghost.waitFor({ state: 'detached' });
  const { rows } = await world().pool.query<{ network: string }>(`select network::text from ban_networks`);
  expect(rows).toEqual([{ network: '198.51.100.44/32' }]);
  await staff
    .getByRole('region', { name: `/g/ ${num + 1}` })
    .locator('article:focus')
    .waitFor();
  await staff.keyboard.press('d');
  await staff.getByText('The reports of 1 post are dismissed.').first().waitFor();
  await staff.getByText('No open reports.').waitFor();
});

/** Requests for the list, which the page repeats from time to time. */
const LIST = '**/api/v1/admin/reports*';

test('a moderator whose colleague was faster reads who decided', async () => {
  const num = (await givenThread('about terns')) + 1;
  await givenReport(num);
  await staff.goto(`${pages.origin}/admin/reports`);
  const item = staff.getByRole('region', { name: `/g/ ${num}` });
  await item.waitFor();
  // Otherwise the list could be refreshed before the click.
  await staff.route(LIST, async (route) => (route.request().method() === 'GET' ? route.abort() : route.fallback()));
  await world().pool.query(
    `update reported_posts set closed_at = now(), closed_by = 'ann', decision = 'hidden' where num = $1`,
    [num],
  );
  await item.getByRole('button', { name: `Hide /g/ ${num}` }).click();
  await staff.getByText(`ann has already decided about /g/ ${num}: hidden.`).first().waitFor();
  await staff.unroute(LIST);
  await item.waitFor({ state: 'detached' });
  expect(await isVisible(num)).toBe(true);
});
