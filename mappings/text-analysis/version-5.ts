/** The folding of texts in indices of mapping version 5, for as long as such indices exist. */

/** Java's `\b` before a letter: a mark on a letter or digit is part of its word. */
const WORD_START = String.raw`(?<!\w|[\p{L}\p{Nd}]\p{Mn}+)`;

/** Combining accents and soft hyphens are removed, and names with signs replaced. A space is added after a name if a letter or digit follows. */
const FOLDS: readonly (readonly [RegExp, string])[] = [
  [/\u00AD|[\u0300-\u036F]/gu, ''],
  [new RegExp(String.raw`${WORD_START}([cCfF][#＃]|[cC]\+\+)(?=[a-zA-Z0-9])`, 'gu'), '$1 '],
  [new RegExp(`${WORD_START}([cCfF])[#＃]`, 'gu'), '$1sharp'],
  [new RegExp(String.raw`${WORD_START}([cC])\+\+`, 'gu'), '$1plusplus'],
];
const MAY_BE_FOLDED = /\u00AD|[\u0300-\u036F]|[#＃]|\+\+/;

export function foldTextVersion5(text: string): string {
  if (!MAY_BE_FOLDED.test(text)) return text;
  return FOLDS.reduce((before, [pattern, replacement]) => before.replaceAll(pattern, replacement), text);
}

/** The same for file names, in which `_` and `.` separate words. */
export function foldFileNameVersion5(name: string): string {
  return foldTextVersion5(MAY_BE_FOLDED.test(name) ? name.replaceAll(/[_.]/g, ' ') : name);
}
