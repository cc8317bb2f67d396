import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_FILTER } from '../../../mappings/post-filter-names.ts';
import { RegexpError, linearRegexp, type LinearRegexp } from '../../../mappings/linear-regexp.ts';

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

test('an expression matches the same texts as JavaScript’s', () => {
  fc.assert(
    fc.property(pattern, text, (source, subject) => {
      expect(linearRegexp(source).test(subject)).toBe(new RegExp(source, 'iu').test(subject));
    }),
    { numRuns: 2_000 },
  );
});

/** null for a text that is refused for its length. */
function compiled(source: string): LinearRegexp | null {
  try {
    return linearRegexp(source);
  } catch (error) {
    if (error instanceof RegexpError && error.fault === 'too-much') return null;
    throw error;
  }
}

test('a text matches when any of several lines matches', () => {
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
  '%s matches a hostile text in linear time',
  (source) => {
    // A backtracking engine would not finish.
    expect(linearRegexp(source).test(`${'a'.repeat(19_000)}!`)).toBe(false);
  },
);

describe('a refusal of an expression has a reason', () => {
  test.each([
    ['(a', 'a ( is not closed', '(a'],
    ['a)', 'a ) has no opening (', 'a)'],
    ['[a', 'ends too early', '[a'],
    ['a|*b', 'nothing to repeat', '*'],
    ['a*ba**', 'follow each other', '**'],
    ['(?=a)', 'no lookahead', '(?='],
    ['(?<!a)b', 'no lookahead, no lookbehind', '(?<!a)b'],
    ['(?<n>a)(?<n>b)', 'names only once', '(?<n>a)(?<n>b)'],
    ['(a)\\1', 'not available', '\\1'],
    ['\\p{Moss}', 'not available', '\\p{Moss}'],
    ['a{5,2}', 'count upwards', '{5,2}'],
    ['a{1001}', '1000 at most', '{1001}'],
    ['[b-a]', 'go upwards', 'b-a'],
    ['a\\', 'ends too early', 'a\\'],
    ['(((a{90}){90}){90}){90}', '1000 at most', '{90}'],
    [Array.from({ length: 50 }, () => '(\\w{20}){50}').join('\n'), 'take too long', '(\\w{20}){50}'],
    ['x'.repeat(301), 'longer than 300', 'x'.repeat(301)],
    [Array.from({ length: 101 }, (_, line) => `weed${line}`).join('\n'), 'more than 100 lines', 'weed100'],
  ])('%s', (source, problem, part) => {
    try {
      linearRegexp(source);
      expect.unreachable();
    } catch (error) {
      if (!(error instanceof RegexpError)) throw error;
      expect(error.message).toContain(problem);
      expect(source.slice(error.span.start, error.span.end)).toBe(part);
    }
  });
});

test('the maximum number of words in a filter is never refused for its cost', () => {
  const words = Array.from({ length: 100 }, (_, line) => `\\bspam${line}\\b`.padEnd(29, 'word'));
  expect(linearRegexp(words.join('\n').slice(0, MAX_FILTER)).test('a spam7 b')).toBe(false);
});

test('letter case is ignored, also beyond ASCII', () => {
  expect(linearRegexp('ÄPFEL|Ｂ').test('äpfel')).toBe(true);
  expect(linearRegexp('ÄPFEL|Ｂ').test('ｂ')).toBe(true);
});
