/**
 * What PgBouncer in transaction mode costs: the reads of three servers and the batches of three indexers over one database in turn. The
 * first is behind PgBouncer, so its statements have no names; the second has none either, without PgBouncer; the third connects as usual.
 */
import type { ChildProcess } from 'node:child_process';
import type pg from 'pg';
import pino from 'pino';
import { PostgresSyncStore } from '../../../indexer/live/postgres-sync-store.ts';
import { StoreMonitor } from '../../../indexer/runtime/store-monitor.ts';
import { migrate } from '../../../platform/migrate.ts';
import { createPostgresPool } from '../../../platform/postgres.ts';
import { loginUrl } from '../../support/logins.ts';
import { startPgBouncer } from '../../support/pgbouncer.ts';
import { freePort } from '../../support/ports.ts';
import { startProcess, stopProcess } from '../../support/processes.ts';
import type { World } from '../../support/world.ts';
import { FOUR_BOARDS } from '../corpus.ts';
import { measuresOf, readKindsInTurn } from '../kinds-of-reads.ts';
import { markAllDirty } from '../load.ts';
import { quiet } from '../machine.ts';
import { median, timed, toMeasure, type Measure } from '../measure.ts';
import type { BenchOptions } from '../options.ts';
import { readingServer } from '../with-process.ts';
import { indexCorpus } from './many-boards.ts';
import { waitForServer } from './thread.ts';

const AGAINST = 'a direct connection';
const PAIRS = [
  ['behind PgBouncer', [0, 2]],
  ['without names of statements', [1, 2]],
] as const;
/** Threads of a batch: a quiet board, and an indexer that catches up. */
const BATCHES = [1, 50];
const BATCHES_PER_ROUND = 60;
const MAX_POSTS = 2_000;

export async function measurePooler(
  world: World,
  posts: number,
  options: Pick<BenchOptions, 'rounds' | 'queries'>,
  say: (line: string) => void,
): Promise<readonly Measure[]> {
  await indexCorpus(world, FOUR_BOARDS, posts);
  await world.pool.query('vacuum analyze posts');
  const bouncer = await startPgBouncer(world.databaseUrl);
  const servers: ChildProcess[] = [];
  try {
    const pooled = bouncer.address(world.databaseUrl);
    // The settings that sessions of PgBouncer get from the database.
    await migrate(pooled);
    const addresses = [pooled, unnamed(world.databaseUrl), world.databaseUrl];
    const urls: string[] = [];
    for (const address of addresses) {
      const port = await freePort();
      const settings = { ...readingServer(port), DATABASE_URL: loginUrl(address, 'server') };
      servers.push(startProcess('server/main.ts', world, settings));
      urls.push(`http://127.0.0.1:${port}`);
    }
    for (const url of urls) await waitForServer(url);
    const times = await readKindsInTurn(world, urls, posts, options, async () => quiet(say));
    return [
      ...PAIRS.flatMap(([name, places]) => measuresOf(`pooler, ${name}`, times, places, null, AGAINST)),
      ...(await measureBatches(world, addresses, options.rounds)),
    ];
  } finally {
    for (const server of servers) await stopProcess(server);
    await bouncer.stop();
  }
}

/** PostgreSQL's own address as if it were one of PgBouncer. */
function unnamed(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('direct', `${url.hostname}:${url.port || '5432'}`);
  return url.href;
}

/** The statements of the indexer for one batch: claim, snapshot, removal of the marks. */
async function measureBatches(world: World, addresses: readonly string[], rounds: number): Promise<Measure[]> {
  const pools = addresses.map((url) => createPostgresPool({ url: loginUrl(url, 'indexer') }));
  const monitor = new StoreMonitor(pino({ level: 'silent' }), 'PostgreSQL');
  const stores = pools.map((pool) => new PostgresSyncStore(pool, monitor));
  try {
    const measures: Measure[] = [];
    for (const threads of BATCHES) {
      const times: number[][][] = [];
      // The first round warms up.
      for (let round = -1; round < rounds; round++) {
        const ofRound = stores.map((): number[] => []);
        if (round >= 0) times.push(ofRound);
        for (let batch = 0; batch < BATCHES_PER_ROUND; batch++) {
          for (let place = 0; place < stores.length; place++) {
            const at = (place + batch) % stores.length;
            const store = stores[at];
            if (store !== undefined) ofRound[at]?.push(await batchOf(world.pool, store, threads));
          }
        }
      }
      for (const [name, [ours, theirs]] of PAIRS) {
        const pairs = times.map((of): [number, number] => [median(of[ours] ?? []), median(of[theirs] ?? [])]);
        const what = threads === 1 ? 'a batch of one thread' : `a batch of ${threads} threads`;
        measures.push(toMeasure(`pooler, ${name}: ${what}, p50`, pairs, null, 'ms', AGAINST));
      }
    }
    return measures;
  } finally {
    for (const pool of pools) await pool.end();
  }
}

async function batchOf(pool: pg.Pool, store: PostgresSyncStore, threads: number): Promise<number> {
  const { rows } = await pool.query<{ id: number }>('select id from boards order by id limit 1');
  const [{ id } = { id: 0 }] = rows;
  if ((await pool.query('select from dirty limit 1')).rowCount === 0) await markAllDirty(pool, id);
  return timed(async () => {
    const jobs = await store.claim(threads, 60_000);
    const snapshot = await store.read(jobs, MAX_POSTS);
    const clear = snapshot.threads.map(({ boardId, thread, gen }) => ({
      boardId,
      thread,
      gen,
      setVersion: snapshot.sets.get(boardId)?.version ?? 0,
      resumeFrom: null,
    }));
    const { size } = await store.commitBatch({ quarantine: [], release: [], clear });
    if (size === 0) throw new Error('the batch removed no mark');
  });
}
