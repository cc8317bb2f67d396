import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { RejectedError } from '../../../../indexer/runtime/store-errors.ts';
import { StoreMonitor } from '../../../../indexer/runtime/store-monitor.ts';
import { openComparison, type StoreAddresses } from '../../../../indexer/verify/compare-threads.ts';
import { ElasticsearchDocuments, PAGE } from '../../../../indexer/verify/elasticsearch-documents.ts';
import { PostgresRows } from '../../../../indexer/verify/postgres-rows.ts';
import type { CompareWindow, Comparison } from '../../../../indexer/verify/compare-windows.ts';
import { indexName } from '../../../../mappings/elasticsearch/index-names.ts';
import { createElasticsearch } from '../../../../platform/elasticsearch.ts';
import { UnavailableError } from '../../../../platform/errors.ts';
import { createLogger } from '../../../../platform/logger.ts';
import { createPostgresPool } from '../../../../platform/postgres.ts';
import { aPost, insertBoard, writePosts } from '../../../support/builders.ts';
import { drained, openIndexer } from '../../../support/indexer.ts';
import { startHttpProxy, type Treatment } from '../../../support/http-proxy.ts';
import { lastingPort } from '../../../support/ports.ts';
import { useWorld } from '../../../support/world.ts';
import { loginUrl } from '../../../support/logins.ts';

const POSTS = 60;
const FORGED = [7, 31, 58];
const world = useWorld();
const logger = createLogger({ logLevel: 'silent', logFormat: 'json' }, 'test');

let rows: PostgresRows;
let documents: ElasticsearchDocuments;
let close: () => Promise<void>;
let whole: CompareWindow;
let nums: CompareWindow;

beforeAll(async () => {
  const pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'indexer') });
  rows = new PostgresRows(pool, new StoreMonitor(logger, 'PostgreSQL'));
  documents = new ElasticsearchDocuments(world().elasticsearch, new StoreMonitor(logger, 'Elasticsearch'));
  const indexer = await openIndexer(world());
  close = async () => {
    await indexer.close();
    await pool.end();
  };
  const { id: boardId, name: board, sliceSize } = await insertBoard(world().pool, 'much');
  const posts = Array.from({ length: POSTS }, (_, at) => at + 1);
  await writePosts(
    world().pool,
    { id: boardId, name: board, sliceSize },
    posts.map((num) => aPost({ num, comment: `post ${num}` })),
  );
  await drained(world());
  const name = indexName(world().indexPrefix, { board, slice: 0, build: 1 });
  // Each document has a higher version than its rev, which is the difference to find.
  for (const num of FORGED) {
    await world().elasticsearch.update({ index: name, id: `much.${num}.0`, doc: { comment: 'forged' } });
  }
  const { checkpoint } = await documents.readState(name);
  const index = { boardId, board, sliceSize, slice: 0, name, hasDocuments: true, isShared: false };
  whole = { by: 'written', index, epoch: await rows.epoch(), from: -1, to: checkpoint };
  nums = { ...whole, by: 'nums', from: 0, to: POSTS + 1 };
});
afterAll(async () => close());

/** Compares all windows of the given size concurrently. */
async function compareAll(comparison: Comparison, step: number, all = whole) {
  const windows: CompareWindow[] = [];
  for (let from = all.from; from < all.to; from += step) {
    windows.push({ ...all, from, to: Math.min(all.to, from + step) });
  }
  try {
    const compared = await Promise.all(windows.map(async (window) => comparison.compare(window)));
    return {
      documents: compared.reduce((sum, window) => sum + window.documents, 0),
      candidates: compared.flatMap(({ candidates }) => candidates).toSorted(),
    };
  } finally {
    await comparison.close();
  }
}

const found = { documents: POSTS, candidates: FORGED.map((num) => `much.${num}.0`).toSorted() };
const here = (): StoreAddresses => ({
  databaseUrl: loginUrl(world().databaseUrl, 'indexer'),
  elasticsearchUrls: world().elasticsearchUrls,
});

const unable = async () => Promise.reject(new Error('only threads may compare here'));

