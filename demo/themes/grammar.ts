import type { Random } from '../random.ts';

/**
 * Templates: `{dish}` is replaced by a word of that list, without repetition within a text; `{3-20}` by a number; `«one|other»` by
 * one of the choices. Words may contain placeholders. A word at the beginning of a sentence is capitalised.
 */
export type Words = Readonly<Record<string, readonly string[]>>;

const DEEPEST = 6;
const CHOICE = /«([^«»]*)»/;
const HOLE = /\{(?:(\d+)-(\d+)|([a-z_]+))\}/g;
/** Matches text that ends where a sentence begins. Greentext does not begin a sentence. */
const BEFORE_SENTENCE = /(?:^|[.!?]\s|\n)$/;

/** @throws RangeError for a placeholder without a word list. */
export function expand(template: string, words: Words, random: Random): string {
  const used = new Set<string>();
  const pickWord = (name: string): string => {
    const list = words[name];
    if (list === undefined) throw new RangeError(`no word list "${name}" for: ${template}`);
    const fresh = list.filter((word) => !used.has(word));
    const word = random.pick(fresh.length > 0 ? fresh : list);
    used.add(word);
    return word;
  };
  const fill = (text: string, depth: number): string => {
    if (depth > DEEPEST) throw new RangeError(`placeholders are nested too deeply: ${template}`);
    const chosen = choose(text, random);
    let filled = '';
    let from = 0;
    for (const match of chosen.matchAll(HOLE)) {
      filled += chosen.slice(from, match.index);
      from = match.index + match[0].length;
      const [, low, high, name = ''] = match;
      const word =
        low === undefined ? fill(pickWord(name), depth + 1) : String(random.integer(Number(low), Number(high)));
      const begins = depth === 0 && BEFORE_SENTENCE.test(filled);
      filled += begins ? word.charAt(0).toUpperCase() + word.slice(1) : word;
    }
    return filled + chosen.slice(from);
  };
  return tidy(fill(template, 0));
}

/** Removes the full stop after a choice that ends with its own punctuation. */
function tidy(text: string): string {
  return text.replaceAll(/([!?。！？…])\.(?=\s|$)/g, '$1').replaceAll(/ +([,.])(?=\s|$)/g, '$1');
}

function choose(text: string, random: Random): string {
  let chosen = text;
  for (;;) {
    const match = CHOICE.exec(chosen);
    if (match === null) return chosen;
    const option = random.pick((match[1] ?? '').split('|'));
    chosen = chosen.slice(0, match.index) + option + chosen.slice(match.index + match[0].length);
  }
}
