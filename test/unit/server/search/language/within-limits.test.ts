import { expect, test } from 'vitest';
import { toggled } from '../../../../../server/search/facets/choices.ts';
import { MAX_VALUES } from '../../../../../server/search/language/limits.ts';
import { parse } from '../../../../../server/search/language/parse.ts';
import { textsWithinLimits } from '../../../../../server/search/language/within-limits.ts';

/** A query with space for `free` more values. */
const queryWithRoom = (free: number) =>
  parse(`${Array.from({ length: MAX_VALUES - free - 1 }, (_, place) => `w${place}`).join(' ')} ext:png`);

test.each([
  [2, 'none', true],
  [2, 'jpeg', true],
  [1, 'none', true],
  [1, 'gif', true],
  // Two values, jpeg and jpg, in a shorter text than that of `none`.
  [1, 'jpeg', false],
  [0, 'gif', false],
  [0, 'none', false],
])('with space for %i more values, the facet value %s has a query: %s', (free, value, isOffered) => {
  const values = ['none', 'jpeg', 'gif'];
  const texts = textsWithinLimits(values.map((one) => toggled(queryWithRoom(free), 'file', one)));
  expect(texts[values.indexOf(value)] !== null).toBe(isOffered);
});

test('every text that is returned can be parsed', () => {
  for (const free of [0, 1, 2, 3]) {
    const texts = textsWithinLimits(
      ['none', 'jpeg', 'gif', 'png'].map((one) => toggled(queryWithRoom(free), 'file', one)),
    );
    for (const text of texts) if (text !== null) expect(() => parse(text)).not.toThrow();
  }
});
