/** Emoji by their names: CLDR's in the reader's language, and the short codes of chats such as `+1`. */
import { readFile } from 'node:fs/promises';
import { foldPlain } from '../../../mappings/text-analysis/fold.ts';

export interface NamedEmoji {
  readonly emoji: string;
  readonly name: string;
}

interface KnownEmoji extends NamedEmoji {
  /** Folded, like the others: the name, its words, CLDR's keywords, and short codes. */
  readonly whole: string;
  readonly words: readonly string[];
  readonly keywords: readonly string[];
  readonly codes: readonly string[];
}

/** The parts that are read of the library's `compact.json`. Emoji without an order, such as single letters of flags, are no words. */
interface LibraryEmoji {
  readonly hexcode: string;
  readonly unicode: string;
  readonly label: string;
  readonly order?: number;
  readonly tags?: readonly string[];
}
type ShortCodes = Readonly<Record<string, string | readonly string[]>>;

const LIBRARY = import.meta.resolve('emojibase-data/package.json');

const byLanguage = new Map<string, Promise<readonly KnownEmoji[]>>();

/** Best first: the short code or name itself, its beginning, a word of the name, a keyword. Empty if the library has no such language. */
export async function emojiNamed(written: string, language: string, size: number): Promise<readonly NamedEmoji[]> {
  const wanted = folded(written);
  if (wanted === '') return [];
  const all = byLanguage.get(language) ?? read(language);
  byLanguage.set(language, all);
  return (await all)
    .flatMap((one) => {
      const place = placeOf(one, wanted);
      return place === null ? [] : [{ one, place }];
    })
    .toSorted((a, b) => a.place - b.place || a.one.whole.length - b.one.whole.length)
    .slice(0, size)
    .map(({ one: { emoji, name } }) => ({ emoji, name }));
}

function placeOf({ whole, words, keywords, codes }: KnownEmoji, wanted: string): number | null {
  const begins = (text: string) => text.startsWith(wanted);
  const tests = [
    () => whole === wanted || codes.includes(wanted),
    () => begins(whole) || codes.some(begins),
    () => words.includes(wanted),
    () => words.some(begins),
    () => keywords.includes(wanted),
    () => keywords.some(begins),
  ];
  const place = tests.findIndex((passes) => passes());
  return place < 0 ? null : place;
}

async function read(language: string): Promise<readonly KnownEmoji[]> {
  const [all, codes] = await Promise.all([
    readData<readonly LibraryEmoji[]>(`${language}/compact.json`),
    readData<ShortCodes>('en/shortcodes/github.json'),
  ]);
  return all
    .filter(({ order }) => order !== undefined)
    .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
    .map(({ hexcode, unicode, label, tags = [] }) => ({
      // The library appends a variation selector to emoji that are shown as pictures without one.
      emoji: unicode.replace(/^(\p{Emoji_Presentation})\uFE0F$/u, '$1'),
      name: label,
      whole: folded(label),
      words: folded(label).split(/[\s:,()“”"-]+/),
      keywords: tags.map(folded),
      codes: [codes[hexcode] ?? []].flat(),
    }));
}

async function readData<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(new URL(path, LIBRARY), 'utf8')) as T;
}

function folded(text: string): string {
  return foldPlain(text).trim();
}
