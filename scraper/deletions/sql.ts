import { hasFileName } from '../../mappings/postgres/source-file.ts';
import type { MissingRow } from './missing-rows.ts';

/**
 * Stored posts that are missing from this answer or were missing from an earlier one, and stored files likewise, with the number of
 * files of the thread. The subselects make PostgreSQL hash both lists of nums once, instead of searching them for each row.
 * posts_thread, missing_posts_pkey, missing_files_pkey. $1 board, $2 thread, $3 nums of the answer, $4 those without a file.
 */
export const SELECT_KNOWN = `
with thread as materialized (
  select num, extract(epoch from time_posted)::float8 as posted, time_deleted_post is null as lives,
    ${hasFileName('posts')} and time_deleted_file is null as has_file
  from posts where board_id = $1 and thread = $2 and subnum = 0 and time_purged is null
)
select 'post' as kind, t.num, t.posted, null as files, m.first_missed_at, m.state, m.attempts, m.due_at
from thread t left join missing_posts m on m.board_id = $1 and m.thread = $2 and m.num = t.num
where case when m.num is null then t.lives and t.num not in (select unnest($3::bigint[])) else true end
union all
select 'file', t.num, t.posted, (select count(*) from thread where has_file), m.first_missed_at, m.state, m.attempts, m.due_at
from thread t left join missing_files m on m.board_id = $1 and m.thread = $2 and m.num = t.num
where (t.has_file and t.num in (select unnest($4::bigint[])))
  or (m.state is not null and t.num in (select unnest($3::bigint[])))`;

export interface KnownPostRow extends MissingRow {
  readonly num: string;
  readonly posted: number;
}

export interface KnownRow extends KnownPostRow {
  readonly kind: 'post' | 'file';
  /** Number of stored files of the thread; null in a row of the kind `post`. */
  readonly files: string | null;
}

const dropFrom = (table: string): string => `
with dropped as (
  delete from ${table} where board_id = $1 and thread = $2 and num = any ($3::bigint[]) returning num, state
)
select num from dropped where state = 'deleted'`;

/** Index: missing_posts_pkey. Returns the numbers that were recorded as deleted. $1 board, $2 thread, $3 nums. */
export const DROP_MISSING_POSTS = dropFrom('missing_posts');

/** Index: missing_files_pkey. Like DROP_MISSING_POSTS. */
export const DROP_MISSING_FILES = dropFrom('missing_files');

/**
 * Indexes: missing_posts_due, board_lists_pkey. Number of the board's undecided missing posts, and number of posts in its living threads.
 * $1 board.
 */
export const COUNT_MISSING_POSTS = `
select (select count(*)::int from missing_posts where board_id = $1 and state = 'missing') as undecided,
  (select posts from board_lists where board_id = $1) as posts`;

/** Index: missing_posts_pkey (this board's rows). $1 board. */
export const HOLD_MISSING_POSTS = `update missing_posts set state = 'held' where board_id = $1 and state = 'missing'`;
