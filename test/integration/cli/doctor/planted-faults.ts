/** Faults of an archive, each with the check that names it and the command that removes it. */
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { postMappingOf } from '../../../../mappings/elasticsearch/post-index.ts';
import { FOREIGN_PROXIES_KEY } from '../../../../mappings/foreign-proxies.ts';
import { Datastores } from '../../../../platform/datastore/datastores.ts';
import { mountSmallDisk } from '../../../support/small-disk.ts';
import { givenServer } from '../../server/given-archive.ts';
import { hoursAhead, type Examined } from './examine.ts';
import { givenProc } from './given-proc.ts';
import { createIndex, indexOf, type HealthyArchive } from './healthy-archive.ts';

interface Planting {
  readonly archive: HealthyArchive;
  readonly board: number;
  readonly data: string;
}

export interface PlantedFault {
  readonly fault: string;
  readonly check: string;
  readonly fix: RegExp;
  /** Other checks that the same fault touches. */
  readonly also?: readonly string[];
  /** Returns how to undo it, and what it changes in the surroundings of the doctor. */
  readonly plant: (planting: Planting) => Promise<{ undo: () => Promise<unknown>; given?: Examined }>;
}

const nothing = async (): Promise<void> => undefined;

function bySql(fault: string, check: string, fix: RegExp, [plant, undo]: readonly [string, string]): PlantedFault {
  return {
    fault,
    check,
    fix,
    plant: async ({ archive: { pool } }) => {
      await pool.query(plant);
      return { undo: async () => pool.query(undo) };
    },
  };
}

function inSurroundings(fault: string, check: string, fix: RegExp, given: () => Examined): PlantedFault {
  return { fault, check, fix, plant: async () => ({ undo: nothing, given: given() }) };
}

function byRedis(fault: string, check: string, fix: RegExp, name: string, [bad, good]: readonly [string, string]) {
  const plant: PlantedFault['plant'] = async ({ archive: { redis } }) => {
    await redis.config('SET', name, bad);
    return { undo: async () => redis.config('SET', name, good) };
  };
  return { fault, check, fix, plant };
}

function byIndexSetting(fault: string, check: string, fix: RegExp, name: string, [bad, good]: readonly unknown[]) {
  const plant: PlantedFault['plant'] = async ({ archive }) => {
    const set = async (value: unknown) =>
      archive.elasticsearch.indices.putSettings({ index: indexOf(archive), settings: { [name]: value } });
    await set(bad);
    return { undo: async () => set(good) };
  };
  return { fault, check, fix, plant };
}

const LAST_MIGRATION = '(select max(name) from migrations)';
const PARTITION = 'posts_b1_s0';

