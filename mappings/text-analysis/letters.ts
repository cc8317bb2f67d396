/**
 * Folds letters: compatibility forms, marks, letter variants, digits and case of every script. docs/SEARCH-SYNTAX.md lists the
 * equivalences.
 */
import { FOLDED_LETTERS } from './folded-letters.ts';

/** Characters that readers do not see. The fillers of Hangul, which are as wide as a letter, are spaces. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu;
const BLANK: ReadonlySet<string> = new Set(
  Array.from('\u3164\uFFA0\u202F\u203F\u2040\u2054\uFE33\uFE34\uFE4D\uFE4E\uFE4F\uFF3F№'),
);

/** Marks that readers ignore: accents, points of vowels, signs of recitation. */
const IGNORED_MARK =
  /[[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Coptic}\u093C\u0A3C\u0ABC\u0CBC]&&\p{M}]/gv;

/** Scripts whose letters with marks are folded to the letters alone. */
const OF_MARKED_SCRIPT =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Syriac}]/v;
/** Letters of their own in the alphabets that have them. */
const KEPT: ReadonlySet<string> = new Set(Array.from('йїўѓќ'));

const VARIANTS: readonly (readonly [to: string, letters: string])[] = [
  ['ا', 'آأإٱٲٳ'],
  ['ي', 'ىی'],
  ['ك', 'کڪ'],
  ['ه', 'ةۃہۀۂە'],
  ['ے', 'ۓ'],
  ['', '\u0640'],
  ['\u0902', '\u0901'],
  ['וו', 'װ'],
  ['וי', 'ױ'],
  ['יי', 'ײ'],
  ["'", 'ʼʻ'],
];
const VARIANT: ReadonlyMap<string, string> = new Map(
  VARIANTS.flatMap(([to, letters]) => Array.from(letters, (letter): [string, string] => [letter, to])),
);

/** Latin letters without a decomposition, and numbers in circles. */
const LETTERS: ReadonlyMap<string, string> = new Map(
  FOLDED_LETTERS.flatMap(([to, letters]) =>
    Array.from(letters)
      .filter((letter) => /[\p{L}\p{N}]/u.test(letter))
      .map((letter): [string, string] => [letter, to.toLowerCase()]),
  ),
);

/** Letters in parentheses, circles and squares. */
const FIRST_ENCLOSED = [0x249c, 0x1f110, 0x1f150, 0x1f170];

const SMALL_DIGIT = /^[⁰¹²³⁴-⁹₀-₉]$/;
/** Signs whose compatibility forms are words that a reader does not see in them. */
const KEPT_SIGN = /^[™℠ℹ]$/;
const WORD = /[\p{L}\p{N}\p{M}]/u;
/** Letters of which the index's own filter makes lower case. */
const KEEPS_CASE = /^[A-Za-z\u0370-\u058F]+$/;

/** Characters that may join the one before them: combining marks, conjoining Hangul, voicing marks, invisible ones. */
const JOINING = String.raw`\p{M}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\u1160-\u11FF\uD7B0-\uD7FF\uFF9E\uFF9F\u309B\u309C`;
/** Common characters that folding does not change, so that most of a text is skipped. */
export const INERT = String.raw`\0-\x7F\u0391-\u03A1\u03A3-\u03A9\u03B1-\u03C1\u03C3-\u03C9\u0410-\u044F\u05D0-\u05EA\u2010-\u2027\u2030-\u203B\u3000-\u3003\u3008-\u301C\u3041-\u3096\u30A1-\u30FA\u30FC\u3400-\u4DBF\u4E00-\u9FFF\uAC00-\uD7A3\uFF01-\uFF0F\uFF1A-\uFF20`;
/** A character with those that may join it. */
export const CHUNK = `[^${INERT}][${JOINING}]*|[${INERT}][${JOINING}]+`;

const folded = new Map<string, string>();
const MOST_KEPT = 50_000;

/** `chunk`: a match of CHUNK. Returns it unchanged if it has no other form; otherwise its letters keep their case. */
export function foldChunk(chunk: string): string {
  const known = folded.get(chunk);
  if (known !== undefined) return known;
  if (folded.size >= MOST_KEPT) folded.clear();
  const form = formOf(chunk);
  folded.set(chunk, form);
  return form;
}

function formOf(chunk: string): string {
  const [first = ''] = chunk;
  if (chunk.length === first.length && KEPT_SIGN.test(chunk)) return chunk;
  if (BLANK.has(first)) return ' ';
  const seen = chunk.replaceAll(INVISIBLE, '').replaceAll('\u309B', '\u3099').replaceAll('\u309C', '\u309A');
  const enclosed = Array.from(seen, (character) => enclosedLetter(character) ?? character).join('');
  const composed = composedForm(enclosed);
  const letters = Array.from(composed, foldLetter).join('').replaceAll(IGNORED_MARK, '');
  if (!WORD.test(letters) && !WORD.test(seen)) return seen;
  const cased = isUpper(first) ? letters.toUpperCase() : letters;
  if (cased === chunk) return chunk;
  const result = KEEPS_CASE.test(cased) ? cased : letters;
  return isSeparateNumber(first, result) ? ` ${result} ` : result;
}

/** The vowel sign am of Thai and Lao stays one character, behind the tone. */
function composedForm(text: string): string {
  if (/[\u0E33\u0EB3]/.test(text)) return text;
  return text.normalize('NFKC').replaceAll('\u2044', '/');
}

function foldLetter(character: string): string {
  const lower = character.toLowerCase();
  if (KEPT.has(lower)) return lower;
  const variant = VARIANT.get(lower) ?? LETTERS.get(lower);
  if (variant !== undefined) return variant;
  if (/^\p{Nd}$/u.test(lower)) return digitOf(lower);
  const base = OF_MARKED_SCRIPT.test(lower) ? lower.normalize('NFD').replaceAll(IGNORED_MARK, '') : lower;
  // Full case folding: ς is σ, և is եւ.
  const full =
    OF_MARKED_SCRIPT.test(base) || /\p{Script=Armenian}/u.test(base) ? base.toUpperCase().toLowerCase() : base;
  const plain = full.normalize('NFD') === full ? full : full.normalize('NFC');
  return LETTERS.get(plain) ?? plain;
}

function isUpper(character: string): boolean {
  return character !== character.toLowerCase() || /^\p{Lu}$/u.test(character);
}

function enclosedLetter(character: string): string | null {
  const point = character.codePointAt(0) ?? 0;
  const first = FIRST_ENCLOSED.find((start) => point >= start && point < start + 26);
  return first === undefined ? null : String.fromCharCode((first === 0x249c ? 0x61 : 0x41) + point - first);
}

/** The digits of a script follow its zero. */
function digitOf(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  let zero = point;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String((point - zero) % 10);
}

/** Numbers in circles and fractions are not joined with the word or number before or behind them. */
function isSeparateNumber(character: string, result: string): boolean {
  return /^\p{No}$/u.test(character) && !SMALL_DIGIT.test(character) && /^[\d/.()]+$/.test(result);
}
