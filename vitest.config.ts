import { defineConfig } from 'vitest/config';

/**
 * Most of what takes long waits for stores and processes, so two files at once fill two cores. The same for all: files of all
 * projects then come from one queue.
 */
const maxWorkers = 2;

/**
 * unit       pure logic, no services, seconds
 * simulation seeded histories over the sync protocol, no services
 * integration real PostgreSQL, Redis and Elasticsearch: stack/ starts what the environment does not name
 * contract   documents and interfaces that others rely on are current
 * e2e        Chromium over everything
 */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['test/unit/**/*.test.ts', 'test/web/**/*.test.{ts,tsx}'], maxWorkers } },
      { test: { name: 'simulation', include: ['test/simulation/**/*.test.ts'], testTimeout: 300_000, maxWorkers } },
      {
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts', 'test/contract/**/*.test.ts'],
          globalSetup: ['test/support/stores.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/support/stores.ts', 'test/support/built-pages.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          maxWorkers,
        },
      },
    ],
  },
});
