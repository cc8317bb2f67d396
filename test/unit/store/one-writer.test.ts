/** Only store/ writes the table posts, and in SQL only the functions of mappings/postgres/post-functions.ts. */
import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('../../../', import.meta.url);
const FOLDERS = [
  'archive-export',
  'backup',
  'cli',
  'demo',
  'dev-stores',
  'indexer',
  'mappings',
  'modules',
  'platform',
  'scraper',
  'server',
  'store',
];
/** Includes comments and strings: a comment with such a statement should be checked too. */
const writes = (table: string) =>
  new RegExp(
    String.raw`\b(insert\s+into|update|delete\s+from|merge\s+into|truncate(\s+table)?|copy)\s+(only\s+)?${table}\b(?!\s+set\s+default)`,
    'i',
  );
const WRITES_POSTS = writes('posts');
const ADDS_MARKS = /\binsert\s+into\s+dirty\b/i;

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(new URL(`${folder}/`, ROOT), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/(^|\/)(node_modules|test)\//.test(path))
    .map((path) => `${folder}/${path}`),
);
const writers = (pattern: RegExp) =>
  sources.filter((path) => pattern.test(readFileSync(new URL(path, ROOT), 'utf8'))).sort();

/** Name → body, as in the schema after all migrations, including those of modules. */
const functions = new Map(
  [
    ...readFileSync(new URL('mappings/postgres/schema.sql', ROOT), 'utf8').matchAll(
      /^CREATE OR REPLACE FUNCTION public\.(\w+)\([\s\S]*?AS \$function\$([\s\S]*?)\$function\$/gm,
    ),
  ].map(([, name = '', body = '']): [string, string] => [name, body]),
);
const functionsThat = (pattern: RegExp) =>
  [...functions].flatMap(([name, body]) => (pattern.test(body) ? [name] : [])).sort();

test('only statements in store/ and functions write posts', () => {
  expect(sources.length).toBeGreaterThan(500);
  expect(writers(WRITES_POSTS).filter((path) => !path.startsWith('store/'))).toEqual([
    'mappings/postgres/post-functions.ts',
  ]);
});

test('the statements in store/ are found', () => {
  expect(writers(WRITES_POSTS)).toEqual(expect.arrayContaining(['store/change-posts.ts', 'store/merge-posts.ts']));
});

test('only the functions that all others call write posts', () => {
  expect(functions.size).toBeGreaterThan(100);
  expect(functionsThat(WRITES_POSTS)).toEqual(['add_post', 'count_threads', 'hide_posts', 'purge_posts']);
  expect(functionsThat(ADDS_MARKS)).toEqual(['mark_threads']);
});
