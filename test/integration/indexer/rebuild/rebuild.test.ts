import { MAPPING_VERSION } from '../../../../mappings/elasticsearch/post-index.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { boardAlias, indexName } from '../../../../mappings/elasticsearch/index-names.ts';
import { postIndexSettings, postMapping } from '../../../../mappings/elasticsearch/post-index.ts';
import { aPost, insertBoard, writePosts, type TestBoard } from '../../../support/builders.ts';
import { compareStores } from '../../../support/compare-stores.ts';
import { startHttpProxy, type Treatment } from '../../../support/http-proxy.ts';
import { drained, keptUp, runIndexer } from '../../../support/indexer.ts';
import { aBoard, herons } from '../../../support/herons.ts';
import {
  ended,
  enqueue,
  presentIndices,
  reaches,
  readTask,
  registered,
  requestAction,
} from '../../../support/tasks.ts';
import { countOf } from '../../../support/full-counts.ts';
import { useWorld } from '../../../support/world.ts';

/** Longer than several attempts of everything that is retried. */
const CUT_REQUESTS = 10;
const BUSY_POSTS = countOf(20_000);

/** Several pages of a copy, each a bulk request. */
const SIZES = { copyPage: { posts: 200, bytes: 4_000_000 } };

const world = useWorld();

const states = async (board: TestBoard) => (await registered(world(), board)).map(({ state }) => state);

async function countFound(board: TestBoard): Promise<number> {
  const index = boardAlias(world().indexPrefix, board.name);
  await world().elasticsearch.indices.refresh({ index });
  return (await world().elasticsearch.count({ index, query: { match: { comment: 'heron' } } })).count;
}

async function aliased(board: TestBoard): Promise<readonly string[]> {
  const alias = await world().elasticsearch.indices.getAlias({ name: boardAlias(world().indexPrefix, board.name) });
  return Object.keys(alias).toSorted();
}

test('an index that is rebuilt during writes, edits and hides equals the database', async () => {
  const board = await aBoard(world(), 'busy', BUSY_POSTS);
  await runIndexer(world(), {}, { sizes: SIZES });
  await drained(world());
  const writing = { isOn: true, last: BUSY_POSTS };
  const written = (async () => {
    while (writing.isOn) {
      const { last } = writing;
      const edited = 1 + ((last * 7) % (BUSY_POSTS - 1));
      await writePosts(world().pool, board, [
        ...herons(last + 1, 20),
        ...herons(edited, 1, { comment: `edited ${last}`, hidden: last % 3 === 0 }),
      ]);
      writing.last += 20;
      await keptUp(world());
    }
  })();
  const task = await ended(world(), await enqueue(world(), 'reindex', board));
  writing.isOn = false;
  await written;
  expect(task).toMatchObject({ status: 'succeeded', error: null, details: { drift: 0 } });
  expect(writing.last).toBeGreaterThan(BUSY_POSTS + 100);
  await drained(world());
  expect(await compareStores(world(), { board })).toMatchObject({ differences: [], rows: writing.last });
  const indices = await registered(world(), board);
  expect(indices.map(({ state }) => state)).toEqual(['standby', 'live']);
  expect(await aliased(board)).toEqual([indices[1]?.name]);
});

test('starting a rebuild twice adds one task', async () => {
  const board = await aBoard(world(), 'twice', 500);
  const first = await enqueue(world(), 'reindex', board);
  expect(await enqueue(world(), 'reindex', board)).toBe(first);
  await runIndexer(world());
  expect((await ended(world(), first)).status).toBe('succeeded');
  expect(await states(board)).toEqual(['standby', 'live']);
});

test('a board of several slices is rebuilt, and a search still reads all of them', async () => {
  const board = await aBoard(world(), 'slices', 900, { sliceSize: 250 });
  await runIndexer(world());
  await drained(world());
  expect((await ended(world(), await enqueue(world(), 'reindex', board))).status).toBe('succeeded');
  const live = (await registered(world(), board)).filter(({ state }) => state === 'live');
  expect(live.map(({ slice }) => slice)).toEqual([0, 1, 2, 3]);
  expect(await aliased(board)).toEqual(live.map(({ name }) => name).toSorted());
  expect(await countFound(board)).toBe(900);
  expect((await compareStores(world(), { board })).differences).toEqual([]);
});

