/**
 * Folds a text once, when its document is built or a query is compiled. The index itself only splits words, makes lower case and pairs
 * CJK characters. Texts of ASCII letters alone mostly stay as they are written.
 */
import { substituteRuns } from './clusters.ts';
import { baseTerms, EMOJI, emojiTerm, OF_EMOJI } from './emoji.ts';
import { CHUNK, foldChunk } from './letters.ts';
import { replaceMatches, Rewrite, unchanged, type Folded } from './rewrite.ts';

/** `indexed`: with all terms by which a text is found. `asked`: with the term of exactly what a query has. */
export type Form = 'indexed' | 'asked';

/** Anything else than words of ASCII that are not joined. */
const MAY_CHANGE =
  /[^\0-\x7F]|[A-Za-z][.:][A-Za-z]|[A-Za-z0-9]_|_[A-Za-z0-9]|[a-z][A-Z]|[cdjlmnstu]'[AEIOUHYaeiouhy]|#|\+\+/;

export function foldWithOrigins(text: string, form: Form): Folded {
  if (!MAY_CHANGE.test(text)) return unchanged(text);
  const letters = foldLetters(text, form);
  const words = WORD_RULES.reduce(
    (before, rule) => (rule.if.test(before.text) ? replaceMatches(before, rule.pattern, rule.rewrite) : before),
    letters,
  );
  return substituteRuns(form === 'asked' ? words : withParts(words));
}

/** The text that is indexed. */
export function foldText(text: string): string {
  return foldWithOrigins(text, 'indexed').text;
}

/** The text that is searched for in folded texts. */
export function foldQuery(text: string): string {
  return foldWithOrigins(text, 'asked').text;
}

/** The same for file names, in which `_` and `.` separate words. */
export function foldFileNameWithOrigins(name: string, form: Form): Folded {
  const spaced = name.replaceAll(/[_.]/g, ' ');
  const folded = foldWithOrigins(spaced, form);
  // The index separates the words of names itself.
  return folded.text === spaced ? unchanged(name) : folded;
}

export function foldFileName(name: string): string {
  return foldFileNameWithOrigins(name, 'indexed').text;
}

export function foldFileQuery(name: string): string {
  return foldFileNameWithOrigins(name, 'asked').text;
}

/** A text as a reader compares it with another one: for filters, completion, and search within a text. */
export function foldPlain(text: string): string {
  if (/^[\0-\x7F]*$/.test(text)) return text.toLowerCase();
  return text
    .replaceAll(CHANGED, (found, emoji?: string) => (emoji === undefined ? foldChunk(found) : plainEmoji(found)))
    .replaceAll(VOWEL_AM, joinAm)
    .replaceAll(/[‘’‛´′＇]/g, "'")
    .toLowerCase()
    .replaceAll('ς', 'σ');
}

function plainEmoji(emoji: string): string {
  return emoji.replaceAll(/[\uFE0E\uFE0F]/g, '');
}

const CHANGED = new RegExp(`(${EMOJI})|${CHUNK}`, 'gv');
const SUPERSCRIPT = /^[⁰¹²³⁴-⁹]$/;

function foldLetters(text: string, form: Form): Folded {
  if (/^[\0-\x7F]*$/.test(text)) return unchanged(text);
  const further: FurtherPhrase[] = [];
  const folded = replaceMatches(
    unchanged(text),
    CHANGED,
    (rewrite, { 0: found, 1: emoji, index }, end) => {
      if (emoji !== undefined) {
        rewrite.put(` ${emojiTerm(emoji)} `, index, end);
        further.push(...baseTerms(emoji).map((term) => [{ term, from: index, to: end }]));
        return;
      }
      const letters = foldChunk(found);
      // The number of a footnote is not part of the word.
      const isNote = SUPERSCRIPT.test(found) && /\p{L}{3}$/u.test(text.slice(0, index).slice(-3));
      if (letters === found) rewrite.copy(index, end);
      else rewrite.put(isNote ? ` ${letters}` : letters, index, end);
    },
    form === 'asked' ? undefined : (rewrite) => putFurther(rewrite, further),
  );
  return VOWEL_AM_PRESENT.test(folded.text) ? replaceMatches(folded, VOWEL_AM, putAm) : folded;
}

