import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UrlHashes } from '../../../../scraper/forums/url-hashes.ts';

const hash = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
/** Few hashes, so that they collide. */
const near = fc.bigInt({ min: -40n, max: 40n });

test('the set contains exactly the added hashes, in any order of operations', () => {
  const steps = fc.array(fc.tuple(fc.constantFrom('add', 'delete'), near), { maxLength: 120 });
  fc.assert(
    fc.property(fc.uniqueArray(near, { maxLength: 40 }), steps, (first, list) => {
      const hashes = new UrlHashes();
      const there = new Set(first);
      hashes.append(BigInt64Array.from(first).toSorted());
      for (const [step, number] of list) {
        if (step === 'add') {
          hashes.add(number);
          there.add(number);
        } else {
          hashes.delete([number]);
          there.delete(number);
        }
      }
      for (let number = -40n; number <= 40n; number++) expect(hashes.has(number)).toBe(there.has(number));
      expect(hashes.size).toBe(there.size);
    }),
  );
});

test('the least and the greatest 8-byte number are found', () => {
  fc.assert(
    fc.property(fc.array(hash, { maxLength: 20 }), (list) => {
      const hashes = new UrlHashes();
      for (const number of [...list, -(2n ** 63n), 2n ** 63n - 1n]) hashes.add(number);
      expect([...list, -(2n ** 63n), 2n ** 63n - 1n].every((number) => hashes.has(number))).toBe(true);
    }),
  );
});

test('a hundred thousand hashes that are added singly are found, and use 8 bytes each', () => {
  const hashes = new UrlHashes();
  const numbers = Array.from({ length: 100_000 }, (_, at) => BigInt.asIntN(64, BigInt(at) * 0x9e37_79b9_7f4a_7c15n));
  for (const number of numbers) hashes.add(number);
  expect(numbers.every((number) => hashes.has(number))).toBe(true);
  expect(numbers.some((number) => hashes.has(number + 1n))).toBe(false);
  expect(hashes.size).toBe(100_000);
  expect(hashes.bytes).toBeLessThanOrEqual(800_000);
  hashes.delete(numbers.slice(0, 50_000));
  expect(hashes.size).toBe(50_000);
  expect(numbers.map((number) => hashes.has(number)).lastIndexOf(false)).toBe(49_999);
});
