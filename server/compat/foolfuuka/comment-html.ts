/** Tokens → `comment_processed`: HTML with the class names and attributes that FoolFuuka's pages and clients know. */
import type { CommentToken, TextStyle } from '../../../mappings/comment/tokens.ts';
import { firstText, isBlock } from '../../../mappings/comment/plain-text.ts';
import type { Site } from '../../http/site.ts';
import { escapeMarkup } from '../html.ts';

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
  let html = '';
  let line = '';
  let isEmpty = true;
  /** What the line's text begins with, as far as it is known; null for a line that nothing is put around. */
  let begin: string | null = '';
  let afterBlock = false;
  for (const token of tokens) {
    if (token.kind === 'exif' || token.kind === 'oekaki') continue;
    const block = isBlock(token);
    const isBreak = token.kind === 'break';
    if (isBreak || ((block || afterBlock) && !isEmpty)) {
      html += lineHtml(line, begin) + LINE_END;
      line = '';
      isEmpty = true;
      begin = '';
    }
    if (!isBreak) {
      if (isEmpty && (token.kind === 'greentext' || token.kind === 'code')) begin = null;
      else if (begin === '') begin = firstText([token]);
      isEmpty = false;
      line += tokenHtml(token, place);
    }
    afterBlock = block;
  }
  return html + lineHtml(line, begin);
}

/** A line that begins with `>` is greentext there, also when it is nothing but a link to a post. */
function lineHtml(html: string, begin: string | null): string {
  return begin?.startsWith('>') === true ? `<span class="greentext">${html}</span>` : html;
}

function tokensHtml(tokens: readonly CommentToken[], place: CommentPlace): string {
  let html = '';
  for (const token of tokens) html += tokenHtml(token, place);
  return html;
}

function tokenHtml(token: CommentToken, place: CommentPlace): string {
  switch (token.kind) {
    case 'text':
      return escapeMarkup(token.text);
    case 'break':
      return LINE_END;
    case 'code':
      return token.text.includes('\n')
        ? `<pre>${escapeMarkup(token.text)}</pre>`
        : `<code>${escapeMarkup(token.text)}</code>`;
    case 'math':
      return token.display
        ? `<div class="math">${escapeMarkup(token.tex)}</div>`
        : `<span class="math">${escapeMarkup(token.tex)}</span>`;
    case 'quotelink':
      return postLink(token.text, { ...token, thread: token.thread ?? threadHere(token.board, place) }, place);
    case 'deadlink':
      return token.num === null
        ? escapeMarkup(token.text)
        : postLink(token.text, { board: token.board, thread: null, num: token.num }, place);
    case 'boardlink':
      return boardLink(token.text, token.board, token.search, place);
    case 'link':
      return `<a href="${escapeMarkup(token.href)}" target="_blank" rel="nofollow">${escapeMarkup(token.text)}</a>`;
    case 'fortune': {
      const style = token.color === null ? '' : ` style="color: ${escapeMarkup(token.color)}"`;
      return `<strong><span class="fortune"${style}>${escapeMarkup(token.text)}</span></strong>`;
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
    return `<a href="//boards.4chan.org/${escapeMarkup(board)}/thread/${at}">${escapeMarkup(text)}</a>`;
  }
  const href = thread === null ? `post/${num}/` : `thread/${thread}/#${num}`;
  return (
    `<a href="${escapeMarkup(place.site.board(board))}${href}" class="backlink${num === thread ? ' op' : ''}" data-function="highlight"` +
    ` data-backlink="true" data-board="${escapeMarkup(board)}" data-post="${num}">${escapeMarkup(text)}</a>`
  );
}

function boardLink(text: string, board: string, search: string | null, { site, isHere }: CommentPlace): string {
  const base = isHere(board) ? site.board(board) : `//boards.4chan.org/${board}/`;
  const href = search === null || !isHere(board) ? base : `${base}search/text/${encodeURIComponent(search)}/`;
  return `<a href="${escapeMarkup(href)}">${escapeMarkup(text)}</a>`;
}
