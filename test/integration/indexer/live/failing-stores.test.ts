import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { boardAlias, indexName } from '../../../../mappings/elasticsearch/index-names.ts';
import { postIndexSettings, postMapping } from '../../../../mappings/elasticsearch/post-index.ts';
import { inTransaction } from '../../../../platform/postgres.ts';
import { aPost, insertBoard, writePosts, type TestBoard } from '../../../support/builders.ts';
import { compareStores } from '../../../support/compare-stores.ts';
import { startHttpProxy, type HttpProxy, type Treatment } from '../../../support/http-proxy.ts';
import { drained, loseQueue, runIndexer, type TestIndexer } from '../../../support/indexer.ts';
import { atPort, startTcpProxy } from '../../../support/tcp-proxy.ts';
import { useWorld } from '../../../support/world.ts';
import { loginUrl } from '../../../support/logins.ts';

/** Longer than several attempts of everything that is retried. */
const REFUSED_ATTEMPTS = 10;

const world = useWorld();

async function behindProxy(): Promise<HttpProxy & { indexer: TestIndexer }> {
  const proxy = await startHttpProxy(world().elasticsearchUrls[0] ?? '');
  onTestFinished(() => proxy.close());
  const indexer = await runIndexer(world(), { ELASTICSEARCH_URL: proxy.url });
  return Object.assign(proxy, { indexer });
}

const threads = (first: number, count: number) =>
  Array.from({ length: count }, (_, place) => aPost({ num: first + place }));

async function expectNoDrift(...boards: readonly TestBoard[]): Promise<void> {
  await drained(world());
  for (const board of boards) expect((await compareStores(world(), { board })).differences).toEqual([]);
}

async function countDirty(board: TestBoard): Promise<number> {
  const { rowCount } = await world().pool.query('select 1 from dirty where board_id = $1', [board.id]);
  return rowCount ?? 0;
}

test.each([
  ['answers 429', { status: 429, body: '{}' }],
  ['answers 503', { status: 503, body: '{}' }],
  ['cuts connections', 'cut'],
  ['loses its answers', 'lose the answer'],
] as const)(
  'posts that are written while Elasticsearch %s are indexed when it works again',
  async (name, treatment) => {
    const board = await insertBoard(world().pool, name.replaceAll(' ', '-'));
    const proxy = await behindProxy();
    let bulks = 0;
    proxy.treat = (_, path) => {
      if (!path.startsWith('/_bulk')) return 'pass';
      bulks++;
      return treatment;
    };
    await writePosts(world().pool, board, threads(1, 20));
    await vi.waitFor(() => expect(bulks).toBeGreaterThan(3), { timeout: 60_000 });
    expect(await countDirty(board)).toBe(20);
    proxy.treat = () => 'pass';
    await expectNoDrift(board);
  },
);

test('documents that Elasticsearch refuses because their index is blocked are retried, and the others of the same bulk request are indexed', async () => {
  const board = await insertBoard(world().pool, 'partly');
  const blocked = await insertBoard(world().pool, 'blocked');
  await runIndexer(world());
  const index = indexName(world().indexPrefix, { board: 'blocked', slice: 0, build: 1 });
  const block = (value: boolean | null) =>
    world().elasticsearch.indices.putSettings({ index, settings: { 'index.blocks.write': value } });
  await block(true);
  await Promise.all([writePosts(world().pool, blocked, threads(1, 5)), writePosts(world().pool, board, threads(1, 5))]);
  await vi.waitFor(async () => expect(await countDirty(board)).toBe(0), { timeout: 60_000 });
  expect(await countDirty(blocked)).toBe(5);
  await block(null);
  await expectNoDrift(board, blocked);
});

const DISK = 'disk usage exceeded flood-stage watermark, index has read-only-allow-delete block';

