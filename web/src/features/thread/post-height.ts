import type { Post } from '../../../../mappings/contract/post.ts';
import { thumbnailSize } from '../../components/post/picture-size.ts';

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
