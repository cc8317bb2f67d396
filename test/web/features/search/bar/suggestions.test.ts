import { describe, expect, test } from 'vitest';
import { acceptSuggestion } from '../../../../../web/src/features/search/bar/suggestion.ts';
import {
  meaningOf,
  recentBeginningWith,
  stillFitting,
  storedSuggestions,
} from '../../../../../web/src/features/search/bar/suggestions.tsx';
import { setLanguage } from '../../../../../web/src/lib/messages.ts';
import { withRecent } from '../../../../../web/src/features/search/bar/use-submit-search.ts';

const given = (text: string, from: number, label = text) => ({
  text,
  from,
  to: 7,
  label,
  description: null,
  count: null,
  isWhole: false,
});

describe('a suggestion', () => {
  test('replaces the text that it completes, with the caret behind it', () => {
    const suggestion = { text: 'board:', from: 5, to: 8, description: null, count: null, isWhole: false };
    expect(acceptSuggestion('oven boa -gas', suggestion)).toEqual({ text: 'oven board: -gas', at: 11 });
  });

  test.each([
    ['oven is', 'oven is:op ', 11],
    ['is -gas', 'is:op -gas', 6],
    ['is-gas', 'is:op -gas', 6],
    ['(is)', '(is:op)', 6],
    ['is,x', 'is:op,x', 5],
  ])('has a space behind its value, unless something separates it: %s', (text, completed, at) => {
    const from = text.indexOf('is');
    const suggestion = { text: 'is:op', from, to: from + 2, description: null, count: null, isWhole: false };
    expect(acceptSuggestion(text, suggestion)).toEqual({ text: completed, at });
  });

  test('for a text may be a recent search that begins with it', () => {
    const found = recentBeginningWith('Bre', ['bread', 'rye bread', 'bre', 'Bread oven', 'breaded']);
    expect(found.map(({ text, isWhole }) => [text, isWhole])).toEqual([
      ['bread', true],
      ['Bread oven', true],
    ]);
  });

  test('stays while its word is typed on, and then replaces all of it', () => {
    const shown = [
      given('keyboard', 4),
      given('keymap', 4),
      given('subject:"Old keys"', 0, 'Old keys of Ann'),
      given('board:', 4),
    ];
    const asked = { q: 'old key love', at: 7 };
    const kept = (q: string, at: number) => stillFitting(shown, asked, { q, at }).map(({ text, to }) => [text, to]);
    expect(kept('old keyB love', 8)).toEqual([['keyboard', 8]]);
    expect(kept('old keys love', 8)).toEqual([['subject:"Old keys"', 8]]);
    expect(kept('old ke love', 6)).toHaveLength(3);
    expect(kept('old keyboard love', 12)).toEqual([]);
    expect(kept('old keyb hate', 8)).toEqual([]);
    expect(kept('odd keyb love', 8)).toEqual([]);
    expect(kept('old  love', 4)).toEqual([['subject:"Old keys"', 4]]);
  });

  test('for an empty bar is a whole search: saved ones first, each once', () => {
    expect(storedSuggestions(['b'], ['a', 'b']).map(({ text, label = text, forgets }) => [label, forgets])).toEqual([
      ['b', undefined],
      ['a', undefined],
      ['Forget recent searches', true],
    ]);
    expect(storedSuggestions(['b'], []).map(({ text }) => text)).toEqual(['b']);
  });
});

test('a word and a thread have their kind as meaning', () => {
  const one = { text: 'x', from: 0, to: 0, count: null, description: null, thread: null } as const;
  expect(meaningOf({ ...one, kind: 'word' })).toBe('word');
  const thread = { board: 'g', num: 1 };
  expect(meaningOf({ ...one, kind: 'thread', description: 'Subject', thread })).toBe('thread on /g/');
});

test('the meaning of a completion is in the reader’s language', async () => {
  const meanings = (['field', 'value', 'value', 'sort', 'country', 'board', 'value', 'date', 'emoji'] as const).map(
    (kind, place) => {
      const text = ['trip:', 'is:deleted', 'mod', 'sort:old', 'SE', 'g', 'sage', '24h', '❤️'][place] ?? '';
      return { kind, text, from: 0, to: 0, count: null, thread: null, description: `${text} in English` };
    },
  );
  expect(meanings.map(meaningOf)).toEqual(meanings.map(({ description }) => description));
  await setLanguage('de');
  expect(meanings.map(meaningOf)).toEqual([
    'Tripcode',
    'gelöscht',
    'Moderator',
    'Älteste',
    'Schweden',
    'g in English',
    null,
    null,
    '❤️ in English',
  ]);
  await setLanguage('en');
});

test('a repeated search moves to the front of the eight recent ones', () => {
  const many = Array.from({ length: 8 }, (_, index) => `q${index}`);
  expect(withRecent(many, 'q3')).toEqual(['q3', 'q0', 'q1', 'q2', 'q4', 'q5', 'q6', 'q7']);
  expect(withRecent(many, 'new')).toHaveLength(8);
});
