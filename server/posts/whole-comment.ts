/** Whole comments, of which answers normally contain only the beginning. */
import type { Pool } from 'pg';
import type { Post, PostKey } from '../../mappings/post.ts';

/** A visible row by posts_pkey (board_id, num, subnum). $1 board, $2 num, $3 subnum. */
export const SELECT_COMMENT = `
  select p.comment
  from boards b
  join posts p on p.board_id = b.id and p.num = $2 and p.subnum = $3
  where b.name = $1 and not p.hidden`;

/** All HTML of a post's comment; null if there is no such post, or it is hidden. */
export async function readWholeComment(pool: Pool, { board, num, subnum }: PostKey): Promise<string | null> {
  const { rows } = await pool.query<{ comment: string | null }>(SELECT_COMMENT, [board, num, subnum]);
  return rows[0] === undefined ? null : (rows[0].comment ?? '');
}

/** The post with its whole comment. If the post was hidden since it was read, the beginning stays. */
export async function withWholeComment(pool: Pool, post: Post): Promise<Post> {
  const comment = await readWholeComment(pool, post);
  return comment === null ? post : { ...post, comment, isCommentCut: false };
}