test('a slice whose first post arrives during a rebuild is live when it ends', async () => {
  const board = await aBoard(world(), 'grows', 200, { sliceSize: 250 });
  await runIndexer(world());
  await drained(world());
  const id = await enqueue(world(), 'reindex', board);
  expect(await reaches(world(), id, 'copy')).toBe(true);
  await writePosts(world().pool, board, herons(251, 20));
  expect((await ended(world(), id)).status).toBe('succeeded');
  await drained(world());
  expect(await countFound(board)).toBe(220);
  expect((await compareStores(world(), { board })).differences).toEqual([]);
});

test('a rollback makes the previous indices live again, with every write since', async () => {
  const board = await aBoard(world(), 'back', 300);
  await runIndexer(world());
  await drained(world());
  const [before] = await aliased(board);
  await ended(world(), await enqueue(world(), 'reindex', board));
  await writePosts(world().pool, board, herons(301, 50));
  await drained(world());
  expect(await aliased(board)).not.toEqual([before]);
  expect(await ended(world(), await enqueue(world(), 'rollback', board))).toMatchObject({ status: 'succeeded' });
  expect(await aliased(board)).toEqual([before]);
  expect(await countFound(board)).toBe(350);
  expect((await compareStores(world(), { board })).differences).toEqual([]);
  expect(await states(board)).toEqual(['live', 'standby']);
});

test('a rollback without standby indices fails with no_standby', async () => {
  const board = await aBoard(world(), 'nothing', 10);
  await runIndexer(world());
  await drained(world());
  const task = await ended(world(), await enqueue(world(), 'rollback', board));
  expect(task).toMatchObject({ status: 'failed', error: { code: 'no_standby' } });
  expect(await states(board)).toEqual(['live']);
});

test('the next rebuild drops the indices of the last one, and housekeeping drops the others after a time', async () => {
  const board = await aBoard(world(), 'kept', 100);
  const indexer = await runIndexer(world());
  await drained(world());
  const first = await registered(world(), board);
  await ended(world(), await enqueue(world(), 'reindex', board));
  await world().pool.query(`update indices set state_since = now() - interval '1 hour' where board_id = $1`, [
    board.id,
  ]);
  await ended(world(), await enqueue(world(), 'reindex', board));
  expect(await presentIndices(world(), board)).not.toContain(first[0]?.name);
  expect(await states(board)).toEqual(['standby', 'live']);
  await world().pool.query(`update indices set state_since = now() - interval '25 hours' where board_id = $1`, [
    board.id,
  ]);
  await indexer.close();
  await runIndexer(world());
  await vi.waitFor(async () => expect(await states(board)).toEqual(['live']), { timeout: 60_000 });
  await vi.waitFor(async () => expect(await presentIndices(world(), board)).toEqual(await aliased(board)), {
    timeout: 60_000,
  });
});

test('an index that a killed process created and did not register is found and dropped', async () => {
  const board = await aBoard(world(), 'orphan', 10);
  const orphan = indexName(world().indexPrefix, { board: 'orphan', slice: 0, build: 7 });
  await world().elasticsearch.indices.create({
    index: orphan,
    settings: { index: postIndexSettings({ replicas: 0 }) } as object,
    mappings: postMapping,
  });
  await runIndexer(world());
  await vi.waitFor(async () => expect(await presentIndices(world(), board)).not.toContain(orphan), { timeout: 60_000 });
  await drained(world());
  expect(await countFound(board)).toBe(10);
});

test('an index of an older mapping accepts new documents immediately, and a rebuild replaces it', async () => {
  const board = await insertBoard(world().pool, 'older');
  const old = indexName(world().indexPrefix, { board: 'older', slice: 0, build: 1, mappingVersion: 1 });
  const { state: _, h1: __, h2: ___, ...fields } = postMapping.properties;
  await world().elasticsearch.indices.create({
    index: old,
    settings: { index: postIndexSettings({ replicas: 0 }) } as object,
    mappings: { dynamic: 'strict', _meta: { mapping_version: 1 }, properties: fields },
    aliases: { [boardAlias(world().indexPrefix, 'older')]: {} },
  });
  await world().pool.query('insert into index_sets (board_id) values ($1)', [board.id]);
  await world().pool.query(
    `insert into indices (name, board_id, slice, build, mapping_version, state) values ($2, $1, 0, 1, 1, 'live')`,
    [board.id, old],
  );
  await writePosts(world().pool, board, herons(1, 30));
  await runIndexer(world());
  await drained(world());
  expect(await countFound(board)).toBe(30);
  const quarantined = await world().pool.query('select 1 from quarantine where board_id = $1', [board.id]);
  expect(quarantined.rowCount).toBe(0);
  expect((await ended(world(), await enqueue(world(), 'reindex', board))).status).toBe('succeeded');
  const live = (await registered(world(), board)).find(({ state }) => state === 'live');
  expect(live?.mappingVersion).toBe(MAPPING_VERSION);
  expect(await aliased(board)).toEqual([live?.name]);
  expect((await compareStores(world(), { board })).differences).toEqual([]);
});

