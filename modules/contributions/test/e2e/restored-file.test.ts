/**
 * A board whose files were never archived gets one of them from a contributor. The steps: the client sends dumps, the server receives them, the service
 * judges them after five minutes, the granter grants the change after a day, the indexer applies it, the client uploads the file, a moderator accepts it in
 * a browser, and the post's old addresses serve it.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SearchAnswer } from '../../../../mappings/contract/search.ts';
import { CLIENT } from '../../client/client.ts';
import { OFFER_FOLDER } from '../../format/changes.ts';
import { handleOfferedFiles } from '../../scraper/offered-files.ts';
import {
  createMediaHarness,
  drawPicture,
  type MediaHarness,
} from '../../../../test/integration/scraper/media/harness.ts';
import { addAdmin, signIn } from '../../../../test/support/admin.ts';
import { expectAccessible } from '../../../../test/support/axe.ts';
import { DumpStage, mediaTimeOf } from '../support/dump-stage.ts';
import { drained, openIndexer, type TestIndexer } from '../../../../test/support/indexer.ts';
import { openPages, type OpenPages } from '../../../../test/support/open-pages.ts';
import { useWorld } from '../../../../test/support/world.ts';
import { PICTURE } from '../unit/format/sample-dump.ts';

const run = promisify(execFile);
const MAIN = join(import.meta.dirname, '../../../../cli/main.ts');
const WIDE = { width: 1280, height: 900 };

const world = useWorld();
let stage: DumpStage;
let media: MediaHarness;
let offersDir: string;
let indexer: TestIndexer;
let pages: OpenPages;
let staff: Page;
let home: string;
/** The contributor's files. */
let heron: GivenFile;
let egret: GivenFile;

interface GivenFile {
  readonly bytes: Buffer;
  readonly md5: string;
  readonly sha256: string;
  /** The number of the post that names the file. */
  readonly num: number;
}

beforeAll(async () => {
  stage = await DumpStage.of(world());
  media = await createMediaHarness(world());
  offersDir = join(media.dir, OFFER_FOLDER);
  await mkdir(offersDir, { recursive: true });
  await addAdmin(world());
  indexer = await openIndexer(world());
  pages = await openPages(world(), () => stage.now, media.root, media.dir);
  staff = await pages.browser.newPage({ viewport: WIDE });
  home = await mkdtemp(join(tmpdir(), 'sagasu-contributor-'));
  await mkdir(join(home, 'pictures', 'older'), { recursive: true });
  heron = await givenFile(1, 'heron.png');
  egret = await givenFile(2, 'older/egret.png');
});
afterAll(async () => {
  await Promise.all([pages?.close(), indexer?.close(), stage?.close(), media?.close()]);
  await rm(home, { recursive: true, force: true });
});

/** Inserts a post that names the file by MD5 and size. Only the contributor has the file. */
async function givenFile(number: number, name: string): Promise<GivenFile> {
  const bytes = await drawPicture(number);
  const [md5 = '', sha256 = ''] = ['md5', 'sha256'].map((kind) => createHash(kind).update(bytes).digest('hex'));
  await writeFile(join(home, 'pictures', name), bytes);
  const num = await stage.post({ ...PICTURE, file: { ...PICTURE.file, md5, sha256, size: bytes.length, type: 'png' } });
  return { bytes, md5, sha256, num };
}

/** Runs the client in its own process. It only gets the address of the archive. */
async function dumpFiles(): Promise<{ readonly says: string; readonly warns: string }> {
  const words = [join(home, 'pictures'), '--to', pages.origin, '--key', join(home, 'my.key'), '--offer'];
  const { stdout, stderr } = await run(process.execPath, [MAIN, 'dump', ...words], { env: { HOME: home, PATH: '' } });
  return { says: stdout.trim(), warns: stderr };
}

/** Returns the posts that Elasticsearch finds. */
async function find(query: string): Promise<readonly number[]> {
  await world().elasticsearch.indices.refresh({ index: `${world().indexPrefix}*` });
  const answer = await fetch(`${pages.origin}/api/v1/search?${new URLSearchParams({ q: query }).toString()}`);
  return ((await answer.json()) as SearchAnswer).hits.map(({ num }) => num);
}

async function statusOf(num: number): Promise<{ readonly status: string; readonly url: string | null }> {
  const answer = await fetch(`${pages.origin}/api/v1/boards/thumbs/posts/${num}`);
  return ((await answer.json()) as { file: { status: string; url: string | null } }).file;
}

