/** Orders a thread as a tree of replies, for a view in which conversations stay together. */
import type { Post } from '../../../../mappings/contract/post.ts';
import { anchorOf } from '../../lib/read-posts.ts';
import { quotedNums } from './quoted-nums.ts';

export interface ReplyTree {
  /** Each post after the one that it answers. */
  readonly posts: readonly Post[];
  /** By post; 0 for the opening post and for posts that answer it or none. */
  readonly depths: ReadonlyMap<Post, number>;
  /** The number of posts below each post that has any: its answers, and theirs. */
  readonly sizes: ReadonlyMap<Post, number>;
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
  return { posts: ordered, depths, sizes: sizesOf(ordered, depths) };
}

function sizesOf(posts: readonly Post[], depths: ReadonlyMap<Post, number>): ReadonlyMap<Post, number> {
  const sizes = new Map<Post, number>();
  /** The posts above the current one, with their places. */
  const above: { readonly post: Post; readonly depth: number; readonly place: number }[] = [];
  const close = (depth: number, end: number) => {
    for (let last = above.at(-1); last !== undefined && last.depth >= depth; last = above.at(-1)) {
      above.pop();
      if (end - last.place > 1) sizes.set(last.post, end - last.place - 1);
    }
  };
  for (const [place, post] of posts.entries()) {
    const depth = depths.get(post) ?? 0;
    close(depth, place);
    above.push({ post, depth, place });
  }
  close(0, posts.length);
  return sizes;
}

/** The branches that the reader folded. */
export interface Folds {
  /** The posts whose branch is folded. */
  readonly closed: ReadonlySet<Post>;
  /** The posts in folded branches. */
  readonly inside: ReadonlySet<Post>;
}

/** `folded`: the anchors of posts. A branch that contains the post of the page's address stays open. */
export function foldsOf({ posts, sizes }: ReplyTree, folded: ReadonlySet<string>, target: string): Folds {
  const [closed, inside] = [new Set<Post>(), new Set<Post>()];
  if (folded.size === 0) return { closed, inside };
  const aim = target === '' ? -1 : posts.findIndex((post) => anchorOf(post) === target);
  for (let place = 0; place < posts.length; place++) {
    const post = posts[place];
    const size = post === undefined ? 0 : (sizes.get(post) ?? 0);
    if (post === undefined || size === 0 || !folded.has(anchorOf(post))) continue;
    if (aim > place && aim <= place + size) continue;
    closed.add(post);
    for (const other of posts.slice(place + 1, place + size + 1)) inside.add(other);
    place += size;
  }
  return { closed, inside };
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
