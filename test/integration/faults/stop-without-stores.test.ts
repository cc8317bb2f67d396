/** Every process ends in time and cleanly after SIGTERM, also while a store is away, and nothing is lost. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { WatchedProcess } from '../../faults/watched-process.ts';
import { eventually } from '../../support/archive.ts';
import { compareStores } from '../../support/compare-stores.ts';
import { drained, runIndexer } from '../../support/indexer.ts';
import { freePort } from '../../support/ports.ts';
import { processUrl } from '../../support/processes.ts';
import { atPort, startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';
import { useWorld } from '../../support/world.ts';
import { openSite, type Site } from '../scraper/site.ts';

const STOP_LIMIT_MS = 8_000;
const THREADS = 20;
/** Long enough for every loop of the processes to meet the fault. */
const AWAY_MS = 4_000;
/** The processes with the line that each logs when its work begins. */
const PROCESSES = { 'server/main.ts': '"listening"', 'indexer/main.ts': '"indexing"', 'scraper/main.ts': '"polling"' };
const POSTGRES_PORT = 5432;

const world = useWorld();
const folder = mkdtempSync(join(tmpdir(), 'sagasu-stop-'));
let site: Site;
let redis: ChildProcess;
let postgres: TcpProxy;
let elasticsearch: TcpProxy;
let running: WatchedProcess[] = [];
let replies = 0;

beforeAll(async () => {
  site = await openSite(world());
  await site.add('a', THREADS);
});
beforeEach(async () => {
  const url = new URL(world().databaseUrl);
  postgres = await startTcpProxy({ host: url.hostname || '127.0.0.1', port: Number(url.port || POSTGRES_PORT) });
  const search = new URL(world().elasticsearchUrls[0] ?? '');
  elasticsearch = await startTcpProxy({ host: search.hostname, port: Number(search.port) });
});
afterEach(async () => {
  await Promise.all(running.map(async (each) => each.kill()));
  redis.kill('SIGKILL');
  await Promise.all([postgres.close(), elasticsearch.close()]);
});
afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

async function startRedis(port: number): Promise<void> {
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
  const queue = ['--appendonly', 'yes', '--appenddirname', `aof-${port}`, '--maxmemory-policy', 'noeviction'];
  redis = spawn('redis-server', [...options, ...queue], { stdio: 'ignore' });
  await eventually('Redis listens', async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.destroy();
    return true;
  });
}

async function startProcesses(): Promise<void> {
  const port = await freePort();
  await startRedis(port);
  running = await Promise.all(
    Object.entries(PROCESSES).map(async ([main, hasStarted]) => {
      const started = new WatchedProcess(main, world(), {
        DATABASE_URL: atPort(processUrl(main, world()), postgres.port),
        REDIS_URL: `redis://127.0.0.1:${port}`,
        ELASTICSEARCH_URL: atPort(world().elasticsearchUrls[0] ?? '', elasticsearch.port),
        SAGASU_PORT: String(await freePort()),
        SAGASU_SCRAPER_OWN_ORIGIN: site.url,
        SAGASU_LOG_LEVEL: 'info',
      });
      return started.logged(hasStarted);
    }),
  );
}

/** A reply in each thread, so that scraper and indexer have work when the fault comes. */
function addReplies(): void {
  replies++;
  for (let thread = 1; thread <= THREADS; thread++)
    site.boards.get('a')?.reply(thread * 100, thread * 100 + 10 + replies);
}

interface End {
  readonly code: number | null;
  readonly signal: string | null;
  readonly ms: number;
}

async function stop(each: WatchedProcess): Promise<End> {
  const began = performance.now();
  each.child.kill('SIGTERM');
  const code = await each.ended();
  return { code, signal: each.child.signalCode, ms: performance.now() - began };
}

test.each<[string, () => void, number]>([
  ['Redis was killed', () => void redis.kill('SIGKILL'), AWAY_MS],
  ['Redis is killed at the same time', () => void redis.kill('SIGKILL'), 0],
  ['Redis keeps its connections and does not answer', () => void redis.kill('SIGSTOP'), AWAY_MS],
  ['PostgreSQL and Elasticsearch were killed', () => [postgres, elasticsearch].forEach((each) => each.cut()), AWAY_MS],
  [
    'PostgreSQL and Elasticsearch keep their connections and do not answer',
    () => [postgres, elasticsearch].forEach((each) => each.stall()),
    AWAY_MS,
  ],
])('SIGTERM ends each process within 8 s when %s', async (_, fail, awayMs) => {
  await startProcesses();
  addReplies();
  fail();
  await sleep(awayMs);
  expect(running.map(({ isRunning }) => isRunning)).toEqual(running.map(() => true));
  for (const { code, signal, ms } of await Promise.all(running.map(stop))) {
    expect([code, signal]).toEqual([0, null]);
    expect(ms).toBeLessThan(STOP_LIMIT_MS);
  }
});

test('afterwards every post is stored and indexed', async () => {
  await startProcesses();
  await eventually('everything is stored', async () => site.isStored());
  await runIndexer(world());
  await drained(world());
  const { differences, rows } = await compareStores(world());
  expect(differences).toEqual([]);
  expect(rows).toBe(THREADS * (4 + replies));
});
