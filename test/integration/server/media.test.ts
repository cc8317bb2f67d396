import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Board } from '../../../mappings/board.ts';
import { moderate, type ModerationAction } from '../../../server/moderation/moderate.ts';
import type { Post } from '../../../mappings/contract/post.ts';
import { useWorld } from '../../support/world.ts';
import { createHarness, type Harness } from '../scraper/harness.ts';
import { addBoard, Upstream } from '../scraper/upstream.ts';
import { givenServer, type GivenServer } from './given-archive.ts';
import { createMediaHarness, drawPicture, keyOf, MEDIA_CONFIG, serveFile, sha256Of } from '../scraper/media/harness.ts';
import type { MediaHarness } from '../scraper/media/harness.ts';

const world = useWorld();
const upstream = new Upstream();
let board: Board;
let posts: Harness;
let media: MediaHarness;
let server: GivenServer;
let picture: Buffer;
let shared: Buffer;
const page = Buffer.from('<!doctype html><script>alert(1)</script>');

/** Post 100 shows a picture, 200 and 201 share another one, 300 shows an HTML page with the name of a picture. */
beforeAll(async () => {
  board = await addBoard(world(), await upstream.open());
  posts = createHarness(world(), board);
  media = await createMediaHarness(world());
  server = await givenServer(world(), { media: { ...MEDIA_CONFIG, mediaDir: media.root } });
  [picture, shared] = [await drawPicture(1), await drawPicture(2)];
  upstream.start(100, 0, (await serveFile(upstream, 1000, picture)).fields);
  upstream.start(200, 0, (await serveFile(upstream, 2000, shared)).fields);
  upstream.reply(200, 201, (await serveFile(upstream, 2001, shared)).fields);
  upstream.start(300, 0, (await serveFile(upstream, 3000, page, '.jpg')).fields);
  await posts.pass();
  await media.fetchDue([board]);
});

afterAll(async () => {
  await server.close();
  await media.close();
  await posts.close();
  await upstream.close();
});

async function ask(url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  const answer = await server.app.inject({ url, headers, method });
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
}

async function fileOf(num: number) {
  const answer = await server.get(`/api/v1/boards/g/posts/${num}`);
  const { file } = answer.body as Post;
  if (file?.url == null || file.thumb_url === null) throw new Error(`post ${num} has no file`);
  return { ...file, url: file.url, thumb: file.thumb_url };
}

async function change(action: ModerationAction, nums: readonly number[]): Promise<void> {
  await moderate(world().pool, {
    action,
    board,
    posts: nums.map((num) => ({ num, subnum: 0 })),
    threads: false,
    actor: 'test',
    reason: null,
    now: new Date(),
  });
}

test('a file is served under the address in its post, cacheable for a year, and sandboxed', async () => {
  const file = await fileOf(100);
  expect(file).toMatchObject({ url: `/media/${keyOf(picture, 'png')}`, sha256: sha256Of(picture) });
  const answer = await ask(file.url);
  expect(answer.status).toBe(200);
  expect(answer.bytes).toEqual(picture);
  expect(answer.headers).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(picture.length),
    etag: `"${sha256Of(picture)}"`,
    'cache-control': 'public, max-age=31536000, immutable, s-maxage=60',
    'content-security-policy':
      "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'",
    'x-content-type-options': 'nosniff',
    'content-disposition': `inline; filename="${sha256Of(picture)}.png"`,
    'access-control-allow-origin': '*',
  });
  const named = await ask(`${file.url}?name=${encodeURIComponent('my loaf.exe')}`);
  expect(named.headers).toMatchObject({ 'content-disposition': 'inline; filename="my loaf.exe.png"' });
  expect(await ask(file.url, { 'if-none-match': `"${sha256Of(picture)}"` })).toMatchObject({ status: 304 });
  const head = await ask(file.url, {}, 'HEAD');
  expect(head).toMatchObject({ status: 200, headers: { 'content-length': String(picture.length) } });
  expect(head.bytes.length).toBe(0);
});

test('parts of a file are served as requested', async () => {
  const { url } = await fileOf(100);
  const part = await ask(url, { range: 'bytes=10-19' });
  expect(part).toMatchObject({ status: 206, headers: { 'content-range': `bytes 10-19/${picture.length}` } });
  expect(part.bytes).toEqual(picture.subarray(10, 20));
  const end = await ask(url, { range: 'bytes=-7', 'if-range': `"${sha256Of(picture)}"` });
  expect(end.bytes).toEqual(picture.subarray(-7));
  expect(await ask(url, { range: 'bytes=-7', 'if-range': '"another"' })).toMatchObject({ status: 200 });
  expect(await ask(url, { range: `bytes=${picture.length}-` })).toMatchObject({
    status: 416,
    headers: { 'content-range': `bytes */${picture.length}` },
  });
});

