import fc from 'fast-check';
import { expect, test } from 'vitest';
import { caretPlaceOf, type CaretPlace } from '../../../../../server/search/completion/caret.ts';
import { fieldNamed } from '../../../../../mappings/search/fields.ts';

const place = (q: string, at: number) => caretPlaceOf(q, at, fieldNamed);

/** The bar marks the caret. */
test.each<[marked: string, expected: Partial<CaretPlace> | null]>([
  ['|', { field: null, written: '', from: 0, to: 0 }],
  ['bo|', { field: null, written: 'bo', from: 0, to: 2 }],
  ['bo|ard', { field: null, written: 'bo', from: 0, to: 5 }],
  ['heron bo|', { field: null, written: 'bo', from: 6, to: 8 }],
  ['heron |', { field: null, written: '', from: 6, to: 6 }],
  ['heron -bo|', { field: null, written: 'bo', from: 7, to: 9 }],
  ['(a OR bo|', { field: null, written: 'bo', from: 6, to: 8 }],
  ['board:|', { field: 'board', written: '', from: 6, to: 6 }],
  ['board:c|k heron', { field: 'board', written: 'c', from: 6, to: 8 }],
  ['BOARD:c|', { field: 'BOARD', written: 'c', from: 6, to: 7 }],
  ['board:g,c|', { field: 'board', written: 'c', from: 8, to: 9 }],
  ['board:g,c|k,v', { field: 'board', written: 'c', from: 8, to: 10 }],
  ['board:g,|', { field: 'board', written: '', from: 8, to: 8 }],
  ['board:g|,ck', { field: 'board', written: 'g', from: 6, to: 7 }],
  ['board:"g",|', { field: 'board', written: '', from: 10, to: 10 }],
  ['board:"g",c|', { field: 'board', written: 'c', from: 10, to: 11 }],
  ['country:"DE","uni|', { field: 'country', written: 'uni', from: 13, to: 17, quoted: true }],
  ['country:"uni|","FR"', { field: 'country', written: 'uni', from: 8, to: 13, quoted: true }],
  ['country:DE,"uni|ted" x', { field: 'country', written: 'uni', from: 11, to: 19, quoted: true }],
  ['board:"g"|,ck', null],
  ['(board:"g",c|)', { field: 'board', written: 'c', from: 11, to: 12 }],
  ['board:"g",ck bo|', { field: null, written: 'bo', from: 13, to: 15 }],
  ['name:a,b|', { field: 'name', written: 'a,b', from: 5, to: 8 }],
  ['-country:"uni|', { field: 'country', written: 'uni', from: 9, to: 13, quoted: true }],
  ['country:"uni|ted" x', { field: 'country', written: 'uni', from: 8, to: 16, quoted: true }],
  ['op.subject:ke|', { field: 'op.subject', written: 'ke', from: 11, to: 13 }],
  ['name:=mo|', { field: 'name', written: 'mo', from: 6, to: 8 }],
  ['name:="grey h|', { field: 'name', written: 'grey h', from: 6, to: 13, quoted: true }],
  ['="a phr|', null],
  ['=k|', { field: null, written: '=k', from: 0, to: 2 }],
  ['http://a|', { field: null, written: 'http://a', from: 0, to: 8 }],
  ['"a phrase|', null],
  ['"a phrase|"', null],
  ['"a \\" phrase|"', null],
  ['"done" bo|', { field: null, written: 'bo', from: 7, to: 9 }],
  ['"open bo|', null],
  ['(board:g|)', { field: 'board', written: 'g', from: 7, to: 8 }],
  ['anon-sa|n', { field: null, written: 'anon-sa', from: 0, to: 8 }],
])('%s', (marked, expected) => {
  // The last bar: a query may contain others.
  const at = marked.lastIndexOf('|');
  const found = place(marked.slice(0, at) + marked.slice(at + 1), at);
  if (expected === null) expect(found).toBeNull();
  else expect(found).toMatchObject(expected);
});

test('for any caret in any text, the completed range contains the caret', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc
      .array(fc.constantFrom('board:', 'name:', '=', '"', '(', ')', '-', ' ', '|', 'a', '\\', 'OR', ','))
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, fc.nat({ max: 40 }), (q, caret) => {
      const at = Math.min(caret, q.length);
      const found = place(q, at);
      if (found === null) return;
      expect(found.from).toBeLessThanOrEqual(at);
      expect(found.to).toBeGreaterThanOrEqual(at);
      expect(found.to).toBeLessThanOrEqual(q.length);
      expect(q.slice(0, at).endsWith(found.written)).toBe(true);
    }),
    { numRuns: 3_000 },
  );
});
