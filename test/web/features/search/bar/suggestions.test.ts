import { describe, expect, test } from 'vitest';
import { acceptSuggestion, storedSuggestions } from '../../../../../web/src/features/search/bar/suggestions.tsx';
import { withRecent } from '../../../../../web/src/features/search/bar/use-submit-search.ts';

describe('a suggestion', () => {
  test('replaces the text that it completes, with the caret behind it', () => {
    const suggestion = { text: 'board:', from: 5, to: 8, description: null, count: null, isWhole: false };
    expect(acceptSuggestion('oven boa -gas', suggestion)).toEqual({ text: 'oven board: -gas', at: 11 });
  });

  test('for an empty bar is a whole search: saved ones first, each once', () => {
    expect(storedSuggestions(['b'], ['a', 'b']).map(({ text, isWhole }) => [text, isWhole])).toEqual([
      ['b', true],
      ['a', true],
    ]);
  });
});

test('a repeated search moves to the front of the eight recent ones', () => {
  const many = Array.from({ length: 8 }, (_, index) => `q${index}`);
  expect(withRecent(many, 'q3')).toEqual(['q3', 'q0', 'q1', 'q2', 'q4', 'q5', 'q6', 'q7']);
  expect(withRecent(many, 'new')).toHaveLength(8);
});
