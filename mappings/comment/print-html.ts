/**
 * Tokens → HTML. `printHtml` visits the tokens and calls one printer for each kind. `plainPrinters` prints plain elements, and a
 * dialect replaces some of them: a new kind of token gets its plain form in this file, and every dialect prints it.
 */
import type { CommentToken, ExifRow, LeafToken, ParentToken, TextStyle } from './tokens.ts';

type OfKind<T extends CommentToken, K extends T['kind']> = Extract<T, { readonly kind: K }>;

/** `context` describes the place of the comment for the dialect. */
export type HtmlPrinters<Context> = {
  readonly [K in LeafToken['kind']]: (token: OfKind<LeafToken, K>, context: Context) => string;
} & {
  /** `inner` is the HTML of the token's children. */
  readonly [K in ParentToken['kind']]: (token: OfKind<ParentToken, K>, inner: string, context: Context) => string;
};

export function printHtml<Context>(
  tokens: readonly CommentToken[],
  printers: HtmlPrinters<Context>,
  context: Context,
): string {
  let html = '';
  for (const token of tokens) html += printToken(token, printers, context);
  return html;
}

export function printToken<Context>(token: CommentToken, printers: HtmlPrinters<Context>, context: Context): string {
  // The table has a printer for each kind, but TypeScript cannot relate it to the kind of this token.
  if (!('children' in token)) return (printers[token.kind] as (leaf: LeafToken, at: Context) => string)(token, context);
  const print = printers[token.kind] as (parent: ParentToken, inner: string, at: Context) => string;
  return print(token, printHtml(token.children, printers, context), context);
}

/** Addresses for the links in a comment. */
export interface LinkTargets {
  /** A null board is the comment's own. */
  post(board: string | null, num: number): string;
  board(board: string, search: string | null): string;
}

/** Kinds of links whose addresses depend on the archive. */
type LinkToArchive = 'quotelink' | 'deadlink' | 'boardlink';

type Escape = (text: string) => string;

/** Colours are dropped, since they are meaningless outside of the source's page. */
const PLAIN_STYLES: Readonly<Record<TextStyle, string | null>> = {
  bold: 'b',
  italic: 'i',
  underline: 'u',
  strike: 's',
  small: 'small',
  big: 'big',
  sub: 'sub',
  sup: 'sup',
  heading: 'b',
  red: null,
  green: null,
  blue: null,
};

/**
 * Plain elements without classes, styles or scripts. `escape` is for attributes and preformatted text, `text` for text that flows,
 * where a line end must become an element.
 */
export function plainPrinters(escape: Escape, text = escape): Omit<HtmlPrinters<unknown>, LinkToArchive> {
  const row = ({ name, value }: ExifRow) =>
    value === null
      ? `<tr><th colspan="2">${text(name)}</th></tr>`
      : `<tr><td>${text(name)}</td><td>${text(value)}</td></tr>`;
  return {
    text: (token) => text(token.text),
    break: () => '<br>',
    code: (token) => `<pre><code>${escape(token.text)}</code></pre>`,
    math: (token) => `<code>${text(token.tex)}</code>`,
    link: (token) => `<a href="${escape(token.href)}">${text(token.text)}</a>`,
    exif: (token) => `<table>${token.rows.map(row).join('')}</table>`,
    fortune: (token) => `<p><b>${text(token.text)}</b></p>`,
    greentext: (_token, inner) => `<span>${inner}</span>`,
    // Closed until the reader opens it, where the program supports the element.
    spoiler: (_token, inner) => `<details><summary>spoiler</summary>${inner}</details>`,
    style: (token, inner) => {
      const name = PLAIN_STYLES[token.style];
      return name === null ? inner : `<${name}>${inner}</${name}>`;
    },
    sjis: (_token, inner) => `<pre>${inner}</pre>`,
    oekaki: (_token, inner) => `<p><small>${inner}</small></p>`,
    notice: (_token, inner) => `<p><b>${inner}</b></p>`,
    dice: (_token, inner) => `<b>${inner}</b>`,
  };
}

/** Links that need only the address of their target. */
export function plainLinks(escape: Escape, text = escape): Pick<HtmlPrinters<LinkTargets>, LinkToArchive> {
  const link = (href: string, label: string) => `<a href="${escape(href)}">${text(label)}</a>`;
  return {
    quotelink: (token, targets) => link(targets.post(token.board, token.num), token.text),
    deadlink: (token, targets) =>
      token.num === null ? text(token.text) : link(targets.post(token.board, token.num), token.text),
    boardlink: (token, targets) => link(targets.board(token.board, token.search), token.text),
  };
}

const SPECIAL = /[&<>"]/;

/** For text between tags and for attributes in double quotes. Apostrophes are not escaped, as in FoolFuuka. */
export function escapeMarkup(text: string): string {
  // Most texts need no escaping.
  if (!SPECIAL.test(text)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Also escapes apostrophes for attributes in single quotes, with the entity that imageboards use. */
export function escapeHtml(text: string): string {
  return escapeMarkup(text).replaceAll("'", '&#039;');
}
