import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const FOLDERS =
  'archive-export|backup|cli|demo|dev-stores|docs|indexer|mappings|modules|platform|scraper|server|store|test|web';
const PAGES = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  ...markdown('docs'),
  ...markdown('docs/decisions'),
  ...markdown('docs/notes'),
];

function markdown(folder: string): string[] {
  return readdirSync(join(ROOT, folder)).flatMap((name) => (name.endsWith('.md') ? [join(folder, name)] : []));
}

test.each(PAGES)('%s names only files that exist', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const named = [...text.matchAll(new RegExp(`\`((?:${FOLDERS})/[\\w./-]*\\.(?:ts|tsx|sql|json|md))\``, 'g'))].map(
    ([, path]) => path ?? '',
  );
  const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path]) => join(dirname(page), path ?? ''));
  expect([...named, ...linked].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
