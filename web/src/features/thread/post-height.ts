import type { Post } from '../../../../server/contract/post.ts';
import { thumbnailSize } from '../post/picture-size.ts';

const HEAD = 46;
const FILE_LINE = 22;
const LINE = 22;
const CHARACTERS_A_LINE = 80;

/** Pixels that a post will take, near enough for a scroll bar that does not lie. */
export function estimatedHeight(post: Post): number {
  const lines = post.comment
    .split('\n')
    .reduce((sum, line) => sum + Math.ceil((line.length + 1) / CHARACTERS_A_LINE), 0);
  const text = lines * LINE;
  if (post.file === null) return HEAD + text;
  return HEAD + FILE_LINE + Math.max(text, thumbnailSize(post.file, post.opener ? 250 : 125).height);
}
