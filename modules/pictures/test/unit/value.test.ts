import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ValueMistake } from '../../../../mappings/search/values/mistake.ts';
import { parseSimilar, printSimilar, readSimilar } from '../../value.ts';

const SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`));

test.each([
  [SHA256, [`${SHA256}~7`]],
  [SHA256.toUpperCase(), [`${SHA256}~7`]],
  ['47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=', [`${SHA256}~7`]],
  [`${SHA256}~3`, [`${SHA256}~3`]],
  [`${SHA256}~0`, [`${SHA256}~0`]],
  ['FEDCBA9876543210~10', ['fedcba9876543210~10']],
])('%s is read', (written, values) => {
  expect(readSimilar(written)).toEqual(values);
});

test.each([
  ['g/51971506', 'like: finds similar threads', 'like:g/51971506'],
  [`${SHA256}~11`, 'up to a distance of 10', `similar:${SHA256}~10`],
  ['cat.jpg', 'takes the SHA-256 of a file', null],
  [SHA256.slice(1), 'takes the SHA-256 of a file', null],
  [`${SHA256}~`, 'takes the SHA-256 of a file', null],
  ['~5', 'takes the SHA-256 of a file', null],
])('%s is refused with a way out', (written, message, mended) => {
  const read = readSimilar(written);
  expect(read).toBeInstanceOf(ValueMistake);
  expect(read).toMatchObject({ message: expect.stringContaining(message) as string, mendedField: mended });
});

test('each value is read again from its printed text', () => {
  fc.assert(
    fc.property(fc.oneof(digits(16), digits(64)), fc.integer({ min: 0, max: 10 }), (hash, bits) => {
      const value = `${hash}~${bits}`;
      expect(parseSimilar(value)).toEqual({ hash, bits });
      expect(readSimilar(printSimilar(value))).toEqual([value]);
    }),
  );
});
