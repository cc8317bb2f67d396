import { totalmem } from 'node:os';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../platform/config.ts';
import { memoryMb, sizesFor } from '../../../platform/store-sizes.ts';

const GIB = 1024;

describe('sizesFor', () => {
  test.each([
    ['a server of 2 GiB', 2 * GIB, 409, 128, 102],
    ['a machine with hardly any memory', 512, 256, 64, 100],
    ['a machine of 8 GiB', 8 * GIB, 1024, 512, 400],
    ['a machine of 64 GiB', 64 * GIB, 4096, 4096, 400],
    ['a machine of 1 TiB', 1024 * GIB, 30 * GIB, 8192, 400],
  ])('%s', (_, memory, heap, buffers, connections) => {
    expect(sizesFor(memory)).toEqual({
      elasticsearchHeapMb: heap,
      postgresSharedBuffersMb: buffers,
      postgresConnections: connections,
    });
  });

  test('all nodes on one machine share the memory for heaps', () => {
    expect(sizesFor(24 * GIB, 3).elasticsearchHeapMb).toBe(1024);
    expect(3 * sizesFor(6 * GIB, 3).elasticsearchHeapMb).toBeLessThanOrEqual((6 * GIB) / 5);
  });

  test('heaps and buffers take less than a third of the memory', () => {
    for (let memory = 2 * GIB; memory <= 1024 * GIB; memory *= 2) {
      const { elasticsearchHeapMb, postgresSharedBuffersMb } = sizesFor(memory);
      expect(elasticsearchHeapMb + postgresSharedBuffersMb).toBeLessThan(memory / 3);
    }
  });
});

test('the memory is that of the machine or of a smaller cgroup', () => {
  expect(memoryMb()).toBeGreaterThan(100);
  expect(memoryMb()).toBeLessThanOrEqual(totalmem() / 1024 ** 2);
});

test('settings take precedence over the computed sizes', () => {
  const sizes = sizesFor(memoryMb());
  expect(readConfig({})).toMatchObject(sizes);
  expect(
    readConfig({
      SAGASU_ELASTICSEARCH_HEAP_MB: '512',
      SAGASU_POSTGRES_SHARED_BUFFERS_MB: '100',
      SAGASU_POSTGRES_CONNECTIONS: '60',
    }),
  ).toMatchObject({ elasticsearchHeapMb: 512, postgresSharedBuffersMb: 100, postgresConnections: 60 });
});

test('values with which PostgreSQL would not work are refused', () => {
  expect(() => readConfig({ SAGASU_POSTGRES_CONNECTIONS: '10', SAGASU_POSTGRES_SHARED_BUFFERS_MB: '1' })).toThrow(
    'SAGASU_POSTGRES_SHARED_BUFFERS_MB must be at least 16, not 1; SAGASU_POSTGRES_CONNECTIONS must be at least 50, not 10',
  );
});
