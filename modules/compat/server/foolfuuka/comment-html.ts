/** Tokens → `comment_processed`: HTML with the class names and attributes that FoolFuuka's pages and clients use. */
import type { CommentToken, TextStyle } from '../../../../mappings/comment/tokens.ts';
import { firstText, isBlock } from '../../../../mappings/comment/plain-text.ts';
import { escapeMarkup, plainPrinters, printToken, type HtmlPrinters } from '../../../../mappings/comment/print-html.ts';
import type { Site } from '../../../../server/shared/site.ts';

export interface CommentPlace {
  readonly site: Site;
  readonly board: string;
  readonly thread: number;
  /** Returns true if the archive has a board of this name. Links to other boards lead to the source. */
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
  /** The beginning of the line's text, as far as it is known; null for a line that is not wrapped. */
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
      line += printToken(token, PRINTERS, place);
    }
    afterBlock = block;
  }
  return html + lineHtml(line, begin);
}

/** In FoolFuuka a line that begins with `>` is greentext, even if it is only a link to a post. */
function lineHtml(html: string, begin: string | null): string {
  return begin?.startsWith('>') === true ? `<span class="greentext">${html}</span>` : html;
}

/** Exif tables and oekaki notes are left out: `exif` has them. */
const PRINTERS: HtmlPrinters<CommentPlace> = {
  ...plainPrinters(escapeMarkup),
  break: () => LINE_END,
  code: ({ text }) => (text.includes('\n') ? `<pre>${escapeMarkup(text)}</pre>` : `<code>${escapeMarkup(text)}</code>`),
  math: ({ display, tex }) =>
    display ? `<div class="math">${escapeMarkup(tex)}</div>` : `<span class="math">${escapeMarkup(tex)}</span>`,
  quotelink: (token, place) => {
    const { text, board, thread, num } = token;
    return postLink(text, { board, thread: thread ?? threadHere(board, place), num }, place);
  },
  deadlink: ({ text, board, num }, place) =>
    num === null ? escapeMarkup(text) : postLink(text, { board, thread: null, num }, place),
  boardlink: ({ text, board, search }, place) => boardLink(text, board, search, place),
  link: ({ href, text }) =>
    `<a href="${escapeMarkup(href)}" target="_blank" rel="ugc nofollow">${escapeMarkup(text)}</a>`,
  exif: () => '',
  fortune: ({ text, color }) => {
    const style = color === null ? '' : ` style="color: ${escapeMarkup(color)}"`;
    return `<strong><span class="fortune"${style}>${escapeMarkup(text)}</span></strong>`;
  },
  greentext: (_token, inner) => `<span class="greentext">${inner}</span>`,
  spoiler: (_token, inner) => `<span class="spoiler">${inner}</span>`,
  style: ({ style }, inner) => STYLES[style][0] + inner + STYLES[style][1],
  sjis: (_token, inner) => `<span class="shift-jis">${inner}</span>`,
  oekaki: () => '',
  notice: (_token, inner) => `<span class="banned">${inner}</span>`,
  dice: (_token, inner) => STYLES.bold[0] + inner + STYLES.bold[1],
};

/** A link that names neither board nor thread leads into the comment's own thread. */
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
