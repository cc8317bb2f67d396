/** Public exports: the content of the files, when they are replaced, and how they are downloaded. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { PublicExports } from '../../contract/public-exports.ts';
import type { Post } from '../../../../mappings/contract/post.ts';
import { MAX_SHOWN_COMMENT } from '../../../../mappings/text-limits.ts';
import { createLeases } from '../../../../platform/leases.ts';
import { createPostgresPool } from '../../../../platform/postgres.ts';
import { createFolderFiles } from '../../../../platform/shared-files/folder-files.ts';
import { openSharedFiles } from '../../../../platform/shared-files/open-shared-files.ts';
import type { ModerationAction } from '../../../../server/moderation/moderate.ts';
import { makeDueExports, makeExports } from '../../server/make-exports.ts';
import { changeSettings } from '../../../../store/boards/settings.ts';
import { aPost, insertBoard, writePosts, type TestBoard } from '../../../../test/support/builders.ts';
import { loginUrl } from '../../../../test/support/logins.ts';
import { givenBuiltPages } from '../../../../test/integration/server/given-pages.ts';
import { S3_CONFIG, startS3Server } from '../../../../test/support/s3-server.ts';
import { createPatientRedis } from '../../../../test/support/patient-redis.ts';
import { useWorld } from '../../../../test/support/world.ts';
import { givenServer, type GivenServer } from '../../../../test/integration/server/given-archive.ts';
import { actAsStaff } from '../../../../test/support/moderation.ts';

const world = useWorld();
const HOUR_MS = 3_600_000;
/** More than one page of reading. */
const POSTS = 1_200;
let pool: pg.Pool;
let redis: Redis;
let server: GivenServer;
let dataDir: string;
let folder: string;
let board: TestBoard;
let now = new Date();

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sagasu-exports-'));
  folder = join(dataDir, 'exports');
  pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'server') });
  redis = createPatientRedis(world().redisUrl);
  board = await insertBoard(world().pool, 'tea');
  await insertBoard(world().pool, 'other');
  const texts = Array.from({ length: POSTS }, (_, at) => aPost({ num: at + 1, thread: 1, comment: `text ${at + 1}` }));
  await writePosts(world().pool, board, texts);
  // Last: a server that renders pages reads the list of boards when it starts, and caches it.
  server = await givenServer(world(), { dataDir, clock: () => new Date(), webRoot: await givenBuiltPages() });
});
afterAll(async () => {
  await server.close();
  await pool.end();
  redis.disconnect();
  await rm(dataDir, { recursive: true });
});

const make = async (db: pg.Pool = pool) =>
  makeExports(
    { pool: db, boards: { filesAtSource: async () => new Map() }, files: createFolderFiles(dataDir), clock: () => now },
    createLeases(redis, world().queuePrefix),
    new AbortController().signal,
  );
const after = (hours: number) => {
  now = new Date(now.getTime() + hours * HOUR_MS);
};
const listed = async () => ((await server.get('/api/v1/exports')).body as PublicExports).exports;

async function download(headers: Record<string, string> = {}) {
  const [newest] = await listed();
  return server.app.inject({ url: `/exports/${newest?.file}`, headers });
}

async function exportedPosts(): Promise<readonly Post[]> {
  const { rawPayload } = await download();
  const lines = gunzipSync(rawPayload).toString().trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Post);
}

/** The post in a new file. */
async function renewedPost(num: number): Promise<Post | undefined> {
  after(24 * 8);
  await make();
  return (await exportedPosts()).find((post) => post.num === num);
}

const act = async (action: ModerationAction, num: number) => actAsStaff(world(), pool, action, board, [num], { now });

test('a board without the setting has no export', async () => {
  expect(await make()).toEqual([]);
  expect(await listed()).toEqual([]);
  expect((await server.get('/')).body).not.toContain('href="/exports"');
});

