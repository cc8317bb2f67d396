/**
 * Analyses text as the index does (mappings/elasticsearch/post-index.ts): the same terms at the same places. The server marks what
 * matched with it. A test compares it with Elasticsearch's `_analyze`.
 */
import { FOLDED_LETTERS } from './folded-letters.ts';
import { tokenize } from './tokenize.ts';

/** `[start, end)` in UTF-16 code units of the text. */
export interface Token {
  readonly term: string;
  readonly start: number;
  readonly end: number;
  /** Ordinal of the word. A pair of characters has the position of its first one. */
  readonly position: number;
}

export type Analyzer = 'post_text' | 'post_text_search' | 'post_file';

export function analyze(text: string, analyzer: Analyzer): Token[] {
  const filtered = filterCharacters(analyzer === 'post_file' ? text.replaceAll(/[_.]/g, ' ') : text);
  const letters = tokenize(filtered.text).map(({ start, end, cjk }) => ({
    term: foldTerm(filtered.text.slice(start, end)),
    start: filtered.originOf(start),
    end: filtered.originOf(end),
    cjk,
  }));
  return pair(letters, analyzer !== 'post_text_search');
}

interface Filtered {
  readonly text: string;
  /** Offset in the original text. */
  readonly originOf: (offset: number) => number;
}

/** Java's `\b` before a letter: a mark on a letter or digit is part of its word. */
const WORD_START = String.raw`(?<!\w|[\p{L}\p{Nd}]\p{Mn}+)`;

/** In the order of the index's character filters. */
const CHARACTER_FILTERS: readonly (readonly [RegExp, string])[] = [
  [/\u00AD|[\u0300-\u036F]/gu, ''],
  [new RegExp(String.raw`${WORD_START}([cCfF][#＃]|[cC]\+\+)(?=[a-zA-Z0-9])`, 'gu'), '$1 '],
  [new RegExp(`${WORD_START}([cCfF])[#＃]`, 'gu'), '$1sharp'],
  [new RegExp(String.raw`${WORD_START}([cC])\+\+`, 'gu'), '$1plusplus'],
];
const MAY_BE_FILTERED = /\u00AD|[\u0300-\u036F]|[#＃]|\+\+/;

function filterCharacters(text: string): Filtered {
  if (!MAY_BE_FILTERED.test(text)) return { text, originOf: (offset) => offset };
  return CHARACTER_FILTERS.reduce<Filtered>(
    (before, [pattern, replacement]) => replaceAll(before, pattern, replacement),
    { text, originOf: (offset) => offset },
  );
}

/**
 * Offsets as Lucene corrects them: behind a shorter replacement lies the end of what it replaces; each further character of a longer
 * one has that end too.
 */
function replaceAll({ text, originOf }: Filtered, pattern: RegExp, replacement: string): Filtered {
  /** Offsets in the result from which on the difference to the offset before the replacement is another. */
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

const FOLDED: ReadonlyMap<string, string> = new Map(
  FOLDED_LETTERS.flatMap(([to, letters]) => Array.from(letters, (letter): [string, string] => [letter, to])),
);

/** The filters `cjk_width`, `lowercase` and `asciifolding`. */
function foldTerm(word: string): string {
  if (/^[\0-\x7F]*$/.test(word)) return word.toLowerCase();
  let term = '';
  for (const character of foldWidth(word)) {
    const lower = character === 'İ' ? 'i' : character.toLowerCase();
    term += FOLDED.get(lower) ?? lower;
  }
  return term;
}

const HALF_WIDTH_KATAKANA =
  '・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン\u3099\u309A';
const VOICED = 0xff9e;
const HALF_VOICED = 0xff9f;

/** Full-width ASCII becomes ASCII, half-width katakana full-width, and a voicing mark joins the letter before it. */
function foldWidth(word: string): string {
  let folded = '';
  for (const character of word) {
    const point = character.codePointAt(0) ?? 0;
    if (point >= 0xff01 && point <= 0xff5e) folded += String.fromCodePoint(point - 0xfee0);
    else if (point < 0xff65 || point > HALF_VOICED) folded += character;
    else {
      const joined = point >= VOICED ? joinMark(folded.at(-1) ?? '', point) : null;
      folded = joined === null ? folded + HALF_WIDTH_KATAKANA[point - 0xff65] : folded.slice(0, -1) + joined;
    }
  }
  return folded;
}

function joinMark(letter: string, mark: number): string | null {
  if (!/[\u30A6-\u30FD]/.test(letter)) return null;
  const joined = (letter + (mark === VOICED ? '\u3099' : '\u309A')).normalize('NFC');
  return joined.length === 1 ? joined : null;
}

interface Letters extends Omit<Token, 'position'> {
  readonly cjk: boolean;
}

/** The filter `cjk_bigram`: single characters of CJK words, where `singles`, and pairs of neighbours. */
function pair(words: readonly Letters[], singles: boolean): Token[] {
  const tokens: Token[] = [];
  let position = 0;
  let run: Omit<Token, 'position'>[] = [];
  const endRun = () => {
    for (const [at, one] of run.entries()) {
      const next = run[at + 1];
      if (singles || run.length === 1) tokens.push({ ...one, position });
      if (next !== undefined) tokens.push({ term: one.term + next.term, start: one.start, end: next.end, position });
      if (singles || next !== undefined || run.length === 1) position++;
    }
    run = [];
  };
  for (const { cjk, ...word } of words) {
    if (!cjk || run.at(-1)?.end !== word.start) endRun();
    if (cjk) run.push(...characters(word));
    else tokens.push({ ...word, position: position++ });
  }
  endRun();
  return tokens;
}

/** Where a filter changed the length, each character has the place of the word. */
function characters({ term, start, end }: Omit<Token, 'position'>): Omit<Token, 'position'>[] {
  const isAligned = end - start === term.length;
  let at = start;
  return Array.from(term, (character) => {
    const place = isAligned ? { start: at, end: at + character.length } : { start, end };
    at += character.length;
    return { term: character, ...place };
  });
}
