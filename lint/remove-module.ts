/**
 * `npm run remove-module -- NAME`: removes a module from this checkout: its folder, its lines in the lists and in the files of packages
 * and images. Then the documents that are derived from the modules are written again.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LISTS } from './module-walls.ts';

const ROOT = join(import.meta.dirname, '..');
/** They list modules, or folders and files of modules, one a line. */
const LINES = [...LISTS, 'mappings/postgres/schema-files.ts', 'Dockerfile'];
/** They name folders of modules: workspaces, and exceptions of tools. */
const JSON_FILES = ['package.json', 'package-lock.json', 'knip.json', 'tsconfig.json', '.oxlintrc.json'];
const BIN = 'node_modules/.bin';

/** Each writes documents that a module is part of. */
const WRITERS: readonly (readonly [string, readonly string[]])[] = [
  ['npm', ['run', 'openapi']],
  ['npm', ['run', 'search-syntax']],
  ['npm', ['run', 'schema']],
  [`${BIN}/vitest`, ['run', '--project', 'unit', 'test/unit/docs/config-docs.test.ts', '-u']],
  [`${BIN}/oxfmt`, [...LISTS, ...JSON_FILES.filter((path) => path !== 'package-lock.json')]],
];

/** Deletes the folder of a module and every line that names it. */
export function removeModule(root: string, name: string): void {
  rmSync(join(root, 'modules', name), { recursive: true });
  for (const file of LINES) edit(join(root, file), (text) => withoutModule(text, name));
  for (const file of JSON_FILES) {
    edit(join(root, file), (text) => `${JSON.stringify(withoutPaths(JSON.parse(text), name), null, 2)}\n`);
  }
}

/** Writes the documents again. Returns the commands that failed. */
export function writeDocuments(root: string): readonly string[] {
  return WRITERS.filter(
    ([command, args]) => spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status !== 0,
  ).map(([command, args]) => [command, ...args].join(' '));
}

function edit(path: string, change: (text: string) => string): void {
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

/** The text of a list without imports from the module, the entries that they name, and lines with paths of its files. */
export function withoutModule(list: string, name: string): string {
  const ofModule = new RegExp(`^import (?:type )?\\{([^}]*)\\} from '[^']*/modules/${name}/[^']*';\\n`, 'gm');
  const entries = [...list.matchAll(ofModule)].flatMap(([, names = '']) => names.split(',').map((each) => each.trim()));
  const kept = list.replaceAll(ofModule, '').replaceAll(new RegExp(`^(?: *'|COPY )modules/${name}/.*\\n`, 'gm'), '');
  const start = kept.search(/= [[{]/);
  if (start < 0) return kept;
  const values = entries.reduce(
    (text, entry) => text.replaceAll(new RegExp(`(?<=[[{\\s,])(?:[\\w'-]+: )?${entry}\\b(?:,\\s*)?`, 'g'), ''),
    kept.slice(start),
  );
  return kept.slice(0, start) + values;
}

/** The value without strings and keys that are paths of the module, and without objects that concern only such paths. */
export function withoutPaths(value: unknown, name: string): unknown {
  const isPath = (text: unknown) => typeof text === 'string' && text.startsWith(`modules/${name}/`);
  if (Array.isArray(value)) {
    return value.filter((one) => !isPath(one) && !concerns(one, isPath)).map((one) => withoutPaths(one, name));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, one]) => !isPath(key) && !concerns(one, isPath))
      .map(([key, one]) => [key, withoutPaths(one, name)]),
  );
}

/** An override of the linter for files of the module, or a link to its package. */
function concerns(value: unknown, isPath: (text: unknown) => boolean): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { files, resolved } = value as { readonly files?: unknown; readonly resolved?: unknown };
  return isPath(resolved) || (Array.isArray(files) && files.length > 0 && files.every(isPath));
}

if (import.meta.main) {
  const [name = ''] = process.argv.slice(2);
  if (!/^[\w-]+$/.test(name) || !existsSync(join(ROOT, 'modules', name, 'README.md'))) {
    process.stderr.write(`there is no module ${JSON.stringify(name)}\n`);
    process.exitCode = 2;
  } else {
    removeModule(ROOT, name);
    const failed = writeDocuments(ROOT);
    for (const command of failed) process.stderr.write(`failed: ${command}\n`);
    process.exitCode = failed.length === 0 ? 0 : 1;
  }
}
