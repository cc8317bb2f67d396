/** Two pictures with the same pixels share one drawn thumbnail, and one of the source: changes to one picture leave the other's. */
import { createHash } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stageFile } from '../../../platform/datastore/stage-file.ts';
import type { Post } from '../../../mappings/contract/post.ts';
import { storeFile } from '../../../scraper/media/store-file.ts';
import { removeLeftovers, removeUnusedFiles } from '../../../scraper/media/removals.ts';
import { aPost, insertBoard, writePosts, type TestBoard } from '../../support/builders.ts';
import { useWorld } from '../../support/world.ts';
import {
  createMediaHarness,
  drawPicture,
  MEDIA_CONFIG,
  sha256Of,
  type MediaHarness,
} from '../scraper/media/harness.ts';
import { givenAdmin, type Admin } from './admin/given-admin.ts';
import { givenServer, type GivenServer } from './given-archive.ts';

const world = useWorld();
let media: MediaHarness;
let server: GivenServer;
let moderator: Admin;
const boards = new Map<string, TestBoard>();

beforeAll(async () => {
  media = await createMediaHarness(world());
  await media.context.datastores.add({ name: 'local', kind: 'local', base: '.' });
  server = await givenServer(world(), { media: { ...MEDIA_CONFIG, mediaDir: media.root }, clock: () => new Date() });
  for (const name of ['ia', 'ib']) boards.set(name, await insertBoard(world().pool, name));
  moderator = await givenAdmin(world(), server, 'moda');
  await givenAdmin(world(), server, 'root');
  await world().pool.query(
    `update account_roles set role = 'moderator', board_id = $1 where account_id = (select id from accounts where name = 'moda')`,
    [boards.get('ia')?.id],
  );
});

afterAll(async () => {
  await server.close();
  await media.close();
});

/** The picture with an embedded text that changes its hashes, but not its pixels. */
function labelled(png: Buffer, label: string): Buffer {
  const data = Buffer.from(`Comment\0${label}`, 'latin1');
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from('tEXt'), data, Buffer.alloc(4)]);
  chunk.writeUInt32BE(data.length);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  // The signature has 8 bytes and the first chunk 25.
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

async function store(board: string, num: number, bytes: Buffer, kind: 'file' | 'thumb', md5: Buffer): Promise<void> {
  const source = join(await mkdtemp(join(tmpdir(), 'sagasu-shared-')), 'file');
  await writeFile(source, bytes);
  const staged = await stageFile(source, media.context.incomingDir, true);
  const boardId = boards.get(board)?.id ?? 0;
  expect(await storeFile(media.context, staged, { boardId, num, subnum: 0, place: 0, thread: num, md5 }, kind)).toBe(
    'stored',
  );
}

/** One picture as two files, each on its board, with one thumbnail of the source. */
async function givenPair(seed: number): Promise<{ readonly a: Buffer; readonly b: Buffer; readonly num: number }> {
  const num = seed * 100;
  const png = await drawPicture(seed);
  const thumb = await drawPicture(seed + 1_000, 125, 78);
  const [a, b] = [labelled(png, 'first'), labelled(png, 'second')];
  for (const [board, bytes] of [
    ['ia', a],
    ['ib', b],
  ] as const) {
    const md5 = createHash('md5').update(bytes).digest();
    const post = aPost({ num, board, mediaTime: num, mediaHash: md5, mediaType: 'png', mediaSize: bytes.length });
    await writePosts(world().pool, boards.get(board) ?? { id: 0, name: '', sliceSize: 1 }, [post]);
    await store(board, num, bytes, 'file', md5);
    await store(board, num, thumb, 'thumb', md5);
  }
  return { a, b, num };
}

const fileOf = async (board: string, num: number) =>
  ((await server.get(`/api/v1/boards/${board}/posts/${num}`)).body as Post).file;
const statusOf = async (address: string | null | undefined) => (await server.get(address ?? '/nowhere')).status;
const clean = async () => {
  while ((await removeUnusedFiles(media.context)) > 0);
  await removeLeftovers({ ...media.context, now: () => new Date() });
};