test('a rebuild waits while Elasticsearch is unavailable, and resumes at its position', async () => {
  const board = await aBoard(world(), 'outage', 500, { isMarked: false });
  const proxy = await startHttpProxy(world().elasticsearchUrls[0] ?? '');
  onTestFinished(() => proxy.close());
  await runIndexer(world(), { ELASTICSEARCH_URL: proxy.url }, { sizes: SIZES });
  await drained(world());
  let [copied, cut] = [0, 0];
  proxy.treat = (_method, path) => {
    if (path.startsWith('/_bulk')) copied++;
    // The first page is copied.
    if (copied < 2) return 'pass';
    cut++;
    return 'cut';
  };
  const id = await enqueue(world(), 'reindex', board);
  await vi.waitFor(() => expect(cut).toBeGreaterThanOrEqual(CUT_REQUESTS), { timeout: 60_000 });
  const waiting = await readTask(world(), id);
  expect(waiting).toMatchObject({ status: 'processing' });
  expect(waiting.progress.done).toBeGreaterThan(0);
  proxy.treat = () => 'pass';
  expect(await ended(world(), id)).toMatchObject({ status: 'succeeded', error: null });
  await drained(world());
  expect((await compareStores(world(), { board })).differences).toEqual([]);
});

test('a rebuild whose new index is lost in Elasticsearch fails, delays no thread, and leaves the live index unchanged', async () => {
  const board = await aBoard(world(), 'lost', 500);
  const proxy = await startHttpProxy(world().elasticsearchUrls[0] ?? '');
  onTestFinished(() => proxy.close());
  await runIndexer(world(), { ELASTICSEARCH_URL: proxy.url }, { sizes: SIZES });
  await drained(world());
  const [before] = await aliased(board);
  // The copy waits until the index is lost.
  const lost = Promise.withResolvers<undefined>();
  proxy.treat = async (_, path): Promise<Treatment> => {
    if (path.startsWith('/_bulk')) await lost.promise;
    return 'pass';
  };
  const id = await enqueue(world(), 'reindex', board);
  expect(await reaches(world(), id, 'copy')).toBe(true);
  await requestAction(world(), id, 'pause');
  const building = (await registered(world(), board)).find(({ state }) => state === 'building');
  await world().elasticsearch.indices.delete({ index: building?.name ?? '' });
  lost.resolve(undefined);
  await writePosts(world().pool, board, herons(501, 5));
  await drained(world());
  await requestAction(world(), id, 'run');
  expect(await ended(world(), id)).toMatchObject({ status: 'failed', error: { code: 'index_lost' } });
  expect(await aliased(board)).toEqual([before]);
  expect(await states(board)).toEqual(['live']);
  expect((await compareStores(world())).differences).toEqual([]);
});

// Must be the last test, because its board differs from the database afterwards.
test('a document that Elasticsearch refuses is quarantined for the new index and does not stop the rebuild', async () => {
  const board = await aBoard(world(), 'poison', 50);
  // A keyword longer than Lucene's longest term.
  await writePosts(world().pool, board, [aPost({ num: 51, capcode: 'x'.repeat(40_000) }), aPost({ num: 52 })]);
  await runIndexer(world());
  await drained(world());
  const task = await ended(world(), await enqueue(world(), 'reindex', board));
  expect(task).toMatchObject({ status: 'succeeded', details: { refused: 1 } });
  const live = (await registered(world(), board)).find(({ state }) => state === 'live');
  const held = await world().pool.query('select num from quarantine where index_name = $1', [live?.name]);
  expect(held.rows).toEqual([{ num: '51' }]);
  expect(await countFound(board)).toBe(50);
});
