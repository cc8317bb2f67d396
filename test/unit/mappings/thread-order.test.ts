import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inThreadOrder } from '../../../mappings/thread-order.ts';

interface Row {
  readonly num: number;
  readonly opener: boolean;
  readonly extra: Readonly<Record<string, unknown>> | null;
}

const row = (num: number, cable: { rank: number; time: number; hash: string } | null, opener = false): Row => ({
  num,
  opener,
  extra: cable === null ? null : { cable },
});
const nums = (rows: readonly Row[]): number[] => rows.map(({ num }) => num);

test('posts of other sources are ordered by number', () => {
  const rows = [row(1, null, true), row(2, null), row(3, null)];
  expect(inThreadOrder(rows)).toBe(rows);
});

test('the opener is first, and the others follow by rank, time and hash', () => {
  const rows = [
    row(1, { rank: 50, time: 50, hash: 'a' }, true),
    row(2, { rank: 21, time: 10, hash: 'b' }),
    row(3, { rank: 20, time: 20, hash: 'd' }),
    row(4, { rank: 20, time: 20, hash: 'c' }),
    row(5, { rank: 20, time: 19, hash: 'e' }),
  ];
  expect(nums(inThreadOrder(rows))).toEqual([1, 5, 4, 3, 2]);
});

test('a ghost post follows the post before it by number', () => {
  const rows = [
    row(1, { rank: 10, time: 10, hash: 'a' }, true),
    row(2, { rank: 30, time: 30, hash: 'b' }),
    row(2.1, null),
    row(3, { rank: 20, time: 20, hash: 'c' }),
  ];
  expect(nums(inThreadOrder(rows))).toEqual([1, 3, 2, 2.1]);
});

test('the order does not depend on the order of arrival', () => {
  const place = fc.record({
    rank: fc.nat(3),
    time: fc.nat(3),
    hash: fc.nat(200).map((number) => number.toString(16).padStart(2, '0')),
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(place, { minLength: 1, maxLength: 12, selector: ({ hash }) => hash }),
      fc.infiniteStream(fc.nat()),
      (places, keys) => {
        const hashes = (given: typeof places) =>
          inThreadOrder(given.map((one, at) => row(at + 2, one))).map(({ extra }) => JSON.stringify(extra));
        const shuffled = places
          .map((one) => ({ one, key: Number(keys.next().value) }))
          .sort((a, b) => a.key - b.key)
          .map(({ one }) => one);
        expect(hashes(shuffled)).toEqual(hashes(places));
      },
    ),
  );
});
