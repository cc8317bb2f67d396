import { ADDED_BY_SITE, type CommentToken, type ExifRow, type LeafToken } from './tokens.ts';

/** The owner of a part of the plain text: a leaf token, or a row of an EXIF table. */
export type TextOwner = Exclude<LeafToken, { kind: 'exif' }> | ExifRow;

/** `[start, end)` in UTF-16 code units. */
export type TextRange = readonly [start: number, end: number];

/** Returns the text that an owner adds to the plain text. Renderers that place highlights must show exactly this text. */
export function textOf(owner: TextOwner): string {
  if (!('kind' in owner)) return owner.value === null ? owner.name : `${owner.name}: ${owner.value}`;
  if (owner.kind === 'break') return '\n';
  return owner.kind === 'math' ? owner.tex : owner.text;
}

/** True if the token is a block. Blocks occupy lines of their own; the line ends around them are not tokens. */
export function isBlock(token: CommentToken): boolean {
  return token.kind === 'code' || token.kind === 'exif' || token.kind === 'fortune' || token.kind === 'oekaki';
}

/** `written`: what the poster wrote. The other parts are what the site added. */
export type TextPart = 'written' | (typeof ADDED_BY_SITE)[keyof typeof ADDED_BY_SITE];

/** The part that a token and everything in it belong to. `around`: the part of the token that it is in. */
function partOf({ kind }: CommentToken, around: TextPart): TextPart {
  return around === 'written' && kind in ADDED_BY_SITE ? ADDED_BY_SITE[kind as keyof typeof ADDED_BY_SITE] : around;
}

/** Whether a comment has text that the site added. */
export function hasAddedText(tokens: readonly CommentToken[]): boolean {
  for (const token of tokens) {
    if (token.kind in ADDED_BY_SITE) return true;
    if ('children' in token && hasAddedText(token.children)) return true;
  }
  return false;
}

/**
 * Calls `visit` for every owner of text in reading order, with its text and the offset of that text in the plain text.
 * Returns the plain text. This function alone defines the plain text, for search, highlights and renderers.
 */
export function walkText(
  tokens: readonly CommentToken[],
  visit?: (owner: TextOwner, text: string, start: number, part: TextPart) => void,
): string {
  let plain = '';
  let atLineStart = true;
  let lineEndOwed = false;

  const add = (owner: TextOwner, part: TextPart) => {
    const text = textOf(owner);
    if (text === '') return;
    if (lineEndOwed) plain += '\n';
    lineEndOwed = false;
    visit?.(owner, text, plain.length, part);
    plain += text;
    atLineStart = text.endsWith('\n');
  };
  const endLine = () => {
    lineEndOwed ||= !atLineStart;
  };
  const walk = (list: readonly CommentToken[], around: TextPart) => {
    for (const token of list) {
      const block = isBlock(token);
      const part = partOf(token, around);
      if (block) endLine();
      if ('children' in token) walk(token.children, part);
      else if (token.kind !== 'exif') add(token, part);
      else {
        for (const row of token.rows) {
          endLine();
          add(row, part);
        }
      }
      if (block) endLine();
    }
  };

  walk(tokens, 'written');
  return plain;
}

/**
 * Returns the plain text of a comment. Renderers go through the same tokens in the same order, so offsets in this text are valid in
 * their output. Searches read its parts (text-parts.ts).
 */
export function commentPlainText(tokens: readonly CommentToken[]): string {
  const [first] = tokens;
  return tokens.length === 1 && first?.kind === 'text' ? first.text : walkText(tokens);
}

/** Returns the text of the first owner that has any, with which the plain text begins; '' without text. */
export function firstText(tokens: readonly CommentToken[]): string {
  for (const token of tokens) {
    let text = '';
    if ('children' in token) text = firstText(token.children);
    else if (token.kind === 'exif') text = token.rows.map(textOf).find((row) => row !== '') ?? '';
    else text = textOf(token);
    if (text !== '') return text;
  }
  return '';
}

