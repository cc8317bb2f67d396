import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const FOLDERS =
  'archive-export|backup|cli|client|demo|dev-stores|docs|indexer|lint|mappings|modules|platform|scraper|server|store|test|web';
const MODULES = globSync('modules/*/README.md', { cwd: ROOT });
const PAGES = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', ...markdown('docs'), ...markdown('docs/operations')];
const DECISIONS = [...markdown('docs/decisions'), ...markdown('docs/notes')];
const SOURCES = globSync(`{${FOLDERS.replaceAll('|', ',')}}/**/*.{ts,tsx}`, {
  cwd: ROOT,
  exclude: (path) => path.endsWith('node_modules'),
});

function markdown(folder: string): string[] {
  return readdirSync(join(ROOT, folder)).flatMap((name) => (name.endsWith('.md') ? [join(folder, name)] : []));
}

test.each([...PAGES, ...DECISIONS, ...MODULES, 'modules/README.md'])('%s names only files that exist', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const named = [...text.matchAll(new RegExp(`\`((?:${FOLDERS})/[\\w./-]*\\.(?:ts|tsx|sql|json|md))\``, 'g'))].map(
    ([, path]) => path ?? '',
  );
  const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path]) => join(dirname(page), path ?? ''));
  const folders = MODULES.includes(page) ? [ROOT, join(ROOT, dirname(page))] : [ROOT];
  const exists = (path: string) => folders.some((folder) => existsSync(join(folder, path)));
  expect([...named, ...linked].filter((path) => !exists(path))).toEqual([]);
});

test.each([...PAGES, ...DECISIONS, ...MODULES])('links in %s lead to headings that exist', (page) => {
  const links = [...readFileSync(join(ROOT, page), 'utf8').matchAll(/\]\((?!https?:)([^)\s#]*)#([^)\s]+)\)/g)];
  const lost = links.filter(([, path = '', anchor = '']) => {
    const target = path === '' ? page : join(dirname(page), path);
    return target.endsWith('.md') && !anchorsOf(target).has(anchor);
  });
  expect(lost.map(([link]) => link)).toEqual([]);
});

/** The anchors that GitHub gives the headings of a page. */
function anchorsOf(page: string): ReadonlySet<string> {
  const headings = readFileSync(join(ROOT, page), 'utf8').matchAll(/^#{1,6} (.+)$/gm);
  return new Set(
    [...headings].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
        .trim()
        .replaceAll(' ', '-'),
    ),
  );
}

/** A page may shorten a path, such as `plan/plan.ts`, to the end of it. */
test.each(['CONTRIBUTING.md', 'docs/ARCHITECTURE.md', ...MODULES])('short paths and names in %s exist', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const named = [...text.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, path = '']) => path);
  expect(named.filter((path) => filesNamed(path).length === 0)).toEqual([]);
  const inFiles = [
    ...[...text.matchAll(/`(\w+)` in\s+`([\w./-]+\.tsx?)`/g)].map(([, name = '', path = '']) => [name, path] as const),
    ...[...text.matchAll(/`([\w./-]+\.tsx?)`: `(\w+)`/g)].map(([, path = '', name = '']) => [name, path] as const),
  ];
  expect(inFiles.filter(([name, path]) => !filesNamed(path).some((file) => hasName(file, name)))).toEqual([]);
});

function filesNamed(path: string): string[] {
  return SOURCES.filter((source) => source === path || source.endsWith(`/${path}`));
}

function hasName(file: string, name: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(readFileSync(join(ROOT, file), 'utf8'));
}
