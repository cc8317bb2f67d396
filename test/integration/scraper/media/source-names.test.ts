/** Files and thumbnails of a vichan site, whose names are more than numbers and whose thumbnails have any extension. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import sharp from 'sharp';
import type { Board } from '../../../../mappings/board.ts';
import type { Post } from '../../../../mappings/contract/post.ts';
import { upsertBoard } from '../../../../store/boards/boards.ts';
import { useWorld } from '../../../support/world.ts';
import { givenServer, type GivenServer } from '../../server/given-archive.ts';
import { createHarness, type Harness } from '../harness.ts';
import { Upstream } from '../upstream.ts';
import {
  createMediaHarness,
  drawPicture,
  fieldsOf,
  MEDIA_CONFIG,
  send,
  sha256Of,
  type MediaHarness,
} from './harness.ts';

const world = useWorld();
const upstream = new Upstream();
let board: Board;
let posts: Harness;
let media: MediaHarness;
let server: GivenServer;

const HASH = 'a3f5'.repeat(16);
const WEBM = Buffer.concat([Buffer.from('\x1aE\xdf\xa3', 'latin1'), Buffer.from('....webm and no picture')]);

beforeAll(async () => {
  const url = await upstream.open();
  board = await upsertBoard(world().pool, {
    name: 'v',
    title: 'Videos',
    worksafe: true,
    source: 'vichan',
    url,
    mediaUrl: url,
  });
  posts = createHarness(world(), board);
  media = await createMediaHarness(world());
  server = await givenServer(world(), { media: { ...MEDIA_CONFIG, mediaDir: media.root } });
  upstream.instead.set('/v/threads.json', (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(upstream.list()));
  });
  upstream.instead.set('/v/res/1.json', (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(upstream.document(1)));
  });
  upstream.start(1);
});

afterAll(async () => {
  await server.close();
  await media.close();
  await posts.close();
  await upstream.close();
});

const jpeg = async (number: number) =>
  sharp(await drawPicture(number, 20, 12))
    .jpeg()
    .toBuffer();
const factsOf = (tim: string, bytes: Buffer, ext: string) => ({ ...fieldsOf(0, bytes, ext), tim });

/** Adds a post whose file and thumbnail have these names at the site. */
function reply(num: number, tim: string, bytes: Buffer, ext: string, more: Record<string, unknown> = {}): void {
  upstream.instead.set(`/v/src/${tim}${ext}`, send(bytes));
  upstream.reply(1, num, { ...factsOf(tim, bytes, ext), ...more });
}

async function harvest(): Promise<void> {
  posts.later(60);
  media.later(60_000);
  await posts.pass();
  upstream.takePaths();
  await media.fetchDue([board]);
}

const fileOf = async (num: number) => ((await server.get(`/api/v1/boards/v/posts/${num}`)).body as Post).file;

async function extraOf(num: number): Promise<Record<string, unknown> | null> {
  const { rows } = await world().pool.query<{ extra: Record<string, unknown> | null }>(
    'select extra from posts where board_id = $1 and num = $2',
    [board.id, num],
  );
  return rows[0]?.extra ?? null;
}

const thumbStored = async (num: number) => {
  const { rows } = await world().pool.query<{ thumb: string | null }>(
    `select encode(media_hash_thb, 'hex') as thumb from posts where board_id = $1 and num = $2`,
    [board.id, num],
  );
  return rows[0]?.thumb ?? null;
};

async function revOf(num: number): Promise<unknown> {
  return (await world().pool.query('select rev from posts where board_id = $1 and num = $2', [board.id, num])).rows;
}

test.each([
  ['a suffix', 101, '1600001001000-0'],
  ['a hash', 102, HASH],
  ['a number', 103, '1600001003000'],
])('a file with the source name %s is fetched by that name, with its thumbnail', async (_what, num, tim) => {
  const bytes = await drawPicture(num);
  const thumb = await jpeg(num);
  upstream.instead.set(`/v/thumb/${tim}.png`, send(thumb));
  reply(num, tim, bytes, '.png');
  await harvest();
  expect(upstream.takePaths()).toEqual([`/v/src/${tim}.png`, `/v/thumb/${tim}.png`]);
  expect(await fileOf(num)).toMatchObject({ status: 'archived', sha256: sha256Of(bytes), sha256t: sha256Of(thumb) });
  // By the site's names, its thumbnails' names, and the 4chan API's names.
  for (const address of [`/v/src/${tim}.png`, `/v/${tim}.png`, `/v/thumb/${tim}.png`, `/v/${tim}s.jpg`]) {
    expect([address, (await server.get(address)).status]).toEqual([address, 200]);
  }
  const served = await server.app.inject(`/v/src/${tim}.png`);
  expect(sha256Of(served.rawPayload)).toBe(sha256Of(bytes));
});

test('a file is found by the digits of its name, and not by the name of another file of its post', async () => {
  expect((await server.get('/v/src/1600001001000.png')).status).toBe(200);
  expect((await server.get('/v/src/1600001001000-1.webm')).status).toBe(404);
});

test('the 4chan API returns the source’s name', async () => {
  const { posts: printed } = (await server.get('/v/thread/1.json')).body as { posts: Record<string, unknown>[] };
  const names = new Map(printed.map(({ no, tim }) => [no, tim]));
  expect([names.get(101), names.get(102), names.get(103)]).toEqual(['1600001001000-0', HASH, 1_600_001_003_000]);
});

test.each([
  ['jpg', 201, {}, ['png', 'jpg']],
  // The site's other thumbnails had this type.
  ['jpg', 202, {}, ['jpg']],
  ['webp', 203, {}, ['jpg', 'png', 'webp']],
  ['webm', 204, {}, ['webp', 'png', 'jpg', 'webm']],
  ['gif', 205, { thumb_ext: '.gif' }, ['gif']],
])('a .%s thumbnail is found (post %i)', async (type, num, more, asked) => {
  const [tim, bytes, thumb] = [`1600002${num}000`, Buffer.concat([WEBM, Buffer.from(String(num))]), await jpeg(num)];
  upstream.instead.set(`/v/thumb/${tim}.${type}`, send(thumb));
  reply(num, tim, bytes, '.webm', more);
  await harvest();
  expect(upstream.takePaths().slice(1)).toEqual(asked.map((each) => `/v/thumb/${tim}.${each}`));
  const file = await fileOf(num);
  expect(file).toMatchObject({ status: 'archived', sha256t: sha256Of(thumb) });
  expect((await server.get(file?.thumb_url ?? '')).status).toBe(200);
});

test('a page in place of a thumbnail does not end the search for the thumbnail', async () => {
  const [tim, thumb] = ['1600002300000', await jpeg(300)];
  upstream.instead.set(`/v/thumb/${tim}.png`, send(Buffer.from('<html>not found</html>')));
  upstream.instead.set(`/v/thumb/${tim}.jpg`, send(thumb));
  reply(300, tim, Buffer.concat([WEBM, Buffer.from('300')]), '.webm');
  await harvest();
  expect(await thumbStored(300)).toBe(sha256Of(thumb));
});

test('a deletion at the site does not lose the name of the file', async () => {
  upstream.edit(1, 101, { ext: 'deleted', tim: '', filename: 'deleted', md5: undefined });
  await harvest();
  expect(await extraOf(101)).toEqual({ tim: '1600001001000-0' });
  // The same answer again changes nothing.
  const rev = await revOf(101);
  upstream.touch(1);
  await harvest();
  expect(await revOf(101)).toEqual(rev);
  expect((await server.get('/v/src/1600001001000-0.png')).status).toBe(200);
});
