import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { ElasticsearchIndices } from '../../../../indexer/index-set/elasticsearch-indices.ts';
import { LiveIndices } from '../../../../indexer/index-set/live-indices.ts';
import { PostgresIndexSets } from '../../../../indexer/index-set/postgres-index-sets.ts';
import { IndexRepair, RED_TIMEOUT_MS, type RepairAction } from '../../../../indexer/index-set/repair-indices.ts';
import { StoreMonitor } from '../../../../indexer/runtime/store-monitor.ts';
import { boardAlias, indexName, postsAlias } from '../../../../mappings/elasticsearch/index-names.ts';
import { createLogger } from '../../../../platform/logger.ts';
import { aPost, insertBoard, writePosts, type TestBoard } from '../../../support/builders.ts';
import { drained, runIndexer } from '../../../support/indexer.ts';
import { useWorld } from '../../../support/world.ts';

const world = useWorld();
let board: TestBoard;
let index: string;

function nothing(): void {}

beforeAll(async () => {
  board = await insertBoard(world().pool, 'kept');
  index = indexName(world().indexPrefix, { board: board.name, slice: 0, build: 1 });
  const posts = [1, 2, 3].map((num) => aPost({ board: board.name, num, comment: 'heron' }));
  await writePosts(world().pool, board, posts);
});

/** Posts that a search of the board's alias finds; 0 without an index. */
async function found(alias = boardAlias(world().indexPrefix, board.name)): Promise<number> {
  const { elasticsearch } = world();
  await elasticsearch.indices.refresh({ index: alias, ignore_unavailable: true });
  const { hits } = await elasticsearch.search({ index: alias, ignore_unavailable: true, track_total_hits: true });
  return typeof hits.total === 'object' ? hits.total.value : (hits.total ?? 0);
}

async function isRefilling(): Promise<boolean> {
  const { rows } = await world().pool.query('select 1 from indices where refilling_since is not null');
  return rows.length > 0;
}

const isSearchable = async () =>
  vi.waitFor(async () => expect([await found(), await isRefilling()]).toEqual([3, false]), {
    timeout: 90_000,
    interval: 200,
  });

describe('while an indexer runs without writes', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['closed', async () => world().elasticsearch.indices.close({ index })],
    ['deleted', async () => world().elasticsearch.indices.delete({ index })],
    ['without aliases', async () => world().elasticsearch.indices.deleteAlias({ index, name: '*' })],
  ])('a live index that is %s is repaired', async (_, lose) => {
    const { registry } = await runIndexer(world());
    await drained(world());
    await isSearchable();
    await lose();
    expect(await found()).toBe(0);
    await isSearchable();
    expect(await found(postsAlias(world().indexPrefix))).toBe(3);
    expect(await registry.metrics()).toMatch(/sagasu_index_repairs_total\{action="(opened|restored|aliased)"\} 1/);
  });
});

function repairWith(now: () => number, actions: [RepairAction, string][] = []) {
  const logger = createLogger({ logLevel: 'silent', logFormat: 'json' }, 'test');
  const { indexPrefix, elasticsearch: client, pool } = world();
  const sets = new PostgresIndexSets(pool, new StoreMonitor(logger, 'PostgreSQL'));
  const store = new ElasticsearchIndices({
    client,
    monitor: new StoreMonitor(logger, 'Elasticsearch'),
    indexPrefix,
    replicas: 0,
  });
  const reports = { onCreated: nothing, onForeign: nothing, onRestored: nothing, onRetired: nothing };
  return new IndexRepair({
    sets,
    store,
    provisioner: new LiveIndices({ sets, store, indexPrefix, ...reports }),
    boards: () => sets.boards(),
    endRefills: () => sets.endRefills(),
    onRepair: (...action) => actions.push(action),
    onRefilled: nothing,
    now,
  });
}

const running = new AbortController().signal;

test('an index that was lost counts as refilling until each of its posts is indexed again', async () => {
  await world().elasticsearch.indices.delete({ index });
  const repair = repairWith(() => 0);
  await repair.run(running);
  expect([await found(), await isRefilling()]).toEqual([0, true]);
  // A write to one of its threads does not make its mark a new one.
  await writePosts(world().pool, board, [aPost({ board: board.name, num: 3, comment: 'grey heron', rev: 2 })]);
  await repair.run(running);
  expect(await isRefilling()).toBe(true);
  await runIndexer(world());
  await drained(world());
  await repair.run(running);
  expect([await found(), await isRefilling()]).toEqual([3, false]);
});

/** Where Elasticsearch keeps the files of the index, which must be on this machine. */
async function filesOf(name: string): Promise<string> {
  const { nodes } = await world().elasticsearch.nodes.stats({ metric: 'fs' });
  const settings = await world().elasticsearch.indices.getSettings({ index: name });
  const uuid = settings[name]?.settings?.index?.uuid ?? '';
  const [path = ''] = Object.values(nodes).flatMap((node) => (node.fs?.data ?? []).map((data) => data.path ?? ''));
  const folder = join(path, 'indices', uuid);
  if (uuid === '' || !existsSync(folder)) throw new Error(`this machine does not have the files of ${name}: ${folder}`);
  return folder;
}

test('a red index is kept while it may recover, and replaced once no node has its documents', async () => {
  const { indices } = world().elasticsearch;
  const folder = await filesOf(index);
  await indices.close({ index });
  await rm(join(folder, '0'), { recursive: true });
  await indices.open({ index, wait_for_active_shards: 0 });
  const { cluster } = world().elasticsearch;
  await vi.waitFor(async () => expect((await cluster.health({ index })).status).toBe('red'), 120_000);

  let now = 0;
  const actions: [RepairAction, string][] = [];
  const repair = repairWith(() => now, actions);
  await repair.run(running);
  now = RED_TIMEOUT_MS - 1;
  await repair.run(running);
  expect(actions).toEqual([]);
  now = RED_TIMEOUT_MS;
  await vi.waitFor(
    async () => {
      await repair.run(running);
      expect(actions).toEqual([['replaced', index]]);
    },
    { timeout: 60_000, interval: 500 },
  );
  await runIndexer(world());
  await isSearchable();
});

test('a red index that only waits for a node is kept', async () => {
  const { indices } = world().elasticsearch;
  await indices.delete({ index });
  await indices.create({
    index,
    settings: { 'index.routing.allocation.require._name': 'no such node' },
    aliases: { [boardAlias(world().indexPrefix, board.name)]: {}, [postsAlias(world().indexPrefix)]: {} },
    wait_for_active_shards: 0,
  });
  expect((await world().elasticsearch.cluster.health({ index })).status).toBe('red');
  const actions: [RepairAction, string][] = [];
  let now = 0;
  const repair = repairWith(() => now, actions);
  await repair.run(running);
  now = 100 * RED_TIMEOUT_MS;
  await repair.run(running);
  expect(actions).toEqual([]);
});
