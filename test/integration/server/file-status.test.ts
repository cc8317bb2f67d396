/** The status of a file in every API and on every page: stored, pending, gone, banned, refused, never fetched or lost. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Board } from '../../../mappings/board.ts';
import type { Post } from '../../../mappings/contract/post.ts';
import { banMedia, unbanMedia } from '../../../scraper/media/ban.ts';
import { verifyMedia } from '../../../scraper/media/verify-media.ts';
import { useWorld } from '../../support/world.ts';
import { createHarness, type Harness } from '../scraper/harness.ts';
import { addBoard, Upstream } from '../scraper/upstream.ts';
import {
  createMediaHarness,
  drawPicture,
  fieldsOf,
  keyOf,
  MEDIA_CONFIG,
  send,
  serveFile,
  sha256Of,
} from '../scraper/media/harness.ts';
import type { MediaHarness } from '../scraper/media/harness.ts';
import { givenConfig, givenServer, type GivenServer } from './given-archive.ts';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

const world = useWorld();
const upstream = new Upstream();
let board: Board;
let posts: Harness;
let media: MediaHarness;
let server: GivenServer;
/** Readers may load files from the source. */
let lenient: GivenServer;
let picture: Buffer;
let twice: Buffer;
const REPLAY = Buffer.from('TGK of a drawing');

const HERE = 100;
const GONE = 200;
const REFUSED = 300;
const SKIPPED = 400;
const PENDING = 500;
const DRAWN = 600;
const TWICE = 700;

/** A total in a thread may be a minute old. */
const A_MINUTE_MS = 61_000;
let aheadMs = 0;

beforeAll(async () => {
  board = await addBoard(world(), await upstream.open());
  posts = createHarness(world(), board);
  media = await createMediaHarness(world());
  const files = { ...MEDIA_CONFIG, mediaDir: media.root };
  server = await givenServer(world(), { media: files, clock: () => new Date(Date.now() + aheadMs) });
  lenient = await givenServer(world(), { media: files, config: { ...givenConfig(world()), sourceFiles: true } });
  [picture, twice] = [await drawPicture(1), await drawPicture(7)];
  upstream.start(HERE, 0, (await serveFile(upstream, tim(HERE), picture)).fields);
  upstream.start(GONE, 0, fieldsOf(tim(GONE), await drawPicture(2)));
  const lied = await serveFile(upstream, tim(REFUSED), await drawPicture(3));
  upstream.instead.set(`/g/${tim(REFUSED)}.png`, send(lied.bytes.subarray(9)));
  upstream.instead.delete(`/g/${tim(REFUSED)}s.jpg`);
  upstream.start(REFUSED, 0, lied.fields);
  upstream.start(SKIPPED, 0, fieldsOf(tim(SKIPPED), await drawPicture(4)));
  const com =
    '<br><br><small><b>Oekaki Post</b> (Time: 14m, Replay: <a href="javascript:oeReplay(600);">View</a>)</small>';
  upstream.start(DRAWN, 0, { ...(await serveFile(upstream, tim(DRAWN), await drawPicture(6))).fields, com });
  upstream.instead.set(`/g/${tim(DRAWN)}.tgkr`, send(REPLAY));
  upstream.start(TWICE, 0, (await serveFile(upstream, tim(TWICE), twice)).fields);
  upstream.reply(TWICE, TWICE + 1, (await serveFile(upstream, tim(TWICE + 1), twice)).fields);
  await posts.pass();
  await world().pool.query('delete from wanted_media where num = $1', [SKIPPED]);
  for (let attempt = 0; attempt < 12; attempt++) {
    await media.fetchDue([board]);
    media.later(24 * 3_600_000);
  }
  upstream.start(PENDING, 0, fieldsOf(tim(PENDING), await drawPicture(5)));
  await posts.pass();
});

afterAll(async () => {
  await Promise.all([server.close(), lenient.close()]);
  await media.close();
  await posts.close();
  await upstream.close();
});

const tim = (num: number) => 1_500_000_000_000 + num;

async function ownFile(num: number, of = server) {
  const { body } = await of.get(`/api/v1/boards/g/posts/${num}`);
  return (body as Post).file;
}

type Json = Readonly<Record<string, unknown>>;

async function foolFuukaMedia(num: number, of = server): Promise<Json> {
  const { body } = await of.get(`/_/api/chan/thread/?board=g&num=${num}`);
  return (body as Record<string, { op: { media: Json } }>)[num]?.op.media ?? {};
}

async function fourChanPost(num: number, of = server): Promise<Json> {
  const { body } = await of.get(`/g/thread/${num}.json`);
  return (body as { posts: Json[] }).posts[0] ?? {};
}

async function imageIdOf(bytes: Buffer): Promise<string> {
  const { rows } = await world().pool.query<{ id: string }>('select id from images where sha256 = $1', [
    createHash('sha256').update(bytes).digest(),
  ]);
  return rows[0]?.id ?? '';
}

