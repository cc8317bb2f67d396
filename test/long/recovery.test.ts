/** Base backups over a PostgreSQL of its own: the log and its archive belong to the whole cluster. */
import { chown, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type pg from 'pg';
import { folderPlace } from '../../backup/place.ts';
import { readRestores } from '../../backup/restore-record.ts';
import { storeAccount } from '../../dev-stores/accounts.ts';
import { segmentOf, type BaseManifest } from '../../mappings/base-backup.ts';
import { createElasticsearch } from '../../platform/elasticsearch.ts';
import { migrate } from '../../platform/migrate.ts';
import { createPostgresPool } from '../../platform/postgres.ts';
import { aPost, insertBoard, writePosts, type TestBoard } from '../support/builders.ts';
import { runCommand } from '../support/commands.ts';
import { permitLogins } from '../support/logins.ts';
import { faults } from '../integration/cli/doctor/examine.ts';
import { OwnStack } from '../support/own-stack.ts';
import { mountSmallDisk } from '../support/small-disk.ts';
import { worldEnvironment } from '../support/processes.ts';
import type { WorldSettings } from '../support/world.ts';

const stack = new OwnStack();
let world: WorldSettings;
let pool: pg.Pool;
let folder: string;
let board: TestBoard;
let recipient: string;

const at = (name: string) => join(folder, name);
const sagasu = async (...args: readonly string[]) => runCommand(world, args);
const cluster = () => join(stack.folder, 'postgres/cluster');

async function startStores(): Promise<void> {
  const { urls } = await stack.run({
    REDIS_URL: inject('redisUrl'),
    ELASTICSEARCH_URL: inject('elasticsearchUrls').join(','),
  });
  const prefix = `recovery${process.pid}`;
  world = {
    databaseUrl: urls['DATABASE_URL'] ?? '',
    redisUrl: inject('redisUrl'),
    elasticsearchUrls: inject('elasticsearchUrls'),
    indexPrefix: `${prefix}-`,
    queuePrefix: prefix,
  };
  pool = createPostgresPool({ url: world.databaseUrl });
}

async function stopStores(): Promise<void> {
  await pool.end();
  await stack.stopRunning();
}

const post = (num: number) => aPost({ num, thread: 1, comment: `words ${num}` });
const posts = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, place) => post(first + place));

const fails = (sentence: string) => ({ code: 1, stderr: expect.stringContaining(sentence) as string });

/** Ends the segment, and waits until PostgreSQL has archived it. */
async function archived(): Promise<void> {
  const { rows } = await pool.query<{ segment: string }>('select pg_walfile_name(pg_switch_wal()) as segment');
  await expect
    .poll(async () => {
      const { rows: found } = await pool.query<{ last: string }>(
        'select last_archived_wal as last from pg_stat_archiver',
      );
      return (found[0]?.last ?? '') >= (rows[0]?.segment ?? '~');
    })
    .toBe(true);
}

async function now(): Promise<string> {
  const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now');
  return rows[0]?.now.toISOString() ?? '';
}

const manifestOf = async (name: string) =>
  JSON.parse(await readFile(at(`backups/base/${name}/manifest.json`), 'utf8')) as BaseManifest;

async function drill(): Promise<{ readonly base: string; readonly posts: number }> {
  const options = ['--key', at('key.txt'), '--scratch', at('scratch'), '--json'];
  const { code, stdout, stderr } = await sagasu('backup', 'drill', at('backups'), ...options);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as { base: string; posts: number };
}

/** Writes one post after the other until the work ends. */
async function whileWriting<T>(from: number, work: () => Promise<T>): Promise<{ result: T; written: number }> {
  const writing = { isOn: true, written: 0 };
  const writer = (async () => {
    while (writing.isOn) await writePosts(pool, board, [post(from + writing.written++)]);
  })();
  const result = await work().finally(() => (writing.isOn = false));
  await writer;
  return { result, written: writing.written };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sagasu-recovery-'));
  const account = await storeAccount(process.env, () => undefined);
  // PostgreSQL archives as its own account.
  await mkdir(at('backups'));
  if (account !== null) for (const path of [folder, at('backups')]) await chown(path, account.uid, account.gid);
  await stack.choosePorts();
  await startStores();
  await migrate(world.databaseUrl);
  await permitLogins(world.databaseUrl);
  const { stdout: key } = await sagasu('backup', 'key');
  await writeFile(at('key.txt'), key);
  recipient = /age1\S+/.exec(key)?.[0] ?? '';
  board = await insertBoard(pool, 'g', { sliceSize: 1_000 });
});

