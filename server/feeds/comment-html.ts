/**
 * Tokens → HTML for readers of feeds: a few plain elements, no class, style or script, and text that is escaped. What the
 * source wrote as HTML never comes here.
 */
import type { CommentToken, TextStyle } from '../../mappings/comment/tokens.ts';
import { escapeXml } from './xml.ts';

export interface LinkTargets {
  /** Where a post can be read, on this site. */
  post(board: string | null, num: number): string;
  board(board: string, search: string | null): string;
}

/** Colours say nothing without the page around them. */
const ELEMENT_OF: Readonly<Record<TextStyle, string | null>> = {
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

export function commentHtml(tokens: readonly CommentToken[], targets: LinkTargets): string {
  return tokens.map((token) => tokenHtml(token, targets)).join('');
}

function tokenHtml(token: CommentToken, targets: LinkTargets): string {
  switch (token.kind) {
    case 'text':
      return textHtml(token.text);
    case 'break':
      return '<br>';
    case 'code':
      return `<pre><code>${escapeXml(token.text)}</code></pre>`;
    case 'math':
      return `<code>${textHtml(token.tex)}</code>`;
    case 'quotelink':
      return link(targets.post(token.board, token.num), token.text);
    case 'deadlink':
      return token.num === null ? textHtml(token.text) : link(targets.post(token.board, token.num), token.text);
    case 'boardlink':
      return link(targets.board(token.board, token.search), token.text);
    case 'link':
      return link(token.href, token.text);
    case 'exif':
      return `<table>${token.rows.map(({ name, value }) => row(name, value)).join('')}</table>`;
    case 'fortune':
      return `<p><b>${textHtml(token.text)}</b></p>`;
    case 'greentext':
      return `<span>${commentHtml(token.children, targets)}</span>`;
    case 'spoiler':
      // Hidden where the reader's program knows the element, and closed like a spoiler is.
      return `<details><summary>spoiler</summary>${commentHtml(token.children, targets)}</details>`;
    case 'style':
      return styled(ELEMENT_OF[token.style], commentHtml(token.children, targets));
    case 'sjis':
      return `<pre>${commentHtml(token.children, targets)}</pre>`;
    case 'oekaki':
      return `<p><small>${commentHtml(token.children, targets)}</small></p>`;
    case 'notice':
      return `<p><b>${commentHtml(token.children, targets)}</b></p>`;
  }
}

function textHtml(text: string): string {
  return escapeXml(text).replaceAll('&#10;', '<br>');
}

function link(href: string, text: string): string {
  return `<a href="${escapeXml(href)}">${textHtml(text)}</a>`;
}

function styled(name: string | null, inner: string): string {
  return name === null ? inner : `<${name}>${inner}</${name}>`;
}

function row(name: string, value: string | null): string {
  return value === null
    ? `<tr><th colspan="2">${textHtml(name)}</th></tr>`
    : `<tr><td>${textHtml(name)}</td><td>${textHtml(value)}</td></tr>`;
}
