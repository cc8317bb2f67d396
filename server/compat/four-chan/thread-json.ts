/** Posts of threads and of lists of them as the 4chan API has them. Pure. */
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

/** Clients count on both numbers; the source's own where it said them. */
export function openerJson(board: Pick<Board, 'source'>, opener: Post, replies: number, images: number): FourChanPost {
  return { replies, images, ...postJson(board, opener) };
}

export function postJson({ source }: Pick<Board, 'source'>, post: Post): FourChanPost {
  if (SAME_NAMES.has(source)) return fourChanPost(post);
  const known = Object.entries(post.extra ?? {}).filter(([name]) => KNOWN_NAMES.has(name));
  return fourChanPost({ ...post, extra: Object.fromEntries(known) });
}
