import { describe, expect, test } from 'vitest';
import { costOf } from '../../../../server/limits/costs.ts';
import { parse } from '../../../../server/search/language/parse.ts';

const cost = (q: string, factor?: number) => costOf(parse(q), factor);

const words = (count: number) => Array.from({ length: count }, (_, number) => `word${number}`).join(' ');

describe('a search costs', () => {
  test.each(['', 'heron', 'grey heron', '"a phrase"', 'board:g heron after:7d', 'is:op'])(
    'the base cost of a request as people write it: %s',
    (q) => {
      expect(cost(q)).toBe(1);
    },
  );

  test('more for more complex queries', () => {
    expect(cost(words(10))).toBeGreaterThan(cost(words(4)));
    expect(cost(`${words(10)} sort:relevance`)).toBe(2 * cost(words(10)));
    expect(cost(`${words(10)} group:thread`)).toBe(2 * cost(words(10)));
    expect(cost('(a OR b OR c OR d) -(e f g h)')).toBe(cost('a b c d e f g h'));
  });

  test('its cost times the factor of its route, and at least that factor', () => {
    expect(cost('heron', 20)).toBe(20);
    expect(cost(words(10), 3)).toBe(3 * cost(words(10)));
  });
});