test('posts are found by hashes from a dump a day later, but not before', async () => {
  await drained(world());
  expect(await find('has:image')).toEqual([egret.num, heron.num]);
  const { says, warns } = await dumpFiles();
  expect(says).toBe('2 added, 0 done before, 0 failed');
  const [, key = ''] = /Archives know you as ([0-9a-f]{64})/.exec(warns) ?? [];
  await staff.goto(`${pages.origin}/admin`);
  await signIn(staff);
  await staff.goto(`${pages.origin}/admin/dumps`);
  const trust = staff.getByRole('region', { name: 'Trust' });
  for (const [label, text] of [
    ['Contributor', key],
    ['Program', CLIENT.name],
    ['Version of the program', CLIENT.version],
  ] as const)
    await trust.getByLabel(label, { exact: true }).fill(text);
  await trust.getByLabel('How far').selectOption('full');
  await trust.getByRole('button', { name: 'Give trust' }).click();
  await trust.getByRole('button', { name: 'Take trust away' }).waitFor();
  stage.later(5);
  await stage.service();
  expect([...(await stage.states()).values()]).toEqual(['used', 'used']);
  stage.later(23 * 60);
  expect(await stage.grant()).toBe(0);
  await drained(world());
  expect(await find(`sha256:${heron.sha256}`)).toEqual([]);
  stage.later(60);
  expect(await stage.grant()).toBeGreaterThan(0);
  await drained(world());
  expect(await find(`sha256:${heron.sha256}`)).toEqual([heron.num]);
  expect(await find(`sha256:${egret.sha256}`)).toEqual([egret.num]);
  expect(await stage.fileOf(heron.num)).toMatchObject({ sha256: heron.sha256, width: '320', height: '200' });
  expect(await statusOf(heron.num)).toMatchObject({ status: 'never_fetched', url: null });
  await staff.goto(`${pages.origin}/dumps/file?md5=${heron.md5}&size=${heron.bytes.length}`);
  await staff.getByText(/^Dump \d+ verifies this file\.$/).waitFor();
});

test('a moderator reviews the uploaded files, and the old addresses serve the accepted one', async () => {
  // The archive requests the files now.
  await stage.service();
  expect((await dumpFiles()).says).toBe('2 done before, 0 failed, 2 handed over');
  expect(await handleOfferedFiles(media.context)).toBe(2);
  const name = `${mediaTimeOf(heron.num)}.png`;
  const addresses = [`/thumbs/${name}`, `/thumbs/full_image/${name}`];
  for (const address of addresses) expect((await fetch(`${pages.origin}${address}`)).status).toBe(404);
  await staff.goto(`${pages.origin}/admin/dumps`);
  await staff.getByRole('link', { name: 'Offered files' }).click();
  const offered = staff.getByRole('region', { name: new RegExp(heron.md5) });
  await offered.waitFor();
  expect(await staff.locator('.report-queue img').count()).toBe(0);
  const thumbnail = staff.waitForResponse(/\/thumbnail$/);
  await offered.getByRole('button', { name: 'Show thumbnail' }).focus();
  await staff.keyboard.press('Enter');
  expect((await thumbnail).headers()).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  await expect.poll(async () => staff.evaluate(`document.querySelector('.offer-thumbnail')?.naturalWidth`)).toBe(250);
  await expectAccessible(staff);
  await offered.getByRole('button', { name: 'Accept' }).press('Enter');
  await staff.getByRole('dialog', { name: 'Accept this file?' }).waitFor();
  await expectAccessible(staff);
  await staff.getByRole('dialog').getByRole('button', { name: 'Accept' }).press('Enter');
  await offered.waitFor({ state: 'detached' });
  await staff.getByRole('button', { name: 'Refuse' }).click();
  await staff.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click();
  await staff.getByText('No files in this state.').waitFor();
  await handleOfferedFiles(media.context);
  for (const address of addresses) {
    const answer = await fetch(`${pages.origin}${address}`);
    expect(Buffer.from(await answer.arrayBuffer()).equals(heron.bytes), address).toBe(true);
  }
  expect(await statusOf(heron.num)).toMatchObject({ status: 'archived' });
  expect(await statusOf(egret.num)).toMatchObject({ status: 'never_fetched' });
  expect(await readdir(offersDir)).toEqual([]);
  await drained(world());
  expect(await find(`sha256:${heron.sha256}`)).toEqual([heron.num]);
  await staff.goto(`${pages.origin}/admin/audit`);
  for (const sentence of [
    /changed the trust in contributors/,
    /accepted the offered files/,
    /refused the offered files/,
  ])
    await staff.getByRole('rowheader', { name: sentence }).first().waitFor();
});
