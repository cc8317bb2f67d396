/**
 * `="Ärger"` finds what `"Ärger"` finds and then compares it with the text as a reader sees it: letters with their case, accents and width,
 * and the signs between and around the words. A reader does not see how a letter is encoded (`Ä` as one character or two), invisible
 * characters, or how many spaces or line breaks stand between words.
 */
import { phraseAnalyzer } from '../../../mappings/elasticsearch/post-index.ts';
import { analyze, type AnalyzedTerm } from '../../../mappings/text-analysis/analyze.ts';
import { foldQuery } from '../../../mappings/text-analysis/fold.ts';
import type { TextRange } from './find-words.ts';
import { splitFileName, type TextLeaf } from './text-query.ts';

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const SPACES = /\s+/g;
/** Marks and invisible characters belong to the letter before them. */
const BEHIND_LETTER = /[\p{M}\p{Default_Ignorable_Code_Point}]*/uy;

/** The text in the form in which two texts that look the same are equal. */
export function asSeen(text: string): string {
  return text.replace(INVISIBLE, '').normalize('NFC').replace(SPACES, ' ');
}

export interface Comparison {
  /** A quick test, true for every text with a match. */
  mayBeIn(text: string): boolean;
  /** `place`: that of a match of the folded words. */
  isAt(text: string, place: Readonly<TextRange>): boolean;
}

/** `text` has no word for `="!!!"`: then `mayBeIn` decides alone. */
export function comparisonOf({ field, text, prefix }: Pick<TextLeaf, 'field' | 'text' | 'prefix'>): Comparison {
  const written = (field === 'file' && !prefix ? splitFileName(text).name : text).trim();
  const terms = analyze(written, field === 'file' ? 'post_file' : phraseAnalyzer(foldQuery(written)), 'asked');
  const [from, to] = terms.length === 0 ? [0, written.length] : edgesOf(terms, written);
  const before = asSeen(written.slice(0, from));
  const words = asSeen(written.slice(from, to));
  const after = asSeen(written.slice(to));
  return {
    mayBeIn: (other) => asSeen(other).includes(words),
    isAt(other, [start, end]) {
      const wordEnd = behindLetter(other, end);
      const found = asSeen(other.slice(start, wordEnd));
      return (
        (prefix ? found.startsWith(words) : found === words) &&
        asSeen(other.slice(Math.max(0, start - reach(before)), start)).endsWith(before) &&
        asSeen(other.slice(wordEnd, wordEnd + reach(after))).startsWith(after)
      );
    },
  };
}

function edgesOf(terms: readonly AnalyzedTerm[], text: string): TextRange {
  const start = Math.min(...terms.map((term) => term.start));
  return [start, behindLetter(text, Math.max(...terms.map(({ end }) => end)))];
}

function behindLetter(text: string, at: number): number {
  BEHIND_LETTER.lastIndex = at;
  return at + (BEHIND_LETTER.exec(text)?.[0].length ?? 0);
}

/** Code units in which the signs can be found: a sign may have marks, spaces and invisible characters beside it. */
function reach(signs: string): number {
  return signs === '' ? 0 : 8 * signs.length + 64;
}
