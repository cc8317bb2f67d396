/** Real sentinels: the primary is killed, a replica takes over, and a scraper and an indexer go on. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRedis } from '../../platform/redis.ts';
import { eventually } from '../support/archive.ts';
import { freePort } from '../support/ports.ts';
import { startProcess, stopProcess } from '../support/processes.ts';
import { useWorld } from '../support/world.ts';
import { addBoard, Upstream } from './scraper/upstream.ts';

const PASSWORD = 'pw';
const world = useWorld();
const folder = mkdtempSync(join(tmpdir(), 'sagasu-sentinel-'));
const stores: ChildProcess[] = [];
const processes: ChildProcess[] = [];
const upstream = new Upstream();
let ports: { primary: number; replica: number; sentinel: number };
let address: string;

function startRedis(name: string, lines: readonly string[], args: readonly string[] = []): ChildProcess {
  const path = join(folder, `${name}.conf`);
  writeFileSync(path, [...lines, `dir ${folder}`, 'bind 127.0.0.1', ''].join('\n'));
  const child = spawn('redis-server', [path, ...args], { stdio: 'ignore' });
  stores.push(child);
  return child;
}

function storeLines(port: number): readonly string[] {
  return [
    `port ${port}`,
    `requirepass ${PASSWORD}`,
    `masterauth ${PASSWORD}`,
    'appendonly yes',
    `appenddirname of-${port}`,
    `dbfilename of-${port}.rdb`,
  ];
}

beforeAll(async () => {
  ports = { primary: await freePort(), replica: await freePort(), sentinel: await freePort() };
  startRedis('primary', storeLines(ports.primary));
  startRedis('replica', [...storeLines(ports.replica), `replicaof 127.0.0.1 ${ports.primary}`]);
  startRedis(
    'sentinel',
    [
      `port ${ports.sentinel}`,
      'requirepass of-sentinels',
      `sentinel monitor archive 127.0.0.1 ${ports.primary} 1`,
      `sentinel auth-pass archive ${PASSWORD}`,
      'sentinel down-after-milliseconds archive 1000',
      'sentinel failover-timeout archive 5000',
    ],
    ['--sentinel'],
  );
  address = `redis://:${PASSWORD}@archive/0?sentinels=127.0.0.1:${ports.sentinel}&sentinel_password=of-sentinels`;
  await addBoard(world(), await upstream.open());
});
afterAll(async () => {
  for (const child of processes) await stopProcess(child);
  for (const store of stores) {
    if (store.exitCode !== null || store.signalCode !== null) continue;
    store.kill('SIGKILL');
    await once(store, 'exit');
  }
  await upstream.close();
  rmSync(folder, { recursive: true, force: true });
});

const documents = async () => {
  const index = `${world().indexPrefix}*`;
  await world().elasticsearch.indices.refresh({ index, ignore_unavailable: true });
  return (await world().elasticsearch.count({ index, q: 'num:[100 TO 200]', ignore_unavailable: true })).count;
};

test('posts are scraped and indexed before and after the primary is killed', async () => {
  const redis = createRedis(address);
  await eventually('the replica is known', async () => {
    await redis.set('key', 'value');
    return (await redis.info('replication')).includes('state=online');
  });
  upstream.start(100, 3);
  const settings = {
    REDIS_URL: address,
    SAGASU_LOG_LEVEL: 'fatal',
    SAGASU_SCRAPER_OWN_ORIGIN: upstream.url,
    SAGASU_SCRAPER_INTERVAL_MS: '200',
  };
  for (const name of ['scraper', 'indexer']) processes.push(startProcess(`${name}/main.ts`, world(), settings));
  await eventually('four posts are indexed', async () => (await documents()) === 4);
  stores[0]?.kill('SIGKILL');
  upstream.reply(100, 110);
  await eventually('the post of the time without a primary is indexed', async () => (await documents()) === 5);
  expect(await redis.get('key')).toBe('value');
  expect(await redis.info('replication')).toContain('role:master');
  expect(redis.options.sentinels).toEqual([{ host: '127.0.0.1', port: ports.sentinel }]);
  redis.disconnect();
});
