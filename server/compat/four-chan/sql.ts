/** What of a thread can change an answer, and when it last did; hidden rows too. Reads posts_thread. $1 board, $2 thread. */
export const SELECT_THREAD_STATE = `
  select count(*)::int as posts, max(rev) as highest, sum(rev) as sum, max(time_modified) as modified
  from posts
  where board_id = $1 and thread = $2`;

/** Bigints and numeric come as text; all null without rows. */
export interface ThreadStateRow {
  readonly posts: number;
  readonly highest: string | null;
  readonly sum: string | null;
  readonly modified: Date | null;
}

/** For a list: posts_thread, the rows of each of the threads. $1 board, $2 nums of threads. */
export const SELECT_LISTED_MODIFIED = `
  select thread, max(time_modified) as modified
  from posts
  where board_id = $1 and thread = any ($2::bigint[])
  group by thread`;

export interface ListedModifiedRow {
  readonly thread: string;
  readonly modified: Date;
}