async function expectWhole(num: number, hash: string): Promise<void> {
  await clean();
  const kept = await fileOf('ib', num);
  expect(kept).toMatchObject({ status: 'archived', sha256: hash });
  expect(kept?.thumb_url).not.toBeNull();
  expect(await statusOf(kept?.thumb_url)).toBe(200);
  // The source's thumbnail of the other file.
  expect(await statusOf(`/media/${mediaPathOf(kept?.sha256t)}.png`)).toBe(200);
}

const mediaPathOf = (hex: string | null | undefined) => `${hex?.slice(0, 2)}/${hex?.slice(2, 4)}/${hex}`;

test.each(['delete', 'ban'] as const)(
  '%s: a file of one board leaves both thumbnails to a file of another board with the same pixels',
  async (action) => {
    const { b, num } = await givenPair(action === 'delete' ? 1 : 2);
    const before = await fileOf('ia', num);
    expect(await statusOf(before?.thumb_url)).toBe(200);
    const { status } = await moderator.send('POST', '/files', { action, board: 'ia', num, reason: 'a reason' });
    expect(status).toBe(204);
    await expectWhole(num, sha256Of(b));
    // The file's own post shows nothing any more.
    expect(await fileOf('ia', num)).toMatchObject({
      status: action === 'ban' ? 'banned' : 'gone',
      url: null,
      thumb_url: null,
    });
    expect(await statusOf(before?.url)).toBe(404);
    expect(await statusOf(before?.thumb_url)).toBe(404);
  },
);

test('a deletion that is repeated after a restore keeps the thumbnails for the other file, which an import may restore', async () => {
  const { a, b, num } = await givenPair(3);
  const before = await fileOf('ib', num);
  const deletion = {
    board: 'ia',
    num,
    subnum: 0,
    post: String(num),
    at: new Date().toISOString(),
    hashes: [sha256Of(a), before?.sha256t, createHash('md5').update(a).digest('hex')],
  };
  const { rows } = await world().pool.query<{ files: number }>('select delete_files_again($1) as files', [
    JSON.stringify([deletion]),
  ]);
  expect(rows).toEqual([{ files: 1 }]);
  await expectWhole(num, sha256Of(b));
  expect(await fileOf('ia', num)).toMatchObject({ status: 'gone', url: null, thumb_url: null });
  const { rows: recorded } = await world().pool.query<{ hash: string }>(
    `select encode(hash, 'hex') as hash from deleted_files where hash = any ($1::bytea[])`,
    [[sha256Of(a), before?.sha256t ?? ''].map((hex) => Buffer.from(hex, 'hex'))],
  );
  expect(recorded).toEqual([{ hash: sha256Of(a) }]);
});

test('the deletion of the last file that uses the thumbnails deletes them', async () => {
  const { b, num } = await givenPair(4);
  const root = await givenAdmin(world(), server, 'root');
  const paths = [(await fileOf('ib', num))?.thumb_url, `/media/${mediaPathOf((await fileOf('ib', num))?.sha256t)}.png`];
  for (const board of ['ia', 'ib']) {
    expect((await root.send('POST', '/files', { action: 'delete', board, num, reason: null })).status).toBe(204);
  }
  await clean();
  for (const path of paths) expect(await statusOf(path)).toBe(404);
  expect((await media.files()).filter((name) => name.includes(sha256Of(b)))).toEqual([]);
});

test('a purge of a file keeps both thumbnails for the other file', async () => {
  const { a, b, num } = await givenPair(5);
  const root = await givenAdmin(world(), server, 'root');
  const { status } = await root.send('POST', '/posts', { action: 'purge', board: 'ia', num });
  expect(status).toBeLessThan(300);
  await expectWhole(num, sha256Of(b));
  expect((await media.files()).filter((name) => name.includes(sha256Of(a)))).toEqual([]);
});
