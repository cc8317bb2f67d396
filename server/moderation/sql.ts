import { REFRESHED_WITHIN } from '../visibility/pending-hides.ts';

/**
 * One moderation at a time, to the end of its transaction: ids in moderation_log follow the order of commits, so that the newest
 * id stands for all before it.
 */
export const HOLD_MODERATION = `select pg_advisory_xact_lock(hashtext('sagasu_moderation'), 0)`;

/** The threads of these posts; posts that do not exist are left out. posts_pkey. $1 board, $2 nums, $3 subnums. */
export const THREADS_OF_POSTS = `
  select p.num, p.subnum, p.thread
    from unnest($2::bigint[], $3::int[]) as wanted (num, subnum)
    join posts p on p.board_id = $1 and p.num = wanted.num and p.subnum = wanted.subnum`;

/** The threads that have at least one post. posts_thread. $1 board, $2 threads. */
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

/** Locks rows in the order of their keys. posts_pkey. $1 board, $2 nums, $3 subnums. */
export const LOCK_POSTS = `
  select ${LOCKED_COLUMNS}
    from posts p
   where p.board_id = $1 and (p.num, p.subnum) in (select * from unnest($2::bigint[], $3::int[]))
   order by p.num, p.subnum
     for update`;

/** Locks every post of the threads in the order of their keys. posts_thread. $1 board, $2 threads. */
export const LOCK_POSTS_OF_THREADS = `
  select ${LOCKED_COLUMNS}
    from posts p
   where p.board_id = $1 and p.thread = any ($2::bigint[])
   order by p.num, p.subnum
     for update`;

const CHANGED = 'p.board_id = $1 and p.num = changed.num and p.subnum = changed.subnum';
const CHANGES = 'unnest($2::bigint[], $3::int[]) as changed (num, subnum)';
/** $1 board, $2 nums, $3 subnums, $4 actor, $5 action, $6 reason. */
export const LOG_MODERATION = `
  insert into moderation_log (actor, action, board_id, num, subnum, reason)
  select $4, $5, $1, changed.num, changed.subnum, $6 from ${CHANGES}`;

/** $1 board, $2 nums, $3 subnums, $4 now, $5 actor, $6 reason. */
export const ADD_TOMBSTONES = `
  insert into tombstones (board_id, num, subnum, purged_at, purged_by, reason)
  select $1, changed.num, changed.subnum, $4, $5, $6 from ${CHANGES}
  on conflict do nothing`;

/** Queues the files of these posts for removal, unless another post needs them. posts_pkey, post_replays_pkey. $1 board, $2 nums, $3 subnums. */
export const REMOVE_FILES = `
  with replays as (delete from post_replays p using ${CHANGES} where ${CHANGED} returning p.sha256),
    wanted as (delete from wanted_media p using ${CHANGES} where ${CHANGED})
  insert into media_removals (sha256)
  select p.media_hash_src from posts p, ${CHANGES} where ${CHANGED} and p.media_hash_src is not null
  union select p.media_hash_thb from posts p, ${CHANGES} where ${CHANGED} and p.media_hash_thb is not null
  union select sha256 from replays
  on conflict do nothing`;

/** Posts that arrive later are hidden or dropped with their thread. A purged thread stays purged. moderated_threads_pkey. $1 board, $2 threads, $3 purged. */
export const UPSERT_MODERATED_THREADS = `
  insert into moderated_threads (board_id, thread, purged) select $1, thread, $3 from unnest($2::bigint[]) as t (thread)
  on conflict (board_id, thread) do update set purged = moderated_threads.purged or excluded.purged`;

/** moderated_threads_pkey. $1 board, $2 threads. */
export const DELETE_MODERATED_THREADS = `
  delete from moderated_threads where board_id = $1 and thread = any ($2::bigint[]) and not purged`;

/** A post that is listed already starts again: Elasticsearch has not seen its new state yet. $1 board, $2 nums, $3 subnums. */
export const ADD_PENDING_HIDES = `
  insert into pending_hides (board_id, thread, num, subnum)
  select $1, p.thread, p.num, p.subnum from posts p, ${CHANGES} where ${CHANGED}
  on conflict (board_id, thread, num, subnum) do update set since = now()`;

/** $1 board, $2 nums, $3 subnums. */
export const REMOVE_PENDING_HIDES = `
  delete from pending_hides p using ${CHANGES} where ${CHANGED}`;

/** Removes entries that searches no longer need; rows that an indexer has locked stay until the next time. pending_hides_since, dirty_pkey, quarantine_pkey. */
export const PRUNE_PENDING_HIDES = `
  with past as (
    select c.board_id, c.thread, c.num, c.subnum
      from pending_hides c
     where c.since < now() - ${REFRESHED_WITHIN}
       and not exists (select 1 from dirty d where d.board_id = c.board_id and d.thread = c.thread)
       and not exists (select 1 from quarantine q where q.board_id = c.board_id and q.num = c.num and q.subnum = c.subnum)
       for update of c skip locked)
  delete from pending_hides c using past
   where c.board_id = past.board_id and c.thread = past.thread and c.num = past.num and c.subnum = past.subnum`;

/** Elasticsearch's reason for refusing a document quotes the document. quarantine_pkey. $1 board, $2 nums, $3 subnums. */
export const DELETE_QUARANTINE = `
  delete from quarantine p using ${CHANGES} where ${CHANGED}`;

/** Empties what the row of a message holds of its subject. messages_board_id_num_key. $1 board, $2 nums, $3 subnums. */
export const EMPTY_MESSAGES = `
  update messages p set subject = null, awaits = null
    from ${CHANGES} where p.board_id = $1 and p.num = changed.num and changed.subnum = 0`;

/**
 * Samples hold the beginning of a refused document. Waits for scrapers that are saving one: they did not see the purge yet. Those that
 * come later wait for its commit, and then see it (scraper/store/refusals.ts).
 */
export const LOCK_REFUSALS = `lock table refusals in share mode`;

/** Refusals of these threads, from whichever address. refusals_thread. $1 board, $2 threads. */
export const DELETE_REFUSALS = `
  delete from refusals where board_id = $1 and thread = any ($2::bigint[])`;

/** Refusals without a thread may quote any post of the board: their rows stay, without samples. refusals_thread. $1 board. */
export const EMPTY_SAMPLES = `
  update refusals set sample = '' where board_id = $1 and thread is null and sample <> ''`;

/** One task for each board at a time: a running one also covers what is purged meanwhile. tasks_one_of_kind. $1 board, $2 actor. */
export const START_PURGE_SEGMENTS = `
  insert into tasks (kind, board_id, requested_by)
  select 'purge_segments', $1, $2
   where exists (select 1 from tombstones where board_id = $1 and segments_purged_at is null)
  on conflict (board_id, kind) where status in ('enqueued', 'processing') do nothing`;

/** $1 channel. */
export const NOTIFY = `select pg_notify($1, '')`;
