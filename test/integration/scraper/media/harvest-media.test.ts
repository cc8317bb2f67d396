import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import sharp from 'sharp';
import type { Board } from '../../../../mappings/board.ts';
import { removeUnusedFiles } from '../../../../scraper/media/removals.ts';
import { moderate } from '../../../../server/moderation/moderate.ts';
import { useWorld } from '../../../support/world.ts';
import { counted, createHarness, type Harness } from '../harness.ts';
import { addBoard, Upstream } from '../upstream.ts';
import { createMediaHarness, drawPicture, fieldsOf, keyOf, send, serveFile, sha256Of } from './harness.ts';
import type { MediaHarness } from './harness.ts';

const world = useWorld();
const upstream = new Upstream();
let board: Board;
let posts: Harness;
let media: MediaHarness;
let thread = 0;
let tim = 1_700_000_000_000;

beforeAll(async () => {
  board = await addBoard(world(), await upstream.open());
  posts = createHarness(world(), board);
  media = await createMediaHarness(world());
});

beforeEach(() => {
  thread += 1000;
  tim += 1000;
  upstream.takePaths();
});

afterAll(async () => {
  await media.close();
  await posts.close();
  await upstream.close();
});

interface PostFile {
  readonly media_hash_src: Buffer | null;
  readonly media_hash_thb: Buffer | null;
  readonly rev: string;
  readonly time_modified: Date;
}

async function postFile(num: number): Promise<PostFile> {
  const { rows } = await world().pool.query<PostFile>(
    'select media_hash_src, media_hash_thb, rev, time_modified from posts where board_id = $1 and num = $2',
    [board.id, num],
  );
  if (rows[0] === undefined) throw new Error(`no post ${num}`);
  return rows[0];
}

async function wanted(num: number) {
  const { rows } = await world().pool.query<{ kind: string; state: string; detail: string | null }>(
    'select kind, state, detail from wanted_media where board_id = $1 and num = $2 order by kind',
    [board.id, num],
  );
  return rows;
}

async function outcomes(kind: string, name: string): Promise<number> {
  return counted(media.registry, 'sagasu_media_files_total', { board: 'g', kind, outcome: name });
}

async function refusals(path: string) {
  const { rows } = await world().pool.query<{ reason: string; times: string; thread: string }>(
    'select reason, times, thread from refusals where url like $1',
    [`%${path}`],
  );
  return rows;
}

test("archiving a file modifies its post, because the file's address changes", async () => {
  const { fields } = await serveFile(upstream, tim, await drawPicture(91));
  upstream.start(thread, 0, fields);
  await posts.pass();
  const before = await postFile(thread);
  media.later(1_000);
  await media.fetchDue([board]);
  const after = await postFile(thread);
  expect(after.media_hash_src).not.toBeNull();
  expect(after.time_modified.getTime()).toBeGreaterThan(before.time_modified.getTime());
});

test('a file is stored under its SHA-256 and recorded in images, and its post refers to it with a new rev and a mark', async () => {
  const picture = await drawPicture(1);
  const { fields } = await serveFile(upstream, tim, picture);
  upstream.start(thread, 0, fields);
  await posts.pass();
  const before = await postFile(thread);
  await world().pool.query('delete from dirty');
  await media.fetchDue([board]);

  expect(await readFile(join(media.root, keyOf(picture, 'png')))).toEqual(picture);
  const after = await postFile(thread);
  expect(after.media_hash_src?.toString('hex')).toBe(sha256Of(picture));
  expect(Number(after.rev)).toBeGreaterThan(Number(before.rev));
  const marks = await world().pool.query('select 1 from dirty where board_id = $1 and thread = $2 and min_rev <= $3', [
    board.id,
    thread,
    after.rev,
  ]);
  expect(marks.rowCount).toBe(1);
  expect(await wanted(thread)).toEqual([]);

  const { rows } = await world().pool.query<Record<string, unknown>>('select * from images where sha256 = $1', [
    after.media_hash_src,
  ]);
  const pixels = await sharp(picture).ensureAlpha().raw().toBuffer();
  expect(rows[0]).toMatchObject({
    md5: createHash('md5').update(picture).digest(),
    pixels_sha3: createHash('sha3-256').update(pixels).digest(),
    type: 'png',
    size: String(picture.length),
    banned: false,
  });
  expect(rows[0]?.['perceptual_hash']).toMatch(/^-?\d+$/);
  expect(rows[0]?.['difference_hashed']).toBe(true);

  const own = await world().pool.query<{ sha256: Buffer; type: string }>(
    'select t.sha256, t.type from images f join images t on t.id = f.thumb_id where f.sha256 = $1',
    [after.media_hash_src],
  );
  const thumb = await readFile(join(media.root, keyOfHash(own.rows[0]?.sha256, 'jpg')));
  expect(await sharp(thumb).metadata()).toMatchObject({ format: 'jpeg', width: 250, height: 156 });

  // The source's thumbnail is stored too, under its own hash.
  const theirs = await readFile(join(media.root, keyOfHash(after.media_hash_thb, 'jpg')));
  expect(await sharp(theirs).metadata()).toMatchObject({ width: 125, height: 78 });
});

