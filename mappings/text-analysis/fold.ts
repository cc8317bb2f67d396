/**
 * Folds a text once, when its document is built or a query is compiled, so that Elasticsearch does not run regular expressions over
 * every text. Few texts change.
 */

export interface Folded {
  readonly text: string;
  /** Offset in the original text. */
  readonly originOf: (offset: number) => number;
}

/** Java's `\b` before a letter: a mark on a letter or digit is part of its word. */
const WORD_START = String.raw`(?<!\w|[\p{L}\p{Nd}]\p{Mn}+)`;

/**
 * Replacements, in order. First, combining accents (e + U+0301) and soft hyphens are removed: the index's filters fold only precomposed
 * characters. Then names with signs that the tokenizer drops are replaced: c#, F#, C++17; at the beginning of words only, because in
 * `doc#intro`, a link's fragment, the sign separates two words. A space is added after a name if a letter or digit follows.
 */
const FOLDS: readonly (readonly [RegExp, string])[] = [
  [/\u00AD|[\u0300-\u036F]/gu, ''],
  [new RegExp(String.raw`${WORD_START}([cCfF][#＃]|[cC]\+\+)(?=[a-zA-Z0-9])`, 'gu'), '$1 '],
  [new RegExp(`${WORD_START}([cCfF])[#＃]`, 'gu'), '$1sharp'],
  [new RegExp(String.raw`${WORD_START}([cC])\+\+`, 'gu'), '$1plusplus'],
];
const MAY_BE_FOLDED = /\u00AD|[\u0300-\u036F]|[#＃]|\+\+/;

export function foldWithOrigins(text: string): Folded {
  const unfolded = { text, originOf: (offset: number) => offset };
  if (!MAY_BE_FOLDED.test(text)) return unfolded;
  return FOLDS.reduce<Folded>((before, [pattern, replacement]) => replaceAll(before, pattern, replacement), unfolded);
}

/** The text that is indexed and searched for. A folded text does not change. */
export function foldText(text: string): string {
  return foldWithOrigins(text).text;
}

/** The same for file names, in which `_` and `.` separate words: in `my_c#` a word begins with `c#`. */
export function foldFileName(name: string): string {
  return foldFileNameWithOrigins(name).text;
}

export function foldFileNameWithOrigins(name: string): Folded {
  return foldWithOrigins(MAY_BE_FOLDED.test(name) ? name.replaceAll(/[_.]/g, ' ') : name);
}

/**
 * Offsets as Lucene corrects them: behind a shorter replacement lies the end of what it replaces; each further character of a longer
 * one has that end too.
 */
function replaceAll({ text, originOf }: Folded, pattern: RegExp, replacement: string): Folded {
  /** Offsets in the result at which the difference to the original offset changes. */
  const corrections: { readonly from: number; readonly shift: number }[] = [];
  let shift = 0;
  let result = '';
  let copied = 0;
  for (const match of text.matchAll(pattern)) {
    const [found, group = ''] = match;
    const put = replacement.replace('$1', group);
    result += text.slice(copied, match.index);
    if (put.length < found.length) {
      shift += found.length - put.length;
      corrections.push({ from: result.length + put.length, shift });
    }
    for (let extra = found.length; extra < put.length; extra++)
      corrections.push({ from: result.length + extra, shift: --shift });
    result += put;
    copied = match.index + found.length;
  }
  if (corrections.length === 0) return { text, originOf };
  const shiftAt = (offset: number) => corrections.findLast(({ from }) => from <= offset)?.shift ?? 0;
  return { text: result + text.slice(copied), originOf: (offset) => originOf(offset + shiftAt(offset)) };
}
