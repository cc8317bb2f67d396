/**
 * A thread in stretches of posts that are drawn and laid out together. A browser keeps watch over all that it may leave
 * out of the layout, and does so at every frame: of thousands of posts one by one that alone would take longer than a frame.
 */
import type { Post } from '../../../../mappings/contract/post.ts';
import { thumbnailSize } from '../../components/post/post-file.tsx';
import { postAnchor } from '../../lib/addresses.ts';

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

/** Of text in a column, and of numbers that quote a post; styles/thread.css takes the one that fits. */
const COLUMNS = {
  wide: { characters: 80, backlinks: 9, headLines: 1 },
  narrow: { characters: 38, backlinks: 4, headLines: 2 },
} as const;

const PADDING = 24;
const LINE = 24;

/** Pixels that a post will take, near enough for a scroll bar that does not lie, and rather too many than too few. */
export function estimatedHeight(post: Post, quotes: number, column: keyof typeof COLUMNS): number {
  const { characters, backlinks, headLines } = COLUMNS[column];
  const lines = post.comment.split('\n').reduce((sum, line) => sum + Math.ceil((line.length + 1) / characters), 0);
  const head = PADDING + LINE * (headLines + Math.ceil(quotes / backlinks));
  const text = lines * LINE;
  if (post.file === null) return head + text;
  const thumbnail = thumbnailSize(post.file, post.opener ? 250 : 125).height;
  return head + LINE + Math.max(text, thumbnail);
}