test('a file of many posts is requested once, and so is its thumbnail of one size', async () => {
  const picture = await drawPicture(2);
  const { fields } = await serveFile(upstream, tim, picture);
  upstream.start(thread, 0, fields);
  for (let reply = 1; reply <= 5; reply++) {
    await serveFile(upstream, tim + reply, picture);
    upstream.reply(thread, thread + reply, fieldsOf(tim + reply, picture));
  }
  await posts.pass();
  upstream.takePaths();
  await media.fetchDue([board]);
  expect(upstream.takePaths()).toEqual([`/g/${tim}.png`, `/g/${tim}s.jpg`]);
  for (let reply = 0; reply <= 5; reply++) {
    expect((await postFile(thread + reply)).media_hash_src?.toString('hex')).toBe(sha256Of(picture));
  }
});

test('files with the same content whose posts state no MD5 are stored once', async () => {
  const picture = await drawPicture(3);
  for (const reply of [0, 1]) {
    upstream.instead.set(`/g/${tim + reply}.png`, send(picture));
    const { md5: _, ...fields } = fieldsOf(tim + reply, picture);
    if (reply === 0) upstream.start(thread, 0, fields);
    else upstream.reply(thread, thread + 1, fields);
  }
  await posts.pass();
  await media.fetchDue([board]);
  const { rowCount } = await world().pool.query('select 1 from images where sha256 = $1', [
    Buffer.from(sha256Of(picture), 'hex'),
  ]);
  expect(rowCount).toBe(1);
  expect((await postFile(thread + 1)).media_hash_src?.toString('hex')).toBe(sha256Of(picture));
});

test.each([
  [
    'another file of the same size',
    'media_md5',
    (bytes: Buffer) => Buffer.concat([bytes.subarray(1), bytes.subarray(0, 1)]),
  ],
  ['a shorter file', 'media_size', (bytes: Buffer) => bytes.subarray(0, bytes.length - 10)],
  ['a file that goes on and on', 'too_large', (bytes: Buffer) => Buffer.concat([bytes, bytes])],
])('%s than the post states stays out of the store, is counted, and ends in refusals', async (_name, reason, lie) => {
  const picture = await drawPicture(thread);
  const { fields } = await serveFile(upstream, tim, picture);
  const lied = lie(picture);
  upstream.instead.set(`/g/${tim}.png`, (_request, response) => {
    response.writeHead(200);
    response.end(lied);
  });
  upstream.start(thread, 0, fields);
  await posts.pass();
  const before = (await outcomes('file', 'mismatched')) + (await outcomes('file', 'refused'));
  const count = (await media.files()).length;
  for (let attempt = 1; attempt <= 3; attempt++) {
    await media.fetchDue([board]);
    media.later(24 * 3_600_000);
  }
  expect(await media.fetchDue([board])).toBe(0);
  expect((await postFile(thread)).media_hash_src).toBeNull();
  // Only the thumbnail.
  expect((await media.files()).length).toBe(count + 1);
  expect(await refusals(`/g/${tim}.png`)).toEqual([{ reason, times: '3', thread: String(thread) }]);
  expect((await outcomes('file', 'mismatched')) + (await outcomes('file', 'refused'))).toBe(before + 3);
  expect(await wanted(thread)).toMatchObject([{ kind: 'file', state: 'refused' }]);
});

test('a truncated or stalled download is retried until it succeeds', async () => {
  const picture = await drawPicture(thread);
  const { fields } = await serveFile(upstream, tim, picture);
  let asked = 0;
  upstream.instead.set(`/g/${tim}.png`, (request, response) => {
    asked++;
    if (asked > 2) return send(picture)(request, response);
    response.writeHead(200, { 'content-length': picture.length });
    response.write(picture.subarray(0, 500), () => {
      // The first download is cut off, the second one stalls.
      if (asked === 1) response.destroy();
    });
    return undefined;
  });
  upstream.start(thread, 0, fields);
  await posts.pass();
  const impatient = { headersMs: 60_000, idleMs: 2_000, totalMs: 60_000, bytesPerMs: 16 };
  const hasty = await createMediaHarness(world(), { limits: impatient });
  await world().pool.query('update datastores set base = $1', [media.root]);
  try {
    for (let attempt = 1; attempt <= 3; attempt++) {
      await hasty.fetchDue([board]);
      hasty.later(24 * 3_600_000);
    }
  } finally {
    await hasty.close();
  }
  expect(asked).toBe(3);
  expect((await postFile(thread)).media_hash_src?.toString('hex')).toBe(sha256Of(picture));
});

