import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { ElasticsearchBulk } from '../../../../indexer/live/elasticsearch-bulk.ts';
import { ElasticsearchIndices } from '../../../../indexer/index-set/elasticsearch-indices.ts';
import { StoreMonitor } from '../../../../indexer/runtime/store-monitor.ts';
import { WritesBlockedError } from '../../../../indexer/runtime/store-errors.ts';
import type { DocumentWrite } from '../../../../indexer/live/bulk-request.ts';
import { toPostDocument, documentId } from '../../../../mappings/elasticsearch/post-document.ts';
import { indexName } from '../../../../mappings/elasticsearch/index-names.ts';
import type { Post } from '../../../../mappings/post.ts';
import { createElasticsearch, type Elasticsearch } from '../../../../platform/elasticsearch.ts';
import { UnavailableError } from '../../../../platform/errors.ts';
import { createLogger } from '../../../../platform/logger.ts';
import { operationsOf, SimulatedElasticsearch } from '../../../simulation/elasticsearch.ts';
import { Scheduler } from '../../../simulation/scheduler.ts';
import { aPost } from '../../../support/builders.ts';
import { startHttpProxy } from '../../../support/http-proxy.ts';
import { useWorld } from '../../../support/world.ts';
import { writesOf } from '../../../support/writes-of.ts';

const world = useWorld();
const monitor = new StoreMonitor(createLogger({ logLevel: 'silent', logFormat: 'json' }, 'test'), 'Elasticsearch');

function bulkOver(client: Elasticsearch): ElasticsearchBulk {
  return new ElasticsearchBulk({ client, monitor, signal: new AbortController().signal, onBulk: () => undefined });
}

let made = 0;
let index: string;

beforeEach(async () => {
  const indices = new ElasticsearchIndices({
    client: world().elasticsearch,
    monitor,
    indexPrefix: world().indexPrefix,
    replicas: 0,
  });
  await indices.forbidAutoCreation({});
  index = indexName(world().indexPrefix, { board: 'bulk', slice: 0, build: ++made });
  await indices.create(index, 'bulk', 'serving', true);
});

function aWrite(post: Partial<Post> & Pick<Post, 'num'>, version: number, indices = [index]): DocumentWrite {
  const whole = aPost({ board: 'bulk', rev: version, ...post });
  const source = JSON.stringify(toPostDocument(whole, 1));
  return { id: documentId(whole), version, boardId: 1, timePosted: whole.timePosted.getTime(), source, indices };
}

async function commentOf(id: string): Promise<string | undefined> {
  return (await world().elasticsearch.get<{ comment?: string }>({ index, id }))._source?.comment;
}

describe('each operation of a bulk request has its own outcome', () => {
  test('stored, stale, refused and no_index, in the order of the operations', async () => {
    const bulk = bulkOver(world().elasticsearch);
    await bulk.write(writesOf(aWrite({ num: 1 }, 7)));
    const absent = indexName(world().indexPrefix, { board: 'bulk', slice: 99, build: 1 });
    const outcomes = await bulk.write(
      writesOf(
        aWrite({ num: 1 }, 7),
        aWrite({ num: 1 }, 6),
        aWrite({ num: 2, capcode: 'x'.repeat(40_000) }, 1),
        aWrite({ num: 3 }, 1, [absent, index]),
        aWrite({ num: 1 }, 8),
      ),
    );
    expect(outcomes.map(({ kind }) => kind)).toEqual(['stale', 'stale', 'refused', 'no_index', 'stored', 'stored']);
    expect(await world().elasticsearch.indices.exists({ index: absent })).toBe(false);
  });

  test('an older version never overwrites a newer one', async () => {
    const bulk = bulkOver(world().elasticsearch);
    await bulk.write(writesOf(aWrite({ num: 1, comment: 'new' }, 9)));
    await bulk.write(writesOf(aWrite({ num: 1, comment: 'old' }, 8)));
    expect(await commentOf('bulk.1.0')).toBe('new');
  });

  test('a write to a blocked index is blocked, and one to a closed index is busy; neither is refused', async () => {
    const bulk = bulkOver(world().elasticsearch);
    await world().elasticsearch.indices.putSettings({ index, settings: { 'index.blocks.write': true } });
    expect((await bulk.write(writesOf(aWrite({ num: 1 }, 1))))[0]?.kind).toBe('blocked');
    await world().elasticsearch.indices.putSettings({
      index,
      settings: { 'index.blocks.read_only_allow_delete': true },
    });
    expect((await bulk.write(writesOf(aWrite({ num: 1 }, 1))))[0]?.kind).toBe('blocked');
    await world().elasticsearch.indices.close({ index });
    expect((await bulk.write(writesOf(aWrite({ num: 1 }, 1))))[0]?.kind).toBe('busy');
  });

  test('writes that exceed one body are sent in several requests', async () => {
    const seconds: number[] = [];
    const signal = new AbortController().signal;
    const bulk = new ElasticsearchBulk({
      client: world().elasticsearch,
      monitor,
      signal,
      onBulk: (took) => seconds.push(took),
    });
    const comment = 'a long word '.repeat(10_000);
    const writes = Array.from({ length: 50 }, (_, place) => aWrite({ num: place + 1, comment }, 1));
    const outcomes = await bulk.write(writesOf(...writes));
    expect(outcomes.filter(({ kind }) => kind === 'stored')).toHaveLength(50);
    expect(seconds.length).toBeGreaterThan(1);
  });
});

