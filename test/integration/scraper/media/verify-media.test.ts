import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Board } from '../../../../mappings/board.ts';
import { MARKER_NAME } from '../../../../platform/datastore/datastore.ts';
import { banMedia, parseHash, unbanMedia } from '../../../../scraper/media/ban.ts';
import { removeUnusedFiles } from '../../../../scraper/media/removals.ts';
import { verifyMedia, type MediaFinding } from '../../../../scraper/media/verify-media.ts';
import { startCommand } from '../../cli/harness.ts';
import { useWorld } from '../../../support/world.ts';
import { createHarness, type Harness } from '../harness.ts';
import { addBoard, Upstream } from '../upstream.ts';
import { createMediaHarness, drawPicture, keyOf, serveFile, sha256Of } from './harness.ts';
import type { MediaHarness } from './harness.ts';

const world = useWorld();
const upstream = new Upstream();
let board: Board;
let posts: Harness;
let media: MediaHarness;
const pictures: Buffer[] = [];
const POSTS = 12;

beforeAll(async () => {
  board = await addBoard(world(), await upstream.open());
  posts = createHarness(world(), board);
  media = await createMediaHarness(world());
  upstream.start(1);
  for (let at = 0; at < POSTS; at++) {
    const picture = await drawPicture(at, 64, 40);
    pictures.push(picture);
    upstream.reply(1, 100 + at, (await serveFile(upstream, 1000 + at, picture)).fields);
  }
  await posts.pass();
  await media.fetchDue([board]);
});

afterAll(async () => {
  await media.close();
  await posts.close();
  await upstream.close();
});

const long = new Date(Date.now() - 86_400_000);

async function verifyNow(repair: boolean) {
  const found: [MediaFinding, string][] = [];
  const counts = await verifyMedia(world().pool, media.context.datastores, {
    repair,
    now: () => new Date(),
    graceMs: 3_600_000,
    onFinding: (finding, _store, key) => found.push([finding, key]),
  });
  return { counts, found: found.toSorted(([, a], [, b]) => (a < b ? -1 : 1)) };
}

function pathOf(picture: Buffer | undefined): string {
  return join(media.root, keyOf(picture ?? Buffer.alloc(0), 'png'));
}

test('verification of an intact store finds nothing', async () => {
  const { counts, found } = await verifyNow(false);
  expect(found).toEqual([]);
  // Each picture with the archive's thumbnail and the source's.
  expect(counts).toMatchObject({ files: POSTS * 3, damaged: 0, missing: 0, orphans: 0, parts: 0, repaired: 0 });
});

test('every altered, truncated, lost and stray file is found, and repaired if possible', async () => {
  const expected: [MediaFinding, string][] = [];
  for (const [at, picture] of pictures.slice(0, 6).entries()) {
    const bytes = await readFile(pathOf(picture));
    const place = Math.floor((bytes.length * at) / 6);
    bytes[place] = (bytes[place] ?? 0) ^ (1 << at);
    await writeFile(pathOf(picture), bytes);
    expected.push(['damaged', keyOf(picture, 'png')]);
  }
  await truncate(pathOf(pictures[6]), 10);
  expected.push(['damaged', keyOf(pictures[6] ?? Buffer.alloc(0), 'png')]);
  await rm(pathOf(pictures[7]));
  expected.push(['missing', keyOf(pictures[7] ?? Buffer.alloc(0), 'png')]);
  const stray = Buffer.from('nobody knows this file');
  const [orphan, young] = [pathOf(stray), pathOf(Buffer.from('this one is just being stored'))];
  for (const path of [orphan, young]) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, stray);
  }
  await utimes(orphan, long, long);
  expected.push(['orphan', keyOf(stray, 'png')]);
  await mkdir(join(media.root, '.incoming'));
  for (const [finding, name] of [
    ['part', '.incoming/x'],
    ['foreign', 'notes.txt'],
  ] as const) {
    await writeFile(join(media.root, name), 'x');
    await utimes(join(media.root, name), long, long);
    expected.push([finding, name]);
  }
  expected.sort(([, a], [, b]) => (a < b ? -1 : 1));

  const first = await verifyNow(false);
  expect(first.found).toEqual(expected);
  expect(first.counts).toMatchObject({ damaged: 7, missing: 1, orphans: 1, parts: 1, foreign: 1, repaired: 0 });

  expect((await verifyNow(true)).counts.repaired).toBe(10);
  upstream.takePaths();
  media.later(1_000_000_000_000);
  await media.fetchDue([board]);
  // Each lost file is requested once.
  expect(upstream.takePaths().toSorted()).toEqual(Array.from({ length: 8 }, (_, at) => `/g/${1000 + at}.png`));
  for (const picture of pictures) expect(await readFile(pathOf(picture))).toEqual(picture);
  expect((await verifyNow(false)).found).toEqual([['foreign', 'notes.txt']]);
  await rm(join(media.root, 'notes.txt'));
});

