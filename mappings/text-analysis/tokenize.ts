/**
 * The word breaks of Elasticsearch's `standard` tokenizer: Unicode's rules (UAX #29), with scripts and emoji as Lucene's grammar has
 * them. A test compares the tokens with those of the engine.
 */
import {
  classOf,
  DOUBLE_QUOTE,
  EMOJI,
  EXTEND,
  EXTEND_NUM_LET,
  HAN,
  HANGUL,
  HEBREW,
  HIRAGANA,
  KATAKANA,
  LETTER,
  MID_LETTER,
  MID_NUM,
  MID_NUM_LET,
  NUMERIC,
  SINGLE_QUOTE,
  SOUTH_EAST_ASIAN,
  WORD_BITS,
} from './character-classes.ts';

export interface Word {
  readonly start: number;
  readonly end: number;
  /** True for a script of which `cjk_bigram` makes pairs. */
  readonly cjk: boolean;
}

/** The tokenizer's buffer: a longer token is cut. */
const MAX_LENGTH = 255;
const ZWJ = 0x200d;
const TEXT_PRESENTATION = 0xfe0e;
const EMOJI_PRESENTATION = 0xfe0f;
const KEYCAP = 0x20e3;

/** The words of a text in order. Other characters are skipped: spaces, punctuation, signs. */
export function tokenize(text: string): Word[] {
  const words: Word[] = [];
  let at = 0;
  while (at < text.length) {
    const word = wordAt(text, at);
    if (word !== null) words.push(word);
    at = word === null ? at + widthAt(text, at) : word.end;
  }
  return words;
}

function wordAt(text: string, start: number): Word | null {
  const plain = plainWordEnd(text, start);
  if (plain > start) return { start, end: plain, cjk: false };
  const bits = classOf(pointAt(text, start));
  // Most characters outside words are spaces and signs of ASCII.
  if (bits === 0 && !KEYCAP_BASES.has(text.charCodeAt(start)) && !isRegionalIndicator(pointAt(text, start)))
    return null;
  const scan = new Scan(text, limitOf(text, start));
  const emoji = scan.emoji(start);
  const word = scan.word(start);
  if (emoji >= word.end && emoji > start) return { start, end: emoji, cjk: false };
  return word.end > start ? { start, end: word.end, cjk: word.cjk } : null;
}

const [ALONE, LETTER_OR_DIGIT, BETWEEN, JOINS] = [0, 1, 2, 3];
/** The effect of ASCII characters on a word: end it, continue it, join it to a letter or digit after them, or join it to anything. */
const ASCII = Uint8Array.from({ length: 0x80 }, (_, point) => {
  const kind = classOf(point) & WORD_BITS;
  if (kind === 0) return ALONE;
  if (kind === LETTER || kind === NUMERIC) return LETTER_OR_DIGIT;
  return kind === EXTEND_NUM_LET ? JOINS : BETWEEN;
});

/**
 * Most words are letters and digits of ASCII between spaces: the same result as from `Scan` in a tenth of the time. Returns `start` for
 * other words.
 */
function plainWordEnd(text: string, start: number): number {
  let end = start;
  while (ASCII[text.charCodeAt(end)] === LETTER_OR_DIGIT) end++;
  if (end === start || end - start > MAX_LENGTH) return start;
  return isAlone(text, end) || (ASCII[text.charCodeAt(end)] === BETWEEN && isAlone(text, end + 1)) ? end : start;
}

function isAlone(text: string, at: number): boolean {
  return at >= text.length || ASCII[text.charCodeAt(at)] === ALONE;
}

/** A pair of surrogates is not cut. */
function limitOf(text: string, start: number): number {
  const limit = start + MAX_LENGTH;
  if (limit >= text.length) return text.length;
  return isHighSurrogate(text.charCodeAt(limit - 1)) ? limit - 1 : limit;
}

