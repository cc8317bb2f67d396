import type { CommentToken } from '../../../../mappings/comment/tokens.ts';
import type { Post } from '../../../../mappings/contract/post.ts';

/** For each post of a thread, the numbers of the posts that quote it, in order and without duplicates. */
export function backlinksOf(posts: readonly Post[]): ReadonlyMap<number, readonly number[]> {
  const quotedBy = new Map<number, number[]>();
  for (const post of posts) {
    for (const num of quotedNums(post.tokens, post)) {
      const quoting = quotedBy.get(num);
      if (quoting === undefined) quotedBy.set(num, [post.num]);
      else if (!quoting.includes(post.num)) quoting.push(post.num);
    }
  }
  return quotedBy;
}

/** The posts of its own thread that a post quotes. */
export function quotedNums(tokens: readonly CommentToken[], post: Post): readonly number[] {
  return tokens.flatMap((token) => {
    if ('children' in token) return quotedNums(token.children, post);
    if (token.kind !== 'quotelink') return [];
    const here =
      (token.board === null || token.board === post.board) && (token.thread === null || token.thread === post.thread);
    return here ? [token.num] : [];
  });
}
