/** Public exports: the content of the files, when they are replaced, and how they are downloaded. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PublicExports } from '../../../mappings/contract/public-exports.ts';
import type { Post } from '../../../mappings/contract/post.ts';
import { createPostgresPool } from '../../../platform/postgres.ts';
import type { ModerationAction } from '../../../server/moderation/moderate.ts';
import { makeExports } from '../../../server/public-exports/make-exports.ts';
import { changeSettings } from '../../../store/boards/settings.ts';
import { aPost, insertBoard, writePosts, type TestBoard } from '../../support/builders.ts';
import { loginUrl } from '../../support/logins.ts';
import { useWorld } from '../../support/world.ts';
import { givenServer, type GivenServer } from './given-archive.ts';
import { actAsStaff } from '../../support/moderation.ts';

const world = useWorld();
const HOUR_MS = 3_600_000;
/** More than one page of reading. */
const POSTS = 1_200;
let pool: pg.Pool;
let server: GivenServer;
let folder: string;
let board: TestBoard;
let now = new Date();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sagasu-exports-'));
  pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'server') });
  server = await givenServer(world(), { exportFolder: folder });
  board = await insertBoard(world().pool, 'tea');
  await insertBoard(world().pool, 'other');
  const texts = Array.from({ length: POSTS }, (_, at) => aPost({ num: at + 1, thread: 1, comment: `text ${at + 1}` }));
  await writePosts(world().pool, board, texts);
});
afterAll(async () => {
  await server.close();
  await pool.end();
  await rm(folder, { recursive: true });
});

const make = async (db: pg.Pool = pool) =>
  makeExports(
    { pool: db, boards: { filesAtSource: async () => new Map() }, folder, clock: () => now },
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

const act = async (action: ModerationAction, num: number) => actAsStaff(world(), pool, action, board, [num], { now });

test('a board without the setting has no export', async () => {
  expect(await make()).toEqual([]);
  expect(await listed()).toEqual([]);
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

test.each(['hide', 'purge'] as const)(
  'within a day of a %s the file is replaced by one without the post, and the old one is gone',
  async (action) => {
    const num = action === 'hide' ? 20 : 30;
    after(1);
    await act(action, num);
    // PostgreSQL's clock is not the test's.
    await world().pool.query('update public_exports set outdated_since = $1 where outdated_since is not null', [now]);
    const [{ file: old } = { file: '' }] = await listed();
    after(1);
    expect(await make()).toEqual([]);
    after(13);
    const [file] = await make();
    expect(file).not.toBe(old);
    expect((await exportedPosts()).map((post) => post.num)).not.toContain(num);
    expect((await server.get(`/exports/${old}`)).status).toBe(404);
    expect(await readdir(folder)).toEqual([file]);
    after(13);
    expect(await make()).toEqual([]);
  },
);

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

test('the file of a removed board is gone for readers immediately, and deleted from the disk minutes later', async () => {
  await changeSettings(world().pool, board, { publicExport: true });
  const [file] = await make();
  expect(await readdir(folder)).toEqual([file]);
  await world().pool.query(`select remove_board('tea')`);
  expect((await server.get(`/exports/${file}`)).status).toBe(404);
  await make();
  expect(await readdir(folder)).toEqual([]);
});
