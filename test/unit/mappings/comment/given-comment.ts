/** Helpers of these tests for writing and reading comments. */
import { parseComment } from '../../../../mappings/comment/parse.ts';
import { commentPlainText } from '../../../../mappings/comment/plain-text.ts';
import type { CommentToken } from '../../../../mappings/comment/tokens.ts';

export const tokens = (html: string) => parseComment(html).tokens;
export const plain = (html: string) => commentPlainText(tokens(html));
export const unknown = (html: string) => Object.fromEntries(parseComment(html).unknown);

export const text = (value: string): CommentToken => ({ kind: 'text', text: value });
export const br: CommentToken = { kind: 'break' };
export const link = (href: string, value = href): CommentToken => ({ kind: 'link', href, text: value });
export const quotelink = (value: string, board: string | null, thread: number | null, num: number): CommentToken => ({
  kind: 'quotelink',
  text: value,
  board,
  thread,
  num,
});

export const fortune = (style: string) =>
  `luck?<span class="fortune" style="${style}"><br><br><b>Your fortune: tea at five</b></span>`;
