/** The faults that make each alert fire. */
import { chmod } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { aPost, writePosts } from '../../support/builders.ts';
import { runCommand } from '../../support/commands.ts';
import { indexPattern } from '../../../mappings/elasticsearch/index-names.ts';
import { BOARD, type RunningArchive } from './archive.ts';

export interface Fault {
  readonly name: string;
  readonly expected: readonly string[];
  /** Alerts that the fault may cause too. */
  readonly also?: readonly string[];
  /** The servers send exactly this alert too, once. */
  readonly sends?: string;
  readonly begin: () => Promise<unknown>;
  readonly end: () => Promise<unknown>;
}

/** No index can store a word of this length. */
const UNINDEXABLE = 'x'.repeat(40_000);
/** More than the queue of searches holds. */
const READERS = 120;

export function faultsOf(archive: RunningArchive): readonly Fault[] {
  return [
    ...ofElasticsearch(archive),
    ...ofIndex(archive),
    ...ofProcesses(archive),
    ...ofRedis(archive),
    ...ofTasks(archive),
    {
      name: 'the disk of the files is full',
      expected: ['SagasuDiskLow'],
      begin: async () => archive.disk.fillTo(4_096),
      end: async () => archive.disk.clear(),
    },
    // Last, because an Elasticsearch that starts again has no administrator.
    ...ofStores(archive),
  ];
}

function ofStores({ stores }: RunningArchive): readonly Fault[] {
  // A store that is away has effects of its own: posts wait, and parts of the overview cannot be read.
  const also = ['SagasuIndexLate', 'SagasuOverviewUnread'];
  const stopped = (store: 'redis' | 'elasticsearch' | 'postgres', more: readonly string[]): Fault => ({
    name: `${store} is stopped`,
    expected: ['SagasuStoreDown'],
    also: [...also, ...more],
    sends: `SagasuStoreDown stores.down ${{ redis: 'Redis', elasticsearch: 'Elasticsearch', postgres: 'PostgreSQL' }[store]}`,
    begin: async () => stores.kill(store),
    end: async () => stores.start(store),
  });
  return [
    stopped('postgres', []),
    stopped('redis', []),
    // It is red until it has read its indices.
    stopped('elasticsearch', ['SagasuElasticsearchRed']),
  ];
}

/** Two indices that the only node cannot hold wholly. */
function ofElasticsearch({ administrator }: RunningArchive): readonly Fault[] {
  const index = 'lost';
  const create = async (settings: Record<string, unknown>) =>
    administrator.indices.create({ index, settings, wait_for_active_shards: 0, timeout: '1s' });
  const end = async () => administrator.indices.delete({ index });
  const nowhere = { number_of_replicas: 0, 'routing.allocation.require._name': 'nobody' };
  return [
    { name: 'shards are lost', expected: ['SagasuElasticsearchRed'], begin: async () => create(nowhere), end },
    {
      name: 'replicas are lost',
      expected: ['SagasuElasticsearchYellow'],
      // While the index is created it is red.
      also: ['SagasuElasticsearchRed'],
      begin: async () => create({ number_of_replicas: 1 }),
      end,
    },
  ];
}

function ofIndex({ world, administrator, addPost }: RunningArchive): readonly Fault[] {
  const index = indexPattern(world.indexPrefix);
  const block = async (write: boolean | null) =>
    administrator.indices.putSettings({ index, settings: { 'blocks.write': write } });
  const setVersion = async (change: 1 | -1) =>
    world.pool.query(`update indices set mapping_version = mapping_version + $1 where state = 'live'`, [change]);
  return [
    {
      name: 'an index refuses writes',
      expected: ['SagasuIndexWritesBlocked', 'SagasuIndexLate'],
      async begin() {
        await block(true);
        addPost();
      },
      end: async () => block(null),
    },
    {
      name: 'a document is missing',
      expected: ['SagasuIndexDrift'],
      async begin() {
        const { hits } = await administrator.search({ index, size: 1 });
        for (const { _index: of, _id: id = '' } of hits.hits)
          await administrator.delete({ index: of, id, refresh: true });
        await runCommand(world, ['verify', BOARD]);
      },
      end: async () => runCommand(world, ['verify', BOARD, '--repair']),
    },
    {
      name: 'a document is refused',
      expected: ['SagasuDocumentsRefused'],
      begin: async () => writePost(world.pool, UNINDEXABLE),
      end: async () => writePost(world.pool, null),
    },
    {
      name: 'an index is outdated',
      expected: ['SagasuIndexOutdated'],
      begin: async () => setVersion(-1),
      end: async () => setVersion(1),
    },
  ];
}

