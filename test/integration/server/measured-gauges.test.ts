/** The gauges of the overview over real stores, each of which is stopped once. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { INDEX_QUEUE } from '../../../mappings/queues.ts';
import { createRedis } from '../../../platform/redis.ts';
import { createMetricsRegistry } from '../../../platform/metrics.ts';
import { VERSION } from '../../../platform/version.ts';
import { MEASURED_GAUGES } from '../../../server/overview/measured-metrics.ts';
import { eventually } from '../../support/archive.ts';
import { insertBoard } from '../../support/builders.ts';
import { createPatientRedis } from '../../support/patient-redis.ts';
import { freePort } from '../../support/ports.ts';
import { atPort, startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';
import { useWorld } from '../../support/world.ts';
import { givenServer, type GivenServer } from './given-archive.ts';

const world = useWorld();
const folder = mkdtempSync(join(tmpdir(), 'sagasu-gauges-'));
const SOURCE = 'http://127.0.0.1:1/g';
let redisPort: number;
let redisProcess: ChildProcess;
let redis: Redis;
let postgres: TcpProxy;
let elasticsearch: TcpProxy;
let server: GivenServer;

async function startRedis(): Promise<ChildProcess> {
  const options = ['--port', String(redisPort), '--dir', folder, '--appendonly', 'yes', '--maxmemory', '200mb'];
  const child = spawn('redis-server', [...options, '--maxmemory-policy', 'noeviction'], { stdio: 'ignore' });
  await once(child, 'spawn');
  return child;
}

async function stopRedis(): Promise<void> {
  redisProcess.kill('SIGKILL');
  await once(redisProcess, 'exit');
}

async function before(url: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(url);
  return startTcpProxy({ host: hostname, port: Number(port) });
}

beforeAll(async () => {
  redisPort = await freePort();
  redisProcess = await startRedis();
  redis = createRedis(`redis://127.0.0.1:${redisPort}`);
  const { databaseUrl, elasticsearchUrls } = world();
  const [node = ''] = elasticsearchUrls;
  postgres = await before(databaseUrl);
  elasticsearch = await before(node);
  server = await givenServer(world(), {
    clock: () => new Date(),
    redis,
    databaseUrl: atPort(databaseUrl, postgres.port),
    elasticsearchUrls: [atPort(node, elasticsearch.port)],
    metrics: createMetricsRegistry('server'),
  });
  await givenFaults();
});

afterAll(async () => {
  await server.close();
  redis.disconnect();
  await Promise.all([postgres.close(), elasticsearch.close(), stopRedis()]);
  rmSync(folder, { recursive: true, force: true });
});

/** A failed task, a backup, an outdated index, a dead source and waiting jobs. */
async function givenFaults(): Promise<void> {
  const { pool, queuePrefix } = world();
  const { id } = await insertBoard(pool, 'g');
  await pool.query('update boards set url = $1 where id = $2', ['http://127.0.0.1:1', id]);
  await pool.query(
    `insert into tasks (kind, board_id, status, requested_by, error, finished_at)
     values ('reindex', $1, 'failed', 'mika', '{"code":"x","message":"m"}', now()),
            ('backup', null, 'succeeded', 'cli', null, now() - interval '2 hours')`,
    [id],
  );
  await pool.query(
    `insert into indices (name, board_id, slice, build, mapping_version, state) values ('old', $1, 0, 1, 1, 'live')`,
    [id],
  );
  await pool.query(
    `insert into source_answers (board_id, base_url, failing_since) values ($1, $2, now() - interval '10 minutes')`,
    [id, SOURCE],
  );
  const connection = createPatientRedis(`redis://127.0.0.1:${redisPort}`);
  const queue = new Queue(INDEX_QUEUE, { connection, prefix: queuePrefix });
  await queue.add('thread', {});
  await queue.add('thread', {}, { delay: 3_600_000 });
  expect(await queue.getJobCounts('waiting', 'delayed')).toEqual({ waiting: 1, delayed: 1 });
  await queue.close();
  connection.disconnect();
}

