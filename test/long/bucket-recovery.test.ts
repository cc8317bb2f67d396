/** Base backups, their log and files in a bucket, over a PostgreSQL of its own, which shares no folder with the commands. */
import { chown, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type pg from 'pg';
import { openPlace, type BackupPlace } from '../../backup/place.ts';
import { readRestores } from '../../backup/restore-record.ts';
import { storeAccount } from '../../dev-stores/accounts.ts';
import { migrate } from '../../platform/migrate.ts';
import { createPostgresPool } from '../../platform/postgres.ts';
import { faults } from '../integration/cli/doctor/examine.ts';
import { aPost, insertBoard, writePosts, type TestBoard } from '../support/builders.ts';
import { runCommandWith } from '../support/commands.ts';
import { permitLogins } from '../support/logins.ts';
import { OwnStack } from '../support/own-stack.ts';
import { worldEnvironment } from '../support/processes.ts';
import { S3_ACCESS, S3_CONFIG, startS3Server, type S3Server } from '../support/s3-server.ts';
import type { WorldSettings } from '../support/world.ts';

const stack = new OwnStack();
let world: WorldSettings;
let pool: pg.Pool;
let folder: string;
let board: TestBoard;
let recipient: string;
let s3: S3Server;
let bucket: string;
let place: BackupPlace;

const at = (name: string) => join(folder, name);

const sagasu = async (...args: readonly string[]) => {
  const settings = {
    SAGASU_S3_ACCESS_KEY_ID: S3_ACCESS.accessKeyId,
    SAGASU_S3_SECRET_ACCESS_KEY_FILE: at('secret'),
    SAGASU_S3_REGION: S3_ACCESS.region,
  };
  return runCommandWith(world, settings, args);
};
const backup = async (...more: readonly string[]) =>
  sagasu('backup', 'base', bucket, '--recipient', recipient, ...more);

async function startStores(): Promise<void> {
  const { urls } = await stack.run({
    REDIS_URL: inject('redisUrl'),
    ELASTICSEARCH_URL: inject('elasticsearchUrls').join(','),
  });
  const prefix = `bucket${process.pid}`;
  world = {
    databaseUrl: urls['DATABASE_URL'] ?? '',
    redisUrl: inject('redisUrl'),
    elasticsearchUrls: inject('elasticsearchUrls'),
    indexPrefix: `${prefix}-`,
    queuePrefix: prefix,
  };
  pool = createPostgresPool({ url: world.databaseUrl });
}

/** Ends the segment. */
async function switchLog(): Promise<void> {
  await pool.query('select pg_switch_wal()');
}

const lastArchived = async () =>
  (
    await pool.query<{ archived: boolean }>(
      `select last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 1) as archived from pg_stat_archiver`,
    )
  ).rows[0]?.archived === true;

const add = async (first: number, last: number) =>
  writePosts(
    pool,
    board,
    Array.from({ length: last - first + 1 }, (_, more) => aPost({ num: first + more, thread: 1, comment: 'words' })),
  );

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sagasu-bucket-'));
  s3 = await startS3Server();
  bucket = `${s3.bucket}/archive`;
  place = await openPlace(bucket, () => S3_CONFIG);
  await writeFile(at('secret'), S3_ACCESS.secretAccessKey, { mode: 0o600 });
  const account = await storeAccount(process.env, () => undefined);
  if (account !== null) for (const path of [folder, at('secret')]) await chown(path, account.uid, account.gid);
  await stack.choosePorts();
  await startStores();
  await migrate(world.databaseUrl);
  await permitLogins(world.databaseUrl);
  const { stdout: key } = await sagasu('backup', 'key');
  await writeFile(at('key.txt'), key);
  recipient = /age1\S+/.exec(key)?.[0] ?? '';
  board = await insertBoard(pool, 'g');
  await add(1, 50);
});

afterAll(async () => {
  await pool.end();
  await stack.stopRunning();
  stack.removeFolder();
  place.close();
  s3.stop();
  await rm(folder, { recursive: true, force: true });
  await rm(worldEnvironment(world)['SAGASU_DATA'] ?? '', { recursive: true, force: true });
});

test('the printed settings archive into the bucket, without the secret in them', async () => {
  const lacking = await backup();
  const statements = [...lacking.stderr.matchAll(/(alter system set [^;]+);/g)].map(([, statement = '']) => statement);
  expect(statements).toEqual([
    expect.stringContaining('archive_mode'),
    expect.stringContaining(`SAGASU_S3_SECRET_ACCESS_KEY_FILE=${at('secret')}`),
  ]);
  expect(statements.join()).not.toContain(S3_ACCESS.secretAccessKey);
  for (const statement of statements) await pool.query(statement);
  await pool.end();
  await stack.stopRunning();
  await startStores();
  expect(await backup('--json')).toMatchObject({ code: 0, stderr: '' });
  const keys = (await place.list('base')).map(({ key }) => key.split('/').at(-1));
  expect(keys).toEqual(['data.tar.zst.age', 'files.json.zst.age', 'manifest.json']);
});

test('a drill and a restore read everything from the bucket', async () => {
  await add(51, 60);
  const into = ['--key', at('key.txt')];
  const drilled = await sagasu('backup', 'drill', bucket, ...into, '--scratch', at('scratch'), '--json');
  expect(drilled).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(drilled.stdout)).toMatchObject({ posts: 60 });
  expect(await readRestores(place)).toHaveLength(1);
  expect(await sagasu('restore', 'base', bucket, ...into, '--into', at('restored'))).toMatchObject({ code: 0 });
  expect(await readdir(at('restored'))).toContain('PG_VERSION');
  expect(await readRestores(place)).toHaveLength(2);
});

test('the next base backup removes what a killed one has left, and old ones with their log', async () => {
  await place.write('base/20200101T000000Z/data.tar.zst.age', [Buffer.from('a part')]);
  await switchLog();
  await expect.poll(lastArchived).toBe(true);
  const before = (await place.list('wal')).map(({ key }) => key);
  const next = await backup('--keep', '1');
  expect(next).toMatchObject({ code: 0, stdout: expect.stringContaining('Removed 1 base backups') as string });
  expect(await place.list('base')).toHaveLength(3);
  expect(await place.list('base/20200101T000000Z')).toEqual([]);
  const left = new Set((await place.list('wal')).map(({ key }) => key));
  expect(before.filter((key) => !left.has(key)).length).toBeGreaterThan(0);
});

test('while the bucket is away, PostgreSQL keeps its log, and the doctor names the failing command', async () => {
  expect(await faults(world, 'backups.log')).toEqual([]);
  s3.stop();
  await add(61, 61);
  await switchLog();
  const failing = [expect.stringMatching(/^archive_command has failed since /)];
  await expect.poll(async () => faults(world, 'backups.log'), { timeout: 60_000 }).toEqual(failing);
  const away = await backup();
  expect(away.code).toBe(1);
});