/** Finds where tokens end, in the text before `limit`. Each function returns its argument if there is no such token. */
class Scan {
  readonly #text: string;
  readonly #limit: number;

  constructor(text: string, limit: number) {
    this.#text = text;
    this.#limit = limit;
  }

  word(start: number): Pick<Word, 'end' | 'cjk'> {
    const first = this.#class(start);
    if ((first & SOUTH_EAST_ASIAN) !== 0) return { end: this.#southEastAsian(start), cjk: false };
    switch (first & WORD_BITS) {
      case HAN:
      case HIRAGANA:
        return { end: this.#behind(start), cjk: true };
      case LETTER:
      case HEBREW:
      case HANGUL:
      case NUMERIC:
      case KATAKANA:
      case EXTEND_NUM_LET:
        return this.#run(start);
      default:
        return { end: start, cjk: false };
    }
  }

  /** Letters, digits and katakana, with the characters that join them. */
  #run(start: number): Pick<Word, 'end' | 'cjk'> {
    let end = start;
    let at = start;
    let kinds = 0;
    let before = 0;
    for (;;) {
      const kind = this.#class(at) & WORD_BITS;
      const next = this.#next(before, kind, at);
      if (next === at) break;
      kinds |= 1 << kind;
      // Underscores alone are not a word.
      if (kind !== EXTEND_NUM_LET || (kinds & ~(1 << EXTEND_NUM_LET)) !== 0) end = next;
      before = kindBehind(before, kind);
      at = next;
    }
    return { end, cjk: kinds === 1 << HANGUL || kinds === 1 << KATAKANA };
  }

  /** The end of the character at `at`, of this kind, if it continues a run after `before` (0 at the beginning). */
  #next(before: number, kind: number, at: number): number {
    switch (kind) {
      case LETTER:
      case HEBREW:
      case HANGUL:
      case NUMERIC:
        return before === KATAKANA ? at : this.#behind(at);
      case KATAKANA:
        return before === 0 || before === KATAKANA || before === EXTEND_NUM_LET ? this.#behind(at) : at;
      case EXTEND_NUM_LET:
        return this.#behind(at);
      case SINGLE_QUOTE:
        if (before === HEBREW) return this.#behind(at);
        return this.#isBetween(before, at, isLetter, isNumeric) ? this.#behind(at) : at;
      case DOUBLE_QUOTE:
        return before === HEBREW && this.#classBehind(at) === HEBREW ? this.#behind(at) : at;
      case MID_LETTER:
        return this.#isBetween(before, at, isLetter) ? this.#behind(at) : at;
      case MID_NUM:
        return this.#isBetween(before, at, isNumeric) ? this.#behind(at) : at;
      case MID_NUM_LET:
        return this.#isBetween(before, at, isLetter, isNumeric) ? this.#behind(at) : at;
      default:
        return at;
    }
  }

