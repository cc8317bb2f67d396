/**
 * `npm test`: installs the programs that the tests need and the machine lacks, runs every test, and prints the number of passed tests in
 * the last line. Arguments are passed to vitest, e.g. `npm test -- --project unit`.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { folderInMemory } from './support/memory-folder.ts';
import { COMPILE_CACHE } from './support/processes.ts';
import { installMissing } from './support/programs.ts';
import { wronglySkipped, type FileReport } from './support/skipped-tests.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const REPORT = join(ROOT, 'test/.output/report.json');

const lacking = installMissing((line) => process.stderr.write(`${line}\n`));
if (lacking.length > 0) process.stderr.write(`The tests need ${lacking.join(' and ')}: install them first.\n`);
mkdirSync(join(ROOT, 'test/.output'), { recursive: true });
rmSync(REPORT, { force: true });
const stores = process.env['SAGASU_TEST_DATA'] === undefined ? folderInMemory() : null;
const temporary = mkdtempSync(join(tmpdir(), 'sagasu-tests-'));
// The stores of some tests run in an account of their own.
chmodSync(temporary, 0o1777);
const run = spawnSync(
  process.execPath,
  [
    join(ROOT, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${REPORT}`,
    ...process.argv.slice(2),
  ],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      TMPDIR: temporary,
      ...(stores !== null && { SAGASU_TEST_DATA: stores }),
    },
  },
);
rmSync(temporary, { recursive: true, force: true });
if (stores !== null) rmSync(stores, { recursive: true, force: true });
const report = existsSync(REPORT)
  ? (JSON.parse(readFileSync(REPORT, 'utf8')) as {
      numPassedTests: number;
      numFailedTests: number;
      numPendingTests: number;
      numFailedTestSuites: number;
      testResults: readonly FileReport[];
    })
  : { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numFailedTestSuites: 1, testResults: [] };

// A filter in the arguments skips the files that it does not match.
const wrong = process.argv.length > 2 ? [] : wronglySkipped(report.testResults);
for (const line of wrong) process.stderr.write(`skipped, which is a failure: ${line}\n`);
const failed =
  report.numFailedTests > 0 ||
  run.status !== 0 ||
  report.numPassedTests === 0 ||
  wrong.length > 0 ||
  lacking.length > 0;
process.exitCode = failed ? 1 : 0;
// A file that fails to load has no failed test, but counts as failed.
const failures = Math.max(report.numFailedTests + wrong.length, failed ? 1 : 0);
const skipped = report.numPendingTests > 0 ? `, ${report.numPendingTests} skipped` : '';
process.stdout.write(`${report.numPassedTests} passed, ${failures} failed${skipped}\n`);
