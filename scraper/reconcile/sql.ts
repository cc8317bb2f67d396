import type { MissingThread } from './judge-threads.ts';

/** Indexes: missing_posts_due, missing_files_due. $1 board, $2 now. */
export const SELECT_DUE_POSTS = `
select thread from missing_posts where board_id = $1 and state in ('missing', 'released') and due_at <= $2
union
select thread from missing_files where board_id = $1 and state in ('missing', 'released') and due_at <= $2 order by thread`;

/**
 * Indexes: missing_posts_pkey, missing_files_pkey (few rows of one board). Forgets decisions older than $2, which become final. $1 board,
 * $2 before.
 */
export const FORGET_OLD_POSTS = `
with files as (
  delete from missing_files where board_id = $1 and state not in ('missing', 'released') and first_missed_at < $2
)
delete from missing_posts where board_id = $1 and state not in ('missing', 'released') and first_missed_at < $2`;

/**
 * Indexes: missing_posts_pkey, missing_files_pkey. Forgets the undecided posts and files of a thread that has left the board. $1 board,
 * $2 thread.
 */
export const FORGET_UNDECIDED_POSTS = `
with files as (delete from missing_files where board_id = $1 and thread = $2 and state <> 'deleted')
delete from missing_posts where board_id = $1 and thread = $2 and state <> 'deleted'`;

/** Index: missing_posts_pkey (openers that are listed again). $1 board, $2 threads. */
export const SELECT_DELETED_OPENERS = `
select thread from missing_posts where board_id = $1 and state = 'deleted' and num = thread and thread = any ($2::bigint[])`;

/** Index: board_lists_pkey. $1 board. */
export const SELECT_BOARD_LIST = `select version, threads, seen_at from board_lists where board_id = $1`;

/** Index: board_lists_pkey. $1 board, $2 version, $3 threads, $4 posts, $5 now. */
export const UPSERT_BOARD_LIST = `
insert into board_lists (board_id, version, threads, posts, seen_at) values ($1, $2, $3, $4, $5)
on conflict (board_id) do update set
  version = excluded.version, threads = excluded.threads, posts = excluded.posts, seen_at = excluded.seen_at`;

export interface BoardListRow {
  readonly version: string;
  readonly threads: readonly (readonly [number, number, number])[];
  readonly seen_at: Date;
}

/** Index: missing_threads_pkey (rows of one board). $1 board. */
export const SELECT_MISSING_THREADS = `
select thread, first_missed_at, page, behind, was_gone, state, attempts, due_at from missing_threads
where board_id = $1 order by due_at, thread`;

export interface MissingThreadRow {
  readonly thread: string;
  readonly first_missed_at: Date;
  readonly page: number;
  readonly behind: readonly (readonly [number, number])[];
  readonly was_gone: boolean;
  readonly state: MissingThread['state'];
  readonly attempts: number;
  readonly due_at: Date;
}

/** Index: missing_threads_pkey. $1 board, then the row as JSON of the columns: $2. */
export const UPSERT_MISSING_THREADS = `
insert into missing_threads (board_id, thread, first_missed_at, page, behind, was_gone, state, attempts, due_at)
select $1, r.* from jsonb_to_recordset($2::jsonb)
  as r (thread bigint, first_missed_at timestamptz, page int, behind jsonb, was_gone boolean, state text, attempts int, due_at timestamptz)
on conflict (board_id, thread) do update set
  was_gone = excluded.was_gone, state = excluded.state, attempts = excluded.attempts, due_at = excluded.due_at`;

/** Index: missing_threads_pkey. $1 board, $2 threads. */
export const DROP_MISSING_THREADS = `delete from missing_threads where board_id = $1 and thread = any ($2::bigint[])`;

/** Index: posts_num or posts_pkey. $1 board, $2 thread. */
export const SELECT_OPENER = `
select sticky from posts where board_id = $1 and num = $2 and subnum = 0`;

/** Index: posts_num or posts_pkey. $1 board, $2 thread. */
export const IS_ARCHIVED = `
select time_archived is not null as archived from posts where board_id = $1 and num = $2 and subnum = 0`;

/** Index: missing_threads_due. $1 board, $2 now. */
export const HAS_DUE_THREADS = `
select exists (select from missing_threads where board_id = $1 and due_at <= $2) as due`;
