/** `sagasu doctor` of this version over a database of version 0.1.1, before an upgrade. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { largestRebuild, roomFaults } from '../../../../cli/doctor/upgrade.ts';
import { MAPPING_VERSION } from '../../../../mappings/elasticsearch/post-index.ts';
import { migrate } from '../../../../platform/migrate.ts';
import { restoreDump } from '../../../support/restore-dump.ts';
import { useWorld, type WorldSettings } from '../../../support/world.ts';
import { diagnosisOf, examine, faults, hoursAhead } from './examine.ts';

const fixture = gunzipSync(readFileSync(new URL('../../../fixtures/upgrade/0158.sql.gz', import.meta.url))).toString();
const NAMES = ['upgrade.backup', 'upgrade.disk'];

const world = useWorld();
let old: WorldSettings;
let client: pg.Client;

beforeAll(async () => {
  const url = new URL(world().databaseUrl);
  url.pathname += '_before_upgrade';
  await world().pool.query(`create database ${url.pathname.slice(1)}`);
  old = { ...world(), databaseUrl: url.href };
  client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await restoreDump(client, fixture);
});

afterAll(async () => {
  await client.end();
  await world().pool.query(`drop database ${new URL(old.databaseUrl).pathname.slice(1)} with (force)`);
});

test('a migrated database has no conditions of an upgrade', async () => {
  expect(await diagnosisOf(world(), NAMES)).toMatchObject({ checked: 2, findings: [], unchecked: [] });
});

test('the missing migrations are counted', async () => {
  expect(await faults(old, 'schema.version')).toEqual([
    expect.stringMatching(/^\d{2,} migrations are missing: \S+ to \S+$/),
  ]);
});

test('before the migrations, a missing or old backup is named', async () => {
  await client.query(`delete from tasks where kind = 'backup'`);
  expect(await examine(old, 'upgrade.backup')).toMatchObject([
    {
      level: 'warning',
      found: 'there is no backup from before the upgrade',
      fix: expect.stringContaining('sagasu backup FOLDER') as string,
    },
  ]);
  await client.query(
    `insert into tasks (kind, status, requested_by, finished_at) values ('backup', 'succeeded', 'cli', now())`,
  );
  expect(await faults(old, 'upgrade.backup')).toEqual([]);
  const inDays = async (days: number) => faults(old, 'upgrade.backup', { now: hoursAhead(24 * days + 1) });
  expect(await inDays(1)).toEqual(['the last backup before the upgrade is 1 day old']);
  expect(await inDays(9)).toEqual(['the last backup before the upgrade is 9 days old']);
});

test('the board with the largest indices decides whether the disks of Elasticsearch have room for a rebuild', async () => {
  const { elasticsearch, indexPrefix } = world();
  const context = { pool: client as unknown as pg.Pool, elasticsearch };
  await client.query(`update indices set mapping_version = ${MAPPING_VERSION}`);
  expect(await largestRebuild(context)).toBeNull();
  await client.query(`update indices set mapping_version = 1, name = '${indexPrefix}' || name where state = 'live'`);
  expect(await largestRebuild(context)).toMatchObject({ bytes: 0 });
  const { rows } = await client.query<{ name: string; board: string }>(
    `select i.name, b.name as board from indices i join boards b on b.id = i.board_id where i.state = 'live' order by b.name desc limit 1`,
  );
  const [{ name, board } = { name: '', board: '' }] = rows;
  await elasticsearch.indices.create({ index: name });
  await elasticsearch.index({ index: name, document: { num: 1 }, refresh: true });
  expect(await largestRebuild(context)).toEqual({ board, bytes: expect.any(Number) as number });
  expect((await largestRebuild(context))?.bytes).toBeGreaterThan(1_000);
  expect(await faults(old, 'upgrade.disk')).toEqual([]);
  expect(roomFaults({ board, bytes: 6e9 }, 12e9)).toEqual([]);
  expect(roomFaults({ board, bytes: 6e9 }, 11e9)).toEqual([
    { text: `the rebuild of /${board}/ takes up to 12 GB, and 11 GB are free` },
  ]);
  await elasticsearch.indices.delete({ index: name });
});

test('after the migrations, the conditions are met', async () => {
  await migrate(old.databaseUrl);
  await client.query(`delete from tasks where kind = 'backup'`);
  expect((await diagnosisOf(old, NAMES)).findings).toEqual([]);
});
