import { expect, test } from 'vitest';
import { COMMON_REPLIES } from '../../../demo/themes/common.ts';
import { THEMES } from '../../../demo/themes/all.ts';
import { expand } from '../../../demo/themes/grammar.ts';
import { visitor } from '../../../demo/themes/visitor.ts';
import { createRandom } from '../../../demo/random.ts';
import { wordsOf } from '../../../demo/life/phrases.ts';

const words = { fruit: ['apple', 'pear'], basket: ['a bowl of {fruit}'], one: ['only'] };

test('holes take words, numbers and choices, and the same word twice only when there is no other', () => {
  for (let seed = 0; seed < 50; seed++) {
    const text = expand('x {fruit} {fruit} {2-4} «a|b», {one} {one}', words, createRandom(String(seed)));
    expect(text).toMatch(/^x (apple pear|pear apple) [2-4] [ab], only only$/);
  }
});

test('a word that begins a sentence gets a capital, in greentext it does not', () => {
  const random = createRandom('capital');
  expect(expand('{one}. {one}\n{one} {one}', words, random)).toBe('Only. Only\nOnly only');
  expect(expand('>{one}', words, random)).toBe('>only');
  expect(expand('see {basket}', words, random)).toMatch(/^see a bowl of (apple|pear)$/);
});

test('a choice may bring its own end of the sentence', () => {
  expect(expand('Well «now?|now?».', words, createRandom('end'))).toBe('Well now?');
});

test('an unknown hole is a mistake that is told', () => {
  expect(() => expand('{plum}', words, createRandom('x'))).toThrow(/no word list "plum"/);
});

test.each([...THEMES, visitor])('every sentence of $board.board can be said', (theme) => {
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
