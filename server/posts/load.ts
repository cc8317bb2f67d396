import type { Pool } from 'pg';
import type { Board } from '../../mappings/board.ts';
import { toPost, type PostRow } from '../../mappings/postgres/post-row.ts';
import type { Post as PostView } from '../../mappings/contract/post.ts';
import { presentPost } from './present.ts';
import { SELECT_POST } from './sql.ts';

/** null when there is no such post, or it is hidden. */
export async function loadPost(pool: Pool, board: Board, num: number, subnum: number): Promise<PostView | null> {
  const { rows } = await pool.query<PostRow>(SELECT_POST, [board.id, num, subnum]);
  return rows[0] === undefined ? null : presentPost(toPost(rows[0]), board.mediaUrl);
}
