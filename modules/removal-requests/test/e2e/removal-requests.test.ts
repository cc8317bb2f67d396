/** A person without an account asks on a phone, a moderator decides, and the person reads it; then the same without scripts. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { givenArchive, type GivenArchive } from '../../../../test/integration/server/given-archive.ts';
import { addAdmin, signIn } from '../../../../test/support/admin.ts';
import { expectAccessible } from '../../../../test/support/axe.ts';
import { openPages, type OpenPages } from '../../../../test/support/open-pages.ts';
import { useWorld } from '../../../../test/support/world.ts';

const PHONE = { width: 390, height: 844 };

const world = useWorld();
let archive: GivenArchive;
let pages: OpenPages;

beforeAll(async () => {
  archive = givenArchive(world());
  await archive.board('g');
  await addAdmin(world());
  pages = await openPages(world(), () => new Date());
});
afterAll(async () => pages?.close());
let thread = 0;
// All requests come from one network. An attempt uses up its posts.
beforeEach(async () => {
  await world().pool.query('truncate removal_requests restart identity cascade');
  thread += 100;
  await archive.storeAndIndex('g', [
    { num: thread, thread, opener: true, comment: 'about herons' },
    { num: thread + 1, thread, name: 'Ardea', comment: 'I live at the lake' },
    { num: thread + 2, thread, name: 'Ardea', comment: 'second house' },
  ]);
});

test('a person asks from the menu of a post, keeps the link, and reads the decision that a moderator has carried out', async () => {
  const phone = await pages.browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true });
  const person = await phone.newPage();
  const sent: string[] = [];
  person.on('request', (request) => sent.push(request.url(), request.headers()['referer'] ?? ''));
  await person.goto(`${pages.origin}/g/thread/${thread}`);
  await person.getByRole('button', { name: `More actions for No.${thread + 1}` }).tap();
  await person.getByRole('menuitem', { name: 'Request removal' }).tap();
  await person.waitForURL(/removal\?/);
  expect(await person.getByLabel('Addresses of the posts or files').inputValue()).toBe(`/g/${thread + 1}`);
  await person.getByLabel('Personal data').check();
  await person.getByLabel('In your words').fill('It has my address.');
  await person.getByRole('button', { name: 'Send the request' }).tap();
  const link = person.getByRole('link', { name: 'Link to your request' });
  await link.waitFor();
  await expectAccessible(person);
  const address = (await link.getAttribute('href')) ?? '';
  await link.tap();
  await person.getByText('Waits for the staff').waitFor();
  await expectAccessible(person);
  await person.getByLabel('Add something').fill('And my name.');
  await person.getByRole('button', { name: 'Add', exact: true }).tap();
  await person.locator('dd').getByText('And my name.').waitFor();

  const desk = await pages.browser.newContext({ viewport: { width: 1280, height: 900 } });
  const staff = await desk.newPage();
  await staff.goto(`${pages.origin}/admin/removal-requests`);
  await signIn(staff);
  const request = staff.getByRole('region', { name: 'Request 1' });
  await request.getByText('And my name.').waitFor();
  const colleague = await desk.newPage();
  await colleague.goto(`${pages.origin}/admin/removal-requests`);
  await colleague.getByLabel('Answer to the person').fill('I would refuse.');
  await request.getByLabel('Answer to the person').fill('You are right.');
  await request.getByRole('button', { name: 'Purge' }).focus();
  await staff.keyboard.press('Enter');
  await staff.keyboard.type('1');
  await staff.keyboard.press('Enter');
  await staff.getByText('No open requests.').waitFor();
  await colleague.getByRole('button', { name: 'Refuse' }).click();
  await colleague.getByRole('alert').getByText('mika has decided it: purge.').waitFor();
  await colleague.getByText('No open requests.').waitFor();

  // The fragment alone does not load the page again.
  await person.goto('about:blank');
  await person.goto(pages.origin + address);
  await person.getByText('Deleted for good').waitFor();
  await person.getByText('You are right.').waitFor();
  const secret = address.split('#')[1] ?? '';
  expect(secret).toHaveLength(43);
  expect(sent.filter((text) => text.includes(secret) && !text.includes('#'))).toEqual([]);
  await phone.close();
  await desk.close();
});

test('a name is asked for, and the moderator confirms the posts that its search finds', async () => {
  const person = await pages.browser.newPage({ viewport: { width: 1280, height: 900 } });
  await person.goto(`${pages.origin}/removal`);
  await person.getByLabel('Posts under a name').check();
  expect(await person.getByLabel('Addresses of the posts or files').isVisible()).toBe(false);
  await person.getByLabel('The name, or the search').fill('Ardea');
  await person.getByLabel('Another reason').check();
  await person.getByRole('button', { name: 'Send the request' }).click();
  await person.getByText('The staff have your request').waitFor();
  await person.goto(`${pages.origin}/admin/removal-requests`);
  await signIn(person);
  await person.getByRole('region', { name: 'Request 1' }).getByRole('button', { name: 'Hide' }).click();
  const dialog = person.getByRole('dialog');
  await dialog.getByText('second house').first().waitFor();
  await dialog.getByRole('button', { name: 'Hide' }).click();
  await person.getByText('No open requests.').waitFor();
  await person.goto(`${pages.origin}/transparency`);
  await person.getByRole('cell', { name: 'Hidden' }).waitFor();
  await person.close();
});

test('without scripts a person asks and reads the request with the code', async () => {
  const context = await pages.browser.newContext({ viewport: PHONE, javaScriptEnabled: false });
  const person = await context.newPage();
  await person.goto(`${pages.origin}/removal?post=/g/${thread}`);
  await person.getByLabel('Copyright').check();
  await person.getByRole('button', { name: 'Send the request' }).click();
  const code = await person.locator('code').innerText();
  await person.goto(`${pages.origin}/removal/ticket`);
  await person.getByLabel('Code').fill(code);
  await person.getByRole('button', { name: 'Show the request' }).click();
  await person.getByText(`/g/${thread}`).waitFor();
  await person.getByRole('button', { name: 'Withdraw the request' }).click();
  await person.getByText('Withdrawn').waitFor();
  await context.close();
});
