import { expect, test } from 'vitest';
import { COMMON_REPLIES } from '../../../demo/themes/common.ts';
import { THEMES } from '../../../demo/themes/all.ts';
import { expand } from '../../../demo/themes/grammar.ts';
import { visitor } from '../../../demo/themes/visitor.ts';
import { createRandom } from '../../../demo/random.ts';
import { wordsOf } from '../../../demo/life/phrases.ts';

const words = { fruit: ['apple', 'pear'], basket: ['a bowl of {fruit}'], one: ['only'] };

test('placeholders are replaced by words, numbers and choices, and a word is repeated only if there is no other', () => {
  for (let seed = 0; seed < 50; seed++) {
    const text = expand('x {fruit} {fruit} {2-4} «a|b», {one} {one}', words, createRandom(String(seed)));
    expect(text).toMatch(/^x (apple pear|pear apple) [2-4] [ab], only only$/);
  }
});

test('a word at the start of a sentence is capitalized, except in greentext', () => {
  const random = createRandom('capital');
  expect(expand('{one}. {one}\n{one} {one}', words, random)).toBe('Only. Only\nOnly only');
  expect(expand('>{one}', words, random)).toBe('>only');
  expect(expand('see {basket}', words, random)).toMatch(/^see a bowl of (apple|pear)$/);
});

test('a choice may contain its own end of the sentence', () => {
  expect(expand('Well «now?|now?».', words, createRandom('end'))).toBe('Well now?');
});

test('an unknown placeholder is an error', () => {
  expect(() => expand('{plum}', words, createRandom('x'))).toThrow(/no word list "plum"/);
});

test.each([...THEMES, visitor])('every template of $board.board can be expanded', (theme) => {
  const random = createRandom('say');
  const files = theme.filenames;
  const general = [...theme.replies, ...theme.long, ...theme.stories, ...theme.secrets, ...files, ...COMMON_REPLIES];
  for (const topic of theme.topics) {
    for (const it of topic.about) {
      const filled = wordsOf(theme, it, 1_800_000_000, 5);
      for (const template of [...topic.subjects, ...topic.openers, ...topic.replies, ...general]) {
        const text = expand(template, filled, random);
        expect(text).not.toMatch(/[«»]|\{[a-z_]+\}| {2,}|\.\.(?!\.)/);
        expect(text.trim()).not.toBe('');
      }
    }
  }
});
