/** Posts and files that were purged or banned after a backup are removed again before a restored archive serves or harvests anything. */
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPostgresPool } from '../../../platform/postgres.ts';
import { RemovalLog } from '../../../platform/removal-log.ts';
import { banMedia, unbanMedia } from '../../../scraper/media/ban.ts';
import { moderateFile } from '../../../server/moderation/files.ts';
import { moderate } from '../../../server/moderation/moderate.ts';
import { completeLog } from '../../../store/complete-removal-log.ts';
import { assertRemoved, assertRemovedOnceReachable, carryOutRemovals } from '../../../store/removals.ts';
import { aPost, insertBoard, writePosts, type TestBoard } from '../../support/builders.ts';
import { loginUrl } from '../../support/logins.ts';
import { wardenOf } from '../../support/sessions.ts';
import { runAsSuperuser, useWorld } from '../../support/world.ts';

const world = useWorld();
const closing = new AbortController().signal;
const NOW = new Date('2024-05-01T12:00:00Z');
const FILE = Buffer.alloc(32, 9);
const HASHES = [Buffer.alloc(32, 7), Buffer.alloc(16, 8)] as const;
let folder: string;
let log: RemovalLog;
let board: TestBoard;
/** A copy of the database from before the removals, as a restored backup. */
let restored: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sagasu-removals-'));
  log = new RemovalLog(folder);
  const { pool, databaseUrl } = world();
  board = await insertBoard(pool, 'g');
  await writePosts(
    pool,
    board,
    [1, 2, 3].map((num) =>
      aPost({
        num,
        thread: 1,
        comment: `post ${num}`,
        ...(num === 1 && { mediaHashSrc: FILE, mediaHash: FILE.subarray(16) }),
      }),
    ),
  );
  await pool.query(`insert into datastores (name, kind, base) values ('main', 'local', 'files')`);
  await pool.query(
    `insert into images (sha256, md5, type, size, datastore_id) select $1, $2, 'png', 1, id from datastores`,
    [FILE, FILE.subarray(16)],
  );
  const name = new URL(databaseUrl).pathname.slice(1);
  restored = databaseUrl.replace(name, `${name}_restored`);
  await runAsSuperuser(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  await runAsSuperuser(`create database ${name}_restored template ${name}`);
  await writePosts(pool, board, [aPost({ num: 4, comment: 'newer than the backup' })]);
});
afterAll(async () => {
  await runAsSuperuser(`drop database if exists ${new URL(restored).pathname.slice(1)} with (force)`);
  await rm(folder, { recursive: true, force: true });
});

test('purges and bans are logged before they commit, and are refused if they cannot be logged', async () => {
  const { pool } = world();
  const order = { action: 'purge', board, threads: false, actor: 'cli', reason: 'secret', now: NOW } as const;
  const unwritable = new RemovalLog('/dev/null/nowhere');
  const posts = [{ num: 2, subnum: 0 }];
  await expect(moderate(pool, { ...order, posts }, null, unwritable)).rejects.toMatchObject({ code: 'unavailable' });
  expect((await pool.query('select comment from posts where num = 2')).rows).toEqual([{ comment: 'post 2' }]);

  await moderate(pool, { ...order, posts }, null, log);
  await moderate(pool, { ...order, posts: [{ num: 4, subnum: 0 }], threads: true }, null, log);
  await banMedia(pool, HASHES[0], 'cli', 'secret', log);
  await banMedia(pool, HASHES[1], 'cli', null, log);
  await unbanMedia(pool, HASHES[1], NOW, log);
  const deletion = { action: 'delete', board: { id: board.id, name: 'g' }, reason: 'secret' } as const;
  const byWarden = { ...deletion, post: { num: 1, subnum: 0 }, secret: await wardenOf(pool) };
  await expect(moderateFile(pool, byWarden, unwritable)).rejects.toMatchObject({ code: 'unavailable' });
  expect((await pool.query('select 1 from images where datastore_id is null')).rowCount).toBe(0);
  await moderateFile(pool, byWarden, log);
  // A killed process leaves a partial line.
  await appendFile(log.path, '{"action":"pur');
  // Removals by another machine.
  await moderate(pool, { ...order, posts: [{ num: 3, subnum: 0 }] }, null, null);
  await completeLog(pool, log, NOW);
  const read = await log.read();
  expect(read.flatMap((removal) => (removal.action === 'purge' ? removal.posts.map(({ num }) => num) : []))).toEqual([
    2, 4, 3,
  ]);
  expect(read.filter(({ action }) => action === 'delete_file')).toEqual([
    expect.objectContaining({
      board: 'g',
      num: 1,
      subnum: 0,
      post: '1',
      hashes: [FILE, FILE.subarray(16)].map((hash) => hash.toString('hex')),
    }),
  ]);
  // A log that lost all entries is complete again.
  const other = new RemovalLog(join(folder, 'other'));
  await completeLog(pool, other, NOW);
  expect((await other.read()).map(({ action }) => action).sort()).toEqual(['ban', 'delete_file', 'purge']);
  expect(await readFile(log.path, 'utf8')).not.toMatch(/post 2|secret|cli/);
});

test('a restored database is refused until the logged removals are applied', async () => {
  const owner = createPostgresPool({ url: restored });
  const server = createPostgresPool({ url: loginUrl(restored, 'server') });
  const scraper = createPostgresPool({ url: loginUrl(restored, 'scraper') });
  try {
    const refused = { code: 'removals_pending' };
    await expect(assertRemovedOnceReachable(server, log, closing)).rejects.toMatchObject(refused);
    await expect(assertRemoved(scraper, log, closing)).rejects.toMatchObject(refused);
    const ban = async (hash: Buffer) => void (await banMedia(owner, hash, 'restore', null));
    expect(await carryOutRemovals(owner, log, ban, NOW)).toEqual({ posts: 3, bans: 1, files: 1 });
    await assertRemovedOnceReachable(server, log, closing);
    await assertRemoved(scraper, log, closing);
    expect(await carryOutRemovals(owner, log, ban, NOW)).toEqual({ posts: 0, bans: 1, files: 0 });
    const { rows } = await owner.query(
      'select num, comment, hidden, time_purged is not null as purged from posts order by num',
    );
    const gone = { comment: null, hidden: true, purged: true };
    // Post 4 was never in this database: a harvest cannot add it.
    expect(rows).toEqual([
      { num: '1', comment: 'post 1', hidden: false, purged: false },
      ...['2', '3', '4'].map((num) => ({ num, ...gone })),
    ]);
    expect((await owner.query('select thread, purged from moderated_threads')).rows).toEqual([
      { thread: '4', purged: true },
    ]);
    const { rows: files } = await owner.query('select datastore_id from images');
    expect(files).toEqual([{ datastore_id: null }]);
    expect((await owner.query('select sha256 from datastore_leftovers')).rows).toEqual([{ sha256: FILE }]);
    // No import restores it, and a harvest of the post does not fetch it again.
    expect((await owner.query('select hash from deleted_files order by hash')).rows).toEqual([
      { hash: FILE.subarray(16) },
      { hash: FILE },
    ]);
    expect((await owner.query('select num, kind, state from wanted_media order by kind')).rows).toEqual(
      ['file', 'thumb'].map((kind) => ({ num: '1', kind, state: 'gone' })),
    );
    expect((await owner.query('select hash from banned_media')).rows).toEqual([{ hash: HASHES[0] }]);
  } finally {
    await Promise.all([owner.end(), server.end(), scraper.end()]);
  }
});
