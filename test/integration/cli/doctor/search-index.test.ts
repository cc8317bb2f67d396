/** `sagasu doctor` over an Elasticsearch in which each fault is planted. */
import { beforeAll, expect, test } from 'vitest';
import { boardAlias, indexName, postsAlias } from '../../../../mappings/elasticsearch/index-names.ts';
import { MAPPING_VERSION, postIndexSettings, postMappingOf } from '../../../../mappings/elasticsearch/post-index.ts';
import { insertBoard, type TestBoard } from '../../../support/builders.ts';
import { freePort } from '../../../support/ports.ts';
import { useWorld } from '../../../support/world.ts';
import { diagnosisOf, examine, faults } from './examine.ts';

const world = useWorld();
let board: TestBoard;
let index: string;

beforeAll(async () => {
  board = await insertBoard(world().pool, 'g');
  index = indexName(world().indexPrefix, { board: 'g', slice: 0, build: 1 });
  await world().pool.query(
    `insert into indices (name, board_id, slice, build, mapping_version, state) values ($1, $2, 0, 1, $3, 'live')`,
    [index, board.id, MAPPING_VERSION],
  );
  await create(postMappingOf(true));
});

async function create(mappings: object, replicas = 0): Promise<void> {
  const { elasticsearch, indexPrefix } = world();
  await elasticsearch.indices.delete({ index, ignore_unavailable: true });
  await elasticsearch.indices.create({
    index,
    settings: { index: postIndexSettings({ replicas }) } as object,
    mappings,
    aliases: { [boardAlias(indexPrefix, 'g')]: {}, [postsAlias(indexPrefix)]: {} },
    wait_for_active_shards: 1,
  });
}

const ALL = [
  'elasticsearch.answers',
  'elasticsearch.health',
  'elasticsearch.nodes',
  'elasticsearch.writes',
  'elasticsearch.indices',
  'elasticsearch.mapping',
  'elasticsearch.origin',
  'elasticsearch.replicas',
  'elasticsearch.awareness',
  'elasticsearch.shards',
];

test('indices as indexers create them have no fault', async () => {
  expect(await diagnosisOf(world(), ALL)).toMatchObject({ checked: ALL.length, findings: [], unchecked: [] });
});

test('an index with a field of another type, without a field, or open to any field is named', async () => {
  const mapping = postMappingOf(true);
  const { subject: _subject, ...others } = mapping.properties;
  await create({ ...mapping, dynamic: 'false', properties: { ...others, num: { type: 'keyword' } } });
  const found = await examine(world(), 'elasticsearch.mapping');
  expect(found.map(({ found: text }) => text)).toEqual([
    `the index ${index} has another mapping of the field num`,
    `the index ${index} has another mapping of the field subject`,
    `the index ${index} accepts fields without a mapping`,
  ]);
  expect(found[0]?.fix).toBe('sagasu reindex g');
  await create(mapping);
  expect(await faults(world(), 'elasticsearch.mapping')).toEqual([]);
});

test('an index that is closed, without an alias, or missing is named', async () => {
  const { elasticsearch, indexPrefix } = world();
  const alias = postsAlias(indexPrefix);
  await elasticsearch.indices.deleteAlias({ index, name: alias });
  expect(await faults(world(), 'elasticsearch.indices')).toEqual([`the index ${index} lacks its alias ${alias}`]);
  await elasticsearch.indices.close({ index });
  expect(await faults(world(), 'elasticsearch.indices')).toEqual([`the index ${index} of /g/ is closed`]);
  await elasticsearch.indices.delete({ index });
  expect(await faults(world(), 'elasticsearch.indices')).toEqual([`the index ${index} of /g/ is missing`]);
  await create(postMappingOf(true));
  expect(await faults(world(), 'elasticsearch.indices')).toEqual([]);
});

test('an index that a setting keeps from being written is named with the request that permits it', async () => {
  await world().elasticsearch.indices.putSettings({ index, settings: { 'index.blocks.write': true } });
  expect(await examine(world(), 'elasticsearch.writes')).toMatchObject([
    {
      level: 'error',
      found: 'Elasticsearch refuses writes (write_block) of /g/',
      fix: expect.stringContaining('curl'),
    },
  ]);
  await world().elasticsearch.indices.putSettings({ index, settings: { 'index.blocks.write': null } });
});

