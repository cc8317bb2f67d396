/** Pages of contributed dumps: readers see if a file is verified and why not, and moderators decide. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dump } from '../../format/dump.ts';
import { contributorKeys, sealPackage, type KeyPair } from '../../format/package.ts';
import { writeDump } from '../../format/write-dump.ts';
import { givenArchive } from '../../../../test/integration/server/given-archive.ts';
import { addAdmin, signIn } from '../../../../test/support/admin.ts';
import { expectAccessible } from '../../../../test/support/axe.ts';
import { openPages, type OpenPages } from '../../../../test/support/open-pages.ts';
import { useWorld } from '../../../../test/support/world.ts';
import { PICTURE, VIDEO } from '../unit/format/sample-dump.ts';

const WIDE = { width: 1280, height: 900 };
const picture: Dump = {
  ...PICTURE,
  file: { ...PICTURE.file, md5: '1'.repeat(32), sha256: '2'.repeat(64), size: 4_321 },
};
const unposted: Dump = { ...VIDEO, file: { ...VIDEO.file, md5: '3'.repeat(32), sha256: '4'.repeat(64) } };

const world = useWorld();
let pages: OpenPages;
let browser: Browser;
let reader: Page;
let staff: Page;
let ids: ReadonlyMap<string, number>;

const fileOf = ({ file: { md5, size, type } }: Dump, name: string) => ({
  mediaTime: 1,
  mediaName: name,
  mediaType: type,
  mediaHash: Buffer.from(md5, 'hex'),
  mediaSize: size,
});

beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('g');
  await archive.storeAndIndex('g', [
    { num: 100, thread: 100, opener: true, comment: 'a film of herons', ...fileOf(VIDEO, 'herons') },
    { num: 101, thread: 100, comment: 'a heron', ...fileOf(picture, 'heron') },
  ]);
  await addAdmin(world());
  pages = await openPages(world(), () => new Date());
  const [one, other] = [await contributorKeys(Buffer.alloc(32, 1)), await contributorKeys(Buffer.alloc(32, 2))];
  await contribute(VIDEO, one);
  await contribute(VIDEO, other);
  await contribute(picture, one);
  await contribute(unposted, null);
  // Dumps after a run of the service: one is used and requests a change, the other waits for a moderator.
  const { rows } = await world().pool.query<{ id: string; md5: string }>(
    `update dumps set state = case when md5 = $1 then 11 else 0 end, reason = case when md5 = $1 then 'first' when md5 = $2 then 'untrusted' end
      returning id, encode(md5, 'hex') as md5`,
    [VIDEO, picture].map(({ file: { md5 } }) => Buffer.from(md5, 'hex')),
  );
  ids = new Map(rows.map(({ md5, id }) => [md5, Number(id)]));
  await world().pool.query(
    `insert into dump_changes (dump_id, client, version, md5, size, field, before, after, made_at)
     select id, client, version, md5, size, 'duration', null, '10000', now() from dumps where state = 11`,
  );
  ({ browser } = pages);
  reader = await browser.newPage({ viewport: WIDE });
  staff = await (await browser.newContext({ viewport: WIDE })).newPage();
});
afterAll(async () => pages?.close());

async function contribute(dump: Dump, by: KeyPair | null): Promise<void> {
  const { key } = (await (await fetch(`${pages.origin}/api/v1/dumps/key`)).json()) as { readonly key: string };
  const body = new Uint8Array(await sealPackage(writeDump(dump), Buffer.from(key, 'base64'), by));
  const headers = { 'content-type': 'application/octet-stream' };
  expect((await fetch(`${pages.origin}/api/v1/dumps`, { method: 'POST', body, headers })).status).toBe(202);
}

const stateOf = async (dump: Dump) =>
  (
    await world().pool.query<{ state: number }>('select state from dumps where md5 = $1', [
      Buffer.from(dump.file.md5, 'hex'),
    ])
  ).rows[0]?.state ?? null;

test('readers see dumps of posted files with filters and statistics', async () => {
  await reader.goto(`${pages.origin}/dumps`);
  await expect.poll(async () => reader.locator('.dump-list article').count()).toBe(2);
  expect(await reader.locator('.dumps').innerText()).toContain('Nobody trusts the contributor with this client');
  await expectAccessible(reader);
  // The introduction is readable before anything is opened, and its commands have this archive's address.
  await reader.getByText(/^A dump does not contain the file/).waitFor();
  await reader.getByText('Take part', { exact: true }).click();
  await reader.getByText(`sagasu-dump ~/Pictures --to ${pages.origin}`, { exact: true }).waitFor();
  expect(await reader.getByLabel('File is verified').isVisible()).toBe(false);
  await reader.getByText('Filter', { exact: true }).click();
  await expectAccessible(reader);
  await reader.getByLabel('File is verified').selectOption('yes');
  await reader.getByRole('button', { name: 'Show' }).click();
  await expect.poll(async () => reader.locator('.dump-list article').count()).toBe(1);
  expect(reader.url()).toContain('/dumps?verified=true');
  const article = reader.locator('.dump-list article');
  expect(await article.innerText()).toContain('1 confirmation');
  await article.locator('.dump-hash').last().click();
  await reader.getByRole('heading', { name: /^Contributor [0-9a-f]{64}$/ }).waitFor();
  await expect.poll(async () => reader.locator('.dump-list article').count()).toBe(2);
  await expectAccessible(reader);
});

test('a post’s menu links to its file, which shows why it is not verified, and to the dump', async () => {
  await reader.goto(`${pages.origin}/g/thread/100`);
  await reader.getByRole('button', { name: 'More actions for No.101' }).click();
  await reader.getByRole('menuitem', { name: 'Dumps of this file' }).click();
  await reader.getByText('This file is not verified.').waitFor();
  const page = reader.locator('.dumps');
  expect(await page.innerText()).toContain('a moderator decides');
  expect(await page.innerText()).toContain('The archive does not have the file itself.');
  await expectAccessible(reader);
  await reader.goto(`${pages.origin}/dumps/file?md5=${VIDEO.file.md5}&size=${VIDEO.file.size}`);
  await reader.getByRole('link', { name: String(ids.get(VIDEO.file.md5)), exact: true }).click();
  await reader.getByRole('heading', { name: 'Who sent it' }).waitFor();
  expect(await reader.locator('[aria-labelledby=dump-senders] li').count()).toBe(2);
  expect(await page.innerText()).toMatch(/Duration: from unknown to 10 s/);
  expect(await page.innerText()).toContain('AVC');
  await expectAccessible(reader);
  await reader.goto(`${pages.origin}/dumps/contributors`);
  await expect.poll(async () => reader.locator('.dump-list li').count()).toBe(2);
  await expectAccessible(reader);
});

test('only moderators see dumps of files that no post shows', async () => {
  const address = `${pages.origin}/dumps/${ids.get(unposted.file.md5)}`;
  const answer = await reader.goto(address);
  expect(answer?.status()).toBe(404);
  await reader.locator('.message').waitFor();
  await staff.goto(`${pages.origin}/admin`);
  await signIn(staff);
  await staff.goto(`${pages.origin}/admin/dumps?unmapped=true`);
  await expect.poll(async () => staff.locator('.dump-list article').count()).toBe(1);
  await expectAccessible(staff);
});

test('a moderator smites a dump on its page and stops a change, each with a confirmation', async () => {
  await staff.goto(`${pages.origin}/dumps/${ids.get(picture.file.md5)}`);
  await staff.getByRole('button', { name: 'Smite' }).click();
  const dialog = staff.getByRole('dialog', { name: 'Smite 1 dump?' });
  await dialog.waitFor();
  expect(await stateOf(picture)).toBe(0);
  await expectAccessible(staff);
  await dialog.getByRole('button', { name: 'Smite' }).click();
  await staff.locator('.dump-item .dump-state', { hasText: 'smitten' }).waitFor();
  expect(await stateOf(picture)).toBe(91);
  await staff.goto(`${pages.origin}/admin/dumps`);
  await staff.getByRole('button', { name: 'Stop Duration' }).click();
  await staff.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
  await staff.getByText('No changes in this state.').waitFor();
  const { rows } = await world().pool.query('select state from dump_changes');
  expect(rows).toEqual([{ state: 'stopped' }]);
});

test('actions on many dumps are confirmed by typing, and are in the audit log', async () => {
  await staff.goto(`${pages.origin}/admin/dumps`);
  await staff.getByLabel('Program', { exact: true }).nth(1).fill('sagasu');
  await staff.getByLabel('Version').nth(1).fill('1.2.0');
  await staff.getByRole('checkbox', { name: 'smitten' }).check();
  await staff.getByRole('button', { name: 'Delete dumps' }).click();
  const dialog = staff.getByRole('dialog', { name: 'Delete these dumps?' });
  expect(await dialog.getByRole('button', { name: 'Delete dumps' }).getAttribute('aria-disabled')).toBe('true');
  await dialog.getByRole('textbox').fill('sagasu 1.2.0');
  await dialog.getByRole('button', { name: 'Delete dumps' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await stateOf(picture)).toBeNull();
  expect(await stateOf(VIDEO)).toBe(11);
  await staff.goto(`${pages.origin}/admin/audit`);
  for (const sentence of [/removed dumps of the program/, /rejected the dumps/])
    await staff.getByRole('rowheader', { name: sentence }).first().waitFor();
});
