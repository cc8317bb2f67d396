import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { cleanText } from './clean-text.ts';
import { readCommonMarkup } from './common-markup.ts';
import { NOTHING_UNKNOWN, TokenBuilder } from './token-builder.ts';
import { tokensOfRun } from './text-run.ts';
import type { ParsedComment } from './tokens.ts';

/**
 * Parses the HTML of a comment into tokens. Accepts any string, in time linear in its length; the tokens nest at most
 * `MAX_DEPTH` deep. All text is kept, except that of HTML comments. Unknown markup is counted in the result.
 */
export function parseComment(html: string): ParsedComment {
  const clean = cleanText(html);
  if (!/[<&\r\n]/.test(clean)) return { tokens: tokensOfRun(clean), unknown: NOTHING_UNKNOWN };
  const builder = new TokenBuilder();
  if (readCommonMarkup(clean, builder)) return builder.end();
  const another = new TokenBuilder();
  readAnyMarkup(clean, another);
  return another.end();
}

/** Reads any markup with the tokenizer. Exported for tests, which compare it with `readCommonMarkup`. */
export function readAnyMarkup(clean: string, builder: TokenBuilder): void {
  const tokenizer = new Tokenizer({}, new TagReader(clean, builder));
  tokenizer.write(clean);
  tokenizer.end();
}

/**
 * Passes complete tags and decoded text to the builder. Uses htmlparser2's Tokenizer rather than its Parser, because the
 * Parser searches its stack of open elements at every tag: 80,000 open tags with as many stray end tags took it 21 s.
 */
class TagReader implements TokenizerCallbacks {
  readonly #html: string;
  readonly #builder: TokenBuilder;
  /** Everything before this offset has been passed to the builder. */
  #done = 0;
  #tag = '';
  #attribute = '';
  #value = '';
  #attributes: Record<string, string> = {};

  constructor(html: string, builder: TokenBuilder) {
    this.#html = html;
    this.#builder = builder;
  }

  ontext(start: number, end: number): void {
    // After an end tag that was cut off, the tokenizer reports text that starts at -1.
    if (start < 0) return;
    this.#builder.text(this.#html.slice(start, end));
    this.#done = end;
  }

  ontextentity(codePoint: number, end: number): void {
    this.#builder.text(cleanText(String.fromCodePoint(codePoint)));
    this.#done = end;
  }

  onopentagname(start: number, end: number): void {
    this.#tag = this.#html.slice(start, end).toLowerCase();
    this.#attributes = {};
  }

  onattribname(start: number, end: number): void {
    this.#attribute = this.#html.slice(start, end).toLowerCase();
    this.#value = '';
  }

  onattribdata(start: number, end: number): void {
    this.#value += this.#html.slice(start, end);
  }

  onattribentity(codePoint: number): void {
    this.#value += cleanText(String.fromCodePoint(codePoint));
  }

  onattribend(): void {
    const name = this.#attribute;
    if (name === 'class' || name === 'href' || name === 'style' || name === 'alt') {
      this.#attributes[name] ??= this.#value;
    }
  }

  onopentagend(end: number): void {
    const { class: className = '', href = '', style = '', alt = '' } = this.#attributes;
    this.#builder.open({ tag: this.#tag, className, href, style, alt });
    this.#done = end + 1;
  }

  onselfclosingtag(end: number): void {
    this.onopentagend(end);
  }

  onclosetag(start: number, end: number): void {
    this.#builder.close(this.#html.slice(start, end).toLowerCase());
    const close = this.#html.indexOf('>', end);
    this.#done = close === -1 ? this.#html.length : close + 1;
  }

  oncomment(_start: number, end: number): void {
    if (!this.#html.startsWith('<!--', this.#done)) return this.ondeclaration(_start, end);
    this.#builder.count('!comment');
    this.#done = end + 1;
  }

  /** `<3 </3 <!x> <?x>`: has the form of markup, but is meant as text. */
  ondeclaration(_start: number, end: number): void {
    this.#builder.count('!declaration');
    this.#builder.text(this.#html.slice(this.#done, end + 1));
    this.#done = end + 1;
  }

  oncdata(start: number, end: number, offset: number): void {
    this.#builder.count('!cdata');
    this.#builder.text(this.#html.slice(start, end - offset));
    this.#done = end + 1;
  }

  onprocessinginstruction(start: number, end: number): void {
    this.ondeclaration(start, end);
  }

  /** Keeps the beginning of a tag as text when the comment was cut off inside it. */
  onend(): void {
    if (this.#done >= this.#html.length) return;
    this.#builder.count('!unfinished');
    this.#builder.text(this.#html.slice(this.#done));
    this.#done = this.#html.length;
  }
}