test.each([
  ['every document with 429', 'item', 429],
  ['whole requests with 403', 'request', 403],
] as const)(
  'while Elasticsearch’s disk is full and it refuses %s, nothing is quarantined, and the log and metrics say so once',
  async (_, what, status) => {
    const board = await insertBoard(world().pool, `full-${what}-${status}`);
    const index = indexName(world().indexPrefix, { board: board.name, slice: 0, build: 1 });
    const lines: { level: number; msg: string; reason?: string }[] = [];
    const logger = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[0]) });
    const proxy = await startHttpProxy(world().elasticsearchUrls[0] ?? '');
    onTestFinished(() => proxy.close());
    const error = { type: 'cluster_block_exception', reason: `index [${index}] blocked by: [12/${DISK}];` };
    let bulks = 0;
    proxy.treat = (_method, path, body): Treatment => {
      if (path.startsWith('/_cluster/state/blocks')) {
        const indices = { [index]: { '12': { description: DISK, levels: ['write'] } } };
        return { status: 200, body: JSON.stringify({ blocks: { indices } }) };
      }
      if (!path.startsWith('/_bulk')) return 'pass';
      bulks++;
      if (what === 'request') return { status, body: JSON.stringify({ error, status }) };
      const items = Array.from({ length: body.split('\n').length >> 1 }, () => ({ index: { status, error } }));
      return { status: 200, body: JSON.stringify({ errors: true, items }) };
    };
    const { registry } = await runIndexer(world(), { ELASTICSEARCH_URL: proxy.url }, { logger });
    await writePosts(world().pool, board, threads(1, 20));
    const valueOf = async (name: string, label: string) => {
      const { values } = (await registry.getSingleMetric(name)?.get()) ?? { values: [] };
      return values.find(({ labels }) => Object.values(labels).includes(label))?.value ?? 0;
    };
    const warnings = () => lines.filter(({ level }) => level >= 40);
    await vi.waitFor(
      async () => {
        expect(bulks).toBeGreaterThan(3);
        expect(warnings().map(({ reason }) => reason)).toEqual(['disk_full']);
        expect(await valueOf('sagasu_index_writes_blocked', 'disk_full')).toBe(1);
        if (what === 'item') expect(await valueOf('sagasu_indexer_documents_total', 'blocked')).toBeGreaterThan(20);
      },
      { timeout: 60_000 },
    );
    expect(warnings()[0]?.msg).toContain('Free space');
    expect(await countDirty(board)).toBe(20);
    expect((await world().pool.query('select 1 from quarantine')).rowCount).toBe(0);
    proxy.treat = () => 'pass';
    await expectNoDrift(board);
    expect(warnings()).toHaveLength(1);
    await vi.waitFor(async () => expect(await valueOf('sagasu_index_writes_blocked', 'disk_full')).toBe(0), {
      timeout: 60_000,
    });
  },
);

test('jobs that Redis has lost are queued again', async () => {
  const board = await insertBoard(world().pool, 'lost');
  const proxy = await behindProxy();
  proxy.treat = (_, path) => (path.startsWith('/_bulk') ? { status: 503, body: '{}' } : 'pass');
  await writePosts(world().pool, board, threads(1, 200));
  await vi.waitFor(async () => expect(await loseQueue(world())).toBeGreaterThan(3), { timeout: 60_000 });
  await proxy.indexer.close();
  await loseQueue(world());
  await runIndexer(world());
  await expectNoDrift(board);
});

test('a running indexer recovers when its queue is lost', async () => {
  const board = await insertBoard(world().pool, 'flushed');
  await runIndexer(world());
  for (let round = 0; round < 5; round++) {
    await writePosts(world().pool, board, threads(1 + round * 300, 300));
    await loseQueue(world());
  }
  await expectNoDrift(board);
});

