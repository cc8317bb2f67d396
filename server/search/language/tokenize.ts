/**
 * Text → tokens with positions. A bare word is never an error to the tokenizer: special characters have a meaning only at the start of a term, `)` only
 * inside parentheses, and `name:` only for a field's name.
 */
import { FIELD_WORDS, fieldNamed, type Field, type FieldKind } from '../../../mappings/search/fields.ts';
import { QueryError } from './query-error.ts';
import type { Span } from './tree.ts';

/** Kinds whose value is split at commas. Lists of numbers are split in leaf.ts, where `1,000` is one number. */
export function splitsAtCommas(kind: FieldKind): boolean {
  return kind === 'board' || kind === 'is' || kind === 'has' || kind === 'exact';
}

/** A word, or a phrase without its quotes. */
export interface Item {
  readonly text: string;
  readonly inQuotes: boolean;
  /** It ended with a `*`, which is not in `text`. */
  readonly star: boolean;
  /** It began with a `=`, which is not in `text`: hits are compared with it as written. */
  readonly asWritten: boolean;
  /** It began with a `*`, which is not in `text`; only in fields of words. */
  readonly starBefore: boolean;
  readonly span: Span;
}

export interface FieldToken {
  readonly kind: 'field';
  readonly field: Field;
  /** Several only for a field whose value is split at commas (`splitsAtCommas`). */
  readonly items: readonly [Item, ...Item[]];
  readonly valueSpan: Span;
  readonly span: Span;
}

export type Token =
  | (Item & { readonly kind: 'text' })
  | FieldToken
  | { readonly kind: 'open' | 'close' | 'not'; readonly span: Span }
  /** `OR`, `|`, `||` or `AND`; the parser reads it as a word unless terms are on both sides. */
  | { readonly kind: 'or' | 'and'; readonly text: string; readonly span: Span };

