import { createServer, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../../platform/config.ts';
import { diskProblem, memoryProblem, portProblem, portsOf } from '../../../stack/preflight.ts';
import { NO_REDIS, oldRedis, redisMajor } from '../../../stack/redis.ts';

const GIB = 1024 ** 3;
const MIB = 1024 ** 2;

describe('ports', () => {
  const holder = createServer();
  afterEach(() => {
    holder.close();
  });

  test('Elasticsearch takes two, the others one, and only those to be started are looked at', () => {
    const config = readConfig({});
    expect(portsOf(config, ['postgres', 'redis', 'elasticsearch']).map(({ port }) => port)).toEqual([
      5632, 6632, 9632, 9732,
    ]);
    expect(portsOf(config, ['redis']).map(({ setting }) => setting)).toEqual(['SAGASU_REDIS_PORT']);
  });

  test('a taken port is named with the setting that changes it', async () => {
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
    const { port } = holder.address() as AddressInfo;
    const use = { port, title: 'Redis', setting: 'SAGASU_REDIS_PORT', url: 'REDIS_URL' } as const;
    expect(await portProblem(use)).toBe(
      `Port ${port}, where Redis would listen, is taken by another program: set SAGASU_REDIS_PORT to a free one, or name a running Redis in REDIS_URL.`,
    );
  });

  test.each([0, 65_536, 65_635])('port %i is refused', async (port) => {
    const use = { port, title: 'Redis', setting: 'SAGASU_REDIS_PORT', url: 'REDIS_URL' } as const;
    expect(await portProblem(use)).toContain('SAGASU_REDIS_PORT');
  });
});

describe('disk and memory', () => {
  test('2 GiB of disk are enough, less is a problem that names the folder', () => {
    expect(diskProblem('/data', 2 * GIB)).toBeNull();
    expect(diskProblem('/data', 2 * GIB - 1)).toMatch(/2\.0 GiB are free where \/data lies .* SAGASU_DATA/);
  });

  test('too little memory names a heap that fits', () => {
    expect(memoryProblem(1024, 1474 * MIB)).toBeNull();
    expect(memoryProblem(1024, 1473 * MIB)).toMatch(
      /needs 1474 MiB of memory and 1473 MiB are free: set SAGASU_ELASTICSEARCH_HEAP_MB to 1023 or less/,
    );
  });

  test('where no heap fits, another machine is proposed', () => {
    expect(memoryProblem(1024, 500 * MIB)).toContain('ELASTICSEARCH_URL');
  });

  test('a heap in which Elasticsearch cannot run is refused', () => {
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

  test('missing or too old: what is wrong, and two ways out', () => {
    expect(oldRedis('/usr/bin/redis-server', 'Redis server v=5.0.7 sha=0')).toMatch(
      /is 5\.0\.7, and Redis 7 .* REDIS_URL/,
    );
    expect(NO_REDIS).toMatch(/apt-get install redis-server.*REDIS_URL/);
  });
});