  #isBetween(before: number, at: number, ...tests: readonly ((kind: number) => boolean)[]): boolean {
    const after = this.#classBehind(at);
    return tests.some((test) => test(before) && test(after));
  }

  #southEastAsian(start: number): number {
    let at = start;
    while ((this.#class(at) & SOUTH_EAST_ASIAN) !== 0) at = this.#behind(at);
    return at;
  }

  emoji(start: number): number {
    const point = this.#point(start);
    if (isRegionalIndicator(point)) {
      const second = this.#behind(start);
      return isRegionalIndicator(this.#point(second)) ? this.#behind(second) : start;
    }
    if (KEYCAP_BASES.has(point)) return this.#keycap(start);
    return this.#emojiSequence(start);
  }

  #keycap(start: number): number {
    const run = this.#extendsFrom(start + 1);
    if (this.#point(run) === EMOJI_PRESENTATION && this.#point(run + 1) === KEYCAP) return this.#extendsFrom(run + 2);
    for (let at = start + 1; at < run; at += widthAt(this.#text, at)) if (this.#point(at) === KEYCAP) return run;
    return start;
  }

  /** Emoji, joined by ZWJ. */
  #emojiSequence(start: number): number {
    let end = this.#emojiElement(start);
    if (end === start) return start;
    for (;;) {
      const from = this.#point(end) === ZWJ ? end + 1 : end;
      const next = this.#point(from - 1) === ZWJ ? this.#emojiElement(from) : from;
      if (next === from) break;
      end = next;
    }
    return this.#tags(end);
  }

  /** An emoji with ZWJs before it, and its modifiers: skin tones, variants. */
  #emojiElement(start: number): number {
    const at = this.#zwjs(start);
    if ((this.#class(at) & EMOJI) === 0) return start;
    const isSkinTone = (this.#class(at) & WORD_BITS) === EXTEND;
    if (isSkinTone && at > start) return start;
    const end = this.#extendsFrom(at + widthAt(this.#text, at));
    return !isSkinTone && this.#point(end) === EMOJI_PRESENTATION ? end + 1 : end;
  }

  /** The flags of regions are spelled in tags. */
  #tags(start: number): number {
    let at = start;
    while (this.#point(at) >= 0xe0020 && this.#point(at) <= 0xe007e) at += 2;
    return at > start && this.#point(at) === 0xe007f ? at + 2 : start;
  }

  #zwjs(start: number): number {
    let at = start;
    while (this.#point(at) === ZWJ) at++;
    return at;
  }

  /** The end of the extending characters from `start`, except presentation selectors. */
  #extendsFrom(start: number): number {
    let at = start;
    for (;;) {
      const point = this.#point(at);
      if (point === TEXT_PRESENTATION || point === EMOJI_PRESENTATION) return at;
      if (at >= this.#limit || (classOf(point) & WORD_BITS) !== EXTEND) return at;
      at += widthAt(this.#text, at);
    }
  }

  /** Behind a character and the extending ones after it. */
  #behind(start: number): number {
    let at = start + widthAt(this.#text, start);
    while (at < this.#limit && (classOf(pointAt(this.#text, at)) & WORD_BITS) === EXTEND) at += widthAt(this.#text, at);
    return Math.min(at, this.#limit);
  }

  #classBehind(at: number): number {
    return this.#class(this.#behind(at)) & WORD_BITS;
  }

  #class(at: number): number {
    return at < this.#limit ? classOf(pointAt(this.#text, at)) : 0;
  }

  /** -1 at the limit. */
  #point(at: number): number {
    return at < this.#limit ? pointAt(this.#text, at) : -1;
  }
}

const KEYCAP_BASES: ReadonlySet<number> = new Set(Array.from('#*0123456789', (character) => character.charCodeAt(0)));

/**
 * The word-break class as seen by the next character (UAX #29, rules WB7a–c). In Lucene's grammar, a Hebrew letter that a sign joins to
 * the previous one ends a pair: a quote does not continue it, and after a double quote neither does any other sign. A single quote does
 * not need a letter after it.
 */
function kindBehind(before: number, kind: number): number {
  if (kind === SINGLE_QUOTE && before === HEBREW) return COMPLETE;
  if (kind !== HEBREW) return kind;
  if (before === DOUBLE_QUOTE) return COMPLETE;
  return before === SINGLE_QUOTE || before === MID_LETTER || before === MID_NUM_LET ? LETTER : HEBREW;
}

/** Joins to letters and digits, but not to signs. */
const COMPLETE = EXTEND;

function isLetter(kind: number): boolean {
  return kind === LETTER || kind === HEBREW || kind === HANGUL;
}

function isNumeric(kind: number): boolean {
  return kind === NUMERIC;
}

function isRegionalIndicator(point: number): boolean {
  return point >= 0x1f1e6 && point <= 0x1f1ff;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function pointAt(text: string, at: number): number {
  return text.codePointAt(at) ?? 0;
}

function widthAt(text: string, at: number): number {
  return pointAt(text, at) > 0xffff ? 2 : 1;
}