test('worker threads find the same differences as the main thread, regardless of the windows', async () => {
  const alone = openComparison({ rows, documents, addresses: null }, 1_000_000);
  expect(await compareAll(alone, 1_000)).toEqual(found);
  expect(await compareAll(alone, 1_000, nums)).toEqual(found);
  const ports = { rows: { rows: unable, between: unable }, documents: { written: unable, between: unable } };
  for (const step of [7, 1_000]) {
    for (const all of [whole, nums]) {
      const threads = openComparison({ ...ports, addresses: here() }, 1_000_000);
      expect(await compareAll(threads, step, all)).toEqual(found);
    }
  }
});

test('a num with more posts than a page is compared completely, and so are nums far apart', async () => {
  const board = await insertBoard(world().pool, 'ghosts');
  const ghosts = Array.from({ length: PAGE + 50 }, (_, at) => aPost({ num: 5, subnum: at, thread: 5 }));
  const others = [4, 6, 7, 9_000].map((num) => aPost({ num }));
  await writePosts(world().pool, board, [...ghosts, ...others]);
  await drained(world());
  const name = indexName(world().indexPrefix, { board: board.name, slice: 0, build: 1 });
  const forged = ['ghosts.4.0', 'ghosts.5.1049', 'ghosts.9000.0'];
  for (const id of forged) await world().elasticsearch.update({ index: name, id, doc: { comment: 'forged' } });
  await documents.readState(name);
  const index = {
    boardId: board.id,
    board: board.name,
    sliceSize: board.sliceSize,
    slice: 0,
    name,
    hasDocuments: true,
    isShared: false,
  };
  const all: CompareWindow = { ...nums, index, from: 0, to: 10_000 };
  for (const step of [1_000, 10_000]) {
    const alone = openComparison({ rows, documents, addresses: null }, 1);
    const compared = await compareAll(alone, step, all);
    expect(compared).toEqual({ documents: ghosts.length + others.length, candidates: forged });
  }
});

test('a comparison that fails on a worker thread is repeated on the main thread', async () => {
  const nowhere = `postgres://nobody:none@127.0.0.1:${await lastingPort([])}/none`;
  const addresses = { ...here(), databaseUrl: nowhere };
  expect(await compareAll(openComparison({ rows, documents, addresses }, 1_000_000), 20)).toEqual(found);
  // The worker thread ends with an error before its first answer.
  const broken = { ...here(), databaseUrl: 5 as unknown as string };
  expect(await compareAll(openComparison({ rows, documents, addresses: broken }, 1_000_000), 20)).toEqual(found);
});

async function documentsThrough(treatment: Treatment): Promise<ElasticsearchDocuments> {
  const proxy = await startHttpProxy(world().elasticsearchUrls[0] ?? '');
  proxy.treat = () => treatment;
  const client = createElasticsearch([proxy.url]);
  onTestFinished(async () => {
    await client.close();
    await proxy.close();
  });
  return new ElasticsearchDocuments(client, new StoreMonitor(logger, 'Elasticsearch'));
}

test('a response in another form gives the same result', async () => {
  const indented = await documentsThrough({ change: (answer) => JSON.stringify(JSON.parse(answer), null, 2) });
  const spaced = await documentsThrough({ change: (answer) => answer.replaceAll('"_source":{', '"_source": {') });
  for (const other of [indented, spaced]) {
    const comparison = openComparison({ rows, documents: other, addresses: null }, POSTS);
    expect(await compareAll(comparison, 1_000)).toEqual(found);
  }
});

test.each<[string, Treatment]>([
  ['cut', 'cut'],
  ['lost', 'lose the answer'],
  ['cut in the middle', 'halve the answer'],
  ['of an outage', { status: 503, body: '{"error":{"type":"unavailable"}}' }],
  ['of a gateway', { status: 502, body: '<html>' }],
])('a response that is %s throws UnavailableError', async (_, treatment) => {
  const through = await documentsThrough(treatment);
  await expect(through.written(whole.index, -1, whole.to)).rejects.toThrow(UnavailableError);
});

test('a refusal has the name of Elasticsearch’s error', async () => {
  const refused = documents.written({ ...whole.index, name: `${whole.index.name}-none` }, -1, 10);
  await expect(refused).rejects.toThrow(RejectedError);
  await expect(refused).rejects.toMatchObject({ status: 404, type: 'index_not_found_exception' });
});
