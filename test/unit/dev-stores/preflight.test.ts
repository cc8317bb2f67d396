import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../../platform/config.ts';
import { portProblem } from '../../../platform/ports.ts';
import { planNodes, sizeProblem } from '../../../dev-stores/elasticsearch.ts';
import { layout, recordedNames } from '../../../dev-stores/layout.ts';
import { diskProblem, memoryProblem, portsOf } from '../../../dev-stores/preflight.ts';
import { NO_REDIS, oldRedis, redisMajor } from '../../../dev-stores/redis.ts';

const GIB = 1024 ** 3;
const MIB = 1024 ** 2;

describe('ports', () => {
  const holder = createServer();
  afterEach(() => {
    holder.close();
  });

  test('Elasticsearch needs two, the others one, and only those of stores to be started are checked', () => {
    const context = { config: readConfig({}), places: layout('/data') };
    expect(portsOf(context, ['postgres', 'redis', 'elasticsearch']).map(({ port }) => port)).toEqual([
      5632, 6632, 9632, 9732,
    ]);
    expect(portsOf(context, ['redis']).map(({ setting }) => setting)).toEqual(['SAGASU_REDIS_PORT']);
  });

  test('each node of a cluster needs its own two', () => {
    const config = readConfig({ SAGASU_ELASTICSEARCH_NODES: '3', SAGASU_ELASTICSEARCH_PORT: '9000' });
    expect(portsOf({ config, places: layout('/data') }, ['elasticsearch']).map(({ port }) => port)).toEqual([
      9000, 9100, 9001, 9101, 9002, 9102,
    ]);
  });

  test('a port in use is named with the setting that changes it', async () => {
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
    const { port } = holder.address() as AddressInfo;
    const use = { port, title: 'Redis', setting: 'SAGASU_REDIS_PORT', url: 'REDIS_URL' } as const;
    expect(await portProblem(use)).toBe(
      `Port ${port}, on which Redis would listen, is in use by another program: stop that program, or set SAGASU_REDIS_PORT to a free port, or set REDIS_URL to a running Redis.`,
    );
  });

  test.each([0, 65_536, 65_635])('port %i is refused', async (port) => {
    const use = { port, title: 'Redis', setting: 'SAGASU_REDIS_PORT', url: 'REDIS_URL' } as const;
    expect(await portProblem(use)).toContain('SAGASU_REDIS_PORT');
  });
});

describe('disk and memory', () => {
  test('3 GiB of free disk are enough; less is a problem that names the folder', () => {
    expect(diskProblem('/data', 3 * GIB)).toBeNull();
    expect(diskProblem('/data', 3 * GIB - 1)).toMatch(/3\.0 GiB are free on the disk of \/data .* SAGASU_DATA/);
  });

  test('with too little memory the problem proposes a heap that fits', () => {
    expect(memoryProblem(1024, 1474 * MIB)).toBeNull();
    expect(memoryProblem(1024, 1473 * MIB)).toMatch(
      /needs 1474 MiB of memory and 1473 MiB are free: set SAGASU_ELASTICSEARCH_HEAP_MB to 1023 or less/,
    );
  });

  test('three nodes need three times as much memory, and the proposed heap is that of each node', () => {
    expect(memoryProblem(512, 3 * 962 * MIB, 3)).toBeNull();
    expect(memoryProblem(512, 2885 * MIB, 3)).toMatch(
      /3 nodes of Elasticsearch need 2886 MiB of memory and 2885 MiB are free: set SAGASU_ELASTICSEARCH_HEAP_MB to 511 or less/,
    );
  });

  test('if no heap fits, another machine is proposed', () => {
    expect(memoryProblem(1024, 500 * MIB)).toContain('ELASTICSEARCH_URL');
  });

  test('a heap that is too small for Elasticsearch is refused', () => {
    expect(memoryProblem(255, 100 * GIB)).toContain('SAGASU_ELASTICSEARCH_HEAP_MB to 256 or more');
  });
});

describe('Redis', () => {
  test.each([
    ['Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64 build=ae4d7c971a948f0', 7],
    ['Valkey server v=8.1.1 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64 build=0', 8],
    ['something else', null],
  ])('of %j has a known major version', (text, major) => {
    expect(redisMajor(text)).toBe(major);
  });

  test('is reported with two solutions if it is missing or too old', () => {
    expect(oldRedis('/usr/bin/redis-server', 'Redis server v=5.0.7 sha=0')).toMatch(
      /is 5\.0\.7, but Redis 7 .* REDIS_URL/,
    );
    expect(NO_REDIS).toMatch(/apt-get install redis-server.*REDIS_URL/);
  });
});

test('processes that a killed run has left are found by its records, one for each node', () => {
  const files = ['owner.json', 'redis.json', 'elasticsearch-2.json', 'elasticsearch.json.1', 'elasticsearch-x.json'];
  expect(recordedNames(files)).toEqual(['redis', 'elasticsearch-2']);
});

describe('the nodes of a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sagasu-nodes-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('may have any number while there is no data', () => {
    mkdirSync(join(folder, 'data'));
    expect(sizeProblem(folder, 1)).toBeNull();
    expect(sizeProblem(folder, 3)).toBeNull();
  });

  test('cannot become three if one has data', () => {
    writeFileSync(join(folder, 'data/node.lock'), '');
    expect(sizeProblem(folder, 1)).toBeNull();
    expect(sizeProblem(folder, 3)).toMatch(/contains an Elasticsearch of 1 node, .* is 3: set it to 1, or move/);
  });

  test('cannot become one or five after three have formed a cluster', () => {
    writeFileSync(join(folder, 'cluster.json'), '{"nodes":3}');
    expect(sizeProblem(folder, 3)).toBeNull();
    expect(sizeProblem(folder, 1)).toMatch(/of 3 nodes, .* is 1: set it to 3, or move/);
    expect(sizeProblem(folder, 5)).toMatch(/is 5: set/);
  });

  test("always receive each other's addresses, and the initial master nodes only until the cluster has formed", () => {
    const context = { config: readConfig({ SAGASU_ELASTICSEARCH_NODES: '3' }), places: layout('/data') };
    for (const isFormed of [false, true]) {
      for (const { settings } of planNodes(context, isFormed)) {
        expect(settings['discovery.seed_hosts']).toEqual(['127.0.0.1:9732', '127.0.0.1:9733', '127.0.0.1:9734']);
        expect(settings['discovery.type']).toBeUndefined();
        expect('cluster.initial_master_nodes' in settings).toBe(!isFormed);
      }
    }
    expect(new Set(planNodes(context, true).map((plan) => plan.folder)).size).toBe(3);
  });
});
