import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from '../../../../../server/search/language/parse.ts';
import { partsOf, withoutPartAt } from '../../../../../server/search/language/parts.ts';
import { print } from '../../../../../server/search/language/print.ts';
import { QueryError } from '../../../../../server/search/language/query-error.ts';
import { written } from './tree.ts';

const drawn = (q: string) =>
  partsOf(q).map(({ field, value, negated }) => `${negated ? '-' : ''}${field === null ? '' : `${field}=`}${value}`);

describe('the parts of a query', () => {
  test.each([
    ['', []],
    ['kernel "hello world" -windows', ['kernel', '"hello world"', '-windows']],
    [
      'title:"a b" width:>1000 -is:deleted board:g,/ck/',
      ['subject="a b"', 'width=>1000', '-is=deleted', 'board=g,/ck/'],
    ],
    ['(a OR b) c AND d', ['(a OR b)', 'c', 'd']],
    ['-(a b) x', ['-(a b)', 'x']],
    ['a OR b c sort:old', ['a OR b c', 'sort=old']],
    ['a | b', ['a | b']],
    ['OR a', ['OR', 'a']],
    ['>>123 group:thread', ['>>123', 'group=thread']],
  ])('%s', (q, parts) => {
    expect(drawn(q)).toEqual(parts);
  });

  test.each([
    ['a AND b  c', ['b  c', 'a AND c', 'a AND b']],
    ['a OR b sort:old', ['sort:old', 'a OR b']],
    ['only', ['']],
  ])('%s without each of them', (q, without) => {
    expect(partsOf(q).map((part) => part.without)).toEqual(without);
  });

  test('a part is found by a position in it', () => {
    expect(withoutPartAt('a board:nope b', { start: 8, end: 12 })).toBe('a b');
  });

  test('the query without a part has the meaning of the others', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(written, (text) => {
        const q = readable(text);
        fc.pre(q !== null);
        const parts = partsOf(q);
        for (const part of parts) {
          const others = parts.filter((other) => other !== part);
          // `group:thread` twice means the same as once.
          expect(new Set(meaningsOf(part.without))).toEqual(
            new Set(others.flatMap((other) => meaningsOf(slice(q, other)))),
          );
        }
      }),
      { numRuns: 1_000, examples: [['foo  AND  foo  |']] },
    );
  });
});

function slice(q: string, { position }: ReturnType<typeof partsOf>[number]): string {
  return q.slice(position.start, position.end);
}

function readable(text: string): string | null {
  try {
    parse(text);
    return text;
  } catch (error) {
    if (error instanceof QueryError) return null;
    throw error;
  }
}

/** The parts next to each other, in no order. */
function meaningsOf(q: string): readonly string[] {
  const { root, sort, group } = parse(q);
  const nodes = root === null ? [] : root.kind === 'and' ? root.children : [root];
  return [
    ...nodes.map((node) => print({ root: node })),
    ...(sort === null ? [] : [`sort:${sort}`]),
    ...(group === null ? [] : [`group:${group}`]),
  ].toSorted();
}
