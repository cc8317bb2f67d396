/** Moderators' actions on files: a deleted or banned file is no longer served immediately, and a scraper deletes it. */
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BannedFileList, NearFileList } from '../../../mappings/contract/banned-files.ts';
import type { Board } from '../../../mappings/board.ts';
import type { Post } from '../../../mappings/contract/post.ts';
import { removeLeftovers, removeUnusedFiles } from '../../../scraper/media/removals.ts';
import { insertBoard, writePosts, aPost } from '../../support/builders.ts';
import { useWorld } from '../../support/world.ts';
import { createHarness, type Harness } from '../scraper/harness.ts';
import {
  createMediaHarness,
  drawPicture,
  filesIn,
  keyOf,
  MEDIA_CONFIG,
  serveFile,
  sha256Of,
  type MediaHarness,
} from '../scraper/media/harness.ts';
import { addBoard, Upstream } from '../scraper/upstream.ts';
import { givenAdmin, type Admin } from './admin/given-admin.ts';
import { givenServer, type GivenServer } from './given-archive.ts';

const world = useWorld();
const upstream = new Upstream();
let board: Board;
let posts: Harness;
let media: MediaHarness;
let server: GivenServer;
let admin: Admin;
let deleted: Buffer;
let banned: Buffer;
let shared: Buffer;

/** Posts 100 and 101 show one picture, 200 another, 300 one that a post of another board shows too. */
beforeAll(async () => {
  board = await addBoard(world(), await upstream.open());
  posts = createHarness(world(), board);
  media = await createMediaHarness(world());
  server = await givenServer(world(), { media: { ...MEDIA_CONFIG, mediaDir: media.root }, clock: () => new Date() });
  admin = await givenAdmin(world(), server);
  [deleted, banned, shared] = [await drawPicture(1), await drawPicture(2), await drawPicture(3)];
  upstream.start(100, 0, (await serveFile(upstream, 1000, deleted)).fields);
  upstream.reply(100, 101, (await serveFile(upstream, 1001, deleted)).fields);
  upstream.start(200, 0, (await serveFile(upstream, 2000, banned)).fields);
  upstream.start(300, 0, (await serveFile(upstream, 3000, shared)).fields);
  await posts.pass();
  await media.fetchDue([board]);
  const other = await insertBoard(world().pool, 'x');
  await writePosts(world().pool, other, [
    aPost({ num: 1, mediaTime: 1, mediaHashSrc: Buffer.from(sha256Of(shared), 'hex') }),
  ]);
});

afterAll(async () => {
  await server.close();
  await media.close();
  await posts.close();
  await upstream.close();
});

const act = async (action: 'delete' | 'ban', num: number, who = admin) =>
  who.send('POST', '/files', { action, board: 'g', num, reason: 'a reason' });
const fileOf = async (num: number) => ((await server.get(`/api/v1/boards/g/posts/${num}`)).body as Post).file;
const served = async (bytes: Buffer) => (await server.get(`/media/${keyOf(bytes, 'png')}`)).status;
const clean = async () => {
  while ((await removeUnusedFiles(media.context)) > 0);
  await removeLeftovers({ ...media.context, now: () => new Date() });
};
const isKept = async (bytes: Buffer) => (await filesIn(media.root)).some((name) => name.includes(sha256Of(bytes)));

test('a deleted file disappears from every post that shows it, with its thumbnails, and is not banned', async () => {
  expect(await served(deleted)).toBe(200);
  const thumb = (await fileOf(100))?.thumb_url ?? '';
  expect((await server.get(thumb)).status).toBe(200);
  expect((await act('delete', 100)).status).toBe(204);
  expect(await served(deleted)).toBe(404);
  expect((await server.get(thumb)).status).toBe(404);
  for (const num of [100, 101]) expect(await fileOf(num)).toMatchObject({ status: 'gone', url: null });
  expect(await isKept(deleted)).toBe(true);
  await clean();
  expect(await isKept(deleted)).toBe(false);
  expect((await world().pool.query('select from banned_media')).rowCount).toBe(0);
});

