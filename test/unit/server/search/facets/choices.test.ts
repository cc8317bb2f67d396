import { describe, expect, test } from 'vitest';
import { FACET_FIELDS, type FacetField } from '../../../../../mappings/contract/facets.ts';
import { chosenOf, toggled, withoutChoice } from '../../../../../server/search/facets/choices.ts';
import { parse } from '../../../../../server/search/language/parse.ts';
import { print } from '../../../../../server/search/language/print.ts';

/** A value of each facet of the core. Modules test theirs. */
const A_VALUE = {
  board: 'g',
  year: '2019',
  has_file: 'yes',
  file: 'jpg',
  country: 'SE',
  capcode: 'A',
  kind: 'reply',
  deleted: 'yes',
} as const satisfies Partial<Record<FacetField, string>>;

describe('a clicked value', () => {
  test.each<[q: string, field: FacetField, value: string, then: string]>([
    ['', 'board', 'g', 'board:g'],
    ['heron', 'board', 'g', 'heron board:g'],
    ['heron board:g', 'board', 'ck', 'heron board:g,ck'],
    ['board:g,ck heron', 'board', 'g', 'board:ck heron'],
    ['board:g heron sort:old', 'board', 'g', 'heron sort:old'],
    ['a OR b', 'country', 'DE', '(a OR b) country:DE'],
    ['a country:DE', 'country', 'troll:ac', 'a country:DE,troll:ac'],
    ['heron', 'year', '2019', 'heron during:2019'],
    ['heron during:2019', 'year', '2020', 'heron (during:2019 OR during:2020)'],
    ['during:2019 OR during:2020', 'year', '2019', 'during:2020'],
    ['heron', 'file', 'png', 'heron ext:png'],
    ['heron', 'has_file', 'yes', 'heron has:file'],
    ['heron has:file', 'has_file', 'no', 'heron -has:file'],
    ['heron -has:file', 'has_file', 'no', 'heron'],
    ['heron has:file', 'file', 'png', 'heron has:file ext:png'],
    ['heron', 'capcode', 'M', 'heron capcode:mod'],
    ['heron', 'kind', 'op', 'heron is:op'],
    ['heron is:op', 'kind', 'reply', 'heron is:reply'],
    ['is:op heron', 'kind', 'op', 'heron'],
    ['heron', 'deleted', 'no', 'heron -is:deleted'],
    ['heron -is:deleted', 'deleted', 'yes', 'heron is:deleted'],
    ['heron is:deleted', 'deleted', 'yes', 'heron'],
    // Not a condition on all hits, so no value is active.
    ['a OR board:g', 'board', 'g', '(a OR board:g) board:g'],
    ['-board:g', 'board', 'ck', '-board:g board:ck'],
    ['during:2019-03', 'year', '2019', 'during:2019-03 during:2019'],
    ['heron group:thread', 'kind', 'op', 'heron is:op group:thread'],
  ])('with %j: %s %s → %j', (q, field, value, then) => {
    const text = print(toggled(parse(q), field, value));
    expect(text).toBe(then);
    // Printing keeps the meaning.
    expect(print(parse(text))).toBe(then);
  });

  test.each(Object.entries(A_VALUE) as [FacetField, string][])(
    'in %s is active afterwards, and a second click restores the query',
    (field, value) => {
      for (const q of ['', 'heron', 'a OR b', '-a (b OR "c d")']) {
        const chosen = parse(print(toggled(parse(q), field, value)));
        expect(FACET_FIELDS.filter((other) => chosenOf(chosen, other) !== null)).toEqual([field]);
        expect(chosenOf(chosen, field)).toEqual([value]);
        expect(print(withoutChoice(chosen, field))).toBe(print(parse(q)));
        expect(print(toggled(chosen, field, value))).toBe(print(parse(q)));
      }
    },
  );
});

test('the query’s values are read one facet at a time', () => {
  const query = parse('heron board:g,ck country:DE ext:jpg is:op -is:deleted during:2019 capcode:mod');
  const chosen = Object.fromEntries(FACET_FIELDS.map((field) => [field, chosenOf(query, field)]));
  expect(chosen).toEqual({
    board: ['g', 'ck'],
    year: ['2019'],
    has_file: null,
    file: ['jpg'],
    country: ['DE'],
    capcode: ['M'],
    kind: ['op'],
    deleted: ['no'],
  });
  for (const q of ['heron', '-board:g', 'is:ghost', 'after:2019', 'during:7d', 'has:image', '-ext:jpg'])
    expect(FACET_FIELDS.map((field) => chosenOf(parse(q), field))).toEqual(FACET_FIELDS.map(() => null));
});

test('both spellings of jpeg are one value', () => {
  expect(chosenOf(parse('ext:jpeg'), 'file')).toEqual(['jpeg']);
  expect(print(toggled(parse('ext:jpeg'), 'file', 'jpeg'))).toBe('');
  expect(chosenOf(parse(print(toggled(parse('ext:png'), 'file', 'jpeg'))), 'file')).toEqual(['jpeg', 'png']);
});
