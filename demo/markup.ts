/**
 * What the site makes of the text that a poster types: escaped, links resolved, tags of the board turned into HTML,
 * long words broken. The same forms as in real comments.
 */
export interface QuoteTarget {
  readonly thread: number;
}

export interface MarkupContext {
  readonly board: string;
  /** The thread that the text is posted in; its own number for an opening post. */
  readonly thread: number;
  /** null for a post that is gone or never was: the link is dead from the start. */
  readonly find: (board: string, no: number) => QuoteTarget | null;
  readonly tags: { readonly code: boolean; readonly math: boolean; readonly sjis: boolean; readonly spoilers: boolean };
}

/** The site breaks words after so many characters, so that no post widens the page. */
const LONGEST_WORD = 35;

const BLOCK = /\[(code|math|eqn|sjis)\]([\s\S]*?)\[\/\1\]/g;
const LINK = />>>\/([a-z0-9]+)\/(\d+|[a-z0-9]+)?|>>(\d+)/g;

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#039;');
}

/** Typed text as the HTML of `com`. */
export function commentHtml(typed: string, context: MarkupContext): string {
  const text = typed.replaceAll('\r', '');
  let html = '';
  let from = 0;
  for (const match of text.matchAll(BLOCK)) {
    const [whole, tag = '', body = ''] = match;
    const block = blockHtml(tag, body, context);
    if (block === null) continue;
    html += linesHtml(text.slice(from, match.index), context) + block;
    from = match.index + whole.length;
  }
  html += linesHtml(text.slice(from), context);
  return context.tags.spoilers ? spoilersHtml(html) : html;
}

/** null where the board does not have the tag: then it stays as typed. */
function blockHtml(tag: string, body: string, { tags }: MarkupContext): string | null {
  const lines = breakLongWords(body.replace(/^\n|\n$/g, '')).replaceAll('\n', '<br>');
  if (tag === 'code') return tags.code ? `<pre class="prettyprint">${lines}</pre>` : null;
  if (tag === 'sjis') return tags.sjis ? `<span class="sjis">${escapeLines(body)}</span>` : null;
  if (!tags.math) return null;
  return tag === 'math'
    ? `<span class="math">${escapeHtml(body)}</span>`
    : `<div class="math">${escapeHtml(body)}</div>`;
}

function escapeLines(text: string): string {
  return escapeHtml(text.replace(/^\n|\n$/g, '')).replaceAll('\n', '<br>');
}

function linesHtml(text: string, context: MarkupContext): string {
  return text
    .split('\n')
    .map((line) => lineHtml(line, context))
    .join('<br>');
}

function lineHtml(line: string, context: MarkupContext): string {
  let html = '';
  let from = 0;
  for (const match of line.matchAll(LINK)) {
    html += breakLongWords(line.slice(from, match.index)) + linkHtml(match, context);
    from = match.index + match[0].length;
  }
  html += breakLongWords(line.slice(from));
  const quoted = line.startsWith('>') && !/^>>(\d|>\/[a-z0-9]+\/)/.test(line);
  return quoted ? `<span class="quote">${html}</span>` : html;
}

function linkHtml(match: RegExpExecArray, context: MarkupContext): string {
  const [whole, otherBoard, target, here] = match;
  const label = escapeHtml(whole);
  if (otherBoard !== undefined) {
    const site = `//boards.4chan.org/${otherBoard}/`;
    if (target === undefined) return anchor(site, label);
    if (!/^\d+$/.test(target)) return anchor(`${site}catalog#s=${target}`, label);
    const found = context.find(otherBoard, Number(target));
    return found === null ? deadlink(label) : anchor(`${site}thread/${found.thread}#p${target}`, label);
  }
  const found = context.find(context.board, Number(here));
  if (found === null) return deadlink(label);
  const address = found.thread === context.thread ? '' : `/${context.board}/thread/${found.thread}`;
  return anchor(`${address}#p${here}`, label);
}

function anchor(href: string, label: string): string {
  return `<a href="${href}" class="quotelink">${label}</a>`;
}

function deadlink(label: string): string {
  return `<span class="deadlink">${label}</span>`;
}

function breakLongWords(text: string): string {
  return text.replaceAll(/\S+/g, (word) => (word.match(PIECES) ?? []).map(escapeHtml).join('<wbr>'));
}

const PIECES = new RegExp(`.{1,${LONGEST_WORD}}`, 'gsu');

/** Only whole pairs: a tag without its partner stays as typed. */
function spoilersHtml(html: string): string {
  return html.replaceAll(/\[spoiler\]([\s\S]*?)\[\/spoiler\]/g, '<s>$1</s>');
}
