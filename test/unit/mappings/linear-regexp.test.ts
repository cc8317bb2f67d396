import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linearRegexp, type LinearRegexp } from '../../../mappings/linear-regexp.ts';
import { RegexpError } from '../../../mappings/regexp-syntax.ts';

const atom = fc.oneof(
  fc.constantFrom('a', 'b', 'c', '.', '[ab]', '[^a]', '[a-c]', '\\d', '\\w', '\\s', '\\S', '\\.', 'Ä', 'ｱ'),
  fc.constantFrom('\\b', '^', '$'),
);
const { pattern } = fc.letrec<{ pattern: string; term: string }>((tie) => ({
  term: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    atom,
    fc
      .tuple(
        fc.oneof(
          fc.constantFrom('a', 'b', '.', '[ab]', '\\w'),
          tie('pattern').map((inner) => `(${inner})`),
        ),
        fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '{2,}', '*?', '+?'),
      )
      .map((parts) => parts.join('')),
    tie('pattern').map((inner) => `(?:${inner})`),
  ),
  pattern: fc.array(fc.oneof(tie('term'), fc.constant('|')), { maxLength: 5 }).map((terms) => terms.join('')),
}));
const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'A', '1', ' ', '.', 'ä', '\n', 'ｱ'), maxLength: 12 });

test('it finds what the language finds', () => {
  fc.assert(
    fc.property(pattern, text, (source, subject) => {
      expect(linearRegexp(source).test(subject)).toBe(new RegExp(source, 'iu').test(subject));
    }),
    { numRuns: 2_000 },
  );
});

/** null for one that is refused for its length. */
function compiled(source: string): LinearRegexp | null {
  try {
    return linearRegexp(source);
  } catch (error) {
    if (error instanceof RegexpError && error.fault === 'too-much') return null;
    throw error;
  }
}

test('of several lines any one is enough', () => {
  fc.assert(
    fc.property(fc.array(pattern, { minLength: 2, maxLength: 4 }), text, (lines, subject) => {
      const written = lines.filter((line) => line !== '');
      const wanted = written.length === 0 || written.some((line) => new RegExp(line, 'iu').test(subject));
      for (const end of ['\n', '\r\n \r\n']) {
        const regexp = compiled(lines.join(end));
        fc.pre(regexp !== null);
        expect(regexp?.test(subject)).toBe(wanted);
      }
    }),
    { numRuns: 500 },
  );
});

test.each(['(a+)+$', '(a|a)*b', '(.*)*x', 'a*a*a*a*a*a*b', '(a|aa)+$', '((a{1,9}){1,9}){1,9}b', '(\\w+\\s?)+$'])(
  '%s is through with a text that was made against it',
  (source) => {
    // Backtracking would not be through with it before the universe ends.
    expect(linearRegexp(source).test(`${'a'.repeat(19_000)}!`)).toBe(false);
  },
);

describe('what is not understood is said to be so', () => {
  test.each([
    ['(a', 'not closed'],
    ['a)', 'closes nothing'],
    ['[a', 'too soon'],
    ['*a', 'repeats nothing'],
    ['a**', 'follow one another'],
    ['(?=a)', 'only (?:'],
    ['(a)\\1', 'not understood'],
    ['a{5,2}', 'count up'],
    ['a{101}', '100 at most'],
    ['a{', 'begins no repetition'],
    ['[b-a]', 'count up'],
    ['\\', 'too soon'],
    ['(((a{90}){90}){90}){90}', 'repeats too much'],
    ['('.repeat(30) + ')'.repeat(30), '20 brackets'],
    ['x'.repeat(301), 'longer than 300'],
  ])('%s', (source, problem) => {
    expect(() => linearRegexp(source)).toThrow(problem);
  });
});
