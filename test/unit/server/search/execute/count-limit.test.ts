import { expect, test } from 'vitest';
import { countLimit } from '../../../../../server/search/execute/count-limit.ts';

test('small indices are counted whole, and leave more to the large ones', () => {
  expect(countLimit([], 1_000_000)).toBe(true);
  expect(countLimit([400_000, 600_000], 1_000_000)).toBe(true);
  expect(countLimit([30_000_000], 1_000_000)).toBe(1_000_000);
  expect(countLimit([100_000, 9_000_000], 1_000_000)).toBe(500_000);
  expect(countLimit([9_000_000, 100_000, 9_000_000], 1_000_000)).toBe(200_000);
});

test('hundreds of indices count a useful number each, and 0 counts all', () => {
  expect(
    countLimit(
      Array.from({ length: 300 }, () => 1_000_000),
      1_000_000,
    ),
  ).toBe(10_000);
  expect(countLimit([30_000_000], 0)).toBe(true);
});
