import { expect, onTestFinished, test, vi } from 'vitest';
import { StoreMonitor } from '../../../../indexer/runtime/store-monitor.ts';
import { Verifications } from '../../../../indexer/verify/verifications.ts';
import { indexName } from '../../../../mappings/elasticsearch/index-names.ts';
import { createLogger } from '../../../../platform/logger.ts';
import { createPostgresPool } from '../../../../platform/postgres.ts';
import { aPost, insertBoard, writePosts, type TestBoard } from '../../../support/builders.ts';
import { compareStores } from '../../../support/compare-stores.ts';
import { drained, runIndexer } from '../../../support/indexer.ts';
import { ended, enqueue, requestAction } from '../../../support/tasks.ts';
import { useWorld } from '../../../support/world.ts';
import { loginUrl } from '../../../support/logins.ts';

const world = useWorld();

async function anIndexedBoard(name: string, posts: number): Promise<TestBoard> {
  const board = await insertBoard(world().pool, name);
  await writePosts(
    world().pool,
    board,
    Array.from({ length: posts }, (_, place) => aPost({ num: place + 1, thread: 1, comment: `post ${place}` })),
  );
  await drained(world());
  return board;
}

const liveIndex = (board: TestBoard) => indexName(world().indexPrefix, { board: board.name, slice: 0, build: 1 });

async function verificationOf(board: TestBoard) {
  const { rows } = await world().pool.query<{ drift: string; documents: string }>(
    'select drift, documents from verifications where board_id = $1',
    [board.id],
  );
  return rows[0];
}

test('a verification without repair reports differences and changes nothing', async () => {
  const indexer = await runIndexer(world());
  const board = await anIndexedBoard('shown', 30);
  await world().elasticsearch.delete({ index: liveIndex(board), id: 'shown.7.0' });
  const id = await enqueue(world(), 'verify', board, { repair: false, deep: false });
  const { status, details } = await ended(world(), id);
  expect(status).toBe('succeeded');
  expect(details).toMatchObject({
    found: 1,
    drift: 1,
    documents: 29,
    kinds: { missing: 1 },
    samples: [{ kind: 'missing', index: liveIndex(board), id: 'shown.7.0' }],
    seconds: expect.any(Number) as number,
  });
  expect(JSON.stringify(details)).not.toContain('post ');
  expect(await verificationOf(board)).toEqual({ drift: '1', documents: '29' });
  expect((await compareStores(world(), { board })).differences).toHaveLength(1);
  const metrics = await indexer.registry.metrics();
  expect(metrics).toMatch(/sagasu_drift_documents\{board="shown"\} 1\b/);
  expect(metrics).toMatch(/sagasu_drift_found_total 1\b/);
  expect(metrics).toMatch(/sagasu_verified_age_seconds\{board="shown"\} \d/);
  expect(metrics).toMatch(/sagasu_index_lag_seconds\{board="shown"\} 0\b/);
  expect(metrics).toMatch(/sagasu_dirty_threads\{board="shown"\} 0\b/);
});

test('a verification with repair leaves no drift, and reports that', async () => {
  await runIndexer(world());
  const board = await anIndexedBoard('mended', 30);
  const index = liveIndex(board);
  await world().elasticsearch.index({ index, id: 'mended.3.0', document: { num: 3, comment: 'forged' } });
  const { details } = await ended(world(), await enqueue(world(), 'verify', board, { repair: true, deep: true }));
  expect(details).toMatchObject({ found: 1, drift: 0, kinds: { ahead: 1 } });
  expect(await verificationOf(board)).toMatchObject({ drift: '0' });
  expect((await compareStores(world(), { board })).differences).toEqual([]);
});

test('quarantined documents are not reported as drift', async () => {
  await runIndexer(world());
  const board = await insertBoard(world().pool, 'refused');
  await writePosts(world().pool, board, [aPost({ num: 1, capcode: 'x'.repeat(40_000) }), aPost({ num: 2 })]);
  await drained(world());
  const { details } = await ended(world(), await enqueue(world(), 'verify', board, { repair: true, deep: false }));
  expect(details).toMatchObject({ found: 0, drift: 0, quarantined: 1, documents: 1 });
});

test('an index that Elasticsearch has lost is created again with all its documents', async () => {
  await runIndexer(world());
  const board = await anIndexedBoard('lost', 200);
  await world().elasticsearch.indices.delete({ index: liveIndex(board) });
  const { details } = await ended(world(), await enqueue(world(), 'verify', board, { repair: true, deep: false }));
  expect(details).toMatchObject({ found: 1, drift: 0, documents: 200, kinds: { lost_index: 1 } });
});

test('an index of another mapping version is reported, and not compared', async () => {
  await runIndexer(world());
  const board = await anIndexedBoard('older', 3);
  await world().pool.query('update indices set mapping_version = 1 where board_id = $1', [board.id]);
  await world().elasticsearch.delete({ index: liveIndex(board), id: 'older.2.0' });
  const { details } = await ended(world(), await enqueue(world(), 'verify', board, { repair: true, deep: false }));
  expect(details).toMatchObject({ found: 0, drift: 0, outdated: [liveIndex(board)] });
});