test('lost connections to PostgreSQL are opened again, including the one that listens for notifications', async () => {
  const board = await insertBoard(world().pool, 'severed');
  await runIndexer(world());
  for (let round = 0; round < 3; round++) {
    await writePosts(world().pool, board, threads(1 + round * 50, 50));
    await world().pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name like 'sagasu_indexer%'`,
    );
  }
  await expectNoDrift(board);
  await vi.waitFor(
    async () => {
      const listening = await world().pool.query(
        `select 1 from pg_stat_activity
          where datname = current_database() and application_name = 'sagasu_indexer_listen' and query like 'listen%'`,
      );
      expect(listening.rowCount).toBe(1);
    },
    { timeout: 60_000 },
  );
});

test.each([
  ['PostgreSQL', 'DATABASE_URL', () => loginUrl(world().databaseUrl, 'indexer'), 5432],
  ['Redis', 'REDIS_URL', () => world().redisUrl, 6379],
] as const)(
  'while %s is unavailable the indexer waits, and continues when it answers again',
  async (name, setting, url, port) => {
    const board = await insertBoard(world().pool, name.toLowerCase());
    const address = new URL(url());
    const proxy = await startTcpProxy({ host: address.hostname, port: Number(address.port || port) });
    onTestFinished(() => proxy.close());
    await runIndexer(world(), { [setting]: atPort(address.href, proxy.port) });
    await writePosts(world().pool, board, threads(1, 200));
    proxy.cut();
    await writePosts(world().pool, board, threads(201, 200));
    await vi.waitFor(() => expect(proxy.refused).toBeGreaterThanOrEqual(REFUSED_ATTEMPTS), { timeout: 60_000 });
    expect(await countDirty(board)).toBeGreaterThanOrEqual(200);
    proxy.restore();
    await expectNoDrift(board);
  },
);

test('losing a PostgreSQL connection between two statements of a transaction aborts only that transaction', async () => {
  const board = await insertBoard(world().pool, 'torn', { sliceSize: 10 });
  const proxy = await behindProxy();
  let torn: Promise<unknown> | undefined;
  proxy.treat = async (method, path): Promise<Treatment> => {
    // A new slice's index is created while the set's row is locked.
    if (method === 'PUT' && path.includes('-torn-')) {
      await (torn ??= terminateIndexerConnections());
    }
    return 'pass';
  };
  await writePosts(world().pool, board, threads(25, 3));
  await expectNoDrift(board);
  expect(torn).toBeDefined();
});

/** Returns when PostgreSQL has closed the connections. */
async function terminateIndexerConnections(): Promise<void> {
  const { rows } = await world().pool.query<{ pid: number }>(
    `select pid, pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'sagasu_indexer'`,
  );
  const pids = rows.map(({ pid }) => pid);
  await vi.waitFor(async () => {
    const { rowCount } = await world().pool.query('select 1 from pg_stat_activity where pid = any ($1::int[])', [pids]);
    expect(rowCount).toBe(0);
  }, 120_000);
}

test('an index that joins the set during a bulk request gets the posts of that request too', async () => {
  const board = await insertBoard(world().pool, 'joins');
  const proxy = await behindProxy();
  const building = indexName(world().indexPrefix, { board: 'joins', slice: 0, build: 2 });
  // After the snapshot is read, before the dirty row can be cleared.
  let joined: Promise<void> | undefined;
  proxy.treat = async (_, path): Promise<Treatment> => {
    if (path.startsWith('/_bulk')) await (joined ??= join(board, building));
    return 'pass';
  };
  await writePosts(world().pool, board, threads(1, 3));
  await drained(world());
  await world().elasticsearch.indices.refresh({ index: building });
  expect((await world().elasticsearch.count({ index: building })).count).toBe(3);
});

/** Creates the index with the set locked, as a rebuild does; otherwise housekeeping would drop it as orphaned. */
async function join(board: TestBoard, index: string): Promise<void> {
  await inTransaction(world().pool, async (client) => {
    await client.query('update index_sets set version = version + 1 where board_id = $1', [board.id]);
    await world().elasticsearch.indices.create({
      index,
      settings: { index: postIndexSettings({ replicas: 0 }) } as object,
      mappings: postMapping,
    });
    await client.query(
      `insert into indices (name, board_id, slice, build, mapping_version, state) values ($2, $1, 0, 2, 1, 'building')`,
      [board.id, index],
    );
  });
}

test('a live index that Elasticsearch has lost is created again and filled', async () => {
  const board = await insertBoard(world().pool, 'vanished');
  const indexer = await runIndexer(world());
  await writePosts(world().pool, board, threads(1, 30));
  await drained(world());
  const index = indexName(world().indexPrefix, { board: 'vanished', slice: 0, build: 1 });
  await world().elasticsearch.indices.delete({ index });
  // Detected by the next write …
  await writePosts(world().pool, board, threads(31, 1));
  await expectNoDrift(board);
  // … or at the next start.
  await indexer.close();
  await world().elasticsearch.indices.delete({ index });
  await runIndexer(world());
  await expectNoDrift(board);
  expect((await world().elasticsearch.count({ index: boardAlias(world().indexPrefix, 'vanished') })).count).toBe(31);
});

test('an index of another database is skipped and removed from searches', async () => {
  const index = indexName(world().indexPrefix, { board: 'foreign', slice: 0, build: 1 });
  await world().elasticsearch.indices.create({
    index,
    settings: { index: postIndexSettings({ replicas: 0 }) } as object,
    mappings: postMapping,
    aliases: { [boardAlias(world().indexPrefix, 'foreign')]: {} },
  });
  await world().elasticsearch.index({
    index,
    id: 'foreign.1.0',
    version: 2 ** 41,
    version_type: 'external',
    document: { board: 'foreign', num: 1, rev: 9 },
  });
  const board = await insertBoard(world().pool, 'foreign');
  await runIndexer(world());
  await writePosts(world().pool, board, threads(1, 2));
  await expectNoDrift(board);
  const alias = await world().elasticsearch.indices.getAlias({ name: boardAlias(world().indexPrefix, 'foreign') });
  expect(Object.keys(alias)).toEqual([indexName(world().indexPrefix, { board: 'foreign', slice: 0, build: 2 })]);
});

test('closing finishes running work and hands back waiting jobs', async () => {
  const board = await insertBoard(world().pool, 'closing');
  const proxy = await behindProxy();
  proxy.treat = (_, path) => (path.startsWith('/_bulk') ? { status: 503, body: '{}' } : 'pass');
  await writePosts(world().pool, board, threads(1, 100));
  await vi.waitFor(async () => {
    const { rowCount } = await world().pool.query('select 1 from dirty where queued_at is not null');
    expect(rowCount).toBe(100);
  }, 120_000);
  await proxy.indexer.close();
  expect(await countDirty(board)).toBe(100);
  await runIndexer(world());
  await expectNoDrift(board);
});
