/** Tokens → `comment_processed`: HTML with the class names and attributes that FoolFuuka's pages and clients know. */
import type { CommentToken, TextStyle } from '../../../mappings/comment/tokens.ts';
import { commentPlainText, isBlock } from '../../../mappings/comment/plain-text.ts';
import type { Site } from '../../site.ts';

export interface CommentPlace {
  readonly site: Site;
  readonly board: string;
  readonly thread: number;
  /** Is a board of this name in the archive? Links to others lead to where they came from. */
  readonly isHere: (board: string) => boolean;
}

const STYLES: Readonly<Record<TextStyle, readonly [open: string, close: string]>> = {
  bold: ['<strong>', '</strong>'],
  italic: ['<em>', '</em>'],
  underline: ['<span class="underline">', '</span>'],
  strike: ['<span class="strikethrough">', '</span>'],
  sub: ['<sub>', '</sub>'],
  sup: ['<sup>', '</sup>'],
  heading: ['<strong>', '</strong>'],
  small: ['<small>', '</small>'],
  big: ['<big>', '</big>'],
  red: ['<span class="qst-color red">', '</span>'],
  green: ['<span class="qst-color green">', '</span>'],
  blue: ['<span class="qst-color blue">', '</span>'],
};

const LINE_END = '<br />\n';

export function commentHtml(tokens: readonly CommentToken[], place: CommentPlace): string {
  return linesOf(tokens)
    .map((line) => lineHtml(line, place))
    .join(LINE_END);
}

/** A line that begins with `>` is greentext there, also when it is nothing but a link to a post. */
function lineHtml(line: readonly CommentToken[], place: CommentPlace): string {
  const html = tokensHtml(line, place);
  const [first] = line;
  if (first === undefined || first.kind === 'greentext' || first.kind === 'code') return html;
  return commentPlainText(line).startsWith('>') ? `<span class="greentext">${html}</span>` : html;
}

function linesOf(tokens: readonly CommentToken[]): CommentToken[][] {
  const lines: CommentToken[][] = [[]];
  let afterBlock = false;
  for (const token of tokens) {
    if (token.kind === 'exif' || token.kind === 'oekaki') continue;
    const block = isBlock(token);
    const line = lines.at(-1) ?? [];
    if (token.kind === 'break') lines.push([]);
    else if ((block || afterBlock) && line.length > 0) lines.push([token]);
    else line.push(token);
    afterBlock = block;
  }
  return lines;
}

function tokensHtml(tokens: readonly CommentToken[], place: CommentPlace): string {
  return tokens.map((token) => tokenHtml(token, place)).join('');
}

function tokenHtml(token: CommentToken, place: CommentPlace): string {
  switch (token.kind) {
    case 'text':
      return textHtml(token.text);
    case 'break':
      return LINE_END;
    case 'code':
      return token.text.includes('\n') ? `<pre>${textHtml(token.text)}</pre>` : `<code>${textHtml(token.text)}</code>`;
    case 'math':
      return token.display
        ? `<div class="math">${textHtml(token.tex)}</div>`
        : `<span class="math">${textHtml(token.tex)}</span>`;
    case 'quotelink':
      return postLink(token.text, { ...token, thread: token.thread ?? threadHere(token.board, place) }, place);
    case 'deadlink':
      return token.num === null
        ? textHtml(token.text)
        : postLink(token.text, { board: token.board, thread: null, num: token.num }, place);
    case 'boardlink':
      return boardLink(token.text, token.board, token.search, place);
    case 'link':
      return `<a href="${attribute(token.href)}" target="_blank" rel="nofollow">${textHtml(token.text)}</a>`;
    case 'fortune': {
      const style = token.color === null ? '' : ` style="color: ${attribute(token.color)}"`;
      return `<strong><span class="fortune"${style}>${textHtml(token.text)}</span></strong>`;
    }
    case 'greentext':
      return `<span class="greentext">${tokensHtml(token.children, place)}</span>`;
    case 'spoiler':
      return `<span class="spoiler">${tokensHtml(token.children, place)}</span>`;
    case 'style': {
      const [open, close] = STYLES[token.style];
      return open + tokensHtml(token.children, place) + close;
    }
    case 'sjis':
      return `<span class="shift-jis">${tokensHtml(token.children, place)}</span>`;
    case 'notice':
      return `<span class="banned">${tokensHtml(token.children, place)}</span>`;
    case 'exif':
    case 'oekaki':
      return '';
  }
}

/** A link without a board or a thread is one in the thread it stands in. */
function threadHere(board: string | null, place: CommentPlace): number | null {
  return board === null ? place.thread : null;
}

interface LinkedPost {
  readonly board: string | null;
  readonly thread: number | null;
  readonly num: number;
}

function postLink(text: string, { board: named, thread, num }: LinkedPost, place: CommentPlace): string {
  const board = named ?? place.board;
  if (board !== place.board && !place.isHere(board)) {
    const at = thread === null ? `${num}` : `${thread}#p${num}`;
    return `<a href="//boards.4chan.org/${attribute(board)}/thread/${at}">${textHtml(text)}</a>`;
  }
  const href = thread === null ? `post/${num}/` : `thread/${thread}/#${num}`;
  return (
    `<a href="${attribute(place.site.board(board))}${href}" class="backlink${num === thread ? ' op' : ''}" data-function="highlight"` +
    ` data-backlink="true" data-board="${attribute(board)}" data-post="${num}">${textHtml(text)}</a>`
  );
}

function boardLink(text: string, board: string, search: string | null, { site, isHere }: CommentPlace): string {
  const base = isHere(board) ? site.board(board) : `//boards.4chan.org/${board}/`;
  const href = search === null || !isHere(board) ? base : `${base}search/text/${encodeURIComponent(search)}/`;
  return `<a href="${attribute(href)}">${textHtml(text)}</a>`;
}

/** Apostrophes stay, as FoolFuuka leaves them. */
function textHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

const attribute = textHtml;
