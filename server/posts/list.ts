/** Visible posts of a board by their last change or by their numbers, newest first. */
import type { Pool } from 'pg';
import type { Board } from '../../mappings/board.ts';
import type { Post } from '../../mappings/post.ts';
import { SHOWN_COLUMNS, toPost, type PostRow } from '../../mappings/postgres/post-row.ts';
import { withinAnswer } from '../../mappings/text-limits.ts';

const POSTS = `
  select ${SHOWN_COLUMNS}
  from posts p
  join boards b on b.id = p.board_id
  where p.board_id = $1 and not p.hidden`;

/**
 * `modified`: posts_modified (rev) of each partition; each change gets a new rev. `created`: posts_pkey (board_id, num, subnum). $1
 * board, $2 limit, then the place to continue from: $3 rev, or $3 num and $4 subnum.
 */
export const LIST_POSTS = {
  modified: {
    forward: `${POSTS} and p.rev < $3::bigint order by p.rev desc limit $2`,
    backward: `${POSTS} and p.rev > $3::bigint order by p.rev limit $2`,
  },
  created: {
    forward: `${POSTS} and (p.num, p.subnum) < ($3::bigint, $4::int) order by p.num desc, p.subnum desc limit $2`,
    backward: `${POSTS} and (p.num, p.subnum) > ($3::bigint, $4::int) order by p.num, p.subnum limit $2`,
  },
} as const;

export type PostOrder = keyof typeof LIST_POSTS;

export interface PostListRequest {
  readonly order: PostOrder;
  readonly limit: number;
  /** Continues after this place, as `placeOf` returns it; null starts at the newest. */
  readonly from: { readonly direction: 'forward' | 'backward'; readonly place: readonly number[] } | null;
}

export interface PostListing {
  readonly posts: readonly Post[];
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
}

export function placeOf(order: PostOrder, { rev, num, subnum }: Post): readonly number[] {
  return order === 'modified' ? [rev] : [num, subnum];
}

const START = { modified: [Number.MAX_SAFE_INTEGER], created: [Number.MAX_SAFE_INTEGER, 0] } as const;

export async function listPosts(pool: Pool, board: Board, request: PostListRequest): Promise<PostListing> {
  const { order, limit, from } = request;
  const { direction, place } = from ?? { direction: 'forward', place: START[order] };
  const { rows } = await pool.query<PostRow>(LIST_POSTS[order][direction], [board.id, limit + 1, ...place]);
  const posts = withinAnswer(rows.slice(0, limit).map(toPost));
  const hasMore = rows.length > limit;
  return direction === 'forward'
    ? { posts, hasPrevious: from !== null, hasNext: hasMore }
    : { posts: posts.toReversed(), hasPrevious: hasMore, hasNext: true };
}