test('a banned file is listed by both of its hashes, and never stored again', async () => {
  expect((await act('ban', 200)).status).toBe(204);
  expect(await served(banned)).toBe(404);
  expect(await fileOf(200)).toMatchObject({ status: 'banned' });
  await clean();
  expect(await isKept(banned)).toBe(false);
  upstream.start(400, 0, (await serveFile(upstream, 4000, banned)).fields);
  await posts.pass();
  await media.fetchDue([board]);
  expect(await fileOf(400)).toMatchObject({ status: 'banned' });
  expect(await isKept(banned)).toBe(false);
  const { rows } = await world().pool.query(
    'select octet_length(hash) as length, reason, banned_by from banned_media order by 1',
  );
  expect(rows).toEqual([16, 32].map((length) => ({ length, reason: 'a reason', banned_by: 'root' })));
});

test('a moderator of one board cannot change a file that another board shows', async () => {
  const ann = await givenAdmin(world(), server, 'ann');
  await world().pool.query(
    `update account_roles set role = 'moderator', board_id = $1 where account_id = (select id from accounts where name = 'ann')`,
    [board.id],
  );
  for (const action of ['delete', 'ban'] as const) {
    expect(await act(action, 300, ann)).toMatchObject({ status: 403, body: { code: 'role_required' } });
  }
  expect(await served(shared)).toBe(200);
  expect((await act('delete', 300)).status).toBe(204);
  expect(await served(shared)).toBe(404);
  const { rows } = await world().pool.query(
    `select actor, action, target from audit_log where action ~ 'file$' order by id`,
  );
  expect(rows).toEqual([
    { actor: 'root', action: 'posts.deletefile', target: { posts: ['100'] } },
    { actor: 'root', action: 'posts.banfile', target: { posts: ['200'] } },
    { actor: 'root', action: 'posts.deletefile', target: { posts: ['300'] } },
  ]);
});

test('a post without a file is refused with that reason', async () => {
  upstream.reply(100, 102, {});
  await posts.pass();
  expect(await act('delete', 102)).toMatchObject({ status: 404, body: { code: 'file_unknown' } });
});

test('a picture similar to a banned one is offered to moderators, and banned separately; a file ban can be lifted', async () => {
  const drawing =
    '<svg width="320" height="200"><rect width="320" height="90" fill="#48c"/><circle cx="90" cy="120" r="60" fill="#ea2"/></svg>';
  const picture = await sharp(Buffer.from(drawing)).flatten().png().toBuffer();
  const smaller = await sharp(picture).resize({ width: 300 }).png().toBuffer();
  upstream.start(500, 0, (await serveFile(upstream, 5000, picture)).fields);
  upstream.start(501, 0, (await serveFile(upstream, 5001, smaller)).fields);
  await posts.pass();
  await media.fetchDue([board]);
  expect((await act('ban', 500)).status).toBe(204);
  await clean();
  const { files } = (await admin.get('/banned-files')).body as BannedFileList;
  const file = files.find(({ hash }) => hash === sha256Of(picture));
  expect(file).toMatchObject({ reason: 'a reason', banned_by: 'root', has_picture: true });
  const near = ((await admin.get(`/banned-files/${sha256Of(picture)}/near`)).body as NearFileList).files;
  expect(near).toMatchObject([{ board: 'g', num: 501, subnum: 0, posts: 1, elsewhere: false }]);
  expect(near[0]?.distance).toBeLessThanOrEqual(8);
  expect(await fileOf(501)).toMatchObject({ status: 'archived' });
  expect((await act('ban', 501)).status).toBe(204);
  expect(((await admin.get(`/banned-files/${sha256Of(picture)}/near`)).body as NearFileList).files).toEqual([]);
  const first = (await admin.get('/banned-files?limit=1')).body as BannedFileList;
  const second = (await admin.get(`/banned-files?limit=1&before=${first.next}`)).body as BannedFileList;
  expect([first.files[0]?.hash, second.files[0]?.hash]).toEqual(
    ((await admin.get('/banned-files?limit=2')).body as BannedFileList).files.map(({ hash }) => hash),
  );
  for (const hash of [sha256Of(picture), createHash('md5').update(picture).digest('hex')])
    expect((await admin.send('DELETE', `/banned-files/${hash}`)).status).toBe(204);
  // It is requested again.
  expect(await fileOf(500)).toMatchObject({ status: 'pending' });
  expect((await admin.send('DELETE', `/banned-files/${sha256Of(picture)}`)).status).toBe(404);
});
