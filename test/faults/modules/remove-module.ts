/** Removes a module from a copy of the repository, as an operator would: its folder, its lines in the lists, and tests that need it. */
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LISTS } from '../../../lint/module-walls.ts';

const SCHEMA_FILES = 'mappings/postgres/schema-files.ts';

/** Returns the tests of the whole product that needed the module. */
export function removeModule(root: string, name: string): readonly string[] {
  rmSync(join(root, 'modules', name), { recursive: true });
  for (const list of [...LISTS, SCHEMA_FILES]) {
    const path = join(root, list);
    writeFileSync(path, withoutModule(readFileSync(path, 'utf8'), name));
  }
  return removeBrokenTests(root);
}

/** The text of a list without imports from the module, the entries that they name, and lines with paths of its files. */
export function withoutModule(list: string, name: string): string {
  const ofModule = new RegExp(`^import (?:type )?\\{([^}]*)\\} from '[^']*/modules/${name}/[^']*';\\n`, 'gm');
  const entries = [...list.matchAll(ofModule)].flatMap(([, names = '']) => names.split(',').map((each) => each.trim()));
  const kept = list.replaceAll(ofModule, '').replaceAll(new RegExp(`^ *'modules/${name}/.*\\n`, 'gm'), '');
  const start = kept.indexOf('= [');
  if (start < 0) return kept;
  const array = entries.reduce(
    (text, entry) => text.replaceAll(new RegExp(`(?<=[[\\s,])${entry}\\b(?:,\\s*)?`, 'g'), ''),
    kept.slice(start),
  );
  return kept.slice(0, start) + array;
}

/** Deletes tests with missing imports, and then the tests that import those. */
function removeBrokenTests(root: string): readonly string[] {
  const removed: string[] = [];
  for (;;) {
    const broken = globSync('test/**/*.{ts,tsx}', { cwd: root }).filter((path) => !resolvesImports(root, path));
    if (broken.length === 0) return removed.toSorted();
    for (const path of broken) rmSync(join(root, path));
    removed.push(...broken);
  }
}

function resolvesImports(root: string, path: string): boolean {
  const imports = readFileSync(join(root, path), 'utf8').matchAll(/\bfrom '(\.[^']*\.tsx?)'/g);
  return [...imports].every(([, imported = '']) => existsSync(join(root, dirname(path), imported)));
}
