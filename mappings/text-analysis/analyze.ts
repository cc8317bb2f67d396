/**
 * Analyses text as the index does: folded (fold.ts), then by the rules of mappings/elasticsearch/post-index.ts, with the same terms at
 * the same places. The server uses it to mark matches. A test compares it with Elasticsearch's `_analyze`.
 */
import { foldFileNameWithOrigins, foldWithOrigins, type Form } from './fold.ts';
import type { Folded } from './rewrite.ts';
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

export function analyze(text: string, analyzer: Analyzer, form: Form = 'indexed'): AnalyzedTerm[] {
  const folded = analyzer === 'post_file' ? foldFileNameWithOrigins(text, form) : foldWithOrigins(text, form);
  return analyzeFolded(folded, analyzer);
}

/** The terms of a text that was folded already. */
export function analyzeFolded({ text, originOf }: Folded, analyzer: Analyzer): AnalyzedTerm[] {
  const separated = analyzer === 'post_file' ? text.replaceAll(/[_.]/g, ' ') : text;
  return pair({ text: separated, originOf }, tokenize(separated), analyzer !== 'post_text_search');
}

/** The filter `lowercase`, which does not read the characters around a letter. */
function lowerCase(word: string): string {
  if (/^[\0-\x7F]*$/.test(word)) return word.toLowerCase();
  return Array.from(word, (character) => (character === 'İ' ? 'i' : character.toLowerCase())).join('');
}

/** A term of a folded text. */
interface Range {
  readonly term: string;
  readonly start: number;
  readonly end: number;
}

/** The terms of words, with the filter `cjk_bigram`: single characters of CJK words, where `singles`, and pairs of neighbours. */
function pair({ text, originOf }: Folded, words: readonly Word[], singles: boolean): AnalyzedTerm[] {
  const terms: AnalyzedTerm[] = [];
  let position = 0;
  let run: Range[] = [];
  const add = (term: string, from: number, to: number) => {
    const [start, end] = originOf(from, to);
    terms.push({ term, start, end, position });
  };
  const endRun = () => {
    for (const [at, one] of run.entries()) {
      const next = run[at + 1];
      if (singles || run.length === 1) add(one.term, one.start, one.end);
      if (next !== undefined) add(one.term + next.term, one.start, next.end);
      if (singles || next !== undefined || run.length === 1) position++;
    }
    run = [];
  };
  for (const { start, end, cjk } of words) {
    const term = lowerCase(text.slice(start, end));
    if (run.length > 0 && (!cjk || run.at(-1)?.end !== start)) endRun();
    if (cjk) run.push(...characters({ term, start, end }));
    else {
      add(term, start, end);
      position++;
    }
  }
  endRun();
  return terms;
}

/** If a filter changed the length, each character gets the place of the whole word. */
function characters({ term, start, end }: Range): Range[] {
  const isAligned = end - start === term.length;
  let at = start;
  return Array.from(term, (character) => {
    const place = isAligned ? { start: at, end: at + character.length } : { start, end };
    at += character.length;
    return { term: character, ...place };
  });
}