test('a published board has one file with its visible posts as the API shows them, by number', async () => {
  await act('hide', 7);
  await changeSettings(world().pool, board, { publicExport: true });
  const [file] = await make();
  const posts = await exportedPosts();
  expect(posts.map(({ num }) => num)).toEqual(
    Array.from({ length: POSTS }, (_, at) => at + 1).filter((num) => num !== 7),
  );
  expect((await server.get('/api/v1/boards/tea/posts/3')).body).toMatchObject({ ...posts[2] });
  const { rawPayload, headers } = await download();
  expect(await listed()).toEqual([
    {
      board: 'tea',
      file,
      made_at: now.toISOString(),
      posts: POSTS - 1,
      size: rawPayload.length,
      sha256: createHash('sha256').update(rawPayload).digest('hex'),
    },
  ]);
  expect(headers).toMatchObject({ 'content-type': 'application/gzip', 'cache-control': 'no-cache' });
});

test('the home page links to the page of the files', async () => {
  await expect.poll(async () => (await server.get('/')).body).toContain('href="/exports"');
  const page = (await server.get('/exports')).body;
  expect(page).toContain((await listed())[0]?.sha256);
  // The script of the page is loaded with its HTML.
  expect(page).toMatch(/<link rel="modulepreload"[^>]* href="\/assets\/public-exports-page-/);
});

test('the file has whole comments, and names no banned file', async () => {
  const [sha256, md5, long] = [Buffer.alloc(32, 1), Buffer.alloc(16, 1), `${'text '.repeat(MAX_SHOWN_COMMENT)}the end`];
  const own = world().pool;
  await own.query(
    `with place as (insert into datastores (name, kind, base) values ('disk', 'local', 'files') returning id)
     insert into images (sha256, md5, type, size, datastore_id) select $1, $2, 'png', 1, id from place`,
    [sha256, md5],
  );
  await own.query('update posts set media_time = 1, media_hash_src = $1, comment = $2 where num = 50', [sha256, long]);
  expect(await renewedPost(50)).toMatchObject({ file: { sha256: sha256.toString('hex') }, comment: long });
  await own.query(`insert into banned_media (hash, banned_by) values ($1, 'me')`, [sha256]);
  expect(await renewedPost(50)).toMatchObject({ file: { status: 'banned', sha256: null } });
});

test('an interrupted download resumes, and an unchanged file is not sent again', async () => {
  const whole = (await download()).rawPayload;
  const half = await download({ range: 'bytes=100-' });
  expect([half.statusCode, half.headers['content-range']]).toEqual([
    206,
    `bytes 100-${whole.length - 1}/${whole.length}`,
  ]);
  expect(half.rawPayload.equals(whole.subarray(100))).toBe(true);
  const { headers } = await download();
  expect((await download({ 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
  expect((await download({ range: `bytes=${whole.length}-` })).statusCode).toBe(416);
});

test('within a day of a hide the file is replaced by one without the post, and the old one is gone', async () => {
  after(1);
  await act('hide', 20);
  // PostgreSQL's clock is not the test's.
  await world().pool.query('update public_exports set outdated_since = $1 where outdated_since is not null', [now]);
  const [{ file: old } = { file: '' }] = await listed();
  after(1);
  expect(await make()).toEqual([]);
  after(13);
  const [file] = await make();
  expect(file).not.toBe(old);
  expect((await exportedPosts()).map((post) => post.num)).not.toContain(20);
  expect((await server.get(`/exports/${old}`)).status).toBe(404);
  expect(await readdir(folder)).toEqual([file]);
  after(13);
  expect(await make()).toEqual([]);
});

test('a purge withdraws the file immediately, and the next check replaces it', async () => {
  const [{ file: old } = { file: '' }] = await listed();
  expect((await exportedPosts()).map((post) => post.num)).toContain(30);
  await act('purge', 30);
  expect(await listed()).toEqual([]);
  expect((await server.get(`/exports/${old}`)).status).toBe(404);
  after(1);
  const [file] = await make();
  expect(file).not.toBe(old);
  expect((await exportedPosts()).map((post) => post.num)).not.toContain(30);
  expect(await readdir(folder)).toEqual([file]);
});

test('a file that was being written during a purge is never offered', async () => {
  const { pool: own } = world();
  await own.query(
    `insert into public_exports (board_id, file, made_at) values ($1, 'tea-20260101T000000Z.ndjson.gz', $2)`,
    [board.id, now],
  );
  await act('purge', 31);
  await own.query(`update public_exports set posts = 1, size = 1, sha256 = '\\x00' where size is null`);
  expect(await listed()).toEqual([]);
  after(1);
  expect(await make()).toHaveLength(1);
  expect((await listed()).map(({ file }) => file)).not.toContain('tea-20260101T000000Z.ndjson.gz');
});

test('a writer who deletes an own post withdraws no file', async () => {
  const [{ file } = { file: '' }] = await listed();
  await world().pool.query(`select purge_posts($1, '{32}', '{0}', '{1}', now(), null, null)`, [board.id]);
  expect((await listed()).map((found) => found.file)).toEqual([file]);
});

test('a post that is hidden while its file is written makes the file due again', async () => {
  after(24 * 8);
  const { pool: own } = world();
  // The row of the file that is being written exists before its posts are read.
  await own.query(`insert into public_exports (board_id, file, made_at) values ($1, 'tea-being-written', $2)`, [
    board.id,
    now,
  ]);
  await act('hide', 40);
  const { rows } = await own.query(
    `delete from public_exports where size is null returning outdated_since is not null as outdated`,
  );
  expect(rows).toEqual([{ outdated: true }]);
});

test('the file is renewed after a week, by one of two servers, and deleted without the setting', async () => {
  const made = await Promise.all([make(), make()]);
  expect(made.flat()).toHaveLength(1);
  await changeSettings(world().pool, board, { publicExport: false });
  expect(await listed()).toEqual([]);
  expect((await server.get(`/exports/${made.flat()[0]}`)).status).toBe(404);
  await make();
  expect(await readdir(folder)).toEqual([]);
});

test('a file that was lost is made again', async () => {
  await changeSettings(world().pool, board, { publicExport: true });
  const [first = ''] = await make();
  await rm(join(folder, first));
  after(1);
  const [second] = await make();
  expect(await readdir(folder)).toEqual([second]);
  expect((await listed()).map(({ file }) => file)).toEqual([second]);
  after(24 * 8);
});

test('the file of a removed board is gone for readers immediately, and deleted from the disk minutes later', async () => {
  await changeSettings(world().pool, board, { publicExport: true });
  const [file] = await make();
  expect(await readdir(folder)).toEqual([file]);
  await world().pool.query(`select remove_board('tea')`);
  expect((await server.get(`/exports/${file}`)).status).toBe(404);
  await make();
  expect(await readdir(folder)).toEqual([]);
});

test('a file that one machine makes is sent whole and in parts by another one, if they share a bucket', async () => {
  const s3 = await startS3Server();
  onTestFinished(() => s3.stop());
  const machine = async (name: string) =>
    openSharedFiles({ ...S3_CONFIG, dataDir: join(dataDir, name), sharedFiles: `${s3.bucket}/archive` });
  const [here, there] = [await machine('here'), await machine('there')];
  const other = await givenServer(world(), { files: there });
  onTestFinished(async () => {
    await other.close();
    for (const files of [here, there]) files.close();
  });
  await insertBoard(world().pool, 'sea').then(async (sea) => changeSettings(world().pool, sea, { publicExport: true }));
  const [file] = await makeDueExports(
    { pool, boards: { filesAtSource: async () => new Map() }, files: here, clock: () => now },
    new AbortController().signal,
  );
  const [entry] = ((await other.get('/api/v1/exports')).body as PublicExports).exports;
  expect(entry?.file).toBe(file);
  const { rawPayload } = await other.app.inject({ url: `/exports/${file}` });
  expect(createHash('sha256').update(rawPayload).digest('hex')).toBe(entry?.sha256);
  const part = await other.app.inject({ url: `/exports/${file}`, headers: { range: 'bytes=5-9' } });
  expect([part.statusCode, part.rawPayload.equals(rawPayload.subarray(5, 10))]).toEqual([206, true]);
  expect((await here.list('exports')).map(({ name }) => name)).toEqual([file]);
  s3.stop();
  expect((await other.get(`/exports/${file}`)).body).toMatchObject({ status: 503, code: 'datastore_unavailable' });
});
