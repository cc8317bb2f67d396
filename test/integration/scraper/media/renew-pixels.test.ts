import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import sharp from 'sharp';
import { PIXELS_RULE } from '../../../../mappings/media.ts';
import type { Board } from '../../../../mappings/board.ts';
import { removeUnusedFiles } from '../../../../scraper/media/removals.ts';
import { createRenewal, RENEW_FROM, renewPixels } from '../../../../scraper/media/renew-pixels.ts';
import { startCommand } from '../../cli/harness.ts';
import { useWorld } from '../../../support/world.ts';
import { createHarness, type Harness } from '../harness.ts';
import { addBoard, Upstream } from '../upstream.ts';
import { createMediaHarness, keyOf, serveFile, sha256Of, type MediaHarness } from './harness.ts';

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
    pictures.push(await drawWaves(at));
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

/** A picture with steps everywhere, so that it has a difference hash. */
async function drawWaves(number: number): Promise<Buffer> {
  const [width, height] = [80, 60];
  const grey = (x: number, y: number) =>
    127 + 60 * Math.sin(x / (5 + number) + y / 13) + 60 * Math.sin(y / 8 - x / (11 + number));
  const pixels = Array.from({ length: width * height }, (_, at) => grey(at % width, Math.floor(at / width)));
  return sharp(Uint8Array.from(pixels), { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
}

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
  const third = await renewPixels(media.context, second.after ?? RENEW_FROM, 4);
  expect(third).toMatchObject({ renewed: 0, after: { what: 'without differences' } });
  expect(await renewPixels(media.context, third.after ?? RENEW_FROM, 4)).toMatchObject({ renewed: 0, after: null });
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

test('files of an archive without difference hashes get them, also after a pass that was killed', async () => {
  const { pool } = world();
  const hashes = async () =>
    (
      await pool.query<{ file: string }>(
        `select encode(i.sha256, 'hex') || d.trimmed || d.hash || d.mirrored as file from difference_hashes d
         join images i on i.id = d.image_id order by 1`,
      )
    ).rows;
  const before = await hashes();
  expect(before.length).toBeGreaterThanOrEqual(PICTURES);
  const [lost = Buffer.alloc(0)] = pictures;
  const { rows: kept } = await pool.query<{ id: string }>('select id from images where sha256 = $1', [
    Buffer.from(sha256Of(lost), 'hex'),
  ]);
  await pool.query('delete from difference_hashes where image_id <> $1', [kept[0]?.id]);
  await pool.query('update images set difference_hashed = false where id <> $1', [kept[0]?.id]);
  await renewPixels(media.context, { what: 'without differences', id: '0' }, 2);
  const renewal = createRenewal(media.context);
  for (let round = 0; round < 4; round++) await renewal();
  expect(await hashes()).toEqual(before);
  const { rows } = await pool.query('select 1 from images where perceptual_hash is not null and not difference_hashed');
  expect(rows).toEqual([]);
});

test('sagasu media rehash renews every hash, prints how many, and fails for unreadable files', async () => {
  await age();
  await world().pool.query('update datastores set base = $1', [media.root]);
  const run = await startCommand(world(), 'media', 'rehash').ended;
  expect(JSON.parse(run.stdout.trim().split('\n').at(-1) ?? '')).toEqual({ renewed: 5, without: 0, unreadable: 1 });
  expect(run.code).toBe(1);
  await expectRenewed(pictures.slice(1));
});

test('a banned file loses its difference hashes with its bytes', async () => {
  const { pool } = world();
  const banned = Buffer.from(sha256Of(pictures[1] ?? Buffer.alloc(0)), 'hex');
  const state = async () =>
    (
      await pool.query<{ hashed: boolean; hashes: number }>(
        `select i.difference_hashed as hashed, count(d.hash)::int as hashes
         from images i left join difference_hashes d on d.image_id = i.id where i.sha256 = $1 group by i.id`,
        [banned],
      )
    ).rows[0];
  const before = await state();
  expect(before?.hashed).toBe(true);
  expect(before?.hashes).toBeGreaterThan(0);
  await pool.query('update images set banned = true where sha256 = $1', [banned]);
  await pool.query('insert into media_removals (sha256, due_at) values ($1, now()) on conflict do nothing', [banned]);
  await removeUnusedFiles(media.context);
  expect(await state()).toEqual({ hashed: false, hashes: 0 });
});