/** Addresses as clients build them from the hashes. */
function builtOf(hash: string | null | undefined, type: string): string {
  return `/media/${hash?.slice(0, 2)}/${hash?.slice(2, 4)}/${hash}.${type}`;
}

async function policyOf(of: GivenServer): Promise<string> {
  return String((await of.app.inject({ url: '/g' })).headers['content-security-policy']);
}

/** Every address in an answer for a file of this archive. */
async function statusesOf(addresses: readonly unknown[]): Promise<number[]> {
  const known = addresses.filter((address): address is string => typeof address === 'string');
  return Promise.all(known.map(async (url) => (await server.app.inject({ url })).statusCode));
}

test('an archived file has its hashes, addresses that work, and rows of FoolFuuka', async () => {
  const own = await ownFile(HERE);
  expect(own).toMatchObject({ status: 'archived', sha256: sha256Of(picture), replay_url: null });
  expect(own?.sha256t).toMatch(/^[0-9a-f]{64}$/);
  const built = [builtOf(own?.sha256, 'png'), builtOf(own?.sha256t, 'jpg')];
  expect(await statusesOf([own?.url, own?.thumb_url, ...built])).toEqual([200, 200, 200, 200]);
  const hashes = { sha256: own?.sha256, sha256t: own?.sha256t };
  expect(await foolFuukaMedia(HERE)).toMatchObject({
    ...hashes,
    media_id: await imageIdOf(picture),
    total: '1',
    banned: '0',
    media_status: 'normal',
  });
  const fourChan = await fourChanPost(HERE);
  expect(fourChan).toMatchObject(hashes);
  expect(fourChan).not.toHaveProperty('media_status');
});

test.each([
  ['gone', GONE],
  ['refused', REFUSED],
  ['never_fetched', SKIPPED],
  ['pending', PENDING],
])('a file that is %s has that status in every answer, without links', async (status, num) => {
  const nothing = { sha256: null, sha256t: null };
  expect(await ownFile(num)).toMatchObject({ ...nothing, status, url: null, thumb_url: null });
  const page = `http://localhost/g/redirect/${tim(num)}.png`;
  expect(await foolFuukaMedia(num)).toMatchObject({
    ...nothing,
    media_id: null,
    total: '1',
    banned: '0',
    media_status: 'not-available',
    media_link: null,
    thumb_link: null,
    remote_media_link: expect.stringMatching(/\/g\/redirect\/\d+\.png$/),
  });
  const redirect = await server.app.inject({ url: new URL(page).pathname });
  expect(redirect.statusCode).toBe(200);
  expect(redirect.body).toContain(`/g/thread/${num}#p${num}`);
  const fourChan = await fourChanPost(num);
  expect(fourChan).toMatchObject({ media_status: status, ...(status !== 'pending' && { filedeleted: 1 }) });
  if (status === 'pending') expect(fourChan).not.toHaveProperty('filedeleted');
  expect(fourChan).not.toHaveProperty('sha256');
  const plain = String((await server.get(`/g/thread/${num}`)).body);
  if (plain.includes('post_file')) expect(plain).not.toMatch(/<(a|img)[^>]+(\/image\/|\.png|s\.jpg)/);
  for (const name of [`${tim(num)}.png`, `${tim(num)}s.jpg`]) {
    const answer = await server.get(`/g/${name}`);
    expect(answer).toMatchObject({ status: 404, body: { code: `file_${status}` } });
  }
});

test('with SAGASU_SOURCE_FILES a file that may still be at its source is linked there, and a gone one is not', async () => {
  const address = `${board.mediaUrl}/g/${tim(PENDING)}.png`;
  expect(await ownFile(PENDING, lenient)).toMatchObject({ status: 'pending', url: address });
  expect(await foolFuukaMedia(PENDING, lenient)).toMatchObject({ media_link: address, media_status: 'normal' });
  expect(await lenient.get(`/g/${tim(PENDING)}.png`)).toMatchObject({ status: 302, headers: { location: address } });
  expect(await ownFile(GONE, lenient)).toMatchObject({ status: 'gone', url: null, thumb_url: null });
  expect((await lenient.get(`/g/${tim(GONE)}.png`)).status).toBe(404);
  expect(await policyOf(lenient)).toContain(`img-src 'self' ${upstream.url}`);
  expect(await policyOf(server)).toContain("img-src 'self';");
});

