import { defineConfig } from 'vitest/config';
import { IS_FULL } from './test/support/full-counts.ts';
import { LongestFirst } from './test/support/longest-first.ts';
import { texts } from './web/texts-plugin.ts';

/**
 * Most of what takes long waits for stores, processes and pages: two files at once leave half of two cores idle, five a sixth, and six are no faster. It is the
 * same number in every project of `npm test`: their files then come from one queue, and short ones fill its end.
 */
const maxWorkers = 5;
const setupFiles = ['test/support/fixed-seed.ts'];
/** Limits end what hangs. None is a promise: a busy machine may take several times as long as an idle one. */
const expectation = { poll: { timeout: 60_000 } };
const testTimeout = 600_000;

/**
 * unit       pure logic, no services, seconds
 * simulation seeded histories over the sync protocol, no services
 * integration real PostgreSQL, Redis and Elasticsearch: dev-stores/ starts what the environment does not name
 * contract   documents and interfaces that others rely on are current
 * e2e        Chromium over everything
 * long       clusters and other runs of minutes: `npm run faults` only
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: [texts()],
        test: {
          name: 'unit',
          // Loading modules again for each file is half of the computing time of these tests.
          isolate: false,
          include: [
            'test/unit/**/*.test.ts',
            'test/web/**/*.test.{ts,tsx}',
            'modules/*/test/unit/**/*.test.ts',
            'modules/*/test/web/**/*.test.{ts,tsx}',
          ],
          // Unit tests only compute, and on a busy machine that can take long.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: expectation,
          setupFiles,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'simulation',
          include: ['test/simulation/**/*.test.ts'],
          testTimeout,
          setupFiles,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'integration',
          include: [
            'test/integration/**/*.test.ts',
            'test/contract/**/*.test.ts',
            'modules/*/test/integration/**/*.test.ts',
          ],
          // No registry has the program that it runs.
          // oxlint-disable-next-line node/no-process-env
          exclude: process.env['CABLE_PEER_DIR'] === undefined ? ['**/cable/test/integration/real-peer.test.ts'] : [],
          // Every file has its own database, indices and queues, so files can share a process and its loaded modules: loading
          // them again for each of 140 files takes two fifths of the computing time of these tests.
          isolate: false,
          globalSetup: ['test/support/stores.ts'],
          testTimeout,
          // Python's clients are installed in hooks.
          hookTimeout: testTimeout,
          expect: expectation,
          setupFiles: [...setupFiles, 'test/support/cheap-passwords.ts'],
          maxWorkers,
        },
      },
      {
        test: {
          name: 'long',
          // Not part of `npm test`: `npm run faults` sets the variable.
          include: IS_FULL ? ['test/long/**/*.test.ts'] : [],
          globalSetup: ['test/support/stores.ts'],
          testTimeout,
          hookTimeout: testTimeout,
          expect: expectation,
          maxWorkers: 1,
        },
      },
      {
        test: {
          name: 'compose',
          // Not part of `npm test`: `npm run faults -- compose` starts the Docker engine and sets the variable.
          // oxlint-disable-next-line node/no-process-env
          include: process.env['SAGASU_COMPOSE_ENGINE'] === undefined ? [] : ['test/faults/compose/compose.test.ts'],
          testTimeout: 1_200_000,
          hookTimeout: 120_000,
          expect: expectation,
        },
      },
      {
        test: {
          name: 'e2e',
          // As above: every file has a browser, a database and indices of its own.
          isolate: false,
          include: ['test/e2e/**/*.test.ts', 'modules/*/test/e2e/**/*.test.ts'],
          globalSetup: ['test/support/stores.ts', 'test/support/built-pages.ts', 'test/support/shared-archive.ts'],
          testTimeout,
          // A browser, a server and three stores share two cores with four other files, and pages give up on answers after seconds, as they
          // must. The report marks a test that needed its second attempt: look for the cause.
          retry: 1,
          hookTimeout: testTimeout,
          expect: expectation,
          setupFiles: ['test/support/cheap-passwords.ts'],
          maxWorkers,
        },
      },
    ],
  },
});
