/** A disk that is too small for the data: no incomplete file is stored, and the file is fetched again when there is space. */
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Board } from '../../../../mappings/board.ts';
import { mediaKey } from '../../../../mappings/media.ts';
import { createLocalStore } from '../../../../platform/datastore/local-store.ts';
import { harvestMedia } from '../../../../scraper/media/harvest-media.ts';
import { mountSmallDisk, type SmallDisk } from '../../../support/small-disk.ts';
import { useWorld } from '../../../support/world.ts';
import { createHarness, type Harness } from '../harness.ts';
import { addBoard, Upstream } from '../upstream.ts';
import { createMediaHarness, filesIn, keyOf, serveFile, sha256Of, type MediaHarness } from './harness.ts';

const world = useWorld();
const upstream = new Upstream();
const PAGE = 4096;
/** Of random pixels, so that no file is smaller than its pixels: 48 KB. */
const SIDE = 128;
let full: SmallDisk;
let board: Board;
let posts: Harness;
let media: MediaHarness;
let thread = 100;
let tim = 1000;

beforeAll(async () => {
  full = mountSmallDisk(256 * PAGE);
  board = await addBoard(world(), await upstream.open());
  posts = createHarness(world(), board);
  media = await createMediaHarness(world());
});

afterAll(async () => {
  full.unmount();
  await media.close();
  await posts.close();
  await upstream.close();
});

async function sourcePost(): Promise<{ readonly num: number; readonly picture: Buffer }> {
  const [num, time] = [(thread += 10), (tim += 10)];
  const pixels = Buffer.from(randomBytes(SIDE * SIDE * 3));
  const picture = await sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .png()
    .toBuffer();
  upstream.start(num, 0, (await serveFile(upstream, time, picture)).fields);
  await posts.pass();
  return { num, picture };
}

/** Fetches the files of one post, and returns the error that stopped it. */
async function fetchWith(context: MediaHarness['context'], num: number): Promise<unknown> {
  try {
    await harvestMedia(context, board, { boardId: board.id, num, subnum: 0 }, new AbortController().signal);
    return null;
  } catch (error) {
    return error;
  }
}

async function stateOf(num: number) {
  const { rows } = await world().pool.query<{ file: string | null; has_thumb: boolean | null }>(
    `select encode(p.media_hash_src, 'hex') as file, i.thumb_id is not null as has_thumb
     from posts p left join images i on i.sha256 = p.media_hash_src where p.num = $1`,
    [num],
  );
  const wanted = await world().pool.query<{ state: string }>(
    "select state from wanted_media where num = $1 and kind = 'file'",
    [num],
  );
  return { ...rows[0], wanted: wanted.rows[0]?.state ?? null };
}

describe('on a full disk', () => {
  test.each([0, 1, 3])(
    'a partial download (%i pages) is not stored, and is fetched when there is space',
    async (free) => {
      const { num, picture } = await sourcePost();
      const context = { ...media.context, incomingDir: full.path };
      await full.fillTo(free * PAGE);
      expect(await fetchWith(context, num)).toMatchObject({ code: 'ENOSPC' });
      expect(await stateOf(num)).toEqual({ file: null, has_thumb: false, wanted: 'wanted' });
      expect((await media.files()).includes(keyOf(picture, 'png'))).toBe(false);
      expect(await readdir(full.path)).toEqual(['filler']);
      await full.clear();
      expect(await fetchWith(context, num)).toBeNull();
      expect(await stateOf(num)).toEqual({ file: sha256Of(picture), has_thumb: true, wanted: null });
      expect(await readFile(join(media.root, keyOf(picture, 'png')))).toEqual(picture);
    },
  );

  test('an image is not recorded as undecodable because its decoded pixels did not fit', async () => {
    const { num, picture } = await sourcePost();
    const context = { ...media.context, incomingDir: full.path };
    // The file and its thumbnail fit, its 64 KB of pixels do not.
    await full.fillTo(picture.length + 12 * PAGE);
    expect(await fetchWith(context, num)).toMatchObject({ code: 'image_disk_failed' });
    expect(await stateOf(num)).toEqual({ file: null, has_thumb: false, wanted: 'wanted' });
    expect(await readdir(full.path)).toEqual(['filler']);
    await full.clear();
    expect(await fetchWith(context, num)).toBeNull();
    expect(await stateOf(num)).toMatchObject({ file: sha256Of(picture), has_thumb: true });
  });

  test('a datastore does not store partial files on a full disk', async () => {
    const { num, picture } = await sourcePost();
    await full.clear();
    const { context } = media;
    const row = await context.datastores.add({ name: 'small', kind: 'local', base: full.path });
    await world().pool.query("update datastores set takes_files = false where name <> 'small'");
    try {
      await full.fillTo(3 * PAGE);
      expect(await fetchWith(context, num)).toMatchObject({ code: 'ENOSPC' });
      expect(await stateOf(num)).toEqual({ file: null, has_thumb: false, wanted: 'wanted' });
      expect((await filesIn(full.path)).filter((name) => name !== 'filler')).toEqual([]);
      await full.clear();
      expect(await fetchWith(context, num)).toBeNull();
      expect(await readFile(join(full.path, keyOf(picture, 'png')))).toEqual(picture);
      expect(row.id).toBeGreaterThan(0);
    } finally {
      await world().pool.query("update datastores set takes_files = name <> 'small'");
    }
  });
});

test('a short write by the system is completed or fails, and never passes for a whole file', async () => {
  const bytes = Buffer.alloc(100_000, 'tea ');
  const server = createServer((_request, response) => response.end(bytes));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const folder = await mkdtemp(join(tmpdir(), 'sagasu-short-'));
  const script = fileURLToPath(new URL('download-once.ts', import.meta.url));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/file`;
  const download = async (limit: number) => {
    const path = join(folder, `at-most-${limit}`);
    const args = [`--fsize=${limit}`, process.execPath, script, url, path];
    const { stdout } = await promisify(execFile)('prlimit', args);
    return JSON.parse(stdout) as object;
  };
  try {
    expect(await download(99_999)).toEqual({ error: 'EFBIG', left: false });
    expect(await download(60_000)).toEqual({ error: 'EFBIG', left: false });
    expect(await download(100_000)).toEqual({ size: 100_000, onDisk: 100_000 });
  } finally {
    server.close();
    await rm(folder, { recursive: true });
  }
});

test('a file that was truncated on disk after it was hashed does not get into a datastore', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sagasu-lost-'));
  const store = createLocalStore(join(folder, 'store'), 'b3c0f0f2-0000-4000-8000-000000000003');
  await store.mark();
  const bytes = Buffer.from('0123456789'.repeat(1_000));
  const sha256 = createHash('sha256').update(bytes).digest();
  const [key, path] = [mediaKey(sha256, 'bin'), join(folder, 'arrived')];
  const put = async () => store.put({ key, path, size: bytes.length, sha256, mime: 'application/octet-stream' });
  await mkdir(folder, { recursive: true });
  await writeFile(path, bytes);
  await truncate(path, 4096);
  await expect(put()).rejects.toMatchObject({ code: 'file_incomplete' });
  await writeFile(path, Buffer.concat([bytes.subarray(1), Buffer.from('!')]));
  await expect(put()).rejects.toMatchObject({ code: 'file_incomplete' });
  expect(await store.exists(key)).toBe(false);
  await writeFile(path, bytes);
  await put();
  expect(await store.exists(key)).toBe(true);
  await rm(folder, { recursive: true });
});