afterAll(async () => {
  await stopStores().catch(() => undefined);
  stack.removeFolder();
  const elasticsearch = createElasticsearch(world.elasticsearchUrls);
  await elasticsearch.indices.deleteIndexTemplate({ name: `${world.indexPrefix}*` }, { ignore: [404] });
  await elasticsearch.close();
  await rm(folder, { recursive: true, force: true });
  await rm(worldEnvironment(world)['SAGASU_DATA'] ?? '', { recursive: true, force: true });
});

test('the settings that PostgreSQL lacks are printed as statements, and a base backup works with them', async () => {
  await writePosts(pool, board, posts(1, 50));
  const lacking = await sagasu('backup', 'base', at('backups'), '--recipient', recipient);
  expect(lacking).toMatchObject({ code: 1, stderr: expect.stringContaining('archive_mode is off') as string });
  const statements = [...lacking.stderr.matchAll(/(alter system set [^;]+);/g)].map(([, statement = '']) => statement);
  expect(statements).toHaveLength(2);
  for (const statement of statements) await pool.query(statement);
  await stopStores();
  await startStores();
  const made = await sagasu('backup', 'base', at('backups'), '--recipient', recipient, '--json');
  expect(made).toMatchObject({ code: 0, stderr: '' });
  const { rows } = await pool.query(
    `select status, options ->> 'method' as method from tasks where kind = 'backup' order by id`,
  );
  // The refused one has added no task.
  expect(rows).toEqual([{ status: 'succeeded', method: 'base' }]);
});

test('a base backup without room fails with a way out, and leaves nothing', async () => {
  const disk = mountSmallDisk(1024 ** 2);
  try {
    const full = await sagasu('backup', 'base', disk.path, '--recipient', recipient);
    expect(full).toMatchObject(fails(`${disk.path} is full: remove old backups with sagasu backup prune`));
    expect(await readdir(join(disk.path, 'base'))).toEqual([]);
  } finally {
    disk.unmount();
  }
});

test('the doctor names a log that PostgreSQL cannot archive, until it can', async () => {
  expect(await faults(world, 'backups.log')).toEqual([]);
  const { rows } = await pool.query<{ literal: string }>(
    `select quote_literal(current_setting('archive_command')) as literal`,
  );
  await pool.query(`alter system set archive_command = 'false'`);
  await pool.query('select pg_reload_conf()');
  await writePosts(pool, board, [post(1)]);
  await pool.query('select pg_switch_wal()');
  const failing = [expect.stringMatching(/^archive_command has failed since 2\S+Z \([0-9A-F]{24}\)$/)];
  await expect.poll(async () => faults(world, 'backups.log')).toEqual(failing);
  await pool.query(`alter system set archive_command = ${rows[0]?.literal}`);
  await pool.query('select pg_reload_conf()');
  await expect.poll(async () => faults(world, 'backups.log')).toEqual([]);
});