test('the replaced index of another mapping version asks for no rebuild', async () => {
  await runIndexer(world());
  const board = await anIndexedBoard('rebuilt-since', 3);
  await world().pool.query('update indices set mapping_version = 1 where board_id = $1', [board.id]);
  await ended(world(), await enqueue(world(), 'reindex', board));
  const { rows } = await world().pool.query('select state, mapping_version from indices where board_id = $1', [
    board.id,
  ]);
  expect(rows).toContainEqual({ state: 'standby', mapping_version: 1 });
  const { details } = await ended(world(), await enqueue(world(), 'verify', board, { repair: false, deep: false }));
  expect(details).toMatchObject({ found: 0, drift: 0, documents: 3, outdated: [] });
});

test('a cancelled verification ends and stores no result', async () => {
  await runIndexer(world());
  const board = await anIndexedBoard('halted', 3);
  // A worker that is gone began it and it was paused: the indexer claims it and keeps it paused.
  const { rows } = await world().pool.query<{ id: string }>(`
    insert into tasks (kind, board_id, options, requested_by, status, requested_action)
    values ('verify', ${board.id}, '{"repair":true}', 'test', 'processing', 'pause') returning id`);
  const id = Number(rows[0]?.id);
  const worker = async () => (await world().pool.query('select worker from tasks where id = $1', [id])).rows;
  await vi.waitFor(async () => expect(await worker()).not.toEqual([{ worker: null }]), { timeout: 60_000 });
  await requestAction(world(), id, 'cancel');
  expect((await ended(world(), id)).status).toBe('cancelled');
  expect(await verificationOf(board)).toBeUndefined();
});

test('every board is verified when its last verification is too old or precedes a rebuild, once over all processes', async () => {
  const logger = createLogger({ logLevel: 'silent', logFormat: 'json' }, 'test');
  const due = await insertBoard(world().pool, 'due');
  const again = await insertBoard(world().pool, 'again');
  const recent = await insertBoard(world().pool, 'recent');
  const rebuilt = await insertBoard(world().pool, 'rebuilt');
  const waited = await insertBoard(world().pool, 'waited');
  await world().pool.query(`update boards set created_at = now() - interval '30 hours' where id = any ($1)`, [
    [due.id, again.id, recent.id, rebuilt.id, waited.id],
  ]);
  const finish = async (board: TestBoard, hours: number) =>
    world().pool.query(
      `insert into tasks (kind, board_id, status, requested_by, enqueued_at)
       values ('verify', $1, 'succeeded', 'test', now() - make_interval(hours => $2))`,
      [board.id, hours],
    );
  await finish(again, 25);
  await finish(recent, 23);
  await finish(rebuilt, 2);
  // Its verification waited for the rebuild.
  await finish(waited, 2);
  await world().pool.query(`update tasks set started_at = now() - interval '30 minutes' where board_id = $1`, [
    waited.id,
  ]);
  await world().pool.query(
    `insert into tasks (kind, board_id, status, requested_by, enqueued_at, finished_at)
     select 'reindex', id, 'succeeded', 'test', now() - interval '3 hours', now() - interval '1 hour'
       from unnest($1::int[]) as rebuilt (id)`,
    [[rebuilt.id, waited.id]],
  );
  const processes = Array.from({ length: 8 }, () => {
    const pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'indexer') });
    onTestFinished(async () => pool.end());
    return new Verifications(pool, new StoreMonitor(logger, 'PostgreSQL'));
  });
  const asked = await Promise.all(processes.map(async (process) => process.enqueueDue(24)));
  expect(asked.reduce((sum, count) => sum + count, 0)).toBe(3);
  const { rows } = await world().pool.query<{ name: string; options: unknown }>(
    `select b.name, t.options from tasks t join boards b on b.id = t.board_id
      where t.requested_by = 'schedule' order by b.name`,
  );
  expect(rows).toEqual([
    { name: 'again', options: { repair: true, deep: false } },
    { name: 'due', options: { repair: true, deep: false } },
    { name: 'rebuilt', options: { repair: true, deep: false } },
  ]);
  expect(await processes[0]?.enqueueDue(24)).toBe(0);
});

test('scheduled verifications delay neither requested ones nor rebuilds', async () => {
  onTestFinished(async () => void (await world().pool.query(`delete from tasks where requested_by = 'schedule'`)));
  for (const name of ['waits-a', 'waits-b', 'waits-c', 'waits-d']) {
    const { id } = await insertBoard(world().pool, name);
    // A worker that is gone began it and it was paused: the worker that claims it keeps it.
    await world().pool.query(
      `insert into tasks (kind, board_id, options, requested_by, status, requested_action)
       values ('verify', $1, '{"repair":true}', 'schedule', 'processing', 'pause')`,
      [id],
    );
  }
  await runIndexer(world());
  const held = async () =>
    (await world().pool.query(`select from tasks where requested_by = 'schedule' and worker is not null`)).rowCount;
  await vi.waitFor(async () => expect(await held()).toBe(1), { timeout: 60_000 });
  const board = await anIndexedBoard('wanted', 3);
  const asked = [await enqueue(world(), 'verify', board), await enqueue(world(), 'reindex', board)];
  for (const id of asked) expect((await ended(world(), id)).status).toBe('succeeded');
  expect(await held()).toBe(1);
});

test('an indexer enqueues the verifications that are due', async () => {
  const board = await insertBoard(world().pool, 'by-itself');
  await world().pool.query(`update boards set created_at = now() - interval '2 hours' where id = $1`, [board.id]);
  await runIndexer(world(), { SAGASU_VERIFY_INTERVAL_HOURS: '1' });
  await vi.waitFor(async () => expect(await verificationOf(board)).toBeDefined(), { timeout: 60_000 });
});
