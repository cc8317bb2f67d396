import { expect, test } from 'vitest';
import { atCaret, type AtCaret } from '../../../../../web/src/features/search/bar/at-caret.ts';

/** The caret stands at the `^`. */
test.each<[string, AtCaret | null]>([
  ['^', null],
  ['bread ^ oven', null],
  ['bre^ad', { field: null, value: 'bread', operator: 'words' }],
  ['bread subject:"old ^oven" x', { field: 'subject', value: '"old oven"', operator: null }],
  ['is:^', { field: 'is', value: '', operator: null }],
  ['(-Country:DE,AT^)', { field: 'country', value: 'DE,AT', operator: 'not' }],
  ['a "not c^losed', { field: null, value: '"not closed', operator: 'phrase' }],
  ['a O^R b', { field: null, value: 'OR', operator: 'or' }],
  ['-yea^st', { field: null, value: '-yeast', operator: 'not' }],
  ['(rye^ OR wheat)', { field: null, value: '(rye', operator: 'group' }],
  ['keyb*^', { field: null, value: 'keyb*', operator: 'prefix' }],
  ['="Tur^key"', { field: null, value: '="Turkey"', operator: 'as-written' }],
])('%s', (marked, expected) => {
  expect(atCaret(marked.replace('^', ''), marked.indexOf('^'))).toEqual(expected);
});
