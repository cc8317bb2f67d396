import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NumberOrder } from '../../../asagi/number-order.ts';

const NUMBERS = 20_000;
const FILLED = 300_000;

test('the latest reading before a number does not depend on the order of the rows', () => {
  const rows = fc.uniqueArray(fc.record({ num: fc.integer({ min: 1, max: NUMBERS }), reading: fc.nat() }), {
    selector: ({ num }) => num,
    maxLength: 400,
  });
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: NUMBERS }), (posts, num) => {
      const order = new NumberOrder();
      for (const post of posts) order.record(post.num, post.reading);
      const lower = posts.filter((post) => post.num < num).map(({ reading }) => reading);
      expect(order.latestBefore(num)).toBe(lower.length === 0 ? null : Math.max(...lower));
    }),
  );
});

test.each([
  ['ascending', (at: number) => at],
  ['descending', (at: number) => FILLED - 1 - at],
  ['in another order', (at: number) => (at * 7_919) % FILLED],
])('a board with more numbers than buckets keeps the readings within its last posts, %s', (_, place) => {
  const order = new NumberOrder();
  for (let at = 0; at < FILLED; at++) order.record(place(at) + 1, 1_000_000 + place(at));
  for (const num of [1_000, 150_000, FILLED]) {
    const latest = order.latestBefore(num) ?? 0;
    expect(latest).toBeLessThan(1_000_000 + num);
    expect(latest).toBeGreaterThan(1_000_000 + num - 20);
  }
});

test('one number far from the others does not blur them', () => {
  const order = new NumberOrder();
  order.record(4_294_967_295, 5);
  for (let num = 1; num <= 1_000; num++) order.record(num, num);
  expect(order.latestBefore(500)).toBe(499);
});
