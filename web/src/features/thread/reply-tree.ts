/** Orders a thread as a tree of replies, for a view in which conversations stay together. */
import type { Post } from '../../../../mappings/contract/post.ts';
import { quotedNums } from './quoted-nums.ts';

export interface ReplyTree {
  /** Each post after the one that it answers. */
  readonly posts: readonly Post[];
  /** By post; 0 for the opening post and for posts that answer it or none. */
  readonly depths: ReadonlyMap<Post, number>;
}

/**
 * A post answers the first post before it that it quotes, the opening post aside. Since that post is always an earlier one, there are
 * no cycles. Chains may be as long as the thread, so nothing is recursive.
 */
export function replyTree(posts: readonly Post[]): ReplyTree {
  const places = new Map<number, number>();
  const answers = new Map<Post, Post[]>();
  const roots: Post[] = [];
  for (const [place, post] of posts.entries()) {
    const parent = parentOf(post, place, posts, places);
    const siblings = parent === undefined ? roots : answers.get(parent);
    if (siblings !== undefined) siblings.push(post);
    else if (parent !== undefined) answers.set(parent, [post]);
    if (post.subnum === 0) places.set(post.num, place);
  }
  const depths = new Map<Post, number>();
  const ordered: Post[] = [];
  const stack = roots.toReversed().map((post) => ({ post, depth: 0 }));
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { post, depth } = next;
    ordered.push(post);
    depths.set(post, depth);
    for (const answer of (answers.get(post) ?? []).toReversed()) stack.push({ post: answer, depth: depth + 1 });
  }
  return { posts: ordered, depths };
}

/** `places`: those of the posts before this one. */
function parentOf(
  post: Post,
  place: number,
  posts: readonly Post[],
  places: ReadonlyMap<number, number>,
): Post | undefined {
  for (const num of quotedNums(post.tokens, post)) {
    const at = places.get(num);
    const quoted = at === undefined || at >= place ? undefined : posts[at];
    if (quoted !== undefined && !quoted.opener) return quoted;
  }
  return undefined;
}
