/** The text that a mail in HTML shows. */
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

const BLOCKS = new Set(
  'address article aside blockquote center dd div dl dt fieldset footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul'.split(
    ' ',
  ),
);
/** Blocks with an empty line before and after them. */
const PARAGRAPHS = new Set('blockquote dl h1 h2 h3 h4 h5 h6 ol p pre table ul'.split(' '));
const NOT_SHOWN = new Set(['style', 'script', 'title']);

/** Quotations are prefixed with `> `, items of lists with `* `. Time and memory are linear in the length. */
export function htmlText(html: string): string {
  const reader = new HtmlReader(html);
  const tokenizer = new Tokenizer({}, reader);
  tokenizer.write(html);
  tokenizer.end();
  const text = reader.text();
  // A style that never ends would hide everything.
  return text === '' ? html.replaceAll(/<[^<>]*>/g, ' ').trim() : text;
}

class HtmlReader implements TokenizerCallbacks {
  readonly #html: string;
  readonly #lines: string[] = [];
  #line = '';
  /** Empty lines before the next text. */
  #gap = 0;
  #quotes = 0;
  /** That of the last line. */
  #quotesBefore = 0;
  #preformatted = 0;
  #hidden: string | null = null;
  #tag = '';

  constructor(html: string) {
    this.#html = html;
  }

  text(): string {
    this.#endLine(0);
    return this.#lines.join('\n').trim();
  }

  ontext(start: number, end: number): void {
    // After an end tag that was cut off, the tokenizer reports text that starts at -1.
    if (start >= 0) this.#add(this.#html.slice(start, end));
  }

  ontextentity(codePoint: number): void {
    this.#add(String.fromCodePoint(codePoint));
  }

  onopentagname(start: number, end: number): void {
    this.#tag = this.#html.slice(start, end).toLowerCase();
  }

  onopentagend(): void {
    const tag = this.#tag;
    if (NOT_SHOWN.has(tag)) this.#hidden = tag;
    if (tag === 'br') this.#breakLine();
    if (tag === 'td' || tag === 'th') this.#add(' ');
    if (BLOCKS.has(tag)) this.#endLine(PARAGRAPHS.has(tag) ? 1 : 0);
    if (tag === 'blockquote') this.#quotes++;
    if (tag === 'pre') this.#preformatted++;
    if (tag === 'li') this.#line = '* ';
  }

  onselfclosingtag(): void {
    this.onopentagend();
    this.#hidden = null;
  }

  onclosetag(start: number, end: number): void {
    const tag = this.#html.slice(start, end).toLowerCase();
    if (tag === this.#hidden) this.#hidden = null;
    if (BLOCKS.has(tag)) this.#endLine(PARAGRAPHS.has(tag) ? 1 : 0);
    if (tag === 'blockquote') this.#quotes = Math.max(0, this.#quotes - 1);
    if (tag === 'pre') this.#preformatted = Math.max(0, this.#preformatted - 1);
  }

  #add(text: string): void {
    if (this.#hidden !== null) return;
    if (this.#preformatted === 0) {
      const flat = text.replaceAll(/[ \t\r\n\f]+/g, ' ');
      this.#line += /(?:^| )$/.test(this.#line) ? flat.replace(/^ /, '') : flat;
      return;
    }
    const [first = '', ...rest] = text.split(/\r?\n/);
    this.#line += first;
    for (const line of rest) {
      this.#breakLine();
      this.#line = line;
    }
  }

  #breakLine(): void {
    if (this.#line.trim() === '') this.#gap++;
    else this.#push();
  }

  /** Ends the line, with at least so many empty ones after it. */
  #endLine(gap: number): void {
    if (this.#line.trim() !== '') this.#push();
    this.#gap = Math.max(this.#gap, gap);
  }

  #push(): void {
    const quotes = Math.min(this.#quotes, 20);
    const prefix = '> '.repeat(quotes);
    const empty = '> '.repeat(Math.min(quotes, this.#quotesBefore)).trimEnd();
    if (this.#lines.length > 0) for (let at = 0; at < Math.min(this.#gap, 2); at++) this.#lines.push(empty);
    this.#quotesBefore = quotes;
    this.#lines.push((prefix + this.#line).trimEnd());
    this.#line = '';
    this.#gap = 0;
  }

  onattribdata(): void {}
  onattribentity(): void {}
  onattribend(): void {}
  onattribname(): void {}
  oncdata(start: number, end: number, offset: number): void {
    this.ontext(start, end - offset);
  }
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}
}
