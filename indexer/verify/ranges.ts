import { CHECK_RANGE } from '../../mappings/checksum.ts';

/** What one store says of the documents of a range: how many, and the sums of their checksums. */
export interface RangeSums {
  readonly documents: number;
  readonly h1: number;
  readonly h2: number;
}

/** Numbers of the ranges that the two stores do not say the same of, in order. */
export function differingRanges(
  rows: ReadonlyMap<number, RangeSums>,
  documents: ReadonlyMap<number, RangeSums>,
): readonly number[] {
  const ranges = new Set([...rows.keys(), ...documents.keys()]);
  return [...ranges].filter((range) => !isEqual(rows.get(range), documents.get(range))).sort((a, b) => a - b);
}

function isEqual(a: RangeSums | undefined, b: RangeSums | undefined): boolean {
  return a !== undefined && b !== undefined && a.documents === b.documents && a.h1 === b.h1 && a.h2 === b.h2;
}

export function rangeOf(num: number): number {
  return Math.floor(num / CHECK_RANGE);
}

/** The nums of a range: from the first up to, not including, the second. */
export function numsOf(range: number): readonly [number, number] {
  return [range * CHECK_RANGE, (range + 1) * CHECK_RANGE];
}
