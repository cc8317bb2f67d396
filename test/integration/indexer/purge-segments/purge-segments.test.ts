/**
 * Elasticsearch trims its history twice a minute, so a segment purge takes half a minute, most of it waiting. The tests
 * of this file run concurrently to share the wait.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { indexName } from '../../../../mappings/elasticsearch/index-names.ts';
import { documentId, toPostDocument } from '../../../../mappings/elasticsearch/post-document.ts';
import { documentVersion } from '../../../../mappings/elasticsearch/version.ts';
import type { Post } from '../../../../mappings/post.ts';
import { createElasticsearch } from '../../../../platform/elasticsearch.ts';
import { createLogger } from '../../../../platform/logger.ts';
import { ElasticsearchBulk } from '../../../../indexer/live/elasticsearch-bulk.ts';
import { PostgresTombstones } from '../../../../indexer/purge-segments/postgres-tombstones.ts';
import { StoreMonitor } from '../../../../indexer/runtime/store-monitor.ts';
import { moderate } from '../../../../server/moderation/moderate.ts';
import { aPost, insertBoard, writePosts, type TestBoard } from '../../../support/builders.ts';
import { drained, openIndexer, type TestIndexer } from '../../../support/indexer.ts';
import { writesOf } from '../../../support/writes-of.ts';
import { useWorld } from '../../../support/world.ts';

const world = useWorld();
const PURGED_WITHIN_MS = 110_000;

let indexers: readonly TestIndexer[];
const boards = new Map<string, TestBoard>();

beforeAll(async () => {
  indexers = [await openIndexer(world()), await openIndexer(world())];
  for (const [name, nums] of [
    ['plain', [100, 101, 102, 110]],
    ['again', [100, 101, 102]],
    ['slices', [100, 101, 1_500, 2_500]],
    ['late', [100, 101]],
    ['refused', [100, 101]],
    ['stopped', [100, 101]],
    ['killed', [100, 101]],
  ] as const) {
    const made = await insertBoard(world().pool, name, { sliceSize: 1_000 });
    boards.set(name, made);
    await writePosts(
      world().pool,
      made,
      nums.map((num) => thePost(name, num)),
    );
  }
  await drained(world());
});

afterAll(async () => {
  for (const indexer of indexers) await indexer.close();
});

function board(name: string): TestBoard {
  const found = boards.get(name);
  if (found === undefined) throw new Error(`no board ${name} was given`);
  return found;
}

function thePost(name: string, num: number): Post {
  return aPost({
    board: name,
    num,
    thread: num - (num % 10),
    name: `xylophone${num}`,
    subject: `xylophone${num}`,
    comment: `xylophone${num} <a href="//xylophone${num}.example.org">x</a>`,
    mediaName: `xylophone${num}`,
    tripcode: `xylophone${num}`,
  });
}

const indexOf = (name: string, slice = 0) => indexName(world().indexPrefix, { board: name, slice, build: 1 });

async function purge(name: string, nums: readonly number[], threads = false): Promise<void> {
  await moderate(world().pool, {
    action: 'purge',
    board: { id: board(name).id, name },
    posts: nums.map((num) => ({ num, subnum: 0 })),
    threads,
    actor: 'warden',
    reason: null,
    now: new Date(),
  });
}

function quiet(service: string): StoreMonitor {
  return new StoreMonitor(createLogger({ logLevel: 'silent', logFormat: 'json' }, 'test'), service);
}

async function revOf(name: string, num: number): Promise<number> {
  const statement = 'select rev from posts where board_id = $1 and num = $2';
  const { rows } = await world().pool.query<{ rev: string }>(statement, [board(name).id, num]);
  return Number(rows[0]?.rev);
}

async function unfinished(name: string): Promise<number> {
  const { rows } = await world().pool.query(
    `select 1 from tombstones where board_id = $1 and segments_purged_at is null
     union all select 1 from tasks where board_id = $1 and status in ('enqueued', 'processing')`,
    [board(name).id],
  );
  return rows.length;
}

async function segmentsPurged(name: string): Promise<void> {
  await vi.waitFor(async () => expect(await unfinished(name)).toBe(0), { timeout: PURGED_WITHIN_MS, interval: 200 });
}

async function tasksOf(name: string): Promise<Record<string, unknown>[]> {
  const statement = 'select * from tasks where board_id = $1 order by id';
  return (await world().pool.query<Record<string, unknown>>(statement, [board(name).id])).rows;
}

async function isAt(name: string, step: string): Promise<void> {
  await vi.waitFor(async () => expect(await tasksOf(name)).toMatchObject([{ step }]), {
    timeout: 60_000,
    interval: 20,
  });
}

async function deletedDocuments(index: string): Promise<number> {
  await world().elasticsearch.indices.refresh({ index });
  const stats = await world().elasticsearch.indices.stats({ index, metric: ['docs'] });
  return stats.indices?.[index]?.total?.docs?.deleted ?? -1;
}

/** The source of every document, and every term of every field. */
async function everythingIn(index: string): Promise<string> {
  const { elasticsearch } = world();
  await elasticsearch.indices.refresh({ index });
  const { hits } = await elasticsearch.search({ index, size: 1000, query: { match_all: {} } });
  const docs = hits.hits.map(({ _id: id = '' }) => ({ _id: id, fields: ['*'] }));
  return JSON.stringify([hits, await elasticsearch.mtermvectors({ index, docs })]);
}

