/**
 * Comments without their texts. A rendered page contains the texts already: the browser reads them from the page's HTML and puts them
 * back into the comments, so that nothing is sent twice.
 */
import { textOf, type TextRange, walkText } from '../../../../mappings/comment/plain-text.ts';
import type { CommentToken } from '../../../../mappings/comment/tokens.ts';

/**
 * A text as its length, a line end as null, and any other token with its text replaced by the length. The table of a photograph is
 * unchanged.
 */
export type Outline = readonly unknown[];

export function outlineOf(tokens: readonly CommentToken[]): Outline {
  return tokens.map((token) => {
    if ('children' in token) return { ...token, children: outlineOf(token.children) };
    switch (token.kind) {
      case 'text':
        return token.text.length;
      case 'break':
        return null;
      case 'exif':
        return token;
      case 'math':
        return { ...token, tex: token.tex.length };
      case 'code':
      case 'quotelink':
      case 'deadlink':
      case 'boardlink':
      case 'link':
      case 'fortune':
        return { ...token, text: token.text.length };
    }
  });
}

/** The inverse. `text`: all texts of the comment, joined. @throws RangeError if its length is different. */
export function tokensOf(outline: Outline, text: string): CommentToken[] {
  let at = 0;
  const take = (length: unknown): string => {
    const from = at;
    at += Number(length);
    return text.slice(from, at);
  };
  const restore = (list: Outline): CommentToken[] =>
    list.map((item): CommentToken => {
      if (item === null) return { kind: 'break' };
      if (typeof item === 'number') return { kind: 'text', text: take(item) };
      const token = item as CommentToken;
      if ('children' in token) return { ...token, children: restore(token.children) };
      if ('tex' in token) return { ...token, tex: take(token.tex) };
      return 'text' in token ? { ...token, text: take(token.text) } : token;
    });
  const tokens = restore(outline);
  if (at !== text.length) throw new RangeError(`the outline of a comment needs ${at} characters, not ${text.length}`);
  return tokens;
}

export interface SplitText {
  readonly before: string;
  /** The part of the text that the page shows. */
  readonly shown: string;
  readonly after: string;
}

/** All texts of the comment, joined, then split at the ends of the part that a page shows. */
export function splitText(tokens: readonly CommentToken[], part: TextRange | 'whole'): SplitText {
  let [before, shown, after] = ['', '', ''];
  walkText(tokens, (owner, text, start) => {
    // Line ends are elements, and the rows of a table stay in the data.
    if (!('kind' in owner) || owner.kind === 'break') return;
    const [from, to] = part === 'whole' ? [0, text.length] : [part[0] - start, part[1] - start];
    const [first, last] = [clamped(from, text.length), clamped(to, text.length)];
    before += text.slice(0, first);
    shown += text.slice(first, last);
    after += text.slice(last);
  });
  return { before, shown, after };
}

function clamped(at: number, length: number): number {
  return Math.min(Math.max(at, 0), length);
}

/** Whether parsing HTML returns the same text: parsers of HTML change these characters. */
export function survivesHtml(tokens: readonly CommentToken[]): boolean {
  let survives = true;
  walkText(tokens, (owner) => {
    if (/[\r\0]/.test(textOf(owner))) survives = false;
  });
  return survives;
}