test('replicas that no node can hold make the index yellow', async () => {
  await create(postMappingOf(true), 1);
  expect(await examine(world(), 'elasticsearch.health')).toMatchObject([
    { level: 'warning', found: 'the indices are yellow: 1 shards are not assigned to a node' },
  ]);
  expect(await faults(world(), 'elasticsearch.replicas', { env: { SAGASU_INDEX_REPLICAS: '1' } })).toEqual([
    '1 replicas need 2 data nodes; there is 1',
  ]);
  await create(postMappingOf(true));
});

test('indices of another database are an error', async () => {
  const { elasticsearch, indexPrefix } = world();
  await world().pool.query('select ensure_slice($1, 0)', [board.id]);
  await elasticsearch.indices.putIndexTemplate({
    name: `${indexPrefix}posts`,
    index_patterns: [`${indexPrefix}posts-*-v*`],
    priority: 500,
    _meta: { database: { systemIdentifier: '1', timeline: '1', databaseOid: '1' } },
  });
  // An identity is compared once posts have been written.
  await world().pool.query(`select nextval('post_rev')`);
  expect(await examine(world(), 'elasticsearch.origin')).toMatchObject([
    { level: 'error', found: expect.stringMatching(/^the search indices .*another database/) },
  ]);
  await elasticsearch.indices.deleteIndexTemplate({ name: `${indexPrefix}posts` });
});

test('one of two addresses that does not answer is a warning, the only one an error', async () => {
  const dead = `http://elastic:secret@127.0.0.1:${await freePort()}`;
  const [alive = ''] = world().elasticsearchUrls;
  const some = await examine({ ...world(), elasticsearchUrls: [alive, dead] }, 'elasticsearch.answers');
  expect(some).toMatchObject([{ level: 'warning', found: expect.stringContaining(new URL(dead).host) }]);
  const none = await examine({ ...world(), elasticsearchUrls: [dead] }, 'elasticsearch.answers');
  expect(none).toMatchObject([{ level: 'error' }]);
  expect(JSON.stringify([some, none])).not.toContain('secret');
});

test('drift, outdated, late, refused and unverified documents are named with the command for the board', async () => {
  const { pool } = world();
  await pool.query(
    `insert into verifications (board_id, verified_at, drift, documents) values ($1, now() - interval '3 days', 2, 9)`,
    [board.id],
  );
  await pool.query(`update indices set mapping_version = 5, refilling_since = now() - interval '1 day'`);
  await pool.query(
    `insert into dirty (board_id, thread, gen, min_rev, since)
     values ($1, 1, nextval('dirty_gen'), 1, now() - interval '20 minutes')`,
    [board.id],
  );
  await pool.query(
    `insert into quarantine (board_id, thread, num, subnum, index_name, rev, reason) values ($1, 1, 1, 0, $2, 1, 'too long')`,
    [board.id, index],
  );
  const names = ['index.lag', 'index.drift', 'index.outdated', 'index.quarantine', 'index.refilling', 'index.verified'];
  const { findings, unchecked } = await diagnosisOf(world(), names);
  expect(unchecked).toEqual([]);
  expect(findings.map(({ check, level, found }) => [check, level, found])).toEqual([
    ['index.lag', 'error', expect.stringMatching(/^Posts of \/g\/ have waited for the index for 20 min/)],
    ['index.drift', 'error', expect.stringMatching(/^2 documents of \/g\/ differ from their posts/)],
    ['index.outdated', 'warning', '1 board has outdated indices and needs a rebuild: /g/'],
    ['index.quarantine', 'warning', 'Elasticsearch refuses 1 document of /g/'],
    ['index.refilling', 'warning', expect.stringMatching(/^the index of \/g\/ has been refilled since/)],
    ['index.verified', 'warning', expect.stringMatching(/^\/g\/ was last verified at/)],
  ]);
  expect(findings.map(({ fix }) => fix)).toEqual(
    expect.arrayContaining(['sagasu verify --repair g', 'sagasu reindex g', 'sagasu verify g']),
  );
  await pool.query('delete from dirty');
  await pool.query('delete from quarantine');
  await pool.query('update verifications set drift = 0, verified_at = now()');
  await pool.query('update indices set mapping_version = $1, refilling_since = null', [MAPPING_VERSION]);
  expect((await diagnosisOf(world(), names)).findings).toEqual([]);
});