async function throughProxy() {
  const proxy = await startHttpProxy(world().elasticsearchUrls[0] ?? '');
  const client = createElasticsearch([proxy.url]);
  onTestFinished(async () => {
    await client.close();
    await proxy.close();
  });
  return { proxy, bulk: bulkOver(client) };
}

describe('a bulk request that fails as a whole', () => {
  test.each([429, 502, 503])('with %i throws UnavailableError', async (status) => {
    const { proxy, bulk } = await throughProxy();
    proxy.treat = () => ({ status, body: '{}' });
    await expect(bulk.write(writesOf(aWrite({ num: 1 }, 1)))).rejects.toThrow(UnavailableError);
  });

  test.each([403, 429])('with %i because of blocked writes throws WritesBlockedError', async (status) => {
    const { proxy, bulk } = await throughProxy();
    proxy.treat = () => ({ status, body: JSON.stringify({ error: { type: 'cluster_block_exception' }, status }) });
    await expect(bulk.write(writesOf(aWrite({ num: 1 }, 1)))).rejects.toThrow(WritesBlockedError);
  });

  test('with a cut connection throws UnavailableError, and is sent only once', async () => {
    const { proxy, bulk } = await throughProxy();
    let requests = 0;
    proxy.treat = () => {
      requests++;
      return 'cut';
    };
    await expect(bulk.write(writesOf(aWrite({ num: 1 }, 1)))).rejects.toThrow(UnavailableError);
    expect(requests).toBe(1);
  });

  test('with a lost response was applied, and is stale when it is sent again', async () => {
    const { proxy, bulk } = await throughProxy();
    proxy.treat = () => 'lose the answer';
    await expect(bulk.write(writesOf(aWrite({ num: 1 }, 1)))).rejects.toThrow(UnavailableError);
    proxy.treat = () => 'pass';
    expect((await bulk.write(writesOf(aWrite({ num: 1 }, 1))))[0]?.kind).toBe('stale');
  });

  test('with 413 is halved until it fits; only a document that is too large by itself is refused', async () => {
    const { proxy, bulk } = await throughProxy();
    proxy.treat = (_, __, body) => (body.length > 5_000 ? { status: 413, body: '{}' } : 'pass');
    const small = Array.from({ length: 20 }, (_, place) => aWrite({ num: place + 1, comment: 'x '.repeat(400) }, 1));
    const outcomes = await bulk.write(writesOf(...small, aWrite({ num: 99, comment: 'x '.repeat(4_000) }, 1)));
    expect(outcomes.filter(({ kind }) => kind === 'stored')).toHaveLength(20);
    expect(outcomes.at(-1)?.kind).toBe('refused');
  });
});

test('the simulated Elasticsearch returns the same outcomes as the real one', async () => {
  const scheduler = new Scheduler(1);
  const simulated = new SimulatedElasticsearch(scheduler);
  simulated.indices.set(index, new Map());
  const absent = indexName(world().indexPrefix, { board: 'bulk', slice: 98, build: 1 });
  const bulk = bulkOver(world().elasticsearch);
  for (let round = 0; round < 20; round++) {
    const writes = Array.from({ length: 100 }, () =>
      aWrite(
        { num: 1 + scheduler.below(30) },
        1 + scheduler.below(40),
        scheduler.chance(0.1) ? [absent, index] : [index],
      ),
    );
    const list = writesOf(...writes);
    const expected = operationsOf(list).map((operation) => simulated.apply(operation).kind);
    expect((await bulk.write(list)).map(({ kind }) => kind)).toEqual(expected);
  }
});
