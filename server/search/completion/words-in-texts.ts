/** Finds the words of texts that begin with a written text: pure. */
import { analyze } from '../../../mappings/text-analysis/analyze.ts';
import { foldPlain, foldQuery } from '../../../mappings/text-analysis/fold.ts';

export interface WordInTexts {
  /** In lower case, as most texts spell it. */
  readonly word: string;
  /** Number of posts with the word. */
  readonly posts: number;
}

const LETTERS = /^[\p{L}\p{M}\p{N}]+$/u;
const DIGITS = /^\p{N}+$/u;
/** Scripts that put no spaces between words, and Korean, whose words the index pairs too. */
const WITHOUT_SPACES = new RegExp(
  `[${['Han', 'Hira', 'Kana', 'Hang', 'Thai', 'Laoo', 'Khmr', 'Mymr', 'Tibt'].map((script) => `\\p{scx=${script}}`).join('')}]`,
  'v',
);
const MIN_LETTERS = 2;
/** A longer word is a hash or a part of an address. */
const LONGEST = 30;

const SEGMENTS = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Numbers and words with signs are not completed. */
export function isLongEnough(written: string): boolean {
  return LETTERS.test(written) && !DIGITS.test(written) && hasEnoughLetters(written);
}

/** Two letters, or one character of a script without spaces. */
export function hasEnoughLetters(text: string): boolean {
  return continuesInside(text) || (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= MIN_LETTERS;
}

/** Whether the index has terms that begin inside of words, so that the text is searched as it is instead of as a beginning. */
export function continuesInside(written: string): boolean {
  return WITHOUT_SPACES.test(written);
}

/** The words of most posts first. `posts`: the texts of each. The written text alone is no completion. */
export function wordsInTexts(posts: readonly (readonly string[])[], written: string): readonly WordInTexts[] {
  const found = new Map<string, Map<string, number>>();
  const [wordsOf, beginning] = continuesInside(written)
    ? [segmentsOf, foldPlain(written)]
    : [termsOf, foldQuery(written).toLowerCase()];
  for (const texts of posts) {
    const ofPost = new Map(texts.flatMap((text) => wordsOf(text, beginning)));
    for (const [term, spelling] of ofPost) {
      const spellings = found.get(term) ?? new Map<string, number>();
      spellings.set(spelling, (spellings.get(spelling) ?? 0) + 1);
      found.set(term, spellings);
    }
  }
  return Array.from(found.values(), (spellings) => {
    const [usual] = [...spellings].sort(([, a], [, b]) => b - a);
    return { word: usual?.[0] ?? '', posts: [...spellings.values()].reduce((sum, count) => sum + count, 0) };
  }).sort((a, b) => b.posts - a.posts || a.word.length - b.word.length);
}

type Spelt = readonly [term: string, spelling: string];

function termsOf(text: string, beginning: string): readonly Spelt[] {
  return analyze(text, 'post_text').flatMap(({ term, start, end }): Spelt[] => {
    if (!term.startsWith(beginning) || term === beginning || end - start > LONGEST) return [];
    const spelling = text.slice(start, end).toLowerCase();
    // The term may be a part of what is written there.
    return LETTERS.test(spelling) && foldPlain(spelling) === term ? [[term, spelling]] : [];
  });
}

/** A word that ends with the written text goes on with the next one: 機械 → 機械学習. */
function segmentsOf(text: string, beginning: string): readonly Spelt[] {
  return text.split('\n').flatMap((line) => {
    const folded = foldPlain(line);
    if (!folded.includes(beginning)) return [];
    const segments = [...SEGMENTS.segment(folded)];
    return segments.flatMap(({ index, segment }, at): Spelt[] => {
      if (!folded.startsWith(beginning, index)) return [];
      let word = segment;
      for (let next = at + 1; word.length <= beginning.length && segments[next]?.isWordLike === true; next++)
        word += segments[next]?.segment ?? '';
      return word.length > beginning.length && word.length <= LONGEST ? [[word, word]] : [];
    });
  });
}