/** Writes a post of its own, as scrapers do. */
async function writePost(pool: pg.Pool, capcode: string | null): Promise<void> {
  const { rows } = await pool.query<{ id: number; sliceSize: number }>(
    `select id, slice_size::int as "sliceSize" from boards where name = $1`,
    [BOARD],
  );
  for (const board of rows) await writePosts(pool, { ...board, name: BOARD }, [aPost({ num: 900, capcode })]);
}

function ofProcesses({ source, stopIndexer, startIndexer, url }: RunningArchive): readonly Fault[] {
  const load = { isOn: false, readers: [] as Promise<void>[] };
  const search = async (reader: number) => {
    for (let turn = 0; load.isOn; turn++) {
      const answer = await fetch(`${url}/api/v1/search?q=${reader}x${turn}`).catch(() => null);
      await answer?.arrayBuffer();
      if (answer?.status !== 200) await sleep(50);
    }
  };
  return [
    {
      name: 'a source is dead',
      expected: ['SagasuSourceFailing'],
      begin: async () => source.cut(),
      end: async () => source.restore(),
    },
    { name: 'an indexer is killed', expected: ['SagasuProcessDown'], begin: stopIndexer, end: startIndexer },
    {
      name: 'a server has too many readers',
      expected: ['SagasuServerBusy'],
      async begin() {
        load.isOn = true;
        load.readers = Array.from({ length: READERS }, async (_, reader) => search(reader));
      },
      async end() {
        load.isOn = false;
        await Promise.all(load.readers);
      },
    },
  ];
}

function ofRedis({ redis }: RunningArchive): readonly Fault[] {
  const used = async () => Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1]);
  const folder = async () => ((await redis.config('GET', 'dir')) as readonly string[])[1] ?? '';
  const save = async () => redis.bgsave().catch(() => undefined);
  return [
    {
      name: 'Redis has little memory left',
      expected: ['SagasuRedisMemory'],
      begin: async () => redis.config('SET', 'maxmemory', Math.round((await used()) * 1.06)),
      end: async () => redis.config('SET', 'maxmemory', 0),
    },
    {
      name: 'Redis cannot write to its folder',
      expected: ['SagasuRedisNotPersistent'],
      async begin() {
        await chmod(await folder(), 0o500);
        await save();
      },
      async end() {
        await chmod(await folder(), 0o700);
        await save();
      },
    },
  ];
}

function ofTasks({ world, backUp, disk }: RunningArchive): readonly Fault[] {
  let blocker: pg.PoolClient | undefined;
  return [
    {
      name: 'a backup fails',
      expected: ['SagasuTaskFailed'],
      also: ['SagasuDiskLow'],
      async begin() {
        await disk.fillTo(8_192);
        const key = /age1\w+/.exec((await runCommand(world, ['backup', 'key'])).output)?.[0] ?? '';
        await runCommand(world, ['backup', `${disk.path}/backups`, '--recipient', key]);
      },
      async end() {
        await disk.clear();
        await backUp();
      },
    },
    {
      name: 'the last backup is old',
      expected: ['SagasuBackupOld'],
      begin: async () =>
        world.pool.query(
          `update tasks set enqueued_at = now() - interval '9 days', started_at = now() - interval '9 days', finished_at = now() - interval '8 days'
            where kind = 'backup'`,
        ),
      end: backUp,
    },
    {
      name: 'there is no backup',
      expected: ['SagasuBackupMissing'],
      begin: async () => world.pool.query(`delete from tasks where kind = 'backup'`),
      end: backUp,
    },
    {
      name: 'a table is locked',
      expected: ['SagasuOverviewUnread'],
      also: ['SagasuIndexLate'],
      async begin() {
        blocker = await world.pool.connect();
        await blocker.query('begin; lock table tasks in access exclusive mode');
      },
      async end() {
        await blocker?.query('rollback');
        blocker?.release();
      },
    },
  ];
}
