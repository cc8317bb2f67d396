import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

test('docs/operations/monitor.md and the pages of modules list exactly the metrics that the code registers', () => {
  const registered = globSync('{server,scraper,indexer,platform,modules}/**/*.ts', { cwd: ROOT })
    .filter((path) => !path.includes('node_modules'))
    .flatMap((path) => {
      // Files of metrics have functions that register a name; anywhere else, it is a property of the metric.
      const names = path.endsWith('metrics.ts') ? /'(sagasu_[a-z_]+)'/g : /\bname: '(sagasu_[a-z_]+)'/g;
      return [...readFileSync(join(ROOT, path), 'utf8').matchAll(names)].map(([, name = '']) => name);
    });
  const page = ['docs/operations/monitor.md', ...globSync('modules/*/README.md', { cwd: ROOT })]
    .map((path) => readFileSync(`${ROOT}/${path}`, 'utf8'))
    .join('\n');
  const listed = [...page.matchAll(/^\| `(sagasu_[a-z_]+)(?:\{[a-z,]+\})?` \|/gm)].map(([, name = '']) => name);
  expect(listed.length).toBeGreaterThan(20);
  expect(new Set(listed)).toEqual(new Set(registered));
  expect(listed).toHaveLength(registered.length);
});
