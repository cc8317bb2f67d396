/** Threads and their posts in the form of the 4chan API. */
import type { Board } from '../../../../mappings/board.ts';
import { escapeHtml } from '../../../../mappings/comment/print-html.ts';
import { hasFourChanNames } from '../../../../mappings/sources.ts';
import type { Post } from '../../../../mappings/post.ts';
import { toPost } from '../../../../mappings/postgres/post-row.ts';
import { withinAnswer } from '../../../../mappings/text-limits.ts';
import type { FilesAtSource } from '../../../../server/posts/present.ts';
import type { ThreadFormat } from '../../../../server/threads/read-thread.ts';
import { fourChanPost, type FourChanPost } from './post.ts';

/**
 * Threads without a visible opener are not shown, since clients cannot read them. Ghost posts are left out, since their numbers do not
 * fit this API.
 */
export function fourChanThread(board: Board, atSource: FilesAtSource): ThreadFormat {
  return formatOf('four-chan', board, atSource, (posts) => posts);
}

/** As on 4chan. */
const TAIL_SIZE = 50;

/** The last posts of a longer thread, below a part of its opener. */
export function fourChanTail(board: Board, atSource: FilesAtSource): ThreadFormat {
  return formatOf('four-chan tail', board, atSource, (posts) => {
    const [opener, ...replies] = posts;
    const before = replies.at(-TAIL_SIZE - 1);
    if (opener === undefined || before === undefined) return null;
    const known = Object.entries(opener).filter(([name]) => TAIL_NAMES.has(name));
    const part = { ...Object.fromEntries(known), tail_size: TAIL_SIZE, tail_id: before.no };
    return [part, ...replies.slice(-TAIL_SIZE)];
  });
}

/** Fields of the opener that a tail repeats. */
const TAIL_NAMES = new Set(
  'no sticky closed archived archived_on bumplimit imagelimit replies images unique_ips custom_spoiler'.split(' '),
);

/** `choose` selects the posts to print; the first post of a thread is its opener. null prints nothing. */
function formatOf(
  name: string,
  { source }: Board,
  atSource: FilesAtSource,
  choose: (posts: readonly FourChanPost[]) => readonly object[] | null,
): ThreadFormat {
  return {
    name,
    version: `${source} ${atSource?.mediaUrl ?? ''}`,
    print: ({ rows }) => {
      const posts = withinAnswer(rows.filter(({ subnum }) => subnum === 0).map(toPost));
      const opener = posts.find((post) => post.opener);
      if (opener === undefined) return null;
      const replies = posts.filter((post) => !post.opener);
      const images = replies.filter(({ mediaType }) => mediaType !== null).length;
      const of = { source, atSource };
      const first = openerJson(of, opener, replies.length, images);
      const chosen = choose([first, ...replies.map((reply) => postJson(of, reply))]);
      return chosen === null ? null : JSON.stringify({ posts: chosen });
    },
  };
}

/** The source of a board, and the addresses from which readers may load its files. */
interface PostSource extends Pick<Board, 'source'> {
  readonly atSource: FilesAtSource;
}

/** Clients rely on `replies` and `images`, which count the shown replies, and those with a file. */
export function openerJson(source: PostSource, opener: Post, replies: number, images: number): FourChanPost {
  return { replies, images, ...postJson(source, { ...opener, replies: null, images: null }) };
}

export function postJson({ source, atSource }: PostSource, post: Post): FourChanPost {
  // For other sources only names that the API defines are sent.
  if (hasFourChanNames(source)) return fourChanPost(post, atSource);
  const known = Object.entries(post.extra ?? {}).filter(([name]) => KNOWN_NAMES.has(name));
  const extra = Object.fromEntries(known.map(([name, value]) => [name, toHtml(value)]));
  return fourChanPost({ ...post, extra }, atSource);
}

/** Other sources send text where the 4chan API has HTML. */
function toHtml(value: unknown): unknown {
  if (typeof value === 'string') return escapeHtml(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(toHtml);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [escapeHtml(name), toHtml(inner)]));
}

/** Fields of the API that have no column. */
const KNOWN_NAMES = new Set(
  (
    'country_name board_flag flag_name troll_country since4pass capcode_replies custom_spoiler m_img tag ' +
    'bumplimit imagelimit semantic_url sticky_cap'
  ).split(' '),
);
