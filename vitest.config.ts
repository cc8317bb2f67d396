import { defineConfig } from 'vitest/config';
import { IS_FULL } from './test/support/full-counts.ts';
import { LongestFirst } from './test/support/longest-first.ts';

/**
 * Most of what takes long waits for stores and processes, so two files at once fill two cores. The same for all but e2e: files
 * of these projects then come from one queue, and short ones fill its end.
 */
const maxWorkers = 2;
/** A second, as it is by default, is what one answer may take on a machine that is busy. */
const expectation = { poll: { timeout: 15_000 } };

/**
 * unit       pure logic, no services, seconds
 * simulation seeded histories over the sync protocol, no services
 * integration real PostgreSQL, Redis and Elasticsearch: stack/ starts what the environment does not name
 * contract   documents and interfaces that others rely on are current
 * e2e        Chromium over everything
 * long       clusters and other runs of minutes: `npm run faults` only
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts', 'test/web/**/*.test.{ts,tsx}'],
          // Nothing here waits for anything: what takes long on a busy machine is arithmetic.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: expectation,
          maxWorkers,
        },
      },
      { test: { name: 'simulation', include: ['test/simulation/**/*.test.ts'], testTimeout: 300_000, maxWorkers } },
      {
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts', 'test/contract/**/*.test.ts'],
          globalSetup: ['test/support/stores.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: expectation,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'long',
          // Not part of `npm test`: `npm run faults` sets the variable.
          include: IS_FULL ? ['test/long/**/*.test.ts'] : [],
          globalSetup: ['test/support/stores.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
          expect: expectation,
          maxWorkers: 1,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/support/stores.ts', 'test/support/built-pages.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect: expectation,
          // A browser, its pages and the archive behind them take two cores; what readers must not wait for is tested by the clock.
          maxWorkers: 1,
        },
      },
    ],
  },
});