test('a restore reaches a moment between two posts, and what was purged after it stays purged', async () => {
  await pool.query(`insert into accounts (name, password_hash) values ('ann', 'hash')`);
  await pool.query(`insert into sessions (id_hash, account_id) select $1, id from accounts`, [randomBytes(32)]);
  await writePosts(pool, board, posts(51, 60));
  expect((await sagasu('post', 'purge', '--yes', 'g/52')).code).toBe(0);
  const moment = await now();
  await writePosts(pool, board, posts(61, 70));
  expect((await sagasu('post', 'purge', '--yes', 'g/7')).code).toBe(0);
  await archived();

  const { result: report, written } = await whileWriting(71, drill);
  expect(report.posts).toBeGreaterThanOrEqual(70);
  expect(report.posts).toBeLessThan(70 + written);
  expect(await readdir(folder)).not.toContain('scratch');
  expect(await readRestores(folderPlace(at('backups')))).toHaveLength(1);

  // The restore abandons the history in which this base backup is made.
  expect(await sagasu('backup', 'base', at('backups'), '--recipient', recipient)).toMatchObject({ code: 0 });
  const [first, abandoned = ''] = await readdir(at('backups/base'));
  await archived();
  const restore = ['restore', 'base', at('backups'), '--key', at('key.txt'), '--into', at('restored')];
  const done = await sagasu(...restore, '--to', moment);
  expect(done).toMatchObject({ code: 0, stderr: '' });
  expect(done.stdout).toContain('Removed again');

  await stopStores();
  await rename(cluster(), at('lost'));
  await rename(at('restored'), cluster());
  await startStores();
  const { rows } = await pool.query<{ num: number; comment: string | null }>(
    'select num::int, comment from posts order by num',
  );
  expect(rows.map(({ num }) => num)).toEqual(Array.from({ length: 60 }, (_, place) => place + 1));
  expect(rows.filter(({ comment }) => comment === null).map(({ num }) => num)).toEqual([7, 52]);
  expect((await pool.query('select from sessions')).rowCount).toBe(0);
  expect((await pool.query('select from accounts')).rowCount).toBe(1);
  expect(await sagasu('restore', 'finish')).toMatchObject({ code: 0 });

  // The history goes on in a new timeline, to which the newest base backup does not lead.
  await archived();
  expect(await drill()).toMatchObject({ base: first, posts: 60 });
  const into = ['--key', at('key.txt'), '--into', at('of-old-history')];
  const old = ['restore', 'base', at('backups'), '--base', abandoned, ...into];
  expect(await sagasu(...old)).toMatchObject(fails('name that history with --timeline 1'));
  expect(await sagasu(...old, '--timeline', '1')).toMatchObject({ code: 0, stderr: '' });
  await rm(at('of-old-history'), { recursive: true });

  // The next base backup begins before the abandoned one.
  const next = await sagasu('backup', 'base', at('backups'), '--recipient', recipient, '--keep', '2');
  expect(next).toMatchObject({ code: 0, stdout: expect.stringContaining('Removed 1 base backups') as string });
  const kept = await readdir(at('backups/base'));
  expect(kept).toEqual([abandoned, expect.any(String)]);
  expect(await manifestOf(kept[1] ?? '')).toMatchObject({ timeline: 2 });
  expect(await drill()).toMatchObject({ base: kept[1], posts: 60 });
});

test('a restore that cannot succeed names the reason and a way out, and leaves no folder', async () => {
  const restore = async (...more: readonly string[]) =>
    sagasu('restore', 'base', at('backups'), '--key', at('key.txt'), '--into', at('other'), ...more);
  await writePosts(pool, board, posts(71, 72));
  await archived();
  expect(await restore('--to', '2020-01-01T00:00:00Z')).toMatchObject(fails('no base backup reaches'));
  expect(await restore('--to', '2099-01-01T00:00:00Z')).toMatchObject(fails('leave out --to'));
  expect(await restore('--to', 'yesterday')).toMatchObject({ code: 2 });
  expect(await restore('--base', '20200101T000000Z')).toMatchObject(fails('it has 2'));
  expect(await restore('--programs', folder)).toMatchObject(fails('--programs'));
  const { stdout: foreign } = await sagasu('backup', 'key');
  await writeFile(at('foreign.txt'), foreign);
  expect(await restore('--key', at('foreign.txt'))).toMatchObject(fails('is it the right key?'));
  const [name = ''] = await readdir(at('backups/wal'));
  const { timeline, start, segment_bytes: size } = await manifestOf((await readdir(at('backups/base'))).at(-1) ?? '');
  const first = segmentOf(timeline, start, size);
  const [group = ''] = (await readdir(at(`backups/wal/${name}`))).filter((one) => one.startsWith('00000002000'));
  const segments = (await readdir(at(`backups/wal/${name}/${group}`)))
    .filter((file) => /^[0-9A-F]{24}-/.test(file))
    .toSorted();
  const last = segments.at(-1) ?? '';
  const path = at(`backups/wal/${name}/${group}/${last}`);
  const content = await readFile(path);
  await writeFile(path, content.fill(0, content.length - 20));
  expect(await restore()).toMatchObject(fails('is damaged'));
  expect(await readdir(folder)).not.toContain('other');
  for (const file of segments) if (file.startsWith(first)) await rm(at(`backups/wal/${name}/${group}/${file}`));
  expect(await restore()).toMatchObject(fails('is missing'));
});
