import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

test('docs/OPERATIONS.md and the pages of modules list exactly the metrics that the code registers', () => {
  const code = globSync('{server,scraper,indexer,platform,modules}/**/*metrics.ts', { cwd: ROOT })
    .map((path) => readFileSync(`${ROOT}/${path}`, 'utf8'))
    .join('\n');
  const registered = [...code.matchAll(/'(sagasu_[a-z_]+)'/g)].map(([, name = '']) => name);
  const page = ['docs/OPERATIONS.md', ...globSync('modules/*/README.md', { cwd: ROOT })]
    .map((path) => readFileSync(`${ROOT}/${path}`, 'utf8'))
    .join('\n');
  const listed = [...page.matchAll(/^\| `(sagasu_[a-z_]+)(?:\{[a-z,]+\})?` \|/gm)].map(([, name = '']) => name);
  expect(listed.length).toBeGreaterThan(20);
  expect(new Set(listed)).toEqual(new Set(registered));
  expect(listed).toHaveLength(registered.length);
});
