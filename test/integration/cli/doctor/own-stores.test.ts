/** `sagasu doctor` over a PostgreSQL and a Redis of its own: their roles and settings belong to the whole server. */
import { chmodSync, mkdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { Redis } from 'ioredis';
import type pg from 'pg';
import { recordRestore } from '../../../../backup/restore-record.ts';
import { migrate } from '../../../../platform/migrate.ts';
import { addAdmin } from '../../../../server/admin/accounts/accounts.ts';
import { createPostgresPool } from '../../../../platform/postgres.ts';
import { permitLogins } from '../../../support/logins.ts';
import { OwnStack } from '../../../support/own-stack.ts';
import type { WorldSettings } from '../../../support/world.ts';
import { diagnosisOf, examine, faults, temporaryFolder } from './examine.ts';
import { givenProc } from './given-proc.ts';

const stack = new OwnStack();
let world: WorldSettings;
let pool: pg.Pool;
let redis: Redis;

beforeAll(async () => {
  await stack.choosePorts();
  const { urls } = await stack.run({ ELASTICSEARCH_URL: inject('elasticsearchUrls').join(',') });
  const prefix = `doctor${process.pid}`;
  world = {
    databaseUrl: urls['DATABASE_URL'] ?? '',
    redisUrl: urls['REDIS_URL'] ?? '',
    elasticsearchUrls: inject('elasticsearchUrls'),
    indexPrefix: `${prefix}-`,
    queuePrefix: prefix,
  };
  await migrate(world.databaseUrl);
  await permitLogins(world.databaseUrl);
  pool = createPostgresPool({ url: world.databaseUrl });
  redis = new Redis(world.redisUrl);
});

afterAll(async () => {
  redis.disconnect();
  await pool.end();
  await stack.stopRunning();
  stack.removeFolder();
});

/** The settings, folders and kernel of an archive that is operated well. */
function wellKept(): { env: Record<string, string>; proc: string } {
  const data = temporaryFolder();
  chmodSync(data, 0o700);
  return {
    env: {
      SAGASU_DATA: data,
      SAGASU_SECRET: 'a secret that is long enough for tests',
      SAGASU_CONTACT: 'mail@example.org',
      SAGASU_USER_AGENT: 'Test/1.0 (mail@example.org)',
    },
    proc: givenProc({ mapCount: 262_144, openFiles: 1_048_576 }),
  };
}

test('a healthy archive has no fault', async () => {
  const folder = temporaryFolder();
  mkdirSync(folder, { recursive: true });
  await recordRestore(folder, { backup: '20260101T000000Z', at: new Date().toISOString() });
  await pool.query(
    `insert into tasks (kind, status, requested_by, finished_at, options) values ('backup', 'succeeded', 'cli', now(), $1)`,
    [{ folder }],
  );
  await addAdmin(pool, 'mika', 'correct horse battery staple');
  const { findings, unchecked, checked } = await diagnosisOf(world, null, wellKept());
  // The disk of the machine that runs the tests is not part of the archive.
  expect(findings.filter(({ check }) => check !== 'machine.disk')).toEqual([]);
  expect(unchecked).toEqual([]);
  expect(checked).toBeGreaterThanOrEqual(60);
});

test('roles that are missing, locked or too strong are named with the statement that corrects them', async () => {
  const names = ['roles.login', 'roles.rights', 'roles.backup'];
  expect((await diagnosisOf(world, names)).findings).toEqual([]);
  await pool.query(`
    alter role sagasu_indexer nologin;
    alter role sagasu_server bypassrls;
    grant pg_read_all_data to sagasu_scraper;
    alter role sagasu_backup nobypassrls`);
  const { findings } = await diagnosisOf(world, names);
  expect(findings.map(({ level, found, fix }) => [level, found, fix])).toEqual([
    ['error', 'the role sagasu_indexer may not log in', 'SAGASU_INDEXER_DATABASE_PASSWORD=… sagasu migrate'],
    ['error', 'sagasu_scraper is a member of pg_read_all_data', 'revoke "pg_read_all_data" from sagasu_scraper'],
    ['error', 'sagasu_server is bypassrls', 'alter role sagasu_server nobypassrls'],
    ['note', 'there is no role sagasu_backup that reads every row', expect.stringContaining('bypassrls')],
  ]);
  await pool.query(`
    alter role sagasu_indexer login;
    alter role sagasu_server nobypassrls;
    revoke pg_read_all_data from sagasu_scraper;
    alter role sagasu_backup bypassrls`);
});

test('a role that is gone is named', async () => {
  await pool.query('alter role sagasu_importer rename to somebody');
  try {
    expect(await faults(world, 'roles.login')).toEqual(['there is no role sagasu_importer']);
  } finally {
    await pool.query('alter role somebody rename to sagasu_importer');
  }
});

test('a Redis that evicts or forgets jobs is corrected with --fix', async () => {
  const names = ['redis.eviction', 'redis.persistence'];
  await redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
  await redis.config('SET', 'appendonly', 'no');
  expect((await diagnosisOf(world, names)).findings).toMatchObject([
    { check: 'redis.eviction', level: 'error', found: 'maxmemory-policy is allkeys-lru', fixable: true },
    { check: 'redis.persistence', level: 'error', found: 'append-only persistence is off', fixable: true },
  ]);
  const { findings, fixed } = await diagnosisOf(world, names, { fix: true });
  expect(findings).toEqual([]);
  expect(fixed).toEqual(names);
  expect(await redis.config('GET', 'appendonly')).toEqual(['appendonly', 'yes']);
});

test('a Redis that is almost full, or a replica, is named', async () => {
  const used = Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1]);
  await redis.config('SET', 'maxmemory', String(Math.round(used * 1.05)));
  expect(await faults(world, 'redis.memory')).toEqual([expect.stringMatching(/^\d+ % of maxmemory are in use$/)]);
  await redis.config('SET', 'maxmemory', '0');
  expect(await faults(world, 'redis.memory')).toEqual([]);
  await redis.replicaof('127.0.0.1', 1);
  expect(await examine(world, 'redis.primary')).toMatchObject([
    { level: 'error', found: 'REDIS_URL leads to a slave' },
  ]);
  await redis.replicaof('NO', 'ONE');
  expect(await faults(world, 'redis.primary')).toEqual([]);
});

