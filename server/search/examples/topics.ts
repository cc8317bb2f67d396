/** Words that posts are about: pure. */

/** Shorter words are mostly grammar, longer ones are hashes and parts of addresses. */
const WORD = /^\p{L}[\p{L}\p{M}]{4,13}$/u;
/** In scripts without spaces, words are shorter. */
const CHARACTERS = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}]{2,8}$/v;
/** A word of more posts than this share is grammar. */
const COMMON_SHARE = 0.2;

const SEGMENTS = new Intl.Segmenter(undefined, { granularity: 'word' });

export interface Text {
  readonly subject: string;
  readonly comment: string;
}

export interface Topics {
  /** Words of subjects, if there are some, in lower case. Those of most posts come first. */
  readonly words: readonly string[];
  /** Two words that follow each other in a text, as written there. */
  readonly pairs: readonly (readonly [string, string])[];
  /** A word with a capital letter within a sentence. */
  readonly name: string | null;
}

export function topicsOf(texts: readonly Text[]): Topics {
  const counts = new Map<string, number>();
  const ofSubjects = new Set<string>();
  const pairs: (readonly [string, string])[] = [];
  let name: string | null = null;
  for (const { subject, comment } of texts) {
    const [titled, written] = [subject, comment].map((text) => segmentsOf(text));
    const words = [...(titled ?? []), ...(written ?? [])];
    for (const word of new Set(words.map(lower).filter(isTopic))) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const word of titled?.map(lower).filter(isTopic) ?? []) ofSubjects.add(word);
    pairs.push(...pairsOf(titled ?? []), ...pairsOf(written ?? []));
    name ??= written?.slice(1).find((word) => /^\p{Lu}\p{Ll}{3,11}$/u.test(word)) ?? null;
  }
  const most = Math.max(2, texts.length * COMMON_SHARE);
  const byPosts = [...counts].filter(([, posts]) => posts <= most).sort(([, a], [, b]) => b - a);
  const words = byPosts.map(([word]) => word);
  return {
    words: [...words.filter((word) => ofSubjects.has(word)), ...words.filter((word) => !ofSubjects.has(word))],
    pairs,
    name,
  };
}

/** The parts of a text that are words, as written. */
export function segmentsOf(text: string): readonly string[] {
  return Array.from(SEGMENTS.segment(text), ({ segment, isWordLike }) => (isWordLike === true ? segment : '')).filter(
    (segment) => segment !== '',
  );
}

export function isTopic(word: string): boolean {
  return WORD.test(word) || CHARACTERS.test(word);
}

function pairsOf(words: readonly string[]): readonly (readonly [string, string])[] {
  return words.flatMap((word, at) => {
    const next = words[at + 1];
    return next !== undefined && isTopic(word) && isTopic(next) ? [[word, next] as const] : [];
  });
}

function lower(word: string): string {
  return word.toLowerCase();
}
