import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import sharp from 'sharp';
import { PIXELS_RULE } from '../../../../mappings/media.ts';
import type { Board } from '../../../../mappings/board.ts';
import { createRenewal, RENEW_FROM, renewPixels } from '../../../../scraper/media/renew-pixels.ts';
import { startCommand } from '../../cli/harness.ts';
import { useWorld } from '../../../support/world.ts';
import { createHarness, type Harness } from '../harness.ts';
import { addBoard, Upstream } from '../upstream.ts';
import { createMediaHarness, drawPicture, keyOf, serveFile, sha256Of, type MediaHarness } from './harness.ts';

const world = useWorld();
const upstream = new Upstream();
const pictures: Buffer[] = [];
const PICTURES = 6;
let board: Board;
let posts: Harness;
let media: MediaHarness;

beforeAll(async () => {
  board = await addBoard(world(), await upstream.open());
  posts = createHarness(world(), board);
  media = await createMediaHarness(world());
  upstream.start(1);
  for (let at = 0; at < PICTURES; at++) {
    pictures.push(await drawPicture(at, 40, 30));
    upstream.reply(1, 100 + at, (await serveFile(upstream, 1000 + at, pictures[at] ?? Buffer.alloc(0))).fields);
  }
  await posts.pass();
  await media.fetchDue([board]);
});

afterAll(async () => {
  await media.close();
  await posts.close();
  await upstream.close();
});

async function pixelsOf(picture: Buffer): Promise<string> {
  return createHash('sha3-256')
    .update(await sharp(picture).ensureAlpha().raw().toBuffer())
    .digest('hex');
}

async function stored(): Promise<ReadonlyMap<string, { readonly pixels: string; readonly rule: number }>> {
  const { rows } = await world().pool.query<{ file: string; pixels: string; rule: number }>(
    `select encode(sha256, 'hex') as file, encode(pixels_sha3, 'hex') as pixels, pixels_rule as rule
     from images where pixels_sha3 is not null`,
  );
  return new Map(rows.map(({ file, pixels, rule }) => [file, { pixels, rule }]));
}

/** The state of an archive from before the current rule. */
async function age(): Promise<void> {
  await world().pool.query(
    "update images set pixels_sha3 = sha256('old'), pixels_rule = 1 where pixels_sha3 is not null",
  );
}

async function expectRenewed(files: readonly Buffer[]): Promise<void> {
  const rows = await stored();
  for (const picture of files) {
    expect(rows.get(sha256Of(picture))).toEqual({ pixels: await pixelsOf(picture), rule: PIXELS_RULE });
  }
}

test('new files are hashed by the current rule, and hashes of an older rule are recomputed in batches', async () => {
  await expectRenewed(pictures);
  await age();
  const first = await renewPixels(media.context, RENEW_FROM, 4);
  expect(first).toMatchObject({ renewed: 4, without: 0, unreadable: 0 });
  const second = await renewPixels(media.context, first.after ?? RENEW_FROM, 4);
  expect(second).toMatchObject({ renewed: 2 });
  expect(await renewPixels(media.context, second.after ?? RENEW_FROM, 4)).toMatchObject({ renewed: 0, after: null });
  await expectRenewed(pictures);
});

test('the background pass of a scraper skips a lost file and renews the others', async () => {
  await age();
  const [lost = Buffer.alloc(0), ...others] = pictures;
  await rm(join(media.root, keyOf(lost, 'png')));
  const renewal = createRenewal(media.context);
  for (let round = 0; round < 3; round++) await renewal();
  await expectRenewed(others);
  expect((await stored()).get(sha256Of(lost))?.rule).toBe(1);
});

test('sagasu media rehash renews every hash, prints how many, and fails for unreadable files', async () => {
  await age();
  await world().pool.query('update datastores set base = $1', [media.root]);
  const run = await startCommand(world(), 'media', 'rehash').ended;
  expect(JSON.parse(run.stdout.trim().split('\n').at(-1) ?? '')).toEqual({ renewed: 5, without: 0, unreadable: 1 });
  expect(run.code).toBe(1);
  await expectRenewed(pictures.slice(1));
});
