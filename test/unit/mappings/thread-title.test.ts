import { expect, test } from 'vitest';
import { parseComment } from '../../../mappings/comment/parse.ts';
import { titleOfOpening } from '../../../mappings/thread-title.ts';

function titleOf(comment: string, subject: string | null = null): string | null {
  return titleOfOpening({ subject, tokens: parseComment(comment).tokens });
}

const QUOTE = '<a href="#p49999209" class="quotelink">&gt;&gt;49999209</a>';

test.each([
  ['a quote in its own line', `${QUOTE}<br>Solder first.`, 'Solder first.'],
  ['several quotes', `${QUOTE} ${QUOTE}<br><br>${QUOTE}<br>Solder first.`, 'Solder first.'],
  ['a quote before the words', `${QUOTE} Solder first.`, 'Solder first.'],
  ['a quote of another board', '<span class="deadlink">&gt;&gt;&gt;/tech/123</span><br>Solder first.', 'Solder first.'],
  ['a quote within the words', `As ${QUOTE} wrote`, 'As >>49999209 wrote'],
  ['a line in the style of a quote', '<span class="quote">&gt;solder first</span>', '>solder first'],
  ['only quotes', `${QUOTE}<br>${QUOTE}`, null],
])('a title begins with words: %s', (_, comment, title) => {
  expect(titleOf(comment)).toBe(title);
});

test('the subject stays as written', () => {
  expect(titleOf(QUOTE, ' >>1 was right ')).toBe('>>1 was right');
});
