/**
 * `npm run faults -- modules`: removes each module from a scratch copy of the repository with `npm run remove-module`, as its README says.
 * Types, lint, tests of the core and a start with a search must still pass there.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));
/** Folders that tests write to, and the history and installed packages of the repository. */
const LEFT_OUT: ReadonlySet<string> = new Set(['.git', 'data', 'node_modules', 'dist', '.output']);
const BIN = 'node_modules/.bin';
const REPORT = 'test/.output/without-module.json';

/** The documents name files of all modules. */
const NOT_OF_CORE = ['test/unit/docs/{contributing,docs-paths,faults,glossary,seeds}.test.ts'];

/** Over real stores: the schema with its rights, a search, threads, moderation, harvest, indexing and a rebuild. */
const INTEGRATION = [
  // Real processes: a site is scraped, indexed and searched.
  'test/integration/processes.test.ts',
  'test/integration/mappings/content-tables.test.ts',
  'test/integration/mappings/every-deletion.test.ts',
  'test/integration/mappings/schema.test.ts',
  'test/integration/row-security/catalog.test.ts',
  'test/integration/server/search/search.test.ts',
  'test/integration/server/threads.test.ts',
  'test/integration/server/moderation.test.ts',
  'test/integration/server/admin/fields.test.ts',
  'test/integration/server/admin/without-guard.test.ts',
  'test/integration/scraper/deletions.test.ts',
  'test/integration/indexer/rebuild/rebuild.test.ts',
  'test/integration/cli/board-add.test.ts',
  'test/contract/openapi.test.ts',
];

interface Check {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

const vitest = (name: string, project: string, args: readonly string[]): Check => ({
  name,
  command: `${BIN}/vitest`,
  args: ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`, ...args],
});

const CHECKS: readonly Check[] = [
  { name: 'types', command: `${BIN}/tsc`, args: ['--noEmit'] },
  { name: 'types of the pages', command: `${BIN}/tsc`, args: ['--noEmit', '-p', 'web'] },
  { name: 'lint', command: `${BIN}/oxlint`, args: [] },
  vitest(
    'unit tests',
    'unit',
    ['modules/**', ...NOT_OF_CORE].map((glob) => `--exclude=${glob}`),
  ),
  vitest('tests over stores', 'integration', INTEGRATION),
];

/** @param only the name of a module; all if absent. @returns whether the core works without each of them */
export function runModules(only: string | undefined, say: (line: string) => void): boolean {
  const modules = globSync('*/README.md', { cwd: join(REPOSITORY, 'modules') })
    .map((path) => path.split('/')[0] ?? '')
    .filter((name) => only === undefined || name === only)
    .sort();
  say(`tests over stores: ${INTEGRATION.join(', ')}`);
  say(`unit tests: all of the core except ${NOT_OF_CORE.join(', ')}`);
  const failed = modules.filter((name) => !worksWithout(name, say));
  say(failed.length === 0 ? `the core works without each of ${modules.join(', ')}` : `needed: ${failed.join(', ')}`);
  return failed.length === 0 && modules.length > 0;
}

function worksWithout(name: string, say: (line: string) => void): boolean {
  const copy = mkdtempSync(join(tmpdir(), `sagasu-without-${name}-`));
  try {
    for (const entry of readdirSync(REPOSITORY)) {
      if (!LEFT_OUT.has(entry))
        cpSync(join(REPOSITORY, entry), join(copy, entry), { recursive: true, filter: isCopied });
    }
    for (const folder of ['.', 'client', ...globSync('modules/*/client', { cwd: copy })]) {
      const installed = join(REPOSITORY, folder, 'node_modules');
      if (existsSync(installed)) symlinkSync(installed, join(copy, folder, 'node_modules'));
    }
    const removal = { name: 'removal', command: 'npm', args: ['run', 'remove-module', '--', name] };
    const results = [removal, ...CHECKS].map((check) => {
      const result = run(check, copy);
      say(`without ${name}: ${JSON.stringify(result)}`);
      return result;
    });
    const wrong = results.filter(({ ok }) => !ok).map((one) => one.name);
    const seconds = results.reduce((sum, one) => sum + one.seconds, 0);
    const passed = results.reduce((sum, one) => sum + (one.passed ?? 0), 0);
    process.stdout.write(
      `${JSON.stringify({ module: name, ok: wrong.length === 0, seconds, tests: passed, failed: wrong })}\n`,
    );
    return wrong.length === 0;
  } finally {
    rmSync(copy, { recursive: true });
  }
}

function isCopied(path: string): boolean {
  return !LEFT_OUT.has(path.split('/').at(-1) ?? '');
}

interface Result {
  readonly name: string;
  readonly ok: boolean;
  readonly seconds: number;
  /** Passed tests. */
  readonly passed?: number;
}

function run({ name, command, args }: Check, cwd: string): Result {
  const start = Date.now();
  const report = join(cwd, REPORT);
  rmSync(report, { force: true });
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 1e9 });
  if (status !== 0) process.stderr.write(`${stdout}${stderr}`.split('\n').slice(-200).join('\n'));
  const seconds = Math.round((Date.now() - start) / 1000);
  const counts = existsSync(report)
    ? (JSON.parse(readFileSync(report, 'utf8')) as { numPassedTests: number; numFailedTests: number })
    : null;
  return { name, ok: status === 0, seconds, ...(counts !== null && { passed: counts.numPassedTests }) };
}
