import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { analyze } from '../../../../mappings/text-analysis/analyze.ts';

const page = readFileSync(new URL('../../../../docs/SEARCH-SYNTAX.md', import.meta.url), 'utf8');
const [, section = ''] = page.split('## Letters that count as equal');
const rows = section
  .split('\n')
  .filter((line) => /^\| [A-Z]/.test(line) && !line.startsWith('| Script'))
  .map((line) =>
    line.split('|').map((cell) => [...cell.matchAll(/`([^`]+)` `([^`]+)`/g)].map(([, a = '', b = '']) => [a, b])),
  );

const termsOf = (word: string) => analyze(word, 'post_text', 'asked').map(({ term }) => term);
const pairsOf = (column: number) => rows.flatMap((cells) => cells[column] ?? []);

test.each(pairsOf(2))('%s and %s have the same terms', (one = '', other = '') => {
  expect(termsOf(one)).toEqual(termsOf(other));
});

test.each(pairsOf(3))('%s and %s have different terms', (one = '', other = '') => {
  expect(termsOf(one)).not.toEqual(termsOf(other));
});

test.each(
  [...section.matchAll(/`([^`]+)` finds `([^`]+)`(?: and `([^`]+)`)?/g)].flatMap(([, by = '', ...found]) =>
    found.filter((text) => text !== undefined).map((text) => [by, text]),
  ),
)('%s finds %s', (by = '', text = '') => {
  const indexed = analyze(text, 'post_text').map(({ term }) => term);
  expect(indexed).toEqual(expect.arrayContaining(termsOf(by)));
});

test('the table has every script', () => {
  expect(rows.length).toBeGreaterThanOrEqual(12);
});
