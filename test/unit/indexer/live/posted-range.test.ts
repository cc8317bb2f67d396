import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contains, widened } from '../../../../indexer/live/posted-range.ts';

const DAY_MS = 86_400_000;
/** From 4713 BC, the earliest that PostgreSQL stores. */
const time = fc.integer({ min: -210_866_803_200_000, max: 8.64e15 - 2 * DAY_MS });

test('a widened range includes the range, and a day of later posts', () => {
  fc.assert(
    fc.property(time, time, (one, other) => {
      const range = { from: Math.min(one, other), until: Math.max(one, other) };
      const registered = widened(range);
      expect(contains(registered, range)).toBe(true);
      expect(contains(registered, { ...range, until: range.until + DAY_MS })).toBe(true);
      expect([registered.from % DAY_MS, registered.until % DAY_MS].map(Math.abs)).toEqual([0, 0]);
    }),
  );
});