/** Terms by which parts of a word are found besides the word. Such terms stand in order at the end of the text. */
type FurtherPhrase = readonly { readonly term: string; readonly from: number; readonly to: number }[];

function putFurther(rewrite: Rewrite, further: readonly FurtherPhrase[]): void {
  for (const phrase of further) {
    // A term that is in no query keeps the words before and behind it apart.
    rewrite.put(` ${OF_EMOJI}`, phrase[0]?.from ?? 0, phrase[0]?.from ?? 0);
    for (const { term, from, to } of phrase) {
      rewrite.put(' ', from, from);
      rewrite.put(term, from, to);
    }
  }
}

/** The vowel sign am of Thai and Lao in two characters, and the tone that belongs before it. */
const VOWEL_AM = /\u0E4D([\u0E48-\u0E4B]?)\u0E32|\u0ECD([\u0EC8-\u0ECB]?)\u0EB2/g;
const VOWEL_AM_PRESENT = /[\u0E4D\u0ECD]/;

function joinAm(_: string, thai?: string, lao?: string): string {
  return thai === undefined ? `${lao}\u0EB3` : `${thai}\u0E33`;
}

function putAm(rewrite: Rewrite, match: RegExpExecArray, end: number): void {
  rewrite.put(joinAm(match[0], match[1], match[2]), match.index, end);
}

/** Java's `\b` before a letter: a mark on a letter or digit is part of its word. */
const WORD_START = String.raw`(?<!\w|[\p{L}\p{Nd}]\p{M}+)`;
const AFTER_LETTER = String.raw`(?<=\p{L}\p{M}*)`;
const put =
  (text: string) =>
  (rewrite: Rewrite, { index }: RegExpExecArray, end: number) =>
    rewrite.put(text, index, end);
const putBehindGroup =
  (text: string) =>
  (rewrite: Rewrite, { 1: group = '', index }: RegExpExecArray, end: number) =>
    rewrite.put(group + text, index, end);
/** Replaces a sign by spaces of the same length. */
const separate = (rewrite: Rewrite, { 0: found, index }: RegExpExecArray, end: number) =>
  rewrite.put(' '.repeat(found.length), index, end);

interface WordRule {
  /** A faster test: a text that does not match it has no match of the pattern. */
  readonly if: RegExp;
  readonly pattern: RegExp;
  readonly rewrite: Parameters<typeof replaceMatches>[2];
}

