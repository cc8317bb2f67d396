/** Threads and their posts as the 4chan API has them. */
import type { Board } from '../../../mappings/board.ts';
import { hasFourChanNames } from '../../../mappings/sources.ts';
import type { Post } from '../../../mappings/post.ts';
import { toPost } from '../../../mappings/postgres/post-row.ts';
import type { ThreadFormat } from '../../threads/read-thread.ts';
import { fourChanPost, type FourChanPost } from './post.ts';

/** Threads without a visible opener are not shown: no client reads them. Ghost posts have no number in this API. */
export function fourChanThread({ source }: Board): ThreadFormat {
  return {
    name: 'four-chan',
    version: source,
    print: ({ rows }) => {
      const posts = rows.filter(({ subnum }) => subnum === 0).map(toPost);
      const opener = posts.find((post) => post.opener);
      if (opener === undefined) return null;
      const replies = posts.filter((post) => !post.opener);
      const images = replies.filter(({ mediaType }) => mediaType !== null).length;
      const first = openerJson({ source }, opener, replies.length, images);
      return JSON.stringify({ posts: [first, ...replies.map((reply) => postJson({ source }, reply))] });
    },
  };
}

type PostSource = Pick<Board, 'source'>;

/** Clients rely on `replies` and `images`; counts that the source sent replace ours. */
export function openerJson(source: PostSource, opener: Post, replies: number, images: number): FourChanPost {
  return { replies, images, ...postJson(source, opener) };
}

export function postJson({ source }: PostSource, post: Post): FourChanPost {
  // For other sources only names that the API defines are sent.
  if (hasFourChanNames(source)) return fourChanPost(post);
  const known = Object.entries(post.extra ?? {}).filter(([name]) => KNOWN_NAMES.has(name));
  return fourChanPost({ ...post, extra: Object.fromEntries(known) });
}

/** Fields of the API that have no column. */
const KNOWN_NAMES = new Set(
  (
    'country_name board_flag flag_name troll_country since4pass capcode_replies custom_spoiler m_img tag images ' +
    'bumplimit imagelimit semantic_url sticky_cap'
  ).split(' '),
);
