/**
 * A thread in stretches of posts that are drawn and laid out together. A browser keeps watch over all that it may leave
 * out of the layout, and does so at every frame: of thousands of posts one by one that alone would take longer than a frame.
 */
import type { Post } from '../../../../mappings/contract/post.ts';
import { postAnchor } from '../../lib/addresses.ts';
import { estimatedHeight } from './post-height.ts';

/** About what fills two screens. */
export const POSTS_A_STRETCH = 25;

/** Pixels by the width of the column. */
export interface Heights {
  readonly wide: number;
  readonly narrow: number;
}

export interface Stretch {
  readonly posts: readonly Post[];
  readonly heights: readonly Heights[];
  /** All of it. */
  readonly height: Heights;
}

/** `quotes` of a post: how many numbers stand in its head. */
export function stretchesOf(posts: readonly Post[], quotes: (post: Post) => number): readonly Stretch[] {
  return Array.from({ length: Math.ceil(posts.length / POSTS_A_STRETCH) }, (_, at) => {
    const own = posts.slice(at * POSTS_A_STRETCH, (at + 1) * POSTS_A_STRETCH);
    const heights = own.map((post) => ({
      wide: estimatedHeight(post, quotes(post), 'wide'),
      narrow: estimatedHeight(post, quotes(post), 'narrow'),
    }));
    const sum = (column: keyof Heights) => heights.reduce((total, height) => total + height[column], 0);
    return { posts: own, heights, height: { wide: sum('wide'), narrow: sum('narrow') } };
  });
}

/** Where the post of that anchor is; null where it is not, and for ''. */
export function stretchWith(posts: readonly Post[], anchor: string): number | null {
  if (anchor === '') return null;
  const place = posts.findIndex(({ num, subnum }) => postAnchor(num, subnum) === anchor);
  return place === -1 ? null : Math.floor(place / POSTS_A_STRETCH);
}

/** What the reader looks at, with what is before and behind it. */
export function isAround(stretch: number, meant: number | null): boolean {
  return meant !== null && Math.abs(stretch - meant) <= 1;
}