test("a thumbnail is the archive's own, or the source's if there is none", async () => {
  const ours = await ask((await fileOf(100)).thumb);
  expect(ours).toMatchObject({ status: 200, headers: { 'content-type': 'image/jpeg' } });
  const { rows } = await world().pool.query<{ sha256: Buffer; theirs: Buffer }>(
    `select t.sha256, p.media_hash_thb as theirs from posts p join images f on f.sha256 = p.media_hash_src
     join images t on t.id = f.thumb_id where p.num = 100`,
  );
  expect(sha256Of(ours.bytes)).toBe(rows[0]?.sha256.toString('hex'));
  await world().pool.query('update images set thumb_id = null where sha256 = $1', [
    createHash('sha256').update(picture).digest(),
  ]);
  const theirs = await ask((await fileOf(100)).thumb);
  expect(sha256Of(theirs.bytes)).toBe(rows[0]?.theirs.toString('hex'));
});

test('a file that is not a plain picture or video is served as a download, with a type that browsers do not run', async () => {
  const { url } = await fileOf(300);
  const answer = await ask(url);
  expect(answer.bytes).toEqual(page);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-security-policy': "sandbox; default-src 'none'",
    'content-disposition': `attachment; filename="${sha256Of(page)}.bin"`,
  });
});

test('a file is served while at least one visible post shows it', async () => {
  const { url, thumb } = await fileOf(200);
  const { rows } = await world().pool.query<{ own: Buffer; theirs: Buffer }>(
    `select t.sha256 as own, p.media_hash_thb as theirs from posts p join images f on f.sha256 = p.media_hash_src
     join images t on t.id = f.thumb_id where p.num = 200`,
  );
  const addresses = [url, thumb, ...[rows[0]?.own, rows[0]?.theirs].map((hash) => addressOf(hash))];
  const statuses = async () => Promise.all(addresses.map(async (address) => (await ask(address)).status));
  expect(await statuses()).toEqual([200, 200, 200, 200]);
  await change('hide', [200]);
  expect(await statuses()).toEqual([200, 200, 200, 200]);
  await change('hide', [201]);
  expect(await statuses()).toEqual([404, 404, 404, 404]);
  await change('show', [201]);
  expect(await statuses()).toEqual([200, 200, 200, 200]);
  await change('purge', [200, 201]);
  expect(await statuses()).toEqual([404, 404, 404, 404]);
});

test('banned, unknown and lost files and malformed addresses are errors', async () => {
  const { url } = await fileOf(100);
  await world().pool.query('update images set banned = true where sha256 = $1', [
    Buffer.from(sha256Of(picture), 'hex'),
  ]);
  expect((await ask(url)).status).toBe(404);
  await world().pool.query('update images set banned = false');
  const hex = 'ab'.repeat(32);
  for (const odd of [`/media/ab/ab/${hex}.png`, `/media/ab/cd/${hex}.png`, `/media/thumbs/ab/ab/${hex}.jpg`]) {
    expect((await ask(odd)).status).toBe(404);
  }
  for (const odd of ['/media/..%2f..%2fsecret', `/media/ab/ab/${hex}`, `/media/AB/AB/${hex.toUpperCase()}.png`]) {
    expect((await ask(odd)).status).toBeGreaterThanOrEqual(400);
  }
  await rm(join(media.root, keyOf(picture, 'png')));
  expect(await ask(url)).toMatchObject({
    status: 404,
    headers: { 'content-type': expect.stringContaining('problem') },
  });
});

test("readers are redirected to a datastore's own address", async () => {
  await world().pool.query("update datastores set redirect_url = 'https://files.example.org/a/'");
  const other = await givenServer(world(), { media: { ...MEDIA_CONFIG, mediaDir: media.root } });
  try {
    const { url } = await fileOf(300);
    const answer = await other.app.inject({ url });
    expect(answer.statusCode).toBe(302);
    expect(answer.headers['location']).toBe(`https://files.example.org/a/${keyOf(page, 'bin')}`);
    const policy = (await other.app.inject({ url: '/g' })).headers['content-security-policy'];
    expect(policy).toContain('https://files.example.org');
  } finally {
    await other.close();
  }
});

function addressOf(hash: Buffer | undefined): string {
  const hex = hash?.toString('hex') ?? '';
  return `/media/${hex.slice(0, 2)}/${hex.slice(2, 4)}/${hex}.jpg`;
}