const IF_SIGNED = /[#＃]|\+\+/;
const IF_APOSTROPHE = /['‘’‛´′＇]/;

/** In order. */
const WORD_RULES: readonly WordRule[] = [
  // c#, F#, C++17, at the beginning of words only: in `doc#intro`, a link's fragment, the sign separates two words.
  ...(
    [
      [String.raw`([cCfF])[#＃](?=[a-zA-Z0-9])`, 'sharp '],
      ['([cCfF])[#＃]', 'sharp'],
      [String.raw`([cC])\+\+(?=[a-zA-Z0-9])`, 'plusplus '],
      [String.raw`([cC])\+\+`, 'plusplus'],
    ] as const
  ).map(([sign, name]) => ({
    if: IF_SIGNED,
    pattern: new RegExp(WORD_START + sign, 'gv'),
    rewrite: putBehindGroup(name),
  })),
  { if: IF_APOSTROPHE, pattern: /(?<=\p{L})[‘’‛´′＇](?=\p{L})/gv, rewrite: put("'") },
  {
    // l'amour, dell'arte, but not don't.
    if: IF_APOSTROPHE,
    pattern:
      /(?<![\p{L}\p{Nd}'])(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu|quelqu|un|all|dall|dell|nell|sull|quell|quest|bell|sant)'(?=[aeiouhy])/giv,
    rewrite: (rewrite, { index }, end) => {
      rewrite.copy(index, end - 1);
      rewrite.put(' ', end - 1, end);
    },
  },
  {
    // In Hebrew a sign within a word marks an abbreviation or a foreign sound.
    if: /[\u05D0-\u05EA]["'״׳]/,
    pattern: /(?<=\p{Script=Hebrew})["'״׳](?=\p{Script=Hebrew})|(?<=\p{Script=Hebrew})[׳']/gv,
    rewrite: put(''),
  },
  { if: /[lL][·‧]/, pattern: /(?<=[lL])[·‧](?=[lL])/gv, rewrite: put('') },
  {
    if: /[^\s.:][.:．：·‧״\u0387\u2024\uFE13\uFE52\uFE55][^\s.:/]/,
    pattern: new RegExp(String.raw`${AFTER_LETTER}[.:．：·‧״\u0387\u2024\uFE13\uFE52\uFE55](?=\p{L})`, 'gv'),
    rewrite: separate,
  },
  { if: /_/, pattern: /(?<=[\p{L}\p{Nd}]\p{M}*)_+|_+(?=[\p{L}\p{Nd}])/gv, rewrite: separate },
  { if: /[．٫]/, pattern: /(?<=\p{Nd})[．٫](?=\p{Nd})/gv, rewrite: put('.') },
  { if: /[，٬]/, pattern: /(?<=\p{Nd})[，٬](?=\p{Nd})/gv, rewrite: put(',') },
  {
    // Words of Hangul and another script, such as PC방.
    if: /[\u1100-\u11FF\u3131-\u318E\uA960-\uA97F\uAC00-\uD7FF]/,
    pattern:
      /(?<=[[\p{L}\p{Nd}]--[\p{Script=Hangul}\p{Script=Han}]])(?=\p{Script=Hangul})|(?<=\p{Script=Hangul})(?=[[\p{L}\p{Nd}]--[\p{Script=Hangul}\p{Script=Han}]])/gv,
    rewrite: put(' '),
  },
];

/** A longer word is no identifier, and more parts are none of words. */
const MOST_LETTERS = 64;
const MOST_PARTS = 8;
const IF_CAMEL = /[a-z][A-Z]|[^\0-\x7F]\p{Lu}/v;
const CAMEL =
  /(?<![\p{L}\p{Nd}'])\p{L}(?:\p{L}|'(?=\p{L}))*\p{Ll}\p{Lu}(?:\p{L}|'(?=\p{L}))*(?![\p{L}\p{Nd}])|(?<![\p{L}\p{Nd}'])\p{Ll}\p{Lu}\p{L}+(?![\p{L}\p{Nd}'])/gv;
const PART = /^(?:\p{Lu}?\p{Ll}+|\p{Lu}+|\p{Lu}?\p{Ll}+'\p{Ll}+)$/v;

/** `camelCase` is found by `camel` and `case`. Codes such as base64 have no such parts. */
function withParts(before: Folded): Folded {
  if (!IF_CAMEL.test(before.text)) return before;
  const further: FurtherPhrase[] = [];
  for (const { 0: word, index } of before.text.matchAll(CAMEL)) {
    const parts = word.length > MOST_LETTERS ? [] : word.split(/(?<=\p{Ll})(?=\p{Lu})/v);
    if (parts.length > MOST_PARTS || !parts.every((part) => PART.test(part))) continue;
    const phrase: FurtherPhrase[number][] = [];
    let from = index;
    for (const term of parts) {
      const to = from + term.length;
      if (term.length > 1) phrase.push({ term, from, to });
      from = to;
    }
    further.push(phrase);
  }
  if (further.length === 0) return before;
  const rewrite = new Rewrite(before);
  rewrite.copyUpTo(before.text.length);
  putFurther(rewrite, further);
  return rewrite.result();
}

/** True if the index makes a term of a part of the text. */
export function holdsTerm(text: string): boolean {
  // Signs such as ㍿ and ⓒ are letters once they are folded.
  return TERM.test(text) || (/[^\0-\x7F]/.test(text) && TERM.test(foldQuery(text)));
}

const TERM = /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}\u20E3]/v;
