/** Queries of the words that `Intl.Segmenter` finds in texts. */
import { segmentsOf } from './segmenters.ts';

/** Characters of scripts without spaces between words. */
export const RUN = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;

/** A query of words that the segmenter finds in a text, with the places of the texts that have these words. */
export interface WordQuery {
  readonly text: string;
  readonly places: ReadonlySet<number>;
}

/** Sequences of this many words of the segmenter, by the texts in which they are words. */
export function wordQueries(texts: readonly string[], count: number): readonly WordQuery[] {
  const places = new Map<string, Set<number>>();
  for (const [place, text] of texts.entries()) {
    for (const [run] of text.matchAll(RUN)) {
      const words = segmentsOf(run);
      for (let at = 0; at + count <= words.length; at++) {
        const query = words.slice(at, at + count).join('');
        // A single letter is no word.
        if (clustersOf(query) > 1) places.set(query, (places.get(query) ?? new Set()).add(place));
      }
    }
  }
  return [...places].map(([text, own]) => ({ text, places: own }));
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
export const clustersOf = (text: string) => [...graphemes.segment(text)].length;

/** At most this many, evenly chosen. */
export function sampled<T>(all: readonly T[], most: number): readonly T[] {
  const step = Math.max(1, all.length / most);
  return Array.from({ length: Math.min(all.length, most) }, (_, at) => all[Math.floor(at * step)] as T);
}
