/**
 * Analyses text as the index does: folded (fold.ts), then by the rules of mappings/elasticsearch/post-index.ts, with the same terms at
 * the same places. The server uses it to mark matches. A test compares it with Elasticsearch's `_analyze`.
 */
import { foldWithOrigins, type Folded } from './fold.ts';
import { FOLDED_LETTERS } from './folded-letters.ts';
import { tokenize, type Word } from './tokenize.ts';

/** `[start, end)` in UTF-16 code units of the text. */
export interface AnalyzedTerm {
  readonly term: string;
  readonly start: number;
  readonly end: number;
  /** Ordinal of the word. A pair of characters has the position of its first one. */
  readonly position: number;
}

/** `post_file`: the analyzer of file names. */
export type Analyzer = 'post_text' | 'post_text_search' | 'post_file';

export function analyze(text: string, analyzer: Analyzer): AnalyzedTerm[] {
  const folded = foldWithOrigins(analyzer === 'post_file' ? text.replaceAll(/[_.]/g, ' ') : text);
  return pair(folded, tokenize(folded.text), analyzer !== 'post_text_search');
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

/** The terms of words, with the filter `cjk_bigram`: single characters of CJK words, where `singles`, and pairs of neighbours. */
function pair({ text, originOf }: Folded, words: readonly Word[], singles: boolean): AnalyzedTerm[] {
  const terms: AnalyzedTerm[] = [];
  let position = 0;
  let run: Omit<AnalyzedTerm, 'position'>[] = [];
  const endRun = () => {
    for (const [at, one] of run.entries()) {
      const next = run[at + 1];
      if (singles || run.length === 1) terms.push({ ...one, position });
      if (next !== undefined) terms.push({ term: one.term + next.term, start: one.start, end: next.end, position });
      if (singles || next !== undefined || run.length === 1) position++;
    }
    run = [];
  };
  for (const word of words) {
    const term = foldTerm(text.slice(word.start, word.end));
    const start = originOf(word.start);
    const end = originOf(word.end);
    if (run.length > 0 && (!word.cjk || run.at(-1)?.end !== start)) endRun();
    if (word.cjk) run.push(...characters({ term, start, end }));
    else terms.push({ term, start, end, position: position++ });
  }
  endRun();
  return terms;
}

/** If a filter changed the length, each character gets the place of the whole word. */
function characters({ term, start, end }: Omit<AnalyzedTerm, 'position'>): Omit<AnalyzedTerm, 'position'>[] {
  const isAligned = end - start === term.length;
  let at = start;
  return Array.from(term, (character) => {
    const place = isAligned ? { start: at, end: at + character.length } : { start, end };
    at += character.length;
    return { term: character, ...place };
  });
}
