/**
 * `npm test`: installs what the tests need and a machine may lack, runs every test, and ends with one line that says
 * how many passed. Arguments go to vitest, e.g. `npm test -- --project unit`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHROMIUM_PATHS } from './support/browser.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const REPORT = join(ROOT, 'test/.output/report.json');

installWhatIsMissing();
mkdirSync(join(ROOT, 'test/.output'), { recursive: true });
rmSync(REPORT, { force: true });
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
  { cwd: ROOT, stdio: 'inherit' },
);
const report = existsSync(REPORT)
  ? (JSON.parse(readFileSync(REPORT, 'utf8')) as {
      numPassedTests: number;
      numFailedTests: number;
      numPendingTests: number;
      numFailedTestSuites: number;
    })
  : { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numFailedTestSuites: 1 };

const failed = report.numFailedTests > 0 || run.status !== 0 || report.numPassedTests === 0;
process.exitCode = failed ? 1 : 0;
// A file that does not even load has no failed test, and has failed all the same.
const failures = Math.max(report.numFailedTests, failed ? 1 : 0);
const skipped = report.numPendingTests > 0 ? `, ${report.numPendingTests} skipped` : '';
process.stdout.write(`${report.numPassedTests} passed, ${failures} failed${skipped}\n`);

function installWhatIsMissing(): void {
  const packages = [
    onPath('redis-server') || onPath('valkey-server') || process.env['REDIS_URL'] !== undefined ? [] : ['redis-server'],
    CHROMIUM_PATHS.some((path) => existsSync(path)) ? [] : ['chromium'],
    onPath('openssl') ? [] : ['openssl'],
    onPath('ffmpeg') ? [] : ['ffmpeg'],
  ].flat();
  if (packages.length === 0) return;
  if (process.getuid?.() !== 0 || !onPath('apt-get')) {
    process.stderr.write(`The tests need ${packages.join(' and ')}: install them first.\n`);
    process.exitCode = 1;
    return;
  }
  process.stderr.write(`installing ${packages.join(' and ')}\n`);
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
  spawnSync('apt-get', ['install', '-y', '-qq', ...packages], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

function onPath(program: string): boolean {
  return (process.env['PATH'] ?? '').split(':').some((folder) => existsSync(join(folder, program)));
}
