/** Posts of a board that have a file, newest first. */
import type { Pool } from 'pg';
import type { Board } from '../../mappings/board.ts';
import type { Post, PostKey } from '../../mappings/post.ts';
import { toPost, type PostRow } from '../../mappings/postgres/post-row.ts';
import { SELECT_FILES } from './list-sql.ts';

export interface FileListing {
  readonly posts: readonly Post[];
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
}

type PostPlace = Pick<PostKey, 'num' | 'subnum'>;

/** `from` is not seen again; null for the newest. */
export async function listFiles(
  pool: Pool,
  board: Board,
  from: { readonly direction: 'forward' | 'backward'; readonly place: PostPlace } | null,
  limit: number,
): Promise<FileListing> {
  const { direction, place } = from ?? { direction: 'forward', place: { num: Number.MAX_SAFE_INTEGER, subnum: 0 } };
  const { rows } = await pool.query<PostRow>(SELECT_FILES[direction], [board.id, limit + 1, place.num, place.subnum]);
  const posts = rows.slice(0, limit).map(toPost);
  const hasMore = rows.length > limit;
  return direction === 'forward'
    ? { posts, hasPrevious: from !== null, hasNext: hasMore }
    : { posts: posts.toReversed(), hasPrevious: hasMore, hasNext: true };
}
