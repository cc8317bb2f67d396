import { describe, expect, test } from 'vitest';
import { markIn, markOfSeen, type ReadMark, seenIn, withMark } from '../../../web/src/lib/read-posts.ts';
import { aPost } from '../posts.ts';

const posts = [100, 101, 102, 103, 104, 105].map((num) => aPost({ num, opener: num === 100 }));
const one: ReadMark = { ranges: [[null, 'p7']], count: 7 };

describe('the read posts of a thread', () => {
  test.each([
    [['p100', 'p101'], [[null, 'p101']]],
    [
      ['p100', 'p103', 'p104'],
      [
        [null, 'p100'],
        ['p103', 'p104'],
      ],
    ],
    [['p105'], [['p105', 'p105']]],
    [[], []],
  ] as const)('%j are kept as the ranges %j, and read again', (seen, ranges) => {
    const mark = markOfSeen(posts, new Set(seen));
    expect(mark).toEqual({ ranges, count: seen.length });
    const kept = markIn(withMark([], 'ck/100', mark), 'ck/100');
    expect(kept).toEqual(mark);
    expect([...seenIn(posts, kept ?? mark)]).toEqual(seen);
  });

  test('are those of the ranges even if a post at their edge is hidden now, and never posts that came later', () => {
    const ranges = [
      [null, 'p100'],
      ['p102', 'p104'],
    ] as const;
    const left = posts.filter(({ num }) => num !== 102 && num !== 104);
    expect([...seenIn(left, { ranges })]).toEqual(['p100', 'p103']);
    expect([...seenIn([...posts, aPost({ num: 106 })], { ranges: [[null, 'p105']] })]).not.toContain('p106');
  });

  test('of an older version are all posts up to the last one, and have no count', () => {
    expect(markIn(['ck/100 p102'], 'ck/100')).toEqual({ ranges: [[null, 'p102']], count: null });
  });

  test('are kept for the 500 threads that were read last, and for the first 20 ranges', () => {
    let marks: readonly string[] = [];
    for (let num = 1; num <= 600; num++) marks = withMark(marks, `ck/${num}`, one);
    const many = Array.from({ length: 30 }, (_, place) => [`p${place}`, `p${place}`] as const);
    marks = withMark(marks, 'ck/101', { ranges: many, count: 30 });
    expect(marks).toHaveLength(500);
    expect(markIn(marks, 'ck/101')?.ranges).toHaveLength(20);
    expect(markIn(marks, 'ck/600')).toEqual(one);
    expect([markIn(marks, 'ck/100'), markIn(marks, 'ck/10')]).toEqual([null, null]);
  });
});
