import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

test('docs/OPERATIONS.md lists exactly the metrics that the code registers', () => {
  const code = globSync('{server,scraper,indexer,platform,modules}/**/*metrics.ts', { cwd: ROOT })
    .map((path) => readFileSync(`${ROOT}/${path}`, 'utf8'))
    .join('\n');
  const registered = [...code.matchAll(/'(sagasu_[a-z_]+)'/g)].map(([, name = '']) => name);
  const page = readFileSync(`${ROOT}/docs/OPERATIONS.md`, 'utf8');
  const listed = [...page.matchAll(/^\| `(sagasu_[a-z_]+)(?:\{[a-z,]+\})?` \|/gm)].map(([, name = '']) => name);
  expect(listed.length).toBeGreaterThan(20);
  expect(new Set(listed)).toEqual(new Set(registered));
  expect(listed).toHaveLength(registered.length);
});
