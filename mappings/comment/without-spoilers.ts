import type { CommentToken } from './tokens.ts';

/** Replaces texts behind spoilers, for places where nobody could uncover them. */
export function withoutSpoilers(tokens: readonly CommentToken[]): CommentToken[] {
  return tokens.map((token): CommentToken => {
    if (token.kind === 'spoiler') return { kind: 'text', text: '[spoiler]' };
    return 'children' in token ? { ...token, children: withoutSpoilers(token.children) } : token;
  });
}
