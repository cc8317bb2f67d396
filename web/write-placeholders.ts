/** Writes the placeholders of the English texts for the compiler: `npm run texts`. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const PLURAL = /_(?:zero|one|two|few|many|other)$/;

/** The generated files of types by path: one for the core, and one for each module with English texts. */
export function placeholderFiles(): ReadonlyMap<string, string> {
  const ofModules = globSync('modules/*/{server,web}/texts/en/*.json', { cwd: ROOT }).map((path) =>
    dirname(dirname(path)),
  );
  const folders = new Set(['mappings/locales', ...ofModules]);
  return new Map(
    [...folders].map((folder) => [
      `${folder}/placeholders.ts`,
      typesOf(globSync(`${folder}/en/*.json`, { cwd: ROOT, exclude: ['**/language.json'] }).sort()),
    ]),
  );
}

function typesOf(paths: readonly string[]): string {
  const texts = Object.assign(
    {},
    ...paths.map((path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'))),
  ) as Readonly<Record<string, string>>;
  const names = new Map<string, Set<string>>();
  for (const [key, text] of Object.entries(texts)) {
    const base = key.replace(PLURAL, '');
    const isPlural = base !== key && Object.hasOwn(texts, `${base}_other`);
    const found = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);
    if (found.length === 0 && !isPlural) continue;
    const place = isPlural ? base : key;
    names.set(place, new Set([...(names.get(place) ?? []), ...(isPlural ? ['count'] : []), ...found]));
  }
  const lines = [...names].map(([key, values]) => `  '${key}': ${[...values].map((name) => `'${name}'`).join(' | ')};`);
  return [
    '/** Written by `npm run texts`: the placeholders of the English texts. */',
    ...(lines.length === 0
      ? ['export type Placeholders = object;']
      : ['export interface Placeholders {', ...lines.sort(), '}']),
    '',
  ].join('\n');
}

if (import.meta.main) for (const [path, text] of placeholderFiles()) writeFileSync(join(ROOT, path), text);