/** The values of all series, without the label of the process. */
async function scrape(): Promise<ReadonlyMap<string, number>> {
  const { body } = await server.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
  const samples = body.matchAll(/^(sagasu_\w+?)(?:\{(.*)\})? (\S+)$/gm);
  return new Map(
    [...samples].map(([, name, labels = '', value]) => [
      `${name} ${labels.replace(/,?process="server"/, '')}`.trim(),
      Number(value),
    ]),
  );
}

async function eventuallyScraped(
  what: string,
  isSo: (series: ReadonlyMap<string, number>) => boolean,
): Promise<ReadonlyMap<string, number>> {
  let series = await scrape();
  await eventually(what, async () => {
    series = await scrape();
    return isSo(series);
  });
  return series;
}

/** Names of the measured gauges that have a value. */
const named = (series: ReadonlyMap<string, number>): ReadonlySet<string> => {
  const names = new Set([...series.keys()].map((key) => key.split(' ')[0]));
  return new Set(MEASURED_GAUGES.map(({ name }) => name).filter((name) => names.has(name)));
};

const ALL = new Set<string>(MEASURED_GAUGES.map(({ name }) => name));
const isWhole = (series: ReadonlyMap<string, number>) => named(series).size === ALL.size;
const isDown = (store: string) => (now: ReadonlyMap<string, number>) =>
  now.get(`sagasu_store_up store="${store}"`) === 0;
const without = (pattern: RegExp) => [...ALL].filter((name) => !pattern.test(name)).toSorted();

test('every gauge has its value', async () => {
  const series = await eventuallyScraped('all parts are read', isWhole);
  for (const [key, value] of [
    [`sagasu_build_info version="${VERSION}"`, 1],
    ['sagasu_store_up store="PostgreSQL"', 1],
    ['sagasu_store_up store="Elasticsearch"', 1],
    ['sagasu_store_up store="Redis"', 1],
    ['sagasu_elasticsearch_status status="red"', 0],
    ['sagasu_elasticsearch_nodes', 1],
    ['sagasu_redis_max_memory_bytes', 200 * 1024 * 1024],
    ['sagasu_redis_persistence_failed', 0],
    ['sagasu_jobs queue="index",state="waiting"', 1],
    ['sagasu_jobs queue="index",state="delayed"', 1],
    ['sagasu_tasks status="failed"', 1],
    ['sagasu_tasks status="enqueued"', 0],
    ['sagasu_index_outdated_boards', 1],
  ] as const)
    expect([key, series.get(key)]).toEqual([key, value]);
  const failing = series.get(`sagasu_source_failing_seconds board="g",source="${SOURCE}"`) ?? 0;
  expect(failing).toBeGreaterThanOrEqual(600);
  expect(series.get('sagasu_backup_age_seconds')).toBeGreaterThanOrEqual(7_200);
  expect(series.get('sagasu_redis_used_memory_bytes')).toBeGreaterThan(100_000);
});

test('while Redis is stopped, its gauges have no value, and they return', async () => {
  await stopRedis();
  const gone = await eventuallyScraped('Redis is down', isDown('Redis'));
  expect([...named(gone)].toSorted()).toEqual(without(/redis|jobs/));
  redisProcess = await startRedis();
  await eventuallyScraped('Redis is back', isWhole);
});

test('while Elasticsearch is away, its gauges have no value', async () => {
  elasticsearch.cut();
  const gone = await eventuallyScraped('Elasticsearch is down', isDown('Elasticsearch'));
  expect([...named(gone)].toSorted()).toEqual(without(/elasticsearch/));
  elasticsearch.restore();
  await eventuallyScraped('Elasticsearch is back', isWhole);
});

test('while PostgreSQL is away, what it knows has no value', async () => {
  postgres.cut();
  const gone = await eventuallyScraped('PostgreSQL is down', isDown('PostgreSQL'));
  expect([...named(gone)].toSorted()).toEqual(without(/backup|tasks|outdated|source|disk/));
  postgres.restore();
  await eventuallyScraped('PostgreSQL is back', isWhole);
});
