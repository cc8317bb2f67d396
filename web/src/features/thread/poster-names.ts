import type { Post } from '../../../../mappings/contract/post.ts';

const MAX_CHARACTERS = 20;

/** Names beside links to posts, by num: the poster's name or tripcode, and OP for the poster of the thread. Anonymous posters have none. */
export function posterNames(posts: readonly Post[]): ReadonlyMap<number, string> {
  const opener = posts.find((post) => post.opener);
  const names = new Map<number, string>();
  for (const post of posts) {
    const name = post.name === null || post.name === 'Anonymous' ? post.tripcode : post.name;
    const short = name !== null && name.length > MAX_CHARACTERS ? `${name.slice(0, MAX_CHARACTERS)}…` : name;
    const text = [short, isSamePoster(post, opener) ? '(OP)' : null].filter((part) => part !== null).join(' ');
    if (text !== '' && post.subnum === 0) names.set(post.num, text);
  }
  return names;
}

/** Only a tripcode or an ID of the thread shows who wrote a post. */
function isSamePoster(post: Post, opener: Post | undefined): boolean {
  if (opener === undefined) return false;
  const hasTrip = post.tripcode !== null && post.tripcode === opener.tripcode;
  return hasTrip || (post.posterid !== null && post.posterid === opener.posterid);
}
