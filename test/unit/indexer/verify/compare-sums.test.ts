import { expect, test } from 'vitest';
import { differingRanges, numsOf, rangeOf } from '../../../../indexer/verify/compare-sums.ts';
import type { RangeSums } from '../../../../indexer/verify/verification.ts';

const sums = (documents: number, h1: number, h2: number): RangeSums => ({ documents, h1, h2 });

test('ranges with the same sums in both stores are equal', () => {
  const both = new Map([
    [0, sums(10, 1, 2)],
    [7, sums(3, 4, 5)],
  ]);
  expect(differingRanges(both, new Map(both))).toEqual([]);
});

test.each([
  ['the number of documents', sums(11, 1, 2)],
  ['the first checksum', sums(10, 9, 2)],
  ['the second checksum', sums(10, 1, 9)],
])('a range differs by %s alone', (_, changed) => {
  const one = new Map([[4, sums(10, 1, 2)]]);
  const other = new Map([[4, changed]]);
  expect(differingRanges(one, other)).toEqual([4]);
  expect(differingRanges(other, one)).toEqual([4]);
});

test('a range that only one store has differs; differing ranges are returned in order', () => {
  const rows = new Map([
    [900, sums(1, 1, 1)],
    [3, sums(1, 1, 1)],
  ]);
  const documents = new Map([[20, sums(1, 1, 1)]]);
  expect(differingRanges(rows, documents)).toEqual([3, 20, 900]);
});

test('every num belongs to exactly one range', () => {
  for (const num of [1, 9_999, 10_000, 10_001, 50_000_000, 2 ** 53 - 1]) {
    const [first, end] = numsOf(rangeOf(num));
    expect(num >= first && num < end).toBe(true);
  }
});
