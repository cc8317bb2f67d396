/**
 * `npm run faults -- modules`: removes each module from a scratch copy of the repository. Types, lint, quick tests and a start with a search
 * must still pass there.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { removeModule } from './remove-module.ts';

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));
/** Folders that tests write to, and the history and installed packages of the repository. */
const LEFT_OUT: ReadonlySet<string> = new Set(['.git', 'data', 'node_modules', 'dist', '.output']);
const BIN = 'node_modules/.bin';
/** The documents name modules. */
const UNIT_TESTS = ['mappings', 'platform', 'store', 'scraper', 'indexer', 'server', 'lint'].map(
  (folder) => `test/unit/${folder}`,
);
/** Real processes: a site is scraped, indexed and searched. */
const START = 'test/integration/processes.test.ts';

interface Check {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

const CHECKS: readonly Check[] = [
  { name: 'OpenAPI document', command: 'npm', args: ['run', 'openapi'] },
  { name: 'format', command: `${BIN}/oxfmt`, args: ['lint', 'server', 'indexer', 'scraper', 'cli', 'web/src/app'] },
  { name: 'types', command: `${BIN}/tsc`, args: ['--noEmit'] },
  { name: 'types of the pages', command: `${BIN}/tsc`, args: ['--noEmit', '-p', 'web'] },
  { name: 'lint', command: `${BIN}/oxlint`, args: [] },
  { name: 'unit tests', command: `${BIN}/vitest`, args: ['run', '--project', 'unit', ...UNIT_TESTS] },
  { name: 'start and search', command: `${BIN}/vitest`, args: ['run', '--project', 'integration', START] },
];

/** @param only the name of a module; all if absent. @returns whether the core works without each of them */
export function runModules(only: string | undefined, say: (line: string) => void): boolean {
  const modules = readdirSync(join(REPOSITORY, 'modules'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && (only === undefined || entry.name === only))
    .map(({ name }) => name);
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
    symlinkSync(join(REPOSITORY, 'node_modules'), join(copy, 'node_modules'));
    const removed = removeModule(copy, name);
    say(`without ${name}: ${removed.length} tests of the whole product needed it: ${removed.join(', ')}`);
    const wrong = CHECKS.filter((check) => !passes(check, copy));
    process.stdout.write(
      `${JSON.stringify({ module: name, ok: wrong.length === 0, failed: wrong.map((one) => one.name) })}\n`,
    );
    return wrong.length === 0;
  } finally {
    rmSync(copy, { recursive: true });
  }
}

function isCopied(path: string): boolean {
  return !LEFT_OUT.has(path.split('/').at(-1) ?? '');
}

function passes({ command, args }: Check, cwd: string): boolean {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 1e8 });
  if (status !== 0) process.stderr.write(`${stdout}${stderr}`.split('\n').slice(-60).join('\n'));
  return status === 0;
}
