/**
 * The class of each character in the word breaks of Elasticsearch's `standard` tokenizer: one number per code point, from the ranges in
 * character-ranges.ts. The small classes, which Unicode does not extend, are listed here.
 */
import { CHARACTER_RANGES, type RangeClass } from './character-ranges.ts';

/** The low four bits of a class: Word_Break values of Unicode, and the scripts that are tokens of their own; 0 for any other. */
export const LETTER = 1;
export const HEBREW = 2;
export const NUMERIC = 3;
export const KATAKANA = 4;
export const HANGUL = 5;
export const EXTEND_NUM_LET = 6;
/** Extend, Format and ZWJ: belongs to the character before it. */
export const EXTEND = 7;
export const HAN = 8;
export const HIRAGANA = 9;
export const MID_LETTER = 10;
export const MID_NUM = 11;
export const MID_NUM_LET = 12;
export const SINGLE_QUOTE = 13;
export const DOUBLE_QUOTE = 14;

export const WORD_BITS = 15;
/** A character that can begin an emoji sequence. */
export const EMOJI = 16;
/** Thai, Lao, Khmer and others, of which a run is one token. */
export const SOUTH_EAST_ASIAN = 32;

const RANGE_BITS: Readonly<Record<RangeClass, number>> = {
  letter: LETTER,
  hebrew: HEBREW,
  numeric: NUMERIC,
  katakana: KATAKANA,
  hangul: HANGUL,
  extend: EXTEND,
  han: HAN,
  hiragana: HIRAGANA,
  emoji: EMOJI,
  southEastAsian: SOUTH_EAST_ASIAN,
};

const LISTED: readonly (readonly [number, string])[] = [
  [EXTEND_NUM_LET, '_\u202F\u203F\u2040\u2054\uFE33\uFE34\uFE4D\uFE4E\uFE4F\uFF3F'],
  [MID_LETTER, ':\u00B7\u0387\u05F4\u2027\uFE13\uFE55\uFF1A'],
  [MID_NUM, ',;\u037E\u0589\u060C\u060D\u066C\u07F8\u2044\uFE10\uFE14\uFE50\uFE54\uFF0C\uFF1B'],
  [MID_NUM_LET, '.\u2018\u2019\u2024\uFE52\uFF07\uFF0E'],
  [SINGLE_QUOTE, "'"],
  [DOUBLE_QUOTE, '"'],
];

const classes = new Uint8Array(0x110000);

/** The ranges of a class: base-36 pairs of the distance from the last range's end, and the length, in characters. */
export function eachRange(encoded: string, visit: (from: number, to: number) => void): void {
  let at = 0;
  for (const pair of encoded.split(' ')) {
    const [gap = '', length = ''] = pair.split('.');
    const from = at + Number.parseInt(gap, 36);
    at = from + Number.parseInt(length, 36);
    visit(from, at);
  }
}

for (const [name, encoded] of Object.entries(CHARACTER_RANGES)) {
  eachRange(encoded, (from, to) => {
    for (let point = from; point < to; point++) classes[point]! |= RANGE_BITS[name as RangeClass];
  });
}
for (const [bits, characters] of LISTED) {
  for (const character of characters) classes[character.codePointAt(0)!]! |= bits;
}

export function classOf(point: number): number {
  return classes[point]!;
}
