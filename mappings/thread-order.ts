/**
 * The order of posts in a thread. Sources number posts in it, but a channel of a cabal numbers them by arrival: there the opener comes
 * first, and the others follow by rank (after all posts that they link to), then by claimed time, then by hash. This order is the same
 * on every host, regardless of arrival.
 */
import type { Post } from './post.ts';

type Ordered = Pick<Post, 'opener' | 'extra'>;

interface Place {
  readonly rank: number;
  readonly time: number;
  readonly hash: string;
}

/** @param posts by num and subnum. Posts of other sources are not reordered. */
export function inThreadOrder<T extends Ordered>(posts: readonly T[]): readonly T[] {
  if (!posts.some((post) => placeOf(post) !== null)) return posts;
  // A ghost post stays after the post that it follows by number.
  let place: Place = { rank: 0, time: 0, hash: '' };
  const placed = posts.map((post, at) => {
    place = placeOf(post) ?? place;
    return { post, place, at };
  });
  placed.sort((a, b) => Number(b.post.opener) - Number(a.post.opener) || compare(a.place, b.place) || a.at - b.at);
  return placed.map(({ post }) => post);
}

function placeOf({ extra }: Ordered): Place | null {
  const cable = extra?.['cable'];
  if (typeof cable !== 'object' || cable === null) return null;
  const { rank, time, hash } = cable as Readonly<Record<string, unknown>>;
  return typeof rank === 'number' && typeof time === 'number' && typeof hash === 'string' ? { rank, time, hash } : null;
}

function compare(a: Place, b: Place): number {
  if (a.rank !== b.rank) return a.rank - b.rank;
  if (a.time !== b.time) return a.time - b.time;
  return a.hash < b.hash ? -1 : Number(a.hash > b.hash);
}
