import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GreyGrid, type DifferenceHash } from '../../../mappings/difference-hash.ts';
import { hashDistance } from '../../../mappings/perceptual-hash.ts';

type Pixel = readonly [red: number, green: number, blue: number, alpha: number];
interface Picture {
  readonly width: number;
  readonly height: number;
  readonly at: (x: number, y: number) => Pixel;
}

const grey = (value: number): Pixel => [value, value, value, 255];
const bytesOf = ({ width, height, at }: Picture) =>
  Uint8Array.from(
    Array.from({ length: width * height }, (_, place) => at(place % width, Math.floor(place / width))).flat(),
  );

function hashesOf(picture: Picture, pieces = Infinity): readonly DifferenceHash[] {
  const grid = new GreyGrid(picture.width, picture.height);
  const bytes = bytesOf(picture);
  for (let at = 0; at < bytes.length; at += pieces) grid.add(bytes.subarray(at, at + pieces));
  return grid.hashes();
}

const only = (hashes: readonly DifferenceHash[], trimmed: boolean) => {
  const found = hashes.find((one) => one.trimmed === trimmed);
  if (found === undefined) throw new Error(`no hash with trimmed: ${trimmed}`);
  return found;
};

/** Waves in both directions, which have steps everywhere. */
const WAVES: Picture = {
  width: 320,
  height: 240,
  at: (x, y) => grey(Math.round(127 + 60 * Math.sin(x / 19 + y / 50) + 60 * Math.sin(y / 31 - x / 43))),
};
const scaled = ({ width, height, at }: Picture, by: number): Picture => ({
  width: Math.round(width * by),
  height: Math.round(height * by),
  at: (x, y) => at(Math.floor(x / by), Math.floor(y / by)),
});
const mirrored = (picture: Picture): Picture => ({ ...picture, at: (x, y) => picture.at(picture.width - 1 - x, y) });
const bordered = ({ width, height, at }: Picture, by: number, colour: Pixel): Picture => ({
  width: width + 2 * by,
  height: height + 2 * by,
  at: (x, y) => (x < by || y < by || x >= width + by || y >= height + by ? colour : at(x - by, y - by)),
});

test('the hash does not depend on the pieces in which the pixels arrive', () => {
  const whole = hashesOf(WAVES);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_000 }), (pixels) => {
      expect(hashesOf(WAVES, pixels * 4)).toEqual(whole);
    }),
    { numRuns: 5 },
  );
});

test.each([0.25, 0.5, 2])('a picture scaled by %d has nearly the same hash', (by) => {
  const [original, other] = [WAVES, scaled(WAVES, by)].map((picture) => only(hashesOf(picture), false).hash);
  expect(hashDistance(original ?? 0n, other ?? 0n)).toBeLessThanOrEqual(2);
});

test('the hash of the mirrored picture is stored with that of the picture', () => {
  const [original, other] = [hashesOf(WAVES), hashesOf(mirrored(WAVES))];
  // Cells of 2.5 pixels begin at whole pixels, from the left.
  expect(hashDistance(only(original, false).mirrored, only(other, false).hash)).toBeLessThanOrEqual(2);
  const exact = { ...WAVES, width: 256 };
  expect(only(hashesOf(mirrored(exact)), false).hash).toBe(only(hashesOf(exact), false).mirrored);
  expect(hashDistance(only(original, false).hash, only(original, false).mirrored)).toBeGreaterThan(20);
});

test('borders within borders are removed, and a picture without borders has one hash', () => {
  const [plain] = hashesOf(WAVES);
  expect(hashesOf(WAVES)).toHaveLength(1);
  for (const colour of [grey(255), grey(0)]) {
    const inner = only(hashesOf(bordered(WAVES, 16, colour)), true);
    expect(hashDistance(inner.hash, plain?.hash ?? 0n)).toBeLessThanOrEqual(7);
  }
  const twice = only(hashesOf(bordered(bordered(WAVES, 16, grey(0)), 16, grey(255))), true);
  expect(hashDistance(twice.hash, plain?.hash ?? 0n)).toBeLessThanOrEqual(7);
});

test('transparent pixels are white', () => {
  const half: Picture = { ...WAVES, at: (x, y) => (x % 40 < 20 ? [0, 0, 0, 0] : WAVES.at(x, y)) };
  const white: Picture = { ...WAVES, at: (x, y) => (x % 40 < 20 ? grey(255) : WAVES.at(x, y)) };
  expect(hashesOf(half)).toEqual(hashesOf(white));
});

test.each<[string, Picture]>([
  ['one colour', { width: 200, height: 100, at: () => grey(0) }],
  ['a gradient from top to bottom', { width: 200, height: 100, at: (_x, y) => grey(y * 2) }],
  ['a small dot', { width: 300, height: 300, at: (x, y) => grey(x > 290 && y > 290 ? 0 : 255) }],
])('%s has no hash, which would be near those of all plain pictures', (_name, picture) => {
  expect(hashesOf(picture)).toEqual([]);
});

test.each([
  [1, 1],
  [1, 700],
  [700, 1],
  [9, 8],
  [50, 3_000],
])('a picture of %d × %d pixels is read', (width, height) => {
  expect(() => hashesOf({ width, height, at: (x, y) => grey((x * 37 + y * 11) % 256) })).not.toThrow();
});

test('missing pixels are an error', () => {
  const grid = new GreyGrid(10, 10);
  grid.add(new Uint8Array(10 * 9 * 4));
  expect(() => grid.hashes()).toThrow('9 of 10 rows were added');
});
