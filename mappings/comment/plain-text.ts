import type { CommentToken } from './tokens.ts';

export interface CommentLinks {
  readonly posts: readonly { readonly board: string | null; readonly num: number }[];
  readonly domains: readonly string[];
}

/**
 * What search sees of a comment. Renderers walk the same tokens in the same order, so an offset in this text is an
 * offset in what they show.
 */
export function commentPlainText(tokens: readonly CommentToken[]): string {
  return tokens.map((token) => ('text' in token ? token.text : '')).join('');
}

export function commentLinks(tokens: readonly CommentToken[]): CommentLinks {
  void tokens;
  return { posts: [], domains: [] };
}
