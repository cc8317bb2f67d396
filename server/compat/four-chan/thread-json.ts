/** Threads and lists of them as the 4chan API has them. Pure. */
import type { Board, SourceKind } from '../../../mappings/board.ts';
import type { Post } from '../../../mappings/post.ts';
import { fourChanPost, type FourChanPost } from './post-json.ts';

/** Sites whose fields `extra` holds under the API's own names; of others nothing goes out that the API has no name for. */
const SAME_NAMES: ReadonlySet<SourceKind> = new Set(['4chan', 'vichan']);

/** What the API lists and columns do not hold. */
const KNOWN_NAMES = new Set(
  (
    'country_name board_flag flag_name troll_country since4pass capcode_replies custom_spoiler m_img tag images ' +
    'bumplimit imagelimit semantic_url sticky_cap'
  ).split(' '),
);

/**
 * Opener first, then by num. null without an opener that may be shown: no client reads such a thread. Ghost posts have no
 * number that the API could give them.
 */
export function fourChanThread(board: Pick<Board, 'source'>, posts: readonly Post[]): readonly FourChanPost[] | null {
  const shown = posts.filter((post) => !post.hidden && post.subnum === 0);
  const opener = shown.find((post) => post.opener);
  if (opener === undefined) return null;
  const replies = shown.filter((post) => !post.opener);
  const images = replies.filter((post) => post.mediaType !== null);
  return [openerJson(board, opener, replies.length, images.length), ...replies.map((post) => postJson(board, post))];
}

/** Clients count on both numbers; the source's own where it said them. */
export function openerJson(board: Pick<Board, 'source'>, opener: Post, replies: number, images: number): FourChanPost {
  return { replies, images, ...postJson(board, opener) };
}

export function postJson({ source }: Pick<Board, 'source'>, post: Post): FourChanPost {
  if (SAME_NAMES.has(source)) return fourChanPost(post);
  const known = Object.entries(post.extra ?? {}).filter(([name]) => KNOWN_NAMES.has(name));
  return fourChanPost({ ...post, extra: Object.fromEntries(known) });
}
