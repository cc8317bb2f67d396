/**
 * The whole life of a large archive of 77 boards in one run: import, backup, restore, rebuild, verification, reads, and readers beside
 * scraping. It takes hours at 30,000,000 posts, so finished stages are kept in `data/bench/large-{posts}`.
 */
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import pg from 'pg';
import type { StoreUrls } from '../../../platform/config.ts';
import { upsertBoard } from '../../../store/boards/boards.ts';
import { processMemory } from '../../support/process-memory.ts';
import { TEMPLATE_DATABASE } from '../../support/template.ts';
import { openWorld, type World } from '../../support/world.ts';
import { ZIPF_BOARDS } from '../corpus.ts';
import { rebuildAll, verifyAll } from '../fill.ts';
import { describeMachine } from '../machine.ts';
import type { BenchOptions } from '../options.ts';
import { measureCounts } from '../measures/counts.ts';
import { sampleQueries } from '../query-classes.ts';
import { runMeasured, type CommandRun } from '../run-command.ts';
import { closeWorld } from '../standing-world.ts';
import { storedBytes } from '../stored-bytes.ts';
import { watchStores } from '../store-memory.ts';
import { until, untilLive } from '../until.ts';
import { WITHOUT_SCHEDULE, withProcess } from '../with-process.ts';
import { DUMP_PARTS, writeDumpPart } from './dump-part.ts';
import { runStages, type Figure, type Stage } from './kept-stages.ts';
import { measureLoad } from './measure-load.ts';
import { measureReads } from './measure-reads.ts';

/** Number of full slices; with the last slice of each board there are more shards than that. */
const SLICES = 150;
/** One thread of 1,000 to 20,000 posts for so many posts. */
const POSTS_PER_LONG_THREAD = 60_000;
/** Common words whose hits are counted. */
const WORDS = 10;
const NOWHERE = { source: '4chan', url: 'http://127.0.0.1:1', mediaUrl: 'http://127.0.0.1:1' } as const;

export interface LargeRun {
  readonly stores: StoreUrls;
  readonly posts: number;
  readonly dataFolder: string;
  readonly options: Pick<BenchOptions, 'queries' | 'seconds'>;
  readonly say: (line: string) => void;
}

/** Returns the figures of all stages, in their order. */
export async function runLarge({ stores, posts, dataFolder, options, say }: LargeRun): Promise<readonly Figure[]> {
  const folder = join(dataFolder, `large-${posts}`);
  const [backups, key] = [join(folder, 'backup'), join(folder, 'key.txt')];
  const dumps = Array.from({ length: DUMP_PARTS }, (_, at) => join(folder, `dump-${at + 1}.sql`));
  const name = `large_${posts}`;
  const inWorld = async <T>(work: (world: World) => Promise<T>): Promise<T> => {
    const world = openWorld(stores, name);
    try {
      return await work(world);
    } finally {
      await closeWorld(world);
    }
  };
  const stages: readonly Stage[] = [
    {
      name: 'dump',
      run: async () => {
        const longThreads = Math.round(posts / POSTS_PER_LONG_THREAD);
        await Promise.all(dumps.map(async (path, at) => writeDumpPart({ path, posts, longThreads, at })));
        const size = dumps.reduce((sum, path) => sum + statSync(path).size, 0);
        return [figure('Asagi dump', gigabytes(size), `${dumps.length} files`)];
      },
    },
    {
      name: 'import',
      run: async () => {
        await createDatabase(stores, name);
        return inWorld(async (world) => {
          const sliceSize = Math.ceil(posts / SLICES);
          for (const { name: board } of ZIPF_BOARDS) {
            await upsertBoard(world.pool, { name: board, title: board, worksafe: true, sliceSize, ...NOWHERE });
          }
          const run = await runMeasured(world, ['import', 'asagi', '--json', ...dumps]);
          const stored = await countPosts(world);
          if (stored !== posts) throw new Error(`${stored} posts of ${posts} were imported`);
          return [ofCommand('import into an empty archive', run, posts), ...(await describeCorpus(world))];
        });
      },
    },
    {
      name: 'backup',
      run: async () => {
        for (const dump of dumps) rmSync(dump, { force: true });
        rmSync(backups, { recursive: true, force: true });
        const identity = await generateX25519Identity();
        writeFileSync(key, `${identity}\n`, { mode: 0o600 });
        const recipient = await identityToRecipient(identity);
        return inWorld(async (world) => [
          ofCommand('`sagasu backup`', await runMeasured(world, ['backup', backups, '--recipient', recipient]), posts),
        ]);
      },
    },
    {
      name: 'restore',
      run: async () => {
        await createDatabase(stores, name);
        return inWorld(async (world) => {
          const run = await runMeasured(world, ['restore', backups, '--key', key, '--replace']);
          const stored = await countPosts(world);
          if (stored !== posts) throw new Error(`${stored} posts of ${posts} were restored`);
          rmSync(backups, { recursive: true });
          return [ofCommand('`sagasu restore` into a new database', run, posts)];
        });
      },
    },
    {
      name: 'rebuild',
      run: () => inWorld(async (world) => withIndexer(world, 'rebuild of all boards', posts, rebuildAll)),
    },
    {
      name: 'verify',
      run: () => inWorld(async (world) => withIndexer(world, 'verification of all boards', posts, verifyAll)),
    },
    {
      name: 'disk',
      run: () =>
        inWorld(async (world) => {
          const { rows, index } = await storedBytes(world);
          const shards = await world.elasticsearch.cat.shards({ index: `${world.indexPrefix}*`, format: 'json' });
          return [
            figure(
              'posts with their indexes in PostgreSQL',
              gigabytes(rows),
              `${Math.round(rows / posts)} bytes a post`,
            ),
            figure(
              'Elasticsearch',
              gigabytes(index),
              `${Math.round(index / posts)} bytes a post, ${shards.length} shards`,
            ),
          ];
        }),
    },
    {
      name: 'counts',
      run: () =>
        inWorld(async (world) => {
          const measures = await measureCounts(world, await sampleQueries(world.pool, posts, WORDS), 1);
          return measures.map(({ name: step, median }) => figure(step, median));
        }),
    },
    { name: 'reads', run: () => inWorld((world) => measureReads(world, posts, options)) },
    { name: 'load', run: () => inWorld((world) => measureLoad(world, posts, options, say)) },
  ];
  return runStages(folder, stages, { machine: describeMachine(), say });
}