const SPACE = /\s/;
const SPACES = /\s*/y;
/** Dashes alone are a word, not a NOT. */
const DASHES = /-+(?=[\s|)]|$)/y;
const BARS = /\|+/y;
const COMMA = /,/y;
const EMPTY_PARENTHESES = /\(\s*\)/y;
const FIELD_COLON = `(?:${FIELD_WORDS.map((name) => name.replace('.', String.raw`\.`)).join('|')}):`;
const FIELD = new RegExp(FIELD_COLON, 'iy');
/** Where an unclosed quote probably ends: before the next field. */
const BEFORE_FIELD = new RegExp(String.raw`\s+-?${FIELD_COLON}\S`, 'i');
/** Before a letter, a digit, a pictograph or a quote. Elsewhere a `=` is a plain sign: `=)`, `=>`, `==`. */
const AS_WRITTEN = /=(?=[\p{L}\p{M}\p{N}\p{Extended_Pictographic}"“”„])/uy;
/** A `*` marks a prefix only after a letter or digit at the end of a word, or after a phrase. */
const STARRED = /[\p{L}\p{M}\p{N}]\*$/u;
/** Phone keyboards replace straight quotes with “ ” or „ “. */
const QUOTES: Readonly<Record<string, string>> = { '"': '"', '“': '”“', '”': '”“', '„': '”“' };

/** The text with its `*`: in values other than words it has no meaning. */
export function rawOf(item: Item): string {
  return `${item.starBefore ? '*' : ''}${item.text}${item.star ? '*' : ''}`;
}

/** @throws QueryError quote_unclosed, group_unclosed, value_missing, value_wrong */
export function tokenize(text: string): Token[] {
  return new Tokenizer(text).run();
}

class Tokenizer {
  readonly #text: string;
  readonly #tokens: Token[] = [];
  /** Start positions of the open parentheses. */
  readonly #open: number[] = [];
  #at = 0;
  /** Start position of the word that the text ends with so far; the whole text's length if it ends with a quote or a `)`. */
  #lastWord = 0;

  constructor(text: string) {
    this.#text = text;
  }

  run(): Token[] {
    this.#match(SPACES);
    while (this.#at < this.#text.length) {
      this.#tokens.push(this.#next());
      this.#match(SPACES);
    }
    const unclosed = this.#open.at(-1);
    if (unclosed !== undefined) {
      throw new QueryError('group_unclosed', 'Missing closing parenthesis.', {
        span: { start: unclosed, end: unclosed + 1 },
        suggestion: this.#closed(),
      });
    }
    return this.#tokens;
  }

  /** The text with its parentheses closed and empty ones removed; null if the rest is empty. */
  #closed(): string | null {
    const filled = this.#text.replace(/[\s(]+$/, '');
    if (filled === '') return null;
    const open = this.#open.filter((at) => at < filled.length).length;
    // A `)` right after a word with an unclosed `(` would belong to the word.
    const word = filled.slice(this.#lastWord);
    const isWordOpen = word.split('(').length > word.split(')').length;
    return filled + (isWordOpen ? ' ' : '') + ')'.repeat(open);
  }

  #next(): Token {
    const start = this.#at;
    const character = this.#text[start] ?? '';
    const bars = this.#orBars();
    if (bars !== null) return { kind: 'or', text: bars, span: this.#advance(bars.length) };
    if (character === ')' && this.#open.length > 0) {
      this.#open.pop();
      this.#lastWord = this.#text.length;
      return { kind: 'close', span: this.#advance(1) };
    }
    if (character === '(') {
      const empty = this.#match(EMPTY_PARENTHESES);
      if (empty !== null) return this.#textToken(start, empty);
      this.#open.push(start);
      return { kind: 'open', span: this.#advance(1) };
    }
    if (character === '-') {
      const dashes = this.#match(DASHES);
      return dashes === null ? { kind: 'not', span: this.#advance(1) } : this.#textToken(start, dashes);
    }
    if (character in QUOTES) return { kind: 'text', ...this.#phraseItem() };
    if (this.#match(AS_WRITTEN) !== null) return { kind: 'text', ...this.#asWrittenItem(start) };
    const name = this.#match(FIELD);
    const field = name === null ? null : fieldNamed(name.slice(0, -1));
    if (field !== null) return this.#field(start, field);
    const item = this.#wordItem(false);
    if (item.text === 'OR' && !item.star) return { kind: 'or', text: item.text, span: item.span };
    if (item.text === 'AND' && !item.star) return { kind: 'and', text: item.text, span: item.span };
    return { kind: 'text', ...item };
  }

  #field(start: number, field: Field): Token {
    const valueStart = this.#at;
    const character = this.#text[valueStart];
    if (
      character === undefined ||
      SPACE.test(character) ||
      character === '|' ||
      (character === ')' && this.#open.length > 0)
    ) {
      this.#match(SPACES);
      const follows = this.#text[this.#at];
      const joined = this.#text.slice(0, valueStart) + this.#text.slice(this.#at);
      const written = this.#text.slice(start, valueStart);
      const quoted = `${this.#text.slice(0, start)}"${written}"${this.#text.slice(valueStart)}`;
      throw new QueryError('value_missing', `${field.name}: needs a value directly after the colon.`, {
        span: { start, end: valueStart },
        suggestion: follows === undefined || '|)('.includes(follows) ? quoted : joined,
      });
    }
    if (character === '(') {
      throw new QueryError('value_wrong', `${field.name}: takes one word or a quoted phrase, not parentheses.`, {
        span: { start, end: valueStart + 1 },
        suggestion: this.#quoteParenthesized(valueStart),
      });
    }
    const isList = splitsAtCommas(field.kind);
    const isAsWritten = field.kind === 'text' && this.#match(AS_WRITTEN) !== null;
    const starBefore =
      field.kind === 'text' && character === '*' && !this.#isEnd(valueStart + 1) && this.#text[valueStart + 1] !== '*';
    const first = isAsWritten ? this.#asWrittenItem(valueStart) : starBefore ? this.#starredItem() : this.#item(isList);
    const items: [Item, ...Item[]] = [first];
    if (isList) while (this.#match(COMMA) !== null) items.push(this.#item(true));
    return { kind: 'field', field, items, valueSpan: this.#since(valueStart), span: this.#since(start) };
  }

  #item(inList: boolean): Item {
    return (this.#text[this.#at] ?? '') in QUOTES ? this.#phraseItem() : this.#wordItem(inList);
  }

  /** The word or phrase behind a `=` at `start`. */
  #asWrittenItem(start: number): Item {
    return { ...this.#item(false), asWritten: true, span: this.#since(start) };
  }

  /** An item after a `*`. */
  #starredItem(): Item {
    const start = this.#at;
    this.#at += 1;
    const item = this.#item(false);
    // Unlike a beginning, a part may end with any sign.
    const ends = !item.star && !item.inQuotes && /.\*$/.test(item.text);
    return {
      ...item,
      text: ends ? item.text.slice(0, -1) : item.text,
      star: item.star || ends,
      starBefore: true,
      span: this.#since(start),
    };
  }

  #phraseItem(): Item {
    const start = this.#at;
    const text = this.#phrase();
    const star = this.#text[this.#at] === '*' && this.#isEnd(this.#at + 1);
    if (star) this.#at += 1;
    return { text, inQuotes: true, star, asWritten: false, starBefore: false, span: this.#since(start) };
  }

  #wordItem(inList: boolean): Item {
    const start = this.#at;
    const word = this.#word(inList);
    const star = STARRED.test(word);
    const text = star ? word.slice(0, -1) : word;
    return { text, inQuotes: false, star, asWritten: false, starBefore: false, span: this.#since(start) };
  }

  #quoteParenthesized(start: number): string | null {
    const end = this.#text.indexOf(')', start);
    const inner = this.#text.slice(start + 1, end);
    if (end < 0 || inner.trim() === '' || /["\\(]/.test(inner)) return null;
    return `${this.#text.slice(0, start)}"${inner}"${this.#text.slice(end + 1)}`;
  }

  /** `|` means OR when spaces surround it (`a | b`) or terms do (`a|b`), but not in `:|`. */
  #orBars(): string | null {
    BARS.lastIndex = this.#at;
    const bars = BARS.exec(this.#text)?.[0];
    if (bars === undefined) return null;
    return isSolid(this.#text[this.#at - 1]) === isSolid(this.#text[this.#at + bars.length]) ? bars : null;
  }

  /** Whether a word or phrase can end here. */
  #isEnd(at: number): boolean {
    const character = this.#text[at];
    return (
      character === undefined ||
      SPACE.test(character) ||
      character === '|' ||
      (character === ')' && this.#open.length > 0)
    );
  }

  /** Up to a space, a `|` that means OR, or the `)` of the enclosing parentheses; `f(x)` is one word. */
  #word(inList: boolean): string {
    const start = this.#at;
    let nested = 0;
    while (this.#at < this.#text.length) {
      const character = this.#text[this.#at] ?? '';
      if (SPACE.test(character) || (inList && character === ',') || this.#orBars() !== null) break;
      if (character === '(') nested += 1;
      else if (character === ')' && nested > 0) nested -= 1;
      else if (character === ')' && this.#open.length > 0) break;
      this.#at += 1;
    }
    this.#lastWord = start;
    return this.#text.slice(start, this.#at);
  }

  /** In straight quotes `\"` stands for `"` and `\\` for `\`; any other backslash stands for itself. */
  #phrase(): string {
    const start = this.#at;
    const opening = this.#text[start] ?? '"';
    const closing = QUOTES[opening] ?? '"';
    this.#lastWord = this.#text.length;
    let phrase = '';
    let escaped = false;
    for (this.#at += 1; this.#at < this.#text.length; this.#at++) {
      const character = this.#text[this.#at] ?? '';
      if (escaped) {
        phrase += character === '"' || character === '\\' ? character : `\\${character}`;
        escaped = false;
      } else if (character === '\\' && opening === '"') escaped = true;
      else if (closing.includes(character)) {
        this.#at += 1;
        return phrase;
      } else phrase += character;
    }
    const end = this.#endOfPhrase(start);
    const written = this.#text.slice(0, end);
    // A last backslash would escape the quote that is added.
    const isEscaped = opening === '"' && (/\\*$/.exec(written.slice(start + 1))?.[0].length ?? 0) % 2 === 1;
    throw new QueryError('quote_unclosed', 'Missing closing quote.', {
      span: { start, end },
      suggestion: written + (isEscaped ? '\\' : '') + closing.slice(0, 1) + this.#text.slice(end),
    });
  }

  /** A field after an unclosed quote is probably meant as a field. */
  #endOfPhrase(start: number): number {
    const field = BEFORE_FIELD.exec(this.#text.slice(start + 1));
    return field === null || field.index === 0 ? this.#text.length : start + 1 + field.index;
  }

  #textToken(start: number, text: string): Token {
    return {
      kind: 'text',
      text,
      inQuotes: false,
      star: false,
      asWritten: false,
      starBefore: false,
      span: this.#since(start),
    };
  }

  #advance(length: number): Span {
    const start = this.#at;
    this.#at += length;
    return this.#since(start);
  }

  #since(start: number): Span {
    return { start, end: this.#at };
  }

  /** Reads the match of a sticky expression at the current position; null without a match. */
  #match(expression: RegExp): string | null {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#text)?.[0] ?? null;
    this.#at += found?.length ?? 0;
    return found;
  }
}

function isSolid(character: string | undefined): boolean {
  return character !== undefined && !SPACE.test(character);
}