/**
 * Returns the marked parts of each owner, as offsets in `textOf(owner)`. Owners without marks are left out. `ranges` are
 * offsets in the plain text, in any order; they may overlap or exceed its length.
 */
export function markedLeaves(
  tokens: readonly CommentToken[],
  ranges: readonly TextRange[],
): ReadonlyMap<TextOwner, readonly TextRange[]> {
  const marks = merged(ranges);
  const found = new Map<TextOwner, TextRange[]>();
  let next = 0;
  walkText(tokens, (owner, text, start) => {
    const end = start + text.length;
    const own: TextRange[] = [];
    for (;;) {
      const mark = marks[next];
      if (mark === undefined || mark[0] >= end) break;
      if (mark[1] > start) own.push([Math.max(mark[0] - start, 0), Math.min(mark[1] - start, text.length)]);
      // A mark that reaches into the next owner is processed again for that one.
      if (mark[1] > end) break;
      next += 1;
    }
    if (own.length > 0) found.set(owner, own);
  });
  return found;
}

function merged(ranges: readonly TextRange[]): readonly TextRange[] {
  const result: [number, number][] = [];
  for (const [start, end] of ranges.filter((range) => range[0] < range[1]).sort((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else result.push([start, end]);
  }
  return result;
}

export interface TextSegment {
  readonly text: string;
  readonly marked: boolean;
}

/** Splits a text into marked and unmarked segments. `marks` are sorted and do not overlap, as `markedLeaves` returns them. */
export function markedSegments(text: string, marks: readonly TextRange[]): readonly TextSegment[] {
  const segments: TextSegment[] = [];
  const push = (start: number, end: number, marked: boolean) => {
    if (start < end) segments.push({ text: text.slice(start, end), marked });
  };
  let position = 0;
  for (const [start, end] of marks) {
    push(position, start, false);
    push(start, end, true);
    position = end;
  }
  push(position, text.length, false);
  return segments;
}

export interface CommentLinks {
  /** Quoted posts, including deleted ones; unique, in order. A null board means the board of the post itself. */
  readonly posts: readonly LinkedPost[];
  /** Host names of web links in lower case, without `www.`; unique, in order. */
  readonly domains: readonly string[];
}

interface LinkedPost {
  readonly board: string | null;
  readonly num: number;
}

const NO_LINKS: CommentLinks = { posts: [], domains: [] };

/**
 * Returns the posts and domains that a comment links to. Allocates nothing before the first link, because most comments
 * have none, and rebuilds call this for every post.
 */
export function commentLinks(tokens: readonly CommentToken[]): CommentLinks {
  const found = linksAmong(tokens, null);
  if (found === null) return NO_LINKS;
  return { posts: [...found.posts.values()], domains: [...found.domains] };
}

interface FoundLinks {
  /** Keyed by num, or by board and num if the link names a board. */
  readonly posts: Map<number | string, LinkedPost>;
  readonly domains: Set<string>;
}

function linksAmong(tokens: readonly CommentToken[], before: FoundLinks | null): FoundLinks | null {
  let found = before;
  for (const token of tokens) {
    if ('children' in token) found = linksAmong(token.children, found);
    else if (token.kind === 'quotelink' || token.kind === 'deadlink') {
      const { board, num } = token;
      if (num === null || !Number.isSafeInteger(num) || num <= 0) continue;
      found ??= { posts: new Map(), domains: new Set() };
      found.posts.set(board === null ? num : `${board}.${num}`, { board, num });
    } else if (token.kind === 'link') {
      const domain = domainOf(token.href);
      if (domain === '') continue;
      found ??= { posts: new Map(), domains: new Set() };
      found.domains.add(domain);
    }
  }
  return found;
}

function domainOf(href: string): string {
  const url = URL.parse(href);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return '';
  return url.hostname.replace(/^www\./, '').replace(/\.$/, '');
}
