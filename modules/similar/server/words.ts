/** The words of texts, their weights, and those that two threads have in common. Pure. */
import { parseComment } from '../../../mappings/comment/parse.ts';
import { textParts } from '../../../mappings/comment/text-parts.ts';
import { analyze } from '../../../mappings/text-analysis/analyze.ts';

export interface ThreadText {
  readonly subject: string | null;
  /** HTML. */
  readonly comment: string | null;
}

/** The opening post has more weight than replies. */
export interface SeedPost extends ThreadText {
  readonly opener: boolean;
}

/** A word of the thread, as a term of the index. */
export interface SeedTerm {
  readonly term: string;
  readonly inSubject: boolean;
  readonly inOpener: boolean;
  /** Replies of the sample with the word. */
  readonly replies: number;
}

export interface WeightedTerm extends SeedTerm {
  readonly weight: number;
  /** Rare enough to connect two threads. Other terms only change their order. */
  readonly connects: boolean;
}

/** The number of posts with a term, and of all posts. */
export interface Frequencies {
  readonly posts: number;
  readonly of: ReadonlyMap<string, number>;
}

/** Terms whose frequency is looked up: those of the opening post, then the most frequent ones of replies. */
const MAX_TERMS = 400;
/** Terms of the search: those that other threads of the board have, and others. */
const MAX_SALIENT = 20;
const MAX_OWN = 5;

/** The largest share of a board's posts with a term that is searched, and with one that connects. */
const SEARCHED_SHARE = 0.12;
const CONNECTING_SHARE = 0.04;
/** On small boards, shares state little. */
const ALWAYS_RARE = 5;

/** Addresses and links to posts, which are no words of the poster. */
const ADDRESSES = /\b[a-z]{3,6}:\/\/\S+|>>+\S+/gi;
const ONE_CHARACTER = /^.$/su;
/** A number of a post, or too short to mean anything. */
const NUMBER = /^\d{1,2}$|^\d{6,}$/;

/** With spaces in place of addresses, so that offsets stay. */
function wordsOnly(text: string): string {
  return text.replaceAll(ADDRESSES, (address) => ' '.repeat(address.length));
}

function textsOf({ subject, comment }: ThreadText): { readonly subject: string; readonly comment: string } {
  const written = comment === null ? '' : textParts(parseComment(comment).tokens).written;
  return { subject: wordsOnly(subject ?? ''), comment: wordsOnly(written) };
}

function isWord(term: string): boolean {
  return !ONE_CHARACTER.test(term) && !NUMBER.test(term);
}

function termsOf(text: string): ReadonlySet<string> {
  return new Set(
    analyze(text, 'post_text')
      .map(({ term }) => term)
      .filter((term) => isWord(term)),
  );
}

export function seedTerms(posts: readonly SeedPost[]): readonly SeedTerm[] {
  const found = new Map<string, { term: string; inSubject: boolean; inOpener: boolean; replies: number }>();
  const entry = (term: string) => {
    const known = found.get(term) ?? { term, inSubject: false, inOpener: false, replies: 0 };
    found.set(term, known);
    return known;
  };
  for (const post of posts) {
    const { subject, comment } = textsOf(post);
    if (post.opener) for (const term of termsOf(subject)) entry(term).inSubject = true;
    for (const term of termsOf(comment)) {
      const known = entry(term);
      if (post.opener) known.inOpener = true;
      else known.replies++;
    }
  }
  return [...found.values()]
    .filter(({ inSubject, inOpener, replies }) => inSubject || inOpener || replies > 1)
    .toSorted((a, b) => placeOf(b) - placeOf(a) || b.replies - a.replies)
    .slice(0, MAX_TERMS);
}

function placeOf({ inSubject, inOpener }: SeedTerm): number {
  return (inSubject ? 2 : 0) + (inOpener ? 1 : 0);
}

/** The terms by which similar threads are found: frequent in the thread, rare on the board. */
export function salientTerms(terms: readonly SeedTerm[], frequencies: Frequencies): readonly WeightedTerm[] {
  const weighted = terms
    .map((term) => ({ term, frequency: frequencies.of.get(term.term) ?? 0 }))
    .filter(({ frequency }) => isRare(frequency, frequencies, SEARCHED_SHARE))
    .map(({ term, frequency }) => {
      const isElsewhere = frequency > term.replies + (isOfOpener(term) ? 1 : 0);
      const weight = weightIn(term) * rarityOf(frequency, frequencies);
      return { isElsewhere, term: { ...term, weight, connects: isRare(frequency, frequencies, CONNECTING_SHARE) } };
    });
  const best = (some: typeof weighted, count: number) =>
    some
      .map(({ term }) => term)
      .toSorted((a, b) => b.weight - a.weight)
      .slice(0, count);
  const onBoard = best(
    weighted.filter(({ isElsewhere }) => isElsewhere),
    MAX_SALIENT,
  );
  // Other boards may have words of the opening post that no other thread of this board has.
  const own = best(
    weighted.filter(({ isElsewhere, term }) => !isElsewhere && isOfOpener(term)),
    MAX_OWN,
  );
  return [...onBoard, ...own].toSorted((a, b) => b.weight - a.weight);
}

function isOfOpener({ inSubject, inOpener }: SeedTerm): boolean {
  return inSubject || inOpener;
}

/** Chosen with the judged threads of `test/fixtures/judged-threads.ts`, as were the constants above. */
function weightIn({ inSubject, inOpener, replies }: SeedTerm): number {
  return (inSubject ? 2 : 0) + (inOpener ? 1 : 0) + 0.8 * Math.log2(1 + replies);
}

function isRare(frequency: number, { posts }: Frequencies, share: number): boolean {
  return frequency <= Math.max(ALWAYS_RARE, share * posts);
}

function rarityOf(frequency: number, { posts }: Frequencies): number {
  return Math.log(1 + (posts - frequency + 0.5) / (frequency + 0.5));
}

/** The terms that the text has, as it writes them, in the order of `terms`. Neighbouring pairs of characters are one word. */
export function connectingWords(text: ThreadText, terms: readonly Pick<WeightedTerm, 'term'>[]): readonly string[] {
  const rank = new Map(terms.map(({ term }, at) => [term, at]));
  const found = new Map<string, { readonly text: string; readonly rank: number }>();
  const { subject, comment } = textsOf(text);
  for (const part of [subject, comment]) {
    let last: { start: number; end: number; rank: number } | null = null;
    const add = () => {
      if (last === null) return;
      const word = part.slice(last.start, last.end);
      const key = word.toLowerCase();
      const known = found.get(key);
      if (known === undefined || known.rank > last.rank) found.set(key, { text: known?.text ?? word, rank: last.rank });
      last = null;
    };
    for (const { term, start, end } of analyze(part, 'post_text')) {
      const at = rank.get(term);
      if (at === undefined) continue;
      if (last !== null && start < last.end) {
        last = { start: last.start, end: Math.max(last.end, end), rank: Math.min(last.rank, at) };
        continue;
      }
      add();
      last = { start, end, rank: at };
    }
    add();
  }
  return [...found.values()].toSorted((a, b) => a.rank - b.rank).map(({ text: word }) => word);
}
