/**
 * Only one moderation runs at a time, until its transaction ends: ids in audit_log follow the order of commits, so that the newest id
 * covers all before it.
 */
export const LOCK_MODERATION = `select pg_advisory_xact_lock(hashtext('sagasu_moderation'), 0)`;

/** The threads of these posts; posts that do not exist are left out. Index: posts_pkey. $1 board, $2 nums, $3 subnums. */
export const THREADS_OF_POSTS = `
  select p.num, p.subnum, p.thread
    from unnest($2::bigint[], $3::int[]) as wanted (num, subnum)
    join posts p on p.board_id = $1 and p.num = wanted.num and p.subnum = wanted.subnum`;

/** The threads that have at least one post. Index: posts_thread. $1 board, $2 threads. */
export const KNOWN_THREADS = `
  select wanted.thread
    from unnest($2::bigint[]) as wanted (thread)
   where exists (select 1 from posts p where p.board_id = $1 and p.thread = wanted.thread)`;

export interface LockedRow {
  readonly num: string;
  readonly subnum: number;
  readonly hidden: boolean;
  readonly is_purged: boolean;
}

const LOCKED_COLUMNS = 'p.num, p.subnum, p.hidden, p.time_purged is not null as is_purged';

/** Locks rows in the order of their keys. Index: posts_pkey. $1 board, $2 nums, $3 subnums. */
export const LOCK_POSTS = `
  select ${LOCKED_COLUMNS}
    from posts p
   where p.board_id = $1 and (p.num, p.subnum) in (select * from unnest($2::bigint[], $3::int[]))
   order by p.num, p.subnum
     for update`;

/** Locks every post of the threads in the order of their keys. Index: posts_thread. $1 board, $2 threads. */
export const LOCK_POSTS_OF_THREADS = `
  select ${LOCKED_COLUMNS}
    from posts p
   where p.board_id = $1 and p.thread = any ($2::bigint[])
   order by p.num, p.subnum
     for update`;

/** The threads among these that are hidden or purged as a whole. Index: moderated_threads_pkey. $1 board, $2 threads. */
export const MODERATED_AMONG = `
  select thread from moderated_threads where board_id = $1 and thread = any ($2::bigint[]) order by thread limit 1`;

/**
 * Posts that arrive later are hidden or dropped with their thread. A purged thread stays purged.
 * Index: moderated_threads_pkey. $1 board, $2 threads, $3 purged.
 */
export const UPSERT_MODERATED_THREADS = `
  insert into moderated_threads (board_id, thread, purged) select $1, thread, $3 from unnest($2::bigint[]) as t (thread)
  on conflict (board_id, thread) do update set purged = moderated_threads.purged or excluded.purged`;

/** Index: moderated_threads_pkey. $1 board, $2 threads. */
export const DELETE_MODERATED_THREADS = `
  delete from moderated_threads where board_id = $1 and thread = any ($2::bigint[]) and not purged`;

/** Hides a post if its reports exceed the threshold. The function's comment names the indexes. $1 board, $2 num, $3 subnum. */
export const HIDE_BY_REPORTS = `select hide_by_reports($1, $2, $3) as is_hidden`;

/**
 * Closes the reports of posts that somebody has acted on. Index: reported_posts_pkey. $1 board, $2 nums, $3 subnums, $4 actor, $5
 * decision.
 */
export const CLOSE_REPORTS = `
  update reported_posts p set closed_at = now(), closed_by = $4, decision = $5, held = false, reviewed = true
    from unnest($2::bigint[], $3::int[]) as changed (num, subnum)
   where p.board_id = $1 and p.num = changed.num and p.subnum = changed.subnum and p.closed_at is null`;

/**
 * Detaches posts from filters: undoing a filter must not change a decision of staff. Index: filtered_posts_pkey. $1 board, $2 nums, $3
 * subnums.
 */
export const RELEASE_FILTERED = `
  delete from filtered_posts p using unnest($2::bigint[], $3::int[]) as changed (num, subnum)
   where p.board_id = $1 and p.num = changed.num and p.subnum = changed.subnum`;

/**
 * Detaches changed posts from bulk actions too. Unchanged posts stay, since two steps of one action may name the same posts.
 * Index: bulk_action_posts_post. $1 board, $2 nums, $3 subnums.
 */
export const RELEASE_BULK = `
  delete from bulk_action_posts p using unnest($2::bigint[], $3::int[]) as changed (num, subnum)
   where p.done and p.board_id = $1 and p.num = changed.num and p.subnum = changed.subnum`;

/** $1 channel. */
export const NOTIFY = `select pg_notify($1, '')`;
