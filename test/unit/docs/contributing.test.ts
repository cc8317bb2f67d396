/** CONTRIBUTING.md promises recipes; each names its files, and every named file or folder exists. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { LISTS } from '../../../lint/module-walls.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PAGE = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
const RECIPES = [
  'A search field',
  'A source',
  'A column of posts',
  'A language of the pages',
  'A route',
  'A setting',
  'A setting of a board',
  'An admin action',
  'A staff page',
  'A page',
  'A compatible endpoint',
  'A module',
  'A metric',
  'A command',
  'A check of the doctor',
  'An analysis of text',
];

/** Title → text, for every `### ` section. */
const sections = new Map(
  PAGE.split(/^### /m)
    .slice(1)
    .map((section): [string, string] => [section.slice(0, section.indexOf('\n')).trim(), section]),
);

test('the recipes are these, and no other section looks like one', () => {
  expect([...sections.keys()]).toEqual(RECIPES);
});

describe.each(RECIPES)('%s', (title) => {
  const paths = pathsIn(sections.get(title) ?? '');

  test('names the files to change', () => {
    expect(paths.length).toBeGreaterThan(1);
  });

  test('names only files and folders that exist', () => {
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

test('the recipe of a module names every list of modules', () => {
  const named = [...(sections.get('A module') ?? '').matchAll(/\| `([\w/-]+\/modules\.ts)` \|/g)].map(
    ([, path]) => path,
  );
  expect(named).toHaveLength(LISTS.size);
  expect(new Set(named)).toEqual(LISTS);
});

/**
 * Paths in backticks: anything with a slash that begins with a folder of the tree. `…/{de,en}.ts` stands for several. Paths with NAME or
 * LANG stand for any module or language.
 */
function pathsIn(text: string): readonly string[] {
  const quoted = [
    ...text.matchAll(
      /`((?:archive-export|backup|cli|demo|dev-stores|docs|indexer|mappings|modules|platform|scraper|server|store|test|web)\/[^\s`]*)`/g,
    ),
  ];
  return quoted.flatMap(([, path = '']) => {
    if (/NAME|LANG/.test(path)) return [];
    const braces = /\{([^}]+)\}/.exec(path);
    return braces === null ? [path] : (braces[1] ?? '').split(',').map((part) => path.replace(braces[0], part));
  });
}
