/** `sagasu doctor` over a PostgreSQL and a Redis of its own: their roles and settings belong to the whole server. */
import { expect, test } from 'vitest';
import { diagnosisOf, examine, faults } from './examine.ts';
import { useHealthyArchive, wellKept } from './healthy-archive.ts';

const archive = useHealthyArchive();

test('a healthy archive has no fault, and every check can be made', async () => {
  const { findings, unchecked, checked } = await diagnosisOf(archive(), null, wellKept());
  // The disk of the machine that runs the tests is not part of the archive.
  expect(findings.filter(({ check }) => check !== 'machine.disk')).toEqual([]);
  expect(unchecked).toEqual([]);
  expect(checked).toBeGreaterThanOrEqual(60);
});

test('roles that are missing, locked or too strong are named with the statement that corrects them', async () => {
  const { pool } = archive();
  const names = ['roles.login', 'roles.rights', 'roles.backup'];
  expect((await diagnosisOf(archive(), names)).findings).toEqual([]);
  await pool.query(`
    alter role sagasu_indexer nologin;
    alter role sagasu_server bypassrls;
    grant pg_read_all_data to sagasu_scraper;
    alter role sagasu_backup nobypassrls`);
  const { findings } = await diagnosisOf(archive(), names);
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
  const { pool } = archive();
  await pool.query('alter role sagasu_importer rename to somebody');
  try {
    expect(await faults(archive(), 'roles.login')).toEqual(['there is no role sagasu_importer']);
  } finally {
    await pool.query('alter role somebody rename to sagasu_importer');
  }
});

test('a Redis that evicts or forgets jobs is corrected with --fix', async () => {
  const { redis } = archive();
  const names = ['redis.eviction', 'redis.persistence'];
  await redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
  await redis.config('SET', 'appendonly', 'no');
  expect((await diagnosisOf(archive(), names)).findings).toMatchObject([
    { check: 'redis.eviction', level: 'error', found: 'maxmemory-policy is allkeys-lru', fixable: true },
    { check: 'redis.persistence', level: 'error', found: 'append-only persistence is off', fixable: true },
  ]);
  const { findings, fixed } = await diagnosisOf(archive(), names, { fix: true });
  expect(findings).toEqual([]);
  expect(fixed).toEqual(names);
  expect(await redis.config('GET', 'appendonly')).toEqual(['appendonly', 'yes']);
});

test('a Redis that is almost full, or a replica, is named', async () => {
  const { redis } = archive();
  const used = Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1]);
  await redis.config('SET', 'maxmemory', String(Math.round(used * 1.05)));
  expect(await faults(archive(), 'redis.memory')).toEqual([expect.stringMatching(/^\d+ % of maxmemory are in use$/)]);
  await redis.config('SET', 'maxmemory', '0');
  expect(await faults(archive(), 'redis.memory')).toEqual([]);
  await redis.replicaof('127.0.0.1', 1);
  expect(await examine(archive(), 'redis.primary')).toMatchObject([
    { level: 'error', found: 'REDIS_URL leads to a slave' },
  ]);
  await redis.replicaof('NO', 'ONE');
  expect(await faults(archive(), 'redis.primary')).toEqual([]);
});

test('after a base backup, a PostgreSQL that does not archive its log is an error with the statements', async () => {
  const { pool } = archive();
  expect(await examine(archive(), 'backups.log')).toEqual([]);
  const { rows } = await pool.query<{ id: string }>(
    `insert into tasks (kind, status, requested_by, finished_at, options) values ('backup', 'succeeded', 'cli', now(), '{"method":"base"}') returning id`,
  );
  expect(await examine(archive(), 'backups.log')).toMatchObject([
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
  expect(await examine(archive(), 'backups.log')).toEqual([]);
});

test('a replication slot that nobody reads is named', async () => {
  const { pool } = archive();
  await pool.query(`select pg_create_physical_replication_slot('old_standby')`);
  expect(await faults(archive(), 'postgresql.slots')).toEqual(['nobody reads the replication slot old_standby']);
  await pool.query(`select pg_drop_replication_slot('old_standby')`);
  expect(await faults(archive(), 'postgresql.slots')).toEqual([]);
});

test('the versions of the stores are those that Sagasu needs', async () => {
  const names = ['versions.node', 'versions.postgresql', 'versions.redis', 'versions.elasticsearch'];
  expect(await diagnosisOf(archive(), names)).toMatchObject({ checked: 4, findings: [] });
});