async function createDatabase({ databaseUrl }: StoreUrls, name: string): Promise<void> {
  const admin = new pg.Client({ connectionString: databaseUrl });
  await admin.connect();
  try {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.query(`create database ${name} template ${TEMPLATE_DATABASE}`);
  } finally {
    await admin.end();
  }
}

/** Without a time-out: counting takes longer than a query of a process may. */
async function countPosts({ databaseUrl }: World): Promise<number> {
  const [row] = await queryLong<{ posts: string }>(databaseUrl, 'select count(*) as posts from posts');
  return Number(row?.posts);
}

async function describeCorpus({ databaseUrl }: World): Promise<Figure[]> {
  const [row] = await queryLong<{ threads: string; long: string; most: string }>(
    databaseUrl,
    `select count(*) as threads, count(*) filter (where posts >= 1000) as long, max(posts) as most
     from (select count(*) as posts from posts group by board_id, thread) as sizes`,
  );
  const remark = `${row?.long} of 1,000 posts or more, the longest ${row?.most}`;
  return [figure('threads', Number(row?.threads).toLocaleString('en'), remark)];
}

async function queryLong<T extends pg.QueryResultRow>(databaseUrl: string, sql: string): Promise<readonly T[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function withIndexer(
  world: World,
  step: string,
  posts: number,
  work: (world: World, boards: readonly string[]) => Promise<void>,
): Promise<readonly Figure[]> {
  const stores = await watchStores(world);
  return withProcess('indexer/main.ts', world, WITHOUT_SCHEDULE, async ({ pid }) => {
    const { rows } = await world.pool.query<{ id: number; name: string }>('select id, name from boards order by id');
    for (const { id } of rows) await untilLive(world, id);
    await until(
      async () => (await world.pool.query('select 1 from dirty where queued_at is not null limit 1')).rowCount === 0,
    );
    const began = performance.now();
    await work(
      world,
      rows.map(({ name }) => name),
    );
    const seconds = (performance.now() - began) / 1000;
    const memory = stores.end().map(({ name, most }) => `${name} ${Math.round(most)}`);
    memory.unshift(`indexer ${Math.round(processMemory(pid, 'VmHWM'))}`);
    return [
      figure(step, `${Math.round(seconds)} s`, `${perSecond(posts, seconds)}; peak memory in MB: ${memory.join(', ')}`),
    ];
  });
}

function ofCommand(step: string, { seconds, peak }: CommandRun, posts: number): Figure {
  return figure(step, `${Math.round(seconds)} s`, `${perSecond(posts, seconds)}, peak memory ${peak} MB`);
}

function perSecond(posts: number, seconds: number): string {
  return `${Math.round(posts / seconds).toLocaleString('en')} posts a second`;
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}

function figure(step: string, value: string, remark?: string): Figure {
  return { step, value, ...(remark !== undefined && { remark }) };
}
