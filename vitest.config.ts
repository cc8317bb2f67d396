import { defineConfig } from 'vitest/config';

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
      { test: { name: 'unit', include: ['test/unit/**/*.test.ts', 'test/web/**/*.test.{ts,tsx}'] } },
      { test: { name: 'simulation', include: ['test/simulation/**/*.test.ts'], testTimeout: 300_000 } },
      {
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts', 'test/contract/**/*.test.ts'],
          globalSetup: ['test/support/stores.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/support/stores.ts', 'test/support/built-pages.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          // A second, as it is by default, is what a page may take on a machine that is busy.
          expect: { poll: { timeout: 15_000 } },
          // A browser, its pages and the archive behind them take two cores; what readers must not wait for is tested by the clock.
          maxWorkers: 1,
        },
      },
    ],
  },
});
