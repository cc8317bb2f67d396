import { expect, test } from 'vitest';
import { FIELDS, HAS_VALUES, IS_VALUES } from '../../../../mappings/search/fields.ts';
import { parse } from '../../../../server/search/language/parse.ts';
import { helpSections, valueForms } from '../../../../web/src/features/help/help-entries.ts';

const example = { kind: 'field', name: 'trip', q: 'trip:!Ep8pui8Vw2', hits: 3 } as const;
const sections = helpSections([example]);
const entries = sections.flatMap((section) => section.entries);

test('each field and each value of is: and has: has one entry, whose meaning is more than its name', () => {
  const names = FIELDS.map(({ name }) => name).filter((name) => name !== 'is' && name !== 'has');
  expect(entries.map(({ term }) => term).filter((term) => term !== '')).toHaveLength(names.length);
  for (const name of names) {
    const [entry, ...others] = entries.filter(({ term }) => term === `${name}:`);
    expect([name, others]).toEqual([name, []]);
    expect(entry?.meaning.split(' ').length).toBeGreaterThan(4);
  }
  const patterns = entries.map(({ pattern }) => pattern);
  for (const value of IS_VALUES) expect(patterns).toContain(`is:${value}`);
  for (const value of HAS_VALUES) expect(patterns).toContain(`has:${value}`);
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
});

test('an entry has the examples of this archive, with their number of hits', () => {
  expect(entries.find(({ id }) => id === 'trip')?.examples).toEqual([example]);
  expect(entries.find(({ id }) => id === 'num')?.examples).toEqual([]);
});

test('the language reads every pattern without a hint', () => {
  const patterns = [
    ...entries.map(({ pattern }) => pattern ?? ''),
    ...valueForms().flatMap(([q]) => q.match(/(?:"[^"]*"|[^ ])+/g) ?? []),
  ];
  expect(patterns.length).toBeGreaterThan(80);
  for (const pattern of patterns) expect([pattern, parse(pattern).hints]).toEqual([pattern, []]);
});
