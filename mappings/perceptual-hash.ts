/** Perceptual hash of an image: DCT of 32 × 32 grey values, as in pHash. Pure. */

export const SIDE = 32;
const KEPT = 8;

const COSINES = Array.from({ length: KEPT }, (_, frequency) =>
  Array.from({ length: SIDE }, (_unused, at) => Math.cos(((2 * at + 1) * frequency * Math.PI) / (2 * SIDE))),
);

/** `greys`: 32 rows of 32 values. One bit per low frequency: whether it is above the median. The constant part is left out. */
export function perceptualHash(greys: Uint8Array): bigint {
  if (greys.length !== SIDE * SIDE)
    throw new Error(`a perceptual hash needs ${SIDE * SIDE} greys, not ${greys.length}`);
  const rows = Array.from({ length: SIDE }, (_, y) =>
    COSINES.map((cosines) => cosines.reduce((sum, cosine, x) => sum + cosine * (greys[y * SIDE + x] ?? 0), 0)),
  );
  const frequencies = COSINES.flatMap((cosines) =>
    Array.from({ length: KEPT }, (_, across) =>
      cosines.reduce((sum, cosine, y) => sum + cosine * (rows[y]?.[across] ?? 0), 0),
    ),
  );
  const middle = median(frequencies.slice(1));
  const bits = frequencies.reduce((hash, value, at) => (hash << 1n) | BigInt(at > 0 && value > middle), 0n);
  return BigInt.asIntN(64, bits);
}

/** Number of bits in which two hashes differ. */
export function hashDistance(a: bigint, b: bigint): number {
  return countBits(a ^ b);
}

/** Number of set bits among 64. */
export function countBits(hash: bigint): number {
  let rest = BigInt.asUintN(64, hash);
  let bits = 0;
  for (; rest > 0n; rest >>= 1n) bits += Number(rest & 1n);
  return bits;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}