export const PLANTED_FAULTS: readonly PlantedFault[] = [
  bySql('an old schema', 'schema.version', /^sagasu migrate$/, [
    `create table kept as select * from migrations where name = ${LAST_MIGRATION}; delete from migrations where name = ${LAST_MIGRATION}`,
    `insert into migrations (name, run_on) select name, run_on from kept; drop table kept`,
  ]),
  bySql('a lost index of PostgreSQL', 'schema.objects', /schema\.sql/, [
    'drop index account_roles_board',
    'create index account_roles_board on account_roles (board_id)',
  ]),
  bySql('a lost policy', 'schema.policies', /schema\.sql/, [
    'drop policy owner on accounts',
    'create policy owner on accounts for all to current_user using (true) with check (true)',
  ]),
  bySql('a lost grant', 'schema.grants', /^sagasu doctor --fix/, [
    'revoke select on verifications from sagasu_server',
    'grant select on verifications to sagasu_server',
  ]),
  bySql('a right on a partition', 'schema.partitions', /^revoke select on posts_b1_s0 from sagasu_server$/, [
    `grant select on ${PARTITION} to sagasu_server`,
    `revoke select on ${PARTITION} from sagasu_server`,
  ]),
  bySql('an index that is not valid', 'schema.indexes', /reindex/i, [
    `update pg_index set indisvalid = false where indexrelid = 'account_roles_board'::regclass`,
    `update pg_index set indisvalid = true where indexrelid = 'account_roles_board'::regclass`,
  ]),
  {
    ...bySql('a lost role', 'roles.login', /sagasu migrate/, [
      'alter role sagasu_importer rename to somebody',
      'alter role somebody rename to sagasu_importer',
    ]),
    also: ['roles.connect', 'roles.password', 'schema.grants', 'schema.policies'],
  },
  bySql('a role above row security', 'roles.rights', /^alter role sagasu_server nobypassrls$/, [
    'alter role sagasu_server bypassrls',
    'alter role sagasu_server nobypassrls',
  ]),
  {
    ...bySql('a database that is closed since an interrupted restore', 'roles.connect', /restore/, [
      `do $$ begin execute format('revoke connect on database %I from public', current_database()); end $$`,
      `do $$ begin execute format('grant connect on database %I to public', current_database()); end $$`,
    ]),
    also: ['roles.password'],
  },
  bySql('a replication slot that nobody reads', 'postgresql.slots', /pg_drop_replication_slot/, [
    `select pg_create_physical_replication_slot('old_standby')`,
    `select pg_drop_replication_slot('old_standby')`,
  ]),
  bySql('autovacuum that an import left off', 'postgresql.autovacuum', /^sagasu doctor --fix/, [
    `alter table ${PARTITION} set (autovacuum_enabled = false)`,
    `alter table ${PARTITION} reset (autovacuum_enabled)`,
  ]),
  byRedis('a Redis that evicts jobs', 'redis.eviction', /noeviction/, 'maxmemory-policy', [
    'allkeys-lru',
    'noeviction',
  ]),
  byRedis('a Redis without its append-only file', 'redis.persistence', /appendonly yes/, 'appendonly', ['no', 'yes']),
  {
    ...byIndexSetting('an index that refuses writes', 'elasticsearch.writes', /curl/, 'index.blocks.write', [
      true,
      null,
    ]),
  },
  {
    ...byIndexSetting(
      'a replica without a node',
      'elasticsearch.health',
      /^curl .*allocation\/explain/,
      'index.number_of_replicas',
      [1, 0],
    ),
    also: ['elasticsearch.replicas', 'elasticsearch.nodes'],
  },
  {
    fault: 'a wrong mapping',
    check: 'elasticsearch.mapping',
    fix: /^sagasu reindex g$/,
    plant: async ({ archive }) => {
      const { subject: _subject, ...properties } = postMappingOf(true).properties;
      await createIndex(archive, { ...postMappingOf(true), properties });
      return { undo: async () => createIndex(archive) };
    },
  },
  {
    fault: 'an index that is closed',
    check: 'elasticsearch.indices',
    fix: /^start an indexer, then sagasu verify --repair$/,
    plant: async ({ archive }) => {
      await archive.elasticsearch.indices.close({ index: indexOf(archive) });
      return {
        undo: async () => archive.elasticsearch.indices.open({ index: indexOf(archive), wait_for_active_shards: 1 }),
      };
    },
  },
  bySql('a dead source', 'sources.failing', /sagasu forum close http:\/\/127\.0\.0\.1:1\/g$/, [
    `insert into source_answers (board_id, base_url, failing_since, answers)
     values (1, 'http://127.0.0.1:1/g', now(), '[{"at":"2026-01-02T03:04:00Z","outcome":"connection_refused","detail":null}]')`,
    'delete from source_answers',
  ]),
  bySql('a board that no scraper polls', 'sources.unpolled', /^start a scraper/, [
    `update boards set created_at = now() - interval '1 hour'`,
    `update boards set created_at = now() + interval '1 day'`,
  ]),
  bySql('a source without a name in DNS', 'network.names', /name server/, [
    `update boards set media_url = 'http://files.invalid'`,
    `update boards set media_url = url`,
  ]),
  bySql('a source in the own network', 'network.private-sources', /SAGASU_SCRAPER_PRIVATE_HOSTS/, [
    `update boards set url = 'http://10.1.2.3'`,
    `update boards set url = media_url`,
  ]),
  bySql('documents that differ from their posts', 'index.drift', /^sagasu verify --repair g$/, [
    `insert into verifications (board_id, verified_at, drift, documents) values (1, now(), 2, 9)`,
    'delete from verifications',
  ]),
  bySql('an outdated index', 'index.outdated', /^sagasu reindex g$/, [
    'update indices set mapping_version = mapping_version - 1',
    'update indices set mapping_version = mapping_version + 1',
  ]),
  bySql('posts that wait for the index', 'index.lag', /^start an indexer/, [
    `insert into dirty (board_id, thread, gen, min_rev, since) values (1, 1, nextval('dirty_gen'), 1, now() - interval '20 minutes')`,
    'delete from dirty',
  ]),
  bySql('a failed task', 'tasks.failed', /^sagasu tasks show \d+ names the cause/, [
    `insert into tasks (kind, board_id, status, requested_by, error, enqueued_at, finished_at)
     values ('reindex', 1, 'failed', 'mika', '{"code":"x","message":"the disk is full"}', now(), now())`,
    `delete from tasks where kind = 'reindex'`,
  ]),
  bySql('an old backup', 'backups.made', /sagasu backup/, [
    `update tasks set finished_at = now() - interval '9 days' where kind = 'backup'`,
    `update tasks set finished_at = now() where kind = 'backup'`,
  ]),
  inSurroundings('a wrong clock', 'machine.clock', /^timedatectl set-ntp true/, () => ({ now: hoursAhead(-0.025) })),
  inSurroundings('too few memory maps', 'machine.map-count', /vm\.max_map_count=262144/, () => ({
    proc: givenProc({ mapCount: 65_530, openFiles: 1_048_576 }),
  })),
  inSurroundings('a setting without effect', 'settings.effect', /^sagasu config show/, () => ({
    env: { SAGASU_S3_REGION: 'eu-1' },
  })),
  {
    fault: 'a full disk',
    check: 'machine.disk',
    fix: /sagasu media store add/,
    plant: async () => {
      const disk = mountSmallDisk(4_000_000);
      chmodSync(disk.path, 0o700);
      await disk.fillTo(40_000);
      return { undo: async () => disk.unmount(), given: { env: { SAGASU_DATA: disk.path } } };
    },
  },
  {
    fault: 'a disk that is not mounted',
    check: 'files.datastores',
    fix: /^mount the disk .*sagasu media store list$/,
    plant: async ({ archive: { pool }, data }) => {
      const media = { mediaDir: data, s3AccessKeyId: null, s3SecretAccessKey: null, s3Region: '' };
      const datastores = new Datastores(pool, media);
      const base = join(data, 'disk');
      await datastores.add({ name: 'disk1', kind: 'local', base, firstByte: 0, lastByte: 255 });
      await datastores.close();
      rmSync(base, { recursive: true });
      return { undo: async () => pool.query('delete from datastores') };
    },
  },
  {
    fault: 'a data folder that others can read',
    check: 'files.permissions',
    fix: /chmod|--fix/,
    plant: async ({ data }) => {
      chmodSync(data, 0o755);
      return { undo: async () => chmodSync(data, 0o700) };
    },
  },
  {
    fault: 'a foreign proxy',
    check: 'network.proxies',
    fix: /SAGASU_TRUSTED_PROXIES/,
    plant: async ({ archive }) => {
      const server = await givenServer(archive, { redis: archive.redis, clock: () => new Date() });
      await server.app.inject({
        url: '/livez',
        remoteAddress: '10.1.2.3',
        headers: { 'x-forwarded-for': '192.0.2.7' },
      });
      // The server answers before Redis has the address.
      await expect.poll(async () => archive.redis.exists(FOREIGN_PROXIES_KEY(archive.queuePrefix))).toBe(1);
      await server.close();
      return { undo: async () => archive.redis.del(FOREIGN_PROXIES_KEY(archive.queuePrefix)) };
    },
  },
];