test('a lost thumbnail is reported if its file is stored, and redrawn', async () => {
  const [gone = Buffer.alloc(0), unnamed = Buffer.alloc(0)] = pictures.slice(8);
  const thumbOf = async (picture: Buffer): Promise<string> => {
    const { rows } = await world().pool.query<{ thumb: string }>(
      `select encode(t.sha256, 'hex') as thumb from images f join images t on t.id = f.thumb_id where f.sha256 = $1`,
      [Buffer.from(sha256Of(picture), 'hex')],
    );
    return rows[0]?.thumb ?? '';
  };
  const [first, second] = [await thumbOf(gone), await thumbOf(unnamed)];
  const stored = async () => (await media.files()).filter((name) => name.includes(first) || name.includes(second));
  const before = await stored();
  expect(before).toHaveLength(2);
  // One was lost on the disk; of the other, an older version deleted the datastore in its row.
  for (const name of before) await rm(join(media.root, name));
  await world().pool.query('update images set datastore_id = null where sha256 = $1', [Buffer.from(second, 'hex')]);
  expect((await verifyNow(false)).found).toEqual(
    [
      ['missing', before.find((name) => name.includes(first))],
      ['no-thumbnail', keyOf(unnamed, 'png')],
    ].toSorted(([, a = ''], [, b = '']) => (a < b ? -1 : 1)),
  );
  await world().pool.query('update datastores set base = $1', [media.root]);
  const { code, stdout } = await startCommand(world(), 'media', 'verify', '--repair').ended;
  expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({ missing: 1, thumbnails: 2, repaired: 3 });
  expect(code).toBe(0);
  expect(await stored()).toEqual(before);
  expect((await verifyNow(false)).found).toEqual([]);
});

test('a store that is not mounted is not reported as having lost its files', async () => {
  const marker = await readFile(join(media.root, MARKER_NAME), 'utf8');
  await rm(join(media.root, MARKER_NAME));
  await expect(verifyNow(true)).rejects.toMatchObject({ code: 'datastore_unavailable' });
  await writeFile(join(media.root, MARKER_NAME), marker);
  expect((await verifyNow(false)).counts.missing).toBe(0);
});

test('a banned file is deleted with both of its thumbnails, is not fetched again, and returns when the ban is lifted', async () => {
  const [picture = Buffer.alloc(0)] = pictures;
  const hash = parseHash(sha256Of(picture)) ?? Buffer.alloc(0);
  const before = await media.files();
  expect(await banMedia(world().pool, hash, 'test', null)).toBe(1);
  while ((await removeUnusedFiles(media.context)) > 0);
  const after = await media.files();
  expect(after).not.toContain(keyOf(picture, 'png'));
  expect(before.length - after.length).toBe(3);
  upstream.reply(1, 500, (await serveFile(upstream, 5000, picture)).fields);
  await posts.pass();
  await media.fetchDue([board]);
  expect(await media.files()).not.toContain(keyOf(picture, 'png'));
  const md5 = createHash('md5').update(picture).digest();
  await banMedia(world().pool, md5, 'test', null);
  // The file's other hash keeps it banned.
  expect(await unbanMedia(world().pool, hash, media.context.now())).toMatchObject({ posts: 1, isStillBanned: true });
  expect(await unbanMedia(world().pool, hash, media.context.now())).toBeNull();
  expect(await unbanMedia(world().pool, md5, media.context.now())).toEqual({
    posts: 2,
    requested: 4,
    isStillBanned: false,
  });
  await media.fetchDue([board]);
  expect(await media.files()).toContain(keyOf(picture, 'png'));
});

test('hashes are accepted in all common notations', () => {
  const md5 = Buffer.alloc(16, 0xfb);
  for (const text of [md5.toString('hex'), md5.toString('base64'), md5.toString('base64url')]) {
    expect(parseHash(text)).toEqual(md5);
  }
  for (const text of ['', 'ab', 'g'.repeat(32), 'a'.repeat(40)]) expect(parseHash(text)).toBeNull();
});
