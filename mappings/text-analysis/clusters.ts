/**
 * Scripts without spaces between words, of which the tokenizer makes one token per run: Thai, Lao, Khmer, Burmese and others. Each character
 * becomes an ideograph that is not in use, so that the index pairs the characters as it does those of Chinese. The last character of a
 * cluster, which is a letter with its marks, has an ideograph of its own: a part of a cluster is not found.
 */
import { replaceMatches, type Folded } from './rewrite.ts';

const RANGES: readonly (readonly [from: number, to: number])[] = [
  [0x0e00, 0x0e7f],
  [0x0e80, 0x0eff],
  [0x1000, 0x109f],
  [0x1780, 0x17ff],
  [0x1950, 0x19ff],
  [0x1a20, 0x1aaf],
  [0xa9e0, 0xa9ff],
  [0xaa60, 0xaadf],
];

const INSIDE = RANGES.map(([from, to]) => `\\u{${from.toString(16)}}-\\u{${to.toString(16)}}`).join('');
const IF_RUN = new RegExp(`[${INSIDE}]`, 'v');
const RUN = new RegExp(`[[${INSIDE}]&&[\\p{L}\\p{M}]]+`, 'gv');
const MARK = /^\p{M}$/u;

const FIRST_SUBSTITUTE = 0x2b820;
const POINTS = RANGES.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at));
const ORDINALS: ReadonlyMap<string, number> = new Map(POINTS.map((point, at) => [String.fromCodePoint(point), at]));

/** The ideographs that stand for characters, as a range of a pattern. */
export const SUBSTITUTES = String.raw`\u{2B820}-\u{2C01F}`;

export function substituteRuns(before: Folded): Folded {
  if (!IF_RUN.test(before.text)) return before;
  return replaceMatches(before, RUN, (rewrite, { 0: run, index }) => {
    const characters = Array.from(run);
    for (const [at, character] of characters.entries()) {
      const isLast = !MARK.test(characters[at + 1] ?? '');
      const ordinal = (ORDINALS.get(character) ?? 0) + (isLast ? POINTS.length : 0);
      rewrite.put(String.fromCodePoint(FIRST_SUBSTITUTE + ordinal), index + at, index + at + 1);
    }
  });
}
