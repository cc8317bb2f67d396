import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { indexQueue } from '../../../indexer/live/index-thread.ts';
import { BullQueue } from '../../../platform/bull-queue.ts';
import { StoreMonitor } from '../../../indexer/runtime/store-monitor.ts';
import { boardAlias, indexName } from '../../../mappings/elasticsearch/index-names.ts';
import { postIndexSettings, postMapping } from '../../../mappings/elasticsearch/post-index.ts';
import { createLogger } from '../../../platform/logger.ts';
import { aPost, insertBoard, writePosts } from '../../support/builders.ts';
import { compareStores } from '../../support/compare-stores.ts';
import { startHttpProxy } from '../../support/http-proxy.ts';
import { drained, runIndexer } from '../../support/indexer.ts';
import { freePort } from '../../support/ports.ts';
import { processUrl, worldEnvironment } from '../../support/processes.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld();
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

interface IndexerProcess {
  readonly child: ChildProcess;
  readonly log: () => string;
}

function startProcess(settings: Readonly<Record<string, string>> = {}): IndexerProcess {
  const child = spawn(process.execPath, ['indexer/main.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...worldEnvironment(world()), DATABASE_URL: processUrl('indexer/main.ts', world()), ...settings },
  });
  let log = '';
  child.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()));
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, log: () => log };
}

async function hasLogged(indexer: IndexerProcess, text: string): Promise<void> {
  await vi.waitFor(() => expect(indexer.log()).toContain(text), { timeout: 60_000, interval: 50 });
}

test.each([
  ['may evict jobs', ['--maxmemory-policy', 'allkeys-lru', '--appendonly', 'yes'], 'noeviction'],
  ['forgets jobs in a crash', ['--appendonly', 'no'], 'appendonly yes'],
])('start is refused on a Redis that %s, with the solution', async (_, options, remedy) => {
  const port = await freePort();
  const args = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--dir',
    '/tmp',
    '--appenddirname',
    `sagasu-test-${port}`,
  ];
  const redis = spawn('redis-server', [...args, ...options], { stdio: 'ignore' });
  onTestFinished(() => void redis.kill('SIGKILL'));
  const indexer = startProcess({ REDIS_URL: `redis://127.0.0.1:${port}` });
  await once(indexer.child, 'exit');
  expect(indexer.child.exitCode).toBe(1);
  expect(indexer.log()).toContain(remedy);
});

test('a start waits while Elasticsearch is unavailable', async () => {
  const board = await insertBoard(world().pool, 'patient');
  await writePosts(world().pool, board, [aPost({ num: 1 })]);
  const proxy = await startHttpProxy(world().elasticsearchUrls[0] ?? '');
  onTestFinished(() => proxy.close());
  let refused = 0;
  proxy.treat = () => {
    refused++;
    return 'cut';
  };
  const indexer = startProcess({ ELASTICSEARCH_URL: proxy.url });
  await vi.waitFor(() => expect(refused).toBeGreaterThan(6), { timeout: 60_000 });
  proxy.treat = () => 'pass';
  await drained(world());
  expect(indexer.child.exitCode).toBeNull();
  expect(indexer.log().match(/Elasticsearch is unavailable/g)).toHaveLength(1);
  expect((await compareStores(world())).differences).toEqual([]);
});

test('SIGTERM during a bulk request that never ends hands the jobs back and ends the process cleanly', async () => {
  const board = await insertBoard(world().pool, 'hanging');
  const proxy = await startHttpProxy(world().elasticsearchUrls[0] ?? '');
  onTestFinished(() => proxy.close());
  const hanging = Promise.withResolvers<void>();
  proxy.treat = (_, path) => {
    if (!path.startsWith('/_bulk')) return 'pass';
    hanging.resolve();
    return new Promise<never>(() => undefined);
  };
  const indexer = startProcess({ ELASTICSEARCH_URL: proxy.url });
  await hasLogged(indexer, '"indexing"');
  await writePosts(world().pool, board, [aPost({ num: 1 }), aPost({ num: 2 })]);
  await hanging.promise;
  indexer.child.kill('SIGTERM');
  await once(indexer.child, 'exit');
  expect([indexer.child.exitCode, indexer.child.signalCode]).toEqual([0, null]);
  const monitor = new StoreMonitor(createLogger({ logLevel: 'silent', logFormat: 'json' }, 'test'), 'Redis');
  const queue = new BullQueue(indexQueue, { redisUrl: world().redisUrl, prefix: world().queuePrefix, monitor });
  onTestFinished(() => queue.close());
  expect(await queue.waiting()).toBe(2);
  await runIndexer(world());
  await drained(world());
});

