/**
 * The order of posts: after everything that they link to, then by time, then by hash. A post's rank is its time, raised above the ranks of
 * the posts that it links to. Comparing pairs by chains of links and otherwise by time would go in circles; ranks do not, and depend on
 * the set of posts alone, not on what arrived first.
 */

/** Posts by hash in hexadecimal. */
export interface Linking {
  readonly time: number;
  readonly links: readonly string[];
}

/**
 * The ranks of new posts. `known` gives the ranks of stored posts; links to other posts count for nothing until these come.
 * Hashes make circles of links impossible, and the limit of the walk is the number of posts.
 */
export function rankPosts(
  posts: ReadonlyMap<string, Linking>,
  known: ReadonlyMap<string, number>,
): Map<string, number> {
  const ranks = new Map<string, number>();
  for (const first of posts.keys()) {
    // Without recursion: a chain may be as long as a response.
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
