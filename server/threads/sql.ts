import { POST_COLUMNS } from '../../mappings/postgres/post-row.ts';

/** Hidden rows too: their rev counts in the thread's. Reads posts_thread (board_id, thread, num, subnum) in its order. */
export const SELECT_THREAD = `
  select ${POST_COLUMNS}
  from posts p
  join boards b on b.id = p.board_id
  where p.board_id = $1 and p.thread = $2
  order by p.num, p.subnum`;

/** Reads the same rows by posts_thread, and nothing of their text. */
export const SELECT_THREAD_REVS = `
  select count(*)::int as posts, max(rev) as highest, sum(rev) as sum
  from posts
  where board_id = $1 and thread = $2`;

/** `sum` is numeric, `highest` bigint: both come as text, both null without rows. */
export interface ThreadRevsRow {
  readonly posts: number;
  readonly highest: string | null;
  readonly sum: string | null;
}