test('SIGTERM ends a process that is waiting for a store at its start', async () => {
  const indexer = startProcess({ ELASTICSEARCH_URL: `http://127.0.0.1:${await freePort()}` });
  await hasLogged(indexer, 'Elasticsearch is unavailable');
  indexer.child.kill('SIGTERM');
  await once(indexer.child, 'exit');
  expect([indexer.child.exitCode, indexer.child.signalCode]).toEqual([0, null]);
  expect(indexer.log()).not.toContain('"level":60');
});

test('an index of another mapping version is logged at the start, with the command to run', async () => {
  const board = await insertBoard(world().pool, 'outdated');
  const index = indexName(world().indexPrefix, { board: 'outdated', slice: 0, build: 1, mappingVersion: 1 });
  const { h1: _, h2: __, ...properties } = postMapping.properties;
  await world().elasticsearch.indices.create({
    index,
    settings: { index: postIndexSettings({ replicas: 0 }) } as object,
    mappings: { dynamic: 'strict', properties },
  });
  await world().pool.query(
    `insert into indices (name, board_id, slice, build, mapping_version, state) values ($2, $1, 0, 1, 1, 'live')`,
    [board.id, index],
  );
  const indexer = startProcess();
  await hasLogged(indexer, 'run `sagasu reindex outdated`');
});

test('metrics are served on the configured port', async () => {
  const port = await freePort();
  const indexer = startProcess({ SAGASU_METRICS_PORT: String(port) });
  await hasLogged(indexer, '"indexing"');
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  const text = await answer.text();
  for (const name of ['sagasu_dirty_threads', 'sagasu_dirty_oldest_seconds', 'sagasu_indexer_bulk_seconds_count']) {
    expect(text).toContain(name);
  }
  expect(text).toContain('process="indexer"');
});

test('a start changes existing indices to the configured number of replicas', async () => {
  const board = await insertBoard(world().pool, 'copied');
  await writePosts(world().pool, board, [aPost({ num: 1 })]);
  await runIndexer(world()).then((indexer) => indexer.close());
  const index = boardAlias(world().indexPrefix, 'copied');
  const copies = async () => {
    const found = await world().elasticsearch.indices.getSettings({ index });
    return Object.values(found).map(({ settings }) => settings?.index?.number_of_replicas);
  };
  expect(await copies()).toEqual(['0']);
  await runIndexer(world(), { SAGASU_INDEX_REPLICAS: '1' }).then((indexer) => indexer.close());
  expect(await copies()).toEqual(['1']);
  await runIndexer(world(), { SAGASU_ELASTICSEARCH_NODES: '1' }).then((indexer) => indexer.close());
  expect(await copies()).toEqual(['0']);
});

test('a start sets the configured refresh interval of indices that serve searches, unless a swap has paused it', async () => {
  const board = await insertBoard(world().pool, 'refreshed');
  await writePosts(world().pool, board, [aPost({ num: 1 })]);
  await runIndexer(world()).then((indexer) => indexer.close());
  const index = boardAlias(world().indexPrefix, 'refreshed');
  const intervals = async () => {
    const found = await world().elasticsearch.indices.getSettings({ index });
    return Object.values(found).map(({ settings }) => settings?.index?.refresh_interval);
  };
  expect(await intervals()).toEqual(['1s']);
  await runIndexer(world(), { SAGASU_INDEX_REFRESH_SECONDS: '5' }).then((indexer) => indexer.close());
  expect(await intervals()).toEqual(['5s']);
  await world().elasticsearch.indices.putSettings({ index, settings: { refresh_interval: '-1' } });
  await runIndexer(world()).then((indexer) => indexer.close());
  expect(await intervals()).toEqual(['-1']);
});