test('a file that is gone from the source is requested three times and never again', async () => {
  const picture = await drawPicture(thread);
  upstream.start(thread, 0, fieldsOf(tim, picture));
  await posts.pass();
  upstream.takePaths();
  for (let attempt = 1; attempt <= 5; attempt++) {
    await media.fetchDue([board]);
    media.later(24 * 3_600_000);
  }
  expect(upstream.takePaths().filter((path) => path === `/g/${tim}.png`)).toHaveLength(3);
  expect(await wanted(thread)).toMatchObject([
    { kind: 'file', state: 'gone' },
    { kind: 'thumb', state: 'gone' },
  ]);
  upstream.touch(thread);
  upstream.edit(thread, thread, { sub: 'news' });
  await posts.pass();
  expect(await media.fetchDue([board])).toBe(0);
});

test('a redirect is not followed, and a file on another host is not requested', async () => {
  const picture = await drawPicture(thread);
  const { fields } = await serveFile(upstream, tim, picture);
  upstream.instead.set(`/g/${tim}.png`, (_request, response) => {
    response.writeHead(302, { location: `${upstream.url}/g/elsewhere.png` }).end();
  });
  upstream.start(thread, 0, fields);
  await posts.pass();
  upstream.takePaths();
  await media.fetchDue([board]);
  expect(upstream.takePaths()).not.toContain('/g/elsewhere.png');
  expect(await refusals(`/g/${tim}.png`)).toMatchObject([{ reason: 'redirect' }]);
  await expect(
    media.context.downloader.download({
      url: 'http://127.0.0.1:1/g/1.png',
      allowedOrigins: new Set([upstream.url]),
      path: join(media.dir, 'x'),
      maxBytes: 10,
      signal: new AbortController().signal,
    }),
  ).rejects.toMatchObject({ code: 'origin_forbidden' });
});

test.each(['md5', 'sha256'])('a file banned by its %s is never stored, nor its thumbnail', async (algorithm) => {
  const picture = await drawPicture(thread);
  const { fields } = await serveFile(upstream, tim, picture);
  const hash = createHash(algorithm).update(picture).digest();
  await world().pool.query("insert into banned_media (hash, banned_by) values ($1, 'test')", [hash]);
  upstream.start(thread, 0, fields);
  await posts.pass();
  upstream.takePaths();
  await media.fetchDue([board]);
  expect(upstream.takePaths().includes(`/g/${tim}.png`)).toBe(algorithm === 'sha256');
  expect(await media.files()).not.toContain(keyOf(picture, 'png'));
  expect((await postFile(thread)).media_hash_src).toBeNull();
  expect(await wanted(thread)).toMatchObject([
    { kind: 'file', state: 'banned' },
    { kind: 'thumb', state: 'banned' },
  ]);
});

test('the type is detected from the first bytes, regardless of the type in the post', async () => {
  const page = Buffer.from('<!doctype html><script>alert(1)</script>');
  const { fields } = await serveFile(upstream, tim, page, '.jpg');
  upstream.start(thread, 0, fields);
  await posts.pass();
  await media.fetchDue([board]);
  expect(await media.files()).toContain(keyOf(page, 'bin'));
  const { rows } = await world().pool.query<{ type: string; thumb_id: null }>(
    'select type, thumb_id from images where sha256 = $1',
    [Buffer.from(sha256Of(page), 'hex')],
  );
  expect(rows).toEqual([{ type: 'bin', thumb_id: null }]);
});

test('an image whose thumbnail cannot be drawn is stored anyway', async () => {
  const whole = await drawPicture(thread);
  const picture = whole.subarray(0, whole.length / 2);
  const { fields } = await serveFile(upstream, tim, picture);
  upstream.start(thread, 0, fields);
  await posts.pass();
  await media.fetchDue([board]);
  const { rows } = await world().pool.query<{ thumb_id: string | null }>(
    'select thumb_id from images where sha256 = $1',
    [Buffer.from(sha256Of(picture), 'hex')],
  );
  expect(rows).toEqual([{ thumb_id: null }]);
  expect((await postFile(thread)).media_hash_thb).not.toBeNull();
});

test('the replay of an oekaki is fetched in addition to its picture', async () => {
  const picture = await drawPicture(thread);
  const { fields } = await serveFile(upstream, tim, picture);
  const replay = Buffer.from(`TGK${tim}`);
  upstream.instead.set(`/g/${tim}.tgkr`, send(replay));
  const com = `<br><br><small><b>Oekaki Post</b> (Time: 14m, Painter: Anonymous, Replay: <a href="javascript:oeReplay(${thread});">View</a>)</small>`;
  upstream.start(thread, 0, { ...fields, com });
  await posts.pass();
  await media.fetchDue([board]);
  expect(await media.files()).toContain(keyOf(replay, 'tgkr'));
  const { rows } = await world().pool.query<{ sha256: Buffer }>('select sha256 from post_replays where num = $1', [
    thread,
  ]);
  expect(rows[0]?.sha256.toString('hex')).toBe(sha256Of(replay));
});

