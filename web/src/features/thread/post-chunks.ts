/**
 * Splits a thread into chunks of posts that are rendered and laid out together. The browser checks every element with
 * `content-visibility` at each frame; with thousands of single posts that alone would take longer than a frame.
 */
import type { Post } from '../../../../mappings/contract/post.ts';
import { thumbnailSize } from '../../components/post/picture.tsx';
import { postAnchor } from '../../lib/addresses.ts';

/** About two screens of posts. */
export const POSTS_PER_CHUNK = 25;

/** Height in pixels, by the width of the column. */
export interface Heights {
  readonly wide: number;
  readonly narrow: number;
}

export interface Chunk {
  readonly posts: readonly Post[];
  readonly heights: readonly Heights[];
  /** The height of the whole chunk. */
  readonly height: Heights;
}

/** `quotes` is the number of backlinks in a post's head. */
export function chunksOf(posts: readonly Post[], quotes: (post: Post) => number): readonly Chunk[] {
  return Array.from({ length: Math.ceil(posts.length / POSTS_PER_CHUNK) }, (_, at) => {
    const own = posts.slice(at * POSTS_PER_CHUNK, (at + 1) * POSTS_PER_CHUNK);
    const heights = own.map((post) => ({
      wide: estimatedHeight(post, quotes(post), 'wide'),
      narrow: estimatedHeight(post, quotes(post), 'narrow'),
    }));
    const sum = (column: keyof Heights) => heights.reduce((total, height) => total + height[column], 0);
    return { posts: own, heights, height: { wide: sum('wide'), narrow: sum('narrow') } };
  });
}

/** The chunk and index of the post with this anchor; null if there is none, and for ''. */
export function chunkWith(posts: readonly Post[], anchor: string): number | null {
  if (anchor === '') return null;
  const place = posts.findIndex(({ num, subnum }) => postAnchor(num, subnum) === anchor);
  return place === -1 ? null : Math.floor(place / POSTS_PER_CHUNK);
}

/** Whether the chunk is the visible one or a neighbour of it. */
export function isAround(chunk: number, meant: number | null): boolean {
  return meant !== null && Math.abs(chunk - meant) <= 1;
}

/** Characters and backlinks per line, for a wide and a narrow column; features/thread/thread.css selects the height. */
const COLUMNS = {
  wide: { characters: 80, backlinks: 9, headLines: 1 },
  narrow: { characters: 42, backlinks: 4, headLines: 2 },
} as const;

const PADDING = 24;
const LINE = 24;

/** Estimated height of a post in pixels, so that the scroll bar is about right. Overestimates rather than underestimates. */
export function estimatedHeight(post: Post, quotes: number, column: keyof typeof COLUMNS): number {
  const { characters, backlinks, headLines } = COLUMNS[column];
  const lines = post.comment.split('\n').reduce((sum, line) => sum + Math.ceil((line.length + 1) / characters), 0);
  const head = PADDING + LINE * (headLines + Math.ceil(quotes / backlinks));
  const text = lines * LINE;
  const several = post.extra_files?.length ?? 0;
  if (several > 0) return head + text + (several + 1) * (LINE + 125);
  if (post.file === null) return head + text;
  const thumbnail = thumbnailSize(post.file, post.opener ? 250 : 125).height;
  return head + LINE + Math.max(text, thumbnail);
}
