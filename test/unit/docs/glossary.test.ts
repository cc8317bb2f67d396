/** The glossary in ARCHITECTURE.md agrees with the code: its names exist there, and the words it rejects do not. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PRODUCT = [
  'archive-export',
  'backup',
  'cli',
  'demo',
  'dev-stores',
  'indexer',
  'mappings',
  'platform',
  'scraper',
  'server',
  'store',
  'web',
  'modules',
];

interface Entry {
  readonly term: string;
  readonly inCode: readonly string[];
  readonly rejected: readonly string[];
}

const glossary = readGlossary(readFileSync(join(ROOT, 'docs/ARCHITECTURE.md'), 'utf8'));
const code = readCode();
const words = wordsOf(code.map(({ text }) => text).join('\n'));

test('every term is defined once', () => {
  const terms = glossary.map(({ term }) => term);
  expect(terms.length).toBeGreaterThan(30);
  expect(new Set(terms).size).toBe(terms.length);
});

describe.each(glossary)('$term', ({ inCode, rejected }) => {
  test('its names occur in the code', () => {
    expect(inCode.length).toBeGreaterThan(0);
    expect(inCode.filter((name) => !words.has(name))).toEqual([]);
  });

  test('the words that it replaces do not', () => {
    const uses = rejected.flatMap((word) =>
      code.flatMap(({ path, text }) =>
        identifiersOf(text).some((identifier) => partsOf(identifier).includes(word)) ? [`${word}: ${path}`] : [],
      ),
    );
    expect(uses).toEqual([]);
  });
});

/** Rows of the table below `## Glossary`: term, meaning, names in backticks, rejected words separated by commas. */
function readGlossary(page: string): readonly Entry[] {
  const [, section = ''] = page.split(/^## Glossary$/m);
  const rows = section
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| term') && !line.startsWith('|-'));
  return rows.map((row) => {
    const [, term = '', , inCode = '', rejected = ''] = row.split('|').map((cell) => cell.trim());
    return {
      term,
      inCode: [...inCode.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
      rejected: rejected.split(',').flatMap((word) => (word.trim() === '' ? [] : [word.trim()])),
    };
  });
}

function readCode(): readonly { readonly path: string; readonly text: string }[] {
  // Archives of a release have no git.
  const present = globSync(
    PRODUCT.map((path) => `${path}/**/*.{ts,tsx,sql}`),
    { cwd: ROOT, exclude: (path) => /(?:^|\/)(?:node_modules|dist)$/.test(path) },
  );
  return present
    .filter((path) => !/\/(?:migrations|test)\//.test(path))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
}

/** Possible names: identifiers, and names with dots, dashes or underscores inside strings. */
function wordsOf(text: string): ReadonlySet<string> {
  return new Set([...identifiersOf(text), ...(text.match(/[A-Za-z][\w.-]*\w/g) ?? [])]);
}

/** Identifiers of the code, without its comments and strings: a rejected word may be an ordinary word of a sentence. */
function identifiersOf(text: string): readonly string[] {
  const bare = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$|--.*$|'(?:[^'\\\n]|\\.)*'|`[^`]*`/gm, ' ');
  return [...new Set(bare.match(/[A-Za-z_]\w*/g) ?? [])];
}

/** `createFairQueue` → create, fair, queue; `pending_hides` → pending, hides. */
function partsOf(identifier: string): readonly string[] {
  return identifier
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('_');
}
