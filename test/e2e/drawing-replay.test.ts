/** A drawing is replayed in its post. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Datastores } from '../../platform/datastore/datastores.ts';
import { givenArchive } from '../integration/server/given-archive.ts';
import { listensToKeys } from '../support/hydrated.ts';
import { openPages, type OpenPages } from '../support/open-pages.ts';
import { givenActsBoard } from '../support/read-boards.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();
let pages: OpenPages;
let page: Page;
let mediaDir: string;

beforeAll(async () => {
  const archive = givenArchive(world());
  await givenActsBoard(archive);
  mediaDir = await mkdtemp(join(tmpdir(), 'sagasu-drawings-'));
  await storeReplay('acts', 13);
  pages = await openPages(world(), undefined, mediaDir);
  page = await (await pages.browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
});

afterAll(async () => {
  await pages?.close();
  if (mediaDir !== undefined) await rm(mediaDir, { recursive: true });
});

async function open(address: string): Promise<void> {
  await page.goto(`${pages.origin}${address}`);
  await page.locator('article').first().waitFor();
  await listensToKeys(page);
}

/** How the drawing of this post was made, as the scraper stores it. */
async function storeReplay(board: string, num: number): Promise<void> {
  const { pool } = world();
  const datastores = new Datastores(pool, {
    s3AccessKeyId: null,
    s3SecretAccessKey: null,
    s3Region: 'us-east-1',
    mediaDir,
  });
  const place = { name: 'drawings', kind: 'local', base: '', firstByte: 0, lastByte: 255, redirectUrl: null } as const;
  await datastores.add(place);
  const replay = await readFile(new URL('../fixtures/drawing/layers.tgkr', import.meta.url));
  const [sha256, md5] = ['sha256', 'md5'].map((name) => createHash(name).update(replay).digest());
  const hex = String(sha256?.toString('hex'));
  const folder = join(mediaDir, hex.slice(0, 2), hex.slice(2, 4));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${hex}.tgkr`), replay);
  await pool.query(
    `with stored as (insert into images (sha256, md5, type, size, datastore_id)
       values ($1, $2, 'tgkr', $3, (select min(id) from datastores)) returning sha256)
     insert into post_replays select b.id, $5, 0, s.sha256 from boards b, stored s where b.name = $4`,
    [sha256, md5, replay.length, board, num],
  );
}

test('a drawing is replayed in place: it plays, pauses, is sought with the slider by keys, and closes', async () => {
  await open('/acts/thread/12');
  const post = page.locator('[id="13"]');
  await post.getByRole('link', { name: 'Drawing replay' }).click();
  const canvas = post.getByRole('img', { name: /^Replay of loaf/ });
  await canvas.waitFor();
  const place = post.getByRole('slider', { name: 'Position' });
  await expect.poll(async () => Number(await place.inputValue())).toBeGreaterThan(0);
  await post.getByRole('combobox', { name: 'Speed' }).selectOption('100');
  await post.getByRole('button', { name: 'Play' }).waitFor();
  const painted = async () => canvas.evaluate((element) => (element as unknown as { toDataURL(): string }).toDataURL());
  const whole = await painted();
  await place.focus();
  await page.keyboard.press('Home');
  await expect.poll(async () => (await painted()) === whole).toBe(false);
  await page.keyboard.press('End');
  await expect.poll(async () => (await painted()) === whole).toBe(true);
  await post.getByRole('button', { name: 'Close' }).click();
  await canvas.waitFor({ state: 'detached' });
});