test('the replay of a drawing opens from its post, under its own name and type', async () => {
  const own = await ownFile(DRAWN);
  expect(own?.replay_url).toBe(`/media/${keyOf(REPLAY, 'tgkr')}`);
  const file = await server.app.inject({ url: own?.replay_url ?? '' });
  expect(file.rawPayload).toEqual(REPLAY);
  expect(await foolFuukaMedia(DRAWN)).toMatchObject({ replay_link: expect.stringContaining(own?.replay_url ?? '-') });
  expect(await fourChanPost(DRAWN)).toMatchObject({ replay_sha256: sha256Of(REPLAY) });
  const old = await server.app.inject({ url: `/g/${tim(DRAWN)}.tgkr` });
  expect(old.rawPayload).toEqual(REPLAY);
  expect((await server.app.inject({ url: `/g/${tim(HERE)}.tgkr` })).statusCode).toBe(404);
});

test('total counts the visible posts of the board that show the image, also when they are in other threads', async () => {
  expect(await foolFuukaMedia(TWICE)).toMatchObject({ total: '2', media_id: await imageIdOf(twice) });
  const before = await server.get(`/_/api/chan/thread/?board=g&num=${TWICE}`);
  upstream.start(TWICE + 10, 0, (await serveFile(upstream, tim(TWICE + 10), twice)).fields);
  await posts.pass();
  aheadMs += A_MINUTE_MS;
  expect(await foolFuukaMedia(TWICE)).toMatchObject({ total: '3' });
  const again = await server.get(`/_/api/chan/thread/?board=g&num=${TWICE}`, {
    'if-none-match': String(before.headers['etag']),
  });
  expect(again.status).toBe(200);
  for (const path of [`post/?board=g&num=${TWICE}`, 'gallery/?board=g&page=1', 'index/?board=g&page=1']) {
    expect(JSON.stringify((await server.get(`/_/api/chan/${path}`)).body)).toContain('"total":"3"');
  }
  await world().pool.query('update posts set hidden = true where num = $1', [TWICE + 10]);
  aheadMs += A_MINUTE_MS;
  expect(await foolFuukaMedia(TWICE)).toMatchObject({ total: '2' });
});

test('a ban and its removal affect every answer immediately, also clients’ cached copies', async () => {
  const paths = [
    `/api/v1/boards/g/threads/${HERE}`,
    `/_/api/chan/thread/?board=g&num=${HERE}`,
    `/g/thread/${HERE}.json`,
  ];
  const tags = await Promise.all(paths.map(async (path) => String((await server.get(path)).headers['etag'])));
  const unchanged = async () =>
    Promise.all(paths.map(async (path, at) => (await server.get(path, { 'if-none-match': tags[at] ?? '' })).status));
  expect(await unchanged()).toEqual([304, 304, 304]);
  const own = await ownFile(HERE);
  const md5 = createHash('md5').update(picture).digest();
  await banMedia(world().pool, md5, 'test', null);
  expect(await unchanged()).toEqual([200, 200, 200]);
  expect(await ownFile(HERE)).toMatchObject({
    status: 'banned',
    url: null,
    thumb_url: null,
    sha256: null,
    sha256t: null,
  });
  expect(await foolFuukaMedia(HERE)).toMatchObject({
    banned: '1',
    media_status: 'banned',
    media_link: null,
    thumb_link: null,
    media_id: await imageIdOf(picture),
  });
  expect(await fourChanPost(HERE)).toMatchObject({ media_status: 'banned', filedeleted: 1 });
  expect(await ownFile(HERE, lenient)).toMatchObject({ status: 'banned', url: null });
  const theirs = `/media/${own?.sha256t?.slice(0, 2)}/${own?.sha256t?.slice(2, 4)}/${own?.sha256t}.jpg`;
  expect(await statusesOf([own?.url, own?.thumb_url, theirs])).toEqual([404, 404, 404]);
  await unbanMedia(world().pool, md5, new Date());
  expect(await ownFile(HERE)).toMatchObject({ status: 'archived', sha256: sha256Of(picture) });
});

test('a lost file is reported as pending or gone as soon as media verify finds it', async () => {
  await rm(join(media.root, keyOf(twice, 'png')));
  await verifyMedia(world().pool, media.context.datastores, {
    repair: true,
    now: () => new Date(),
    graceMs: 3_600_000,
    onFinding: () => undefined,
  });
  const statuses = [(await ownFile(TWICE))?.status, (await ownFile(TWICE + 1))?.status];
  // The newest post with the file requests it again.
  expect(new Set(statuses)).toEqual(new Set(['gone', 'pending']));
  expect(await foolFuukaMedia(TWICE)).toMatchObject({ media_status: 'not-available', media_link: null });
});

test('a file that is given up changes the ETag of its thread', async () => {
  const path = `/api/v1/boards/g/threads/${PENDING}`;
  const { headers } = await server.get(path);
  for (let attempt = 0; attempt < 4; attempt++) {
    await media.fetchDue([board]);
    media.later(24 * 3_600_000);
  }
  const answer = await server.get(path, { 'if-none-match': String(headers['etag']) });
  expect(answer.status).toBe(200);
  expect((answer.body as { posts: Post[] }).posts[0]?.file).toMatchObject({ status: 'gone' });
});