test('a purge deletes the files that no other post uses, and keeps the others', async () => {
  const [only, shared] = [await drawPicture(thread), await drawPicture(thread + 1)];
  upstream.start(thread, 0, (await serveFile(upstream, tim, only)).fields);
  upstream.reply(thread, thread + 1, (await serveFile(upstream, tim + 1, shared)).fields);
  upstream.reply(thread, thread + 2, (await serveFile(upstream, tim + 2, shared)).fields);
  await posts.pass();
  await media.fetchDue([board]);
  const before = await media.files();
  const thumb = (await postFile(thread)).media_hash_thb;
  await moderate(world().pool, {
    action: 'purge',
    board,
    posts: [thread, thread + 1].map((num) => ({ num, subnum: 0 })),
    threads: false,
    actor: 'test',
    reason: null,
    now: new Date(),
  });
  while ((await removeUnusedFiles(media.context)) > 0);
  const after = await media.files();
  // The file, the archive's two thumbnails of it, and the source's.
  expect(before.length - after.length).toBe(4);
  expect(after).not.toContain(keyOf(only, 'png'));
  expect(after).not.toContain(keyOfHash(thumb, 'jpg'));
  expect(after).toContain(keyOf(shared, 'png'));
});

test('a post that is purged while its file is being fetched leaves no file behind', async () => {
  const picture = await drawPicture(thread);
  const { fields } = await serveFile(upstream, tim, picture);
  upstream.instead.set(`/g/${tim}.png`, (request, response) => {
    const target = { num: thread, subnum: 0 };
    void moderate(world().pool, {
      action: 'purge',
      board,
      posts: [target],
      threads: false,
      actor: 'test',
      reason: null,
      now: new Date(),
    }).then(() => send(picture)(request, response));
  });
  upstream.start(thread, 0, fields);
  await posts.pass();
  const before = await media.files();
  await media.fetchDue([board]);
  expect(await media.files()).toEqual(before);
  expect(await wanted(thread)).toEqual([]);
});

test('a board with thumbnails only has the SHA-256 of each thumbnail but of no file', async () => {
  const picture = await drawPicture(thread);
  const { fields } = await serveFile(upstream, tim, picture);
  // Its own settings are merged with those of all boards.
  await world().pool.query('update boards set settings = $1', [{ media: { files: { op: 'keep me' } } }]);
  await world().pool.query('update board_defaults set settings = $1', [
    { media: { files: { op: false, reply: false } } },
  ]);
  try {
    upstream.start(thread, 0, fields);
    upstream.reply(thread, thread + 1, (await serveFile(upstream, tim + 1, await drawPicture(thread + 1))).fields);
    const kept = await drawPicture(thread + 2);
    upstream.start(thread + 5, 0, { ...(await serveFile(upstream, tim + 2, kept)).fields, sub: 'Keep me!' });
    await posts.pass();
    await media.fetchDue([board]);
    for (const num of [thread, thread + 1]) {
      expect(await postFile(num)).toMatchObject({ media_hash_src: null });
      expect((await postFile(num)).media_hash_thb).not.toBeNull();
    }
    expect((await postFile(thread + 5)).media_hash_src?.toString('hex')).toBe(sha256Of(kept));
  } finally {
    await world().pool.query(`update boards set settings = '{}'`);
    await world().pool.query(`update board_defaults set settings = '{}'`);
  }
});

test("a folder without the store's marker, or with another store's, is never written to", async () => {
  const picture = await drawPicture(thread);
  upstream.start(thread, 0, (await serveFile(upstream, tim, picture)).fields);
  await posts.pass();
  const row = (await media.context.datastores.rows())[0];
  await world().pool.query('update datastores set marker = gen_random_uuid()');
  const before = await media.files();
  await expect(media.fetchDue([board])).rejects.toMatchObject({ code: 'datastore_unavailable' });
  expect(await media.files()).toEqual(before);
  expect((await postFile(thread)).media_hash_src).toBeNull();
  await world().pool.query('update datastores set marker = $1', [row?.marker]);
  await media.fetchDue([board]);
  expect(await media.files()).toContain(keyOf(picture, 'png'));
});

function keyOfHash(hash: Buffer | null | undefined, type: string): string {
  const hex = hash?.toString('hex') ?? 'none';
  return `${hex.slice(0, 2)}/${hex.slice(2, 4)}/${hex}.${type}`;
}
