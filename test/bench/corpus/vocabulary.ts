/**
 * Invented words that follow the Zipf-Mandelbrot law: of a million posts, the most frequent word is in every second
 * one, and most of the 200,000 words are in a dozen. No two words are equal after accents are folded, so engines that
 * fold and engines that do not find the same posts for a word without accents.
 */
import { createRandom, pick, weighted, type Random } from './random.ts';

const WORDS = 200_000;
const EXPONENT = 1.05;
const SHIFT = 2.7;
/** Share of the words with an accent, at every rank. */
const ACCENTED_SHARE = 0.03;
const ONSETS = 'b c d f g h j k l m n p r s t v w z br ch cl dr fl gr kr pl pr sh sk st th tr'.split(' ');
const VOWELS = 'a e i o u ai ea ee ie oo ou'.split(' ');
const CODAS = ['', '', '', 'n', 'r', 's', 't', 'l', 'm', 'ck', 'nd', 'rt', 'st'];
const ACCENTS: Readonly<Record<string, string>> = { a: 'á', e: 'é', i: 'î', o: 'ö', u: 'ü' };

export interface Vocabulary {
  /** In the order of frequency, the most frequent first. */
  readonly words: readonly string[];
  /** Share of each word among all words of the posts, by rank. */
  readonly shares: Float64Array;
  readonly draw: (random: Random) => string;
}

let made: Vocabulary | undefined;

/** The vocabulary; always the same. */
export function vocabulary(): Vocabulary {
  return (made ??= makeVocabulary());
}

function makeVocabulary(): Vocabulary {
  const random = createRandom(7);
  const taken = new Set<string>();
  const words: string[] = [];
  while (words.length < WORDS) {
    // Frequent words are short, as in natural languages.
    const syllables = 1 + Math.floor(Math.log10(1 + words.length / 100) + random());
    let word = '';
    for (let index = 0; index < syllables; index++) word += syllable(random);
    if (word.length < 3 || taken.has(word)) continue;
    taken.add(word);
    words.push(random() < ACCENTED_SHARE ? word.replace(/[aeiou]/, (vowel) => ACCENTS[vowel] ?? vowel) : word);
  }
  const weights = Float64Array.from(words, (_, rank) => 1 / (rank + 1 + SHIFT) ** EXPONENT);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const drawRank = weighted(weights);
  return {
    words,
    shares: weights.map((weight) => weight / sum),
    draw: (from) => words[drawRank(from)] ?? '',
  };
}

function syllable(random: Random): string {
  const of = (parts: readonly string[]) => parts[pick(random, parts.length)] ?? '';
  return of(ONSETS) + of(VOWELS) + of(CODAS);
}

const KANJI = '日本語東京都大阪山川空海人時間食事旅行写真電車音楽新聞学校先生水火木金土曜犬猫魚鳥花春夏秋冬';
const KANA = 'のがはをにでともからまですますたしいるられさせてなかった';

/** A fragment of Japanese text, without spaces. */
export function japanese(random: Random): string {
  let text = '';
  for (let index = 3 + pick(random, 6); index > 0; index--) {
    text += KANJI.charAt(pick(random, KANJI.length)) + KANJI.charAt(pick(random, KANJI.length));
    text += KANA.charAt(pick(random, KANA.length));
  }
  return text;
}
