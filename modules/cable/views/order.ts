/**
 * The order of posts: a post comes after all posts that it links to; otherwise time, then hash decide. The rank of a post is its time,
 * raised above the ranks of the posts that it links to. Ranks give a total order that depends only on the set of posts, not on the order
 * of arrival. Comparing two posts by links, else by time, would not be transitive.
 */

/** `links`: hashes in hexadecimal. */
export interface Linking {
  readonly time: number;
  readonly links: readonly string[];
}

/**
 * Returns the ranks of new posts, by hash. `known`: ranks of stored posts. Links to posts that have not arrived are ignored for now.
 * Links cannot form cycles, because a post contains the hashes of the posts that it links to.
 */
export function rankPosts(
  posts: ReadonlyMap<string, Linking>,
  known: ReadonlyMap<string, number>,
): Map<string, number> {
  const ranks = new Map<string, number>();
  for (const first of posts.keys()) {
    // No recursion: a chain of links can be as long as a response.
    const stack = [first];
    for (let hash = stack.at(-1); hash !== undefined; hash = stack.at(-1)) {
      const post = posts.get(hash);
      const missing = ranks.has(hash) ? [] : (post?.links ?? []).filter((link) => posts.has(link) && !ranks.has(link));
      if (missing.length > 0) {
        stack.push(...missing);
        continue;
      }
      stack.pop();
      if (post !== undefined && !ranks.has(hash))
        ranks.set(
          hash,
          rankOf(post, (link) => ranks.get(link) ?? known.get(link)),
        );
    }
  }
  return ranks;
}

export function rankOf({ time, links }: Linking, rank: (link: string) => number | undefined): number {
  return links.reduce((highest, link) => Math.max(highest, (rank(link) ?? -1) + 1), time);
}