test('after a base backup, a PostgreSQL that does not archive its log is an error with the statements', async () => {
  expect(await examine(world, 'backups.log')).toEqual([]);
  const { rows } = await pool.query<{ id: string }>(
    `insert into tasks (kind, status, requested_by, finished_at, options) values ('backup', 'succeeded', 'cli', now(), '{"method":"base"}') returning id`,
  );
  expect(await examine(world, 'backups.log')).toMatchObject([
    {
      level: 'error',
      found: 'archive_mode is off',
      fix: 'alter system set archive_mode = on; then restart PostgreSQL',
    },
    {
      level: 'error',
      found: 'archive_command is empty',
      fix: expect.stringMatching(
        /^alter system set archive_command = 'sagasu backup wal "%p" FOLDER --recipient age1…'; /,
      ),
    },
  ]);
  await pool.query('delete from tasks where id = $1', [rows[0]?.id]);
  expect(await examine(world, 'backups.log')).toEqual([]);
});

test('a replication slot that nobody reads is named', async () => {
  await pool.query(`select pg_create_physical_replication_slot('old_standby')`);
  expect(await faults(world, 'postgresql.slots')).toEqual(['nobody reads the replication slot old_standby']);
  await pool.query(`select pg_drop_replication_slot('old_standby')`);
  expect(await faults(world, 'postgresql.slots')).toEqual([]);
});

test('the versions of the stores are those that Sagasu needs', async () => {
  const names = ['versions.node', 'versions.postgresql', 'versions.redis', 'versions.elasticsearch'];
  expect(await diagnosisOf(world, names)).toMatchObject({ checked: 4, findings: [] });
});
