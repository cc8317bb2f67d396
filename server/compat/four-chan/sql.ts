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
