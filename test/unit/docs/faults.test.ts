/** docs/FAULTS.md names tests and scenarios that exist. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** The faults of each letter. */
const FAULTS = { A: 19, B: 6, C: 14, D: 11, E: 10, F: 7 };
const rows = [...read('docs/FAULTS.md').matchAll(/^\| ([A-F]\d+) \| (.+) \| (.+) \| (.+) \|$/gm)].map(
  ([, id = '', , shown = '', by = '']) => ({ id, shown, by }),
);
const scenarios = readdirSync(join(ROOT, 'test/faults/scenarios'))
  .map((file) => read(`test/faults/scenarios/${file}`))
  .join('\n');

test('every fault has one row', () => {
  const all = Object.entries(FAULTS).flatMap(([letter, count]) =>
    Array.from({ length: count }, (_, index) => `${letter}${index + 1}`),
  );
  expect(rows.map(({ id }) => id)).toEqual(all);
});

test.each(rows)(
  '$id names tests with these titles and scenarios, or is marked as not proven with a reason',
  ({ shown, by }) => {
    expect(shown).toMatch(/^(proven|proven(:| for) .+|partly: .+|not proven: .+)$/);
    const tests = [...by.matchAll(/`([^`]+\.tsx?)`: “([^”]+)”/g)];
    const played = [...by.matchAll(/`npm run faults -- ([a-z-]+)`/g)];
    for (const [, path = '', title = ''] of tests) expect(read(path)).toContain(title);
    for (const [, name = ''] of played) expect(scenarios).toContain(`name: '${name}'`);
    if (!shown.startsWith('not proven')) expect(tests.length + played.length).toBeGreaterThan(0);
    // The test ignores any other text in the cell.
    const rest = by.replaceAll(/`[^`]+\.tsx?`: “[^”]+”|`npm run faults -- [a-z-]+`/g, '');
    expect(rest).toMatch(/^[; –]*$/);
  },
);
