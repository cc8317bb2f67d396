/**
 * Texts of which parts of words are searched: subjects and names of files. They are folded, and signs and spaces between words become one
 * `_`, so that `my-paper` and `my paper` are equal. The index cuts them into trigrams (`post_parts` in post-index.ts).
 */
import { foldWithOrigins } from './fold.ts';

interface Joined {
  readonly text: string;
  /** For each code unit of `text`: the place of its letter in the original text. Those of `_` are not used. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

const LETTER = /[\p{L}\p{M}\p{N}]/u;

function join(text: string, isWhole: boolean): Joined {
  // The form of queries: the terms behind an indexed text are not parts of it.
  const folded = foldWithOrigins(text, 'asked');
  let joined = isWhole ? '_' : '';
  const starts = isWhole ? [0] : [];
  const ends = isWhole ? [0] : [];
  let at = 0;
  const add = (put: string, from: number, to: number) => {
    joined += put;
    for (let unit = 0; unit < put.length; unit++) {
      starts.push(from);
      ends.push(to);
    }
  };
  for (const character of folded.text) {
    const [from, to] = folded.originOf(at, at + character.length);
    if (LETTER.test(character)) add(character.toLowerCase(), from, to);
    else if (!joined.endsWith('_')) add('_', from, to);
    at += character.length;
  }
  if (isWhole && !joined.endsWith('_')) add('_', text.length, text.length);
  return { text: joined, starts, ends };
}

/** The text as it is indexed, with `_` around it. */
export function textOfParts(text: string): string {
  return join(text, true).text;
}

/** A part of a word as it is searched for. `atEnd`: a word ends with it. */
export function partOf(text: string, atEnd: boolean): string {
  const { text: part } = join(text, false);
  return atEnd && !part.endsWith('_') ? `${part}_` : part;
}

/** The number of letters and digits of a part. */
export function lettersOf(part: string): number {
  return Array.from(part.replaceAll('_', '')).length;
}

/** Where a text has the part: `[start, end)` in UTF-16 code units of the text. `part`: by `partOf`. */
export function placesOf(part: string, text: string): [start: number, end: number][] {
  const { text: joined, starts, ends } = join(text, true);
  const places: [number, number][] = [];
  const [before, after] = [part.startsWith('_') ? 1 : 0, part.endsWith('_') ? 1 : 0];
  for (let at = joined.indexOf(part); at !== -1; at = joined.indexOf(part, at + 1)) {
    const [start, end] = [starts[at + before], ends[at + part.length - 1 - after]];
    if (start !== undefined && end !== undefined && start < end) places.push([start, end]);
  }
  return places;
}
