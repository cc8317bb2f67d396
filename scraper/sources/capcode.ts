import type { OddityCount } from './parse-result.ts';

/** The sources' words for staff → the letters that archives use. */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['mod', 'M'],
  ['admin', 'A'],
  ['admin_highlight', 'A'],
  ['developer', 'D'],
  ['manager', 'G'],
  ['founder', 'F'],
  ['verified', 'V'],
]);

export interface Capcode {
  readonly letter: string | null;
  /** The letter does not tell the source's word. */
  readonly lossy: boolean;
}

/** A word that is not known gets its first letter, as archives have always done it, and is counted. */
export function capcodeLetter(word: string | null, oddities: OddityCount): Capcode {
  if (word === null || word === 'none') return { letter: null, lossy: false };
  const letter = LETTERS.get(word.toLowerCase());
  if (letter !== undefined) return { letter, lossy: word === 'admin_highlight' };
  oddities.add(`capcode_word:${word}`);
  return { letter: String.fromCodePoint(word.codePointAt(0) ?? 0).toUpperCase(), lossy: true };
}
