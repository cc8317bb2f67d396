/** Only store/ writes the table posts. */
import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('../../../', import.meta.url);
const ROOMS = ['cli', 'demo', 'import', 'indexer', 'mappings', 'platform', 'scraper', 'server', 'stack', 'store'];
/** Comments and strings alike: a comment that names such a statement is worth a look too. */
const WRITES_POSTS =
  /\b(insert\s+into|update|delete\s+from|merge\s+into|truncate(\s+table)?|copy)\s+(only\s+)?posts\b/i;

const sources = ROOMS.flatMap((room) =>
  readdirSync(new URL(`${room}/`, ROOT), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => `${room}/${path}`),
);
const writers = sources.filter((path) => WRITES_POSTS.test(readFileSync(new URL(path, ROOT), 'utf8')));

test('no file outside store/ has a statement that writes posts', () => {
  expect(sources.length).toBeGreaterThan(500);
  expect(writers.filter((path) => !path.startsWith('store/'))).toEqual([]);
});

test('the statements in store/ are found', () => {
  expect(writers).toEqual(expect.arrayContaining(['store/change-posts.ts', 'store/merge-posts.ts']));
});