async function settingsOf(index: string): Promise<string> {
  return JSON.stringify(await world().elasticsearch.indices.getSettings({ index, flat_settings: true }));
}

describe.concurrent('purged posts', () => {
  test('leave no content in the segments, and other posts stay', async () => {
    const index = indexOf('plain');
    expect(await everythingIn(index)).toContain('xylophone101');
    await purge('plain', [101]);
    await isAt('plain', 'merge');
    // The document was overwritten, and so was its opener's, whose reply count decreased; their old versions still exist.
    expect(await deletedDocuments(index)).toBe(2);
    expect(await settingsOf(index)).toContain('expunge_deletes_allowed');
    await segmentsPurged('plain');
    expect(await deletedDocuments(index)).toBe(0);
    const everything = await everythingIn(index);
    expect(everything).not.toContain('xylophone101');
    expect(everything).toContain('xylophone102');
    expect(await tasksOf('plain')).toMatchObject([
      { status: 'succeeded', details: { posts: 1, rounds: 1 }, requested_by: 'warden' },
    ]);
    expect(await settingsOf(index)).not.toContain('expunge_deletes_allowed');
  });

  test('purged during a task get a further round in the same task', async () => {
    await purge('again', [101]);
    await isAt('again', 'merge');
    await purge('again', [102]);
    await segmentsPurged('again');
    expect(await tasksOf('again')).toMatchObject([{ status: 'succeeded', details: { posts: 2, rounds: 2 } }]);
    expect(await deletedDocuments(indexOf('again'))).toBe(0);
    expect(await everythingIn(indexOf('again'))).not.toMatch(/xylophone10[12]/);
  });

  test('are removed from the segments of all indices of their slices, and of no other index', async () => {
    const standby = `${indexOf('slices')}9`;
    // The row is written first: indexers delete an index without a row.
    await world().pool.query(
      `insert into indices (name, board_id, slice, build, mapping_version, state) values ($1, $2, 0, 9, 1, 'standby')`,
      [standby, board('slices').id],
    );
    await world().elasticsearch.indices.create({ index: standby, settings: { number_of_replicas: 0 } });
    await world().pool.query('update index_sets set version = version + 1 where board_id = $1', [board('slices').id]);
    await writePosts(world().pool, board('slices'), [thePost('slices', 101), thePost('slices', 1_500)]);
    await vi.waitFor(async () => expect(await everythingIn(standby)).toContain('xylophone101'), { timeout: 60_000 });
    await purge('slices', [101, 2_500]);
    await segmentsPurged('slices');
    for (const index of [standby, indexOf('slices'), indexOf('slices', 2)]) {
      expect(await deletedDocuments(index)).toBe(0);
      expect(await everythingIn(index)).not.toMatch(/xylophone(101|2500)/);
    }
    // This document was edited, not purged.
    expect(await deletedDocuments(indexOf('slices', 1))).toBe(1);
  });

  test('do not return through a late write, before or after the task', async () => {
    const old = { ...thePost('late', 101), rev: await revOf('late', 101) };
    const lateWrite = async () => {
      const client = createElasticsearch(world().elasticsearchUrls);
      const bulk = new ElasticsearchBulk({
        client,
        monitor: quiet('Elasticsearch'),
        signal: new AbortController().signal,
        onBulk: () => undefined,
      });
      const source = JSON.stringify(toPostDocument(old, board('late').id));
      const write = {
        id: documentId(old),
        version: documentVersion(1, old.rev),
        boardId: board('late').id,
        timePosted: old.timePosted.getTime(),
        source,
        indices: [indexOf('late')],
      };
      const outcomes = await bulk.write(writesOf(write));
      await client.close();
      return outcomes;
    };
    await purge('late', [101]);
    await drained(world());
    expect(await lateWrite()).toEqual([{ kind: 'stale' }]);
    await segmentsPurged('late');
    expect(await lateWrite()).toEqual([{ kind: 'stale' }]);
    const stub = await world().elasticsearch.get<Record<string, unknown>>({
      index: indexOf('late'),
      id: documentId(old),
    });
    expect(stub._version).toBeGreaterThan(documentVersion(1, old.rev));
    expect(Object.keys(stub._source ?? {}).sort()).toEqual([
      'board',
      'h1',
      'h2',
      'num',
      'rev',
      'state',
      'subnum',
      'tiebreak',
    ]);
    expect(await everythingIn(indexOf('late'))).not.toContain('xylophone101');
  });

  test('are not recorded as purged while Elasticsearch has more of them than a stub', async () => {
    // Written directly to the index, with a higher version than the stub's.
    await world().elasticsearch.index({
      index: indexOf('refused'),
      id: 'refused.101.0',
      version: documentVersion(1, 1_000_000_000),
      version_type: 'external',
      document: toPostDocument(thePost('refused', 101), board('refused').id),
    });
    await purge('refused', [101]);
    await vi.waitFor(
      async () =>
        expect(await tasksOf('refused')).toMatchObject([{ status: 'failed', error: { code: 'stub_missing' } }]),
      { timeout: PURGED_WITHIN_MS, interval: 200 },
    );
    // The failed task remains visible to admins until the next purge.
    expect(await new PostgresTombstones(world().pool, quiet('PostgreSQL')).addMissingTasks()).toBe(0);
  });

  test('stay in the segments when the task is cancelled, with the settings restored, until the next purge', async () => {
    await purge('stopped', [101]);
    await isAt('stopped', 'merge');
    await world().pool.query(`update tasks set requested_action = 'cancel' where board_id = $1`, [board('stopped').id]);
    await vi.waitFor(async () => expect(await tasksOf('stopped')).toMatchObject([{ status: 'cancelled' }]), {
      timeout: 60_000,
    });
    expect(await settingsOf(indexOf('stopped'))).not.toContain('expunge_deletes_allowed');
    expect(await unfinished('stopped')).toBe(1);
    await purge('stopped', [101]);
    await segmentsPurged('stopped');
    expect(await tasksOf('stopped')).toMatchObject([{ status: 'cancelled' }, { status: 'succeeded' }]);
    expect(await everythingIn(indexOf('stopped'))).not.toContain('xylophone101');
  });

  test('are handled by another worker when the first one is killed', async () => {
    await purge('killed', [101]);
    await isAt('killed', 'merge');
    // Simulates an expired lease: the next worker gets a higher fence.
    await world().pool.query(
      `update tasks set fence = fence + 1, worker = 'gone', lease_until = now() where board_id = $1`,
      [board('killed').id],
    );
    await segmentsPurged('killed');
    expect(await tasksOf('killed')).toMatchObject([{ status: 'succeeded', fence: '3' }]);
    expect(await everythingIn(indexOf('killed'))).not.toContain('xylophone101');
    expect(await settingsOf(indexOf('killed'))).not.toContain('expunge_deletes_allowed');
  });
});
