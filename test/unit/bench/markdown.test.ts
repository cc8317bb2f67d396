import { expect, test } from 'vitest';
import { fillTables } from '../../bench/markdown.ts';
import type { Result } from '../../bench/results.ts';

const PAGE = `# Figures

<!-- figures: search p50: -->
what stood there
<!-- /figures -->
between
<!-- figures: growth -->
<!-- /figures -->
`;

const result: Result = {
  name: 'search p50: rare',
  ratio: 0.5,
  goal: '<= 0.8',
  met: true,
  median: '2 ms',
  spread: [0.4, 0.6],
  against: 'a peer (4 ms)',
  quantiles: { ours: [2, 3, 4], theirs: [4, 5, 6] },
  posts: 1_000_000,
  machine: 'a machine',
  measuredAt: '2024-05-01T12:00:00.000Z',
};

test('tables replace the text between the marks, and nothing else changes', () => {
  const page = fillTables(PAGE, [
    result,
    { ...result, name: 'search p50: common', ratio: 0.9, met: false, measuredAt: '2024-05-02T12:00:00.000Z' },
  ]);
  expect(page).toContain('1,000,000 posts, a machine, 2024-05-01 and 2024-05-02:');
  expect(page).toContain('| search p50: rare | a peer (4 ms) | 2 ms | 0.5 (0.4..0.6) | <= 0.8, met | 2/3/4 | 4/5/6 |');
  expect(page).toContain('<= 0.8, **missed**');
  expect(page).not.toContain('what stood there');
  expect(page).toContain('\nbetween\n');
  expect(page.match(/Not measured yet/g)).toHaveLength(1);
  expect(fillTables(page, [])).toBe(fillTables(PAGE, []));
});

test('figures of other sizes have a table of their own', () => {
  const page = fillTables(PAGE, [result, { ...result, posts: 100_000 }]);
  expect(page.match(/\| measure \|/g)).toHaveLength(2);
});
