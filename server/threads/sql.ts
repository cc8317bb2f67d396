import { POST_COLUMNS, postRecordWith, type PostRow } from '../../mappings/postgres/post-row.ts';

/** `doc_id` is the order in which the archive took rows in: a post that comes late has a higher one than its neighbours. */
export interface ArchivedRow extends PostRow {
  readonly doc_id: string;
  /** What is printed of it, for as long as it is kept; each printer has its place. */
  printed?: unknown[] | null;
}

export const ARCHIVED_COLUMNS = `${POST_COLUMNS}, p.id as doc_id`;

/** Hidden rows too: their rev counts in the thread's. Reads posts_thread (board_id, thread, num, subnum) in its order. */
export const SELECT_THREAD = `
  select ${ARCHIVED_COLUMNS}
  from posts p
  join boards b on b.id = p.board_id
  where p.board_id = $1 and p.thread = $2
  order by p.num, p.subnum`;

/**
 * In what state a thread is, as `knownAs` says it, and its rows above a rev, in one look, each as one text and
 * its comment (row-of-record.ts reads them); hidden ones too. null beside the state where there is none. Reads posts_thread twice.
 * $1 board, $2 thread, $3 rev.
 */
export const SELECT_THREAD_SINCE = `
  select state.known_as, changed.record, changed.comment
  from (
    select concat_ws(' ', count(*), count(*) filter (where hidden), max(rev), sum(rev),
                     floor(extract(epoch from max(time_modified)) * 1000)) as known_as
    from posts
    where board_id = $1 and thread = $2
  ) state
  left join (
    select ${postRecordWith('p.id')}
    from posts p
    where p.board_id = $1 and p.thread = $2 and p.rev > $3
  ) changed on true`;

/** What tells a row from what it was. */
export type RevRow = Pick<PostRow, 'num' | 'subnum' | 'rev' | 'hidden' | 'time_modified'>;

/** What of a thread can change an answer, and when it last did; hidden rows too. Reads posts_thread. $1 board, $2 thread. */
export const SELECT_THREAD_STATE = `
  select count(*)::int as posts, (count(*) filter (where hidden))::int as hidden, max(rev) as highest, sum(rev) as sum,
         max(time_modified) as modified
  from posts
  where board_id = $1 and thread = $2`;

/**
 * Bigints and numeric come as text; null without rows. The sum, since the highest rev alone may stay while an older one
 * changes: of two writers the one with the lower revs may commit last. Revs only go up, so the sum does too.
 */
export interface ThreadState {
  readonly posts: number;
  /** Those of them that are; who hides one by hand forgets the rev. */
  readonly hidden: number;
  readonly highest: string | null;
  readonly sum: string | null;
  readonly modified: Date | null;
}

/** Held by every session that hears of changes, with 0 and with what it was asked lately. Shared, so nobody waits. $1 class, $2. */
export const HOLD_HEARING = 'select pg_advisory_lock_shared($1::int, $2::int)';
export const LEAVE_HEARING = 'select pg_advisory_unlock_shared($1::int, $2::int)';

/** $1 channel, $2 what. */
export const SAY = 'select pg_notify($1, $2)';

/** Sessions that hear and have not said so of a question. PostgreSQL's own list of locks, read once. $1 class, $2 question. */
export const COUNT_DEAF = `
  with held as materialized (
    select pid, objid::bigint as said
      from pg_locks
     where locktype = 'advisory' and objsubid = 2 and classid::bigint = $1
       and database = (select oid from pg_database where datname = current_database())
  )
  select count(*)::int as count
    from held
   where said = 0 and not exists (select from held heard where heard.pid = held.pid and heard.said = $2)`;

/**
 * posts_num or posts_pkey, board_lists_pkey, harvest_state_pkey, forums_board_id_base_url_key: a row of each. No row unless
 * the board's newest list has the thread and its opener may be seen and lives. $1 board, $2 thread, $3 its document's address.
 */
export const SELECT_LAST_LOOK = `
  select greatest(l.seen_at, h.fetched_at) as at
  from posts o
  join boards b on b.id = o.board_id
  join board_lists l on l.board_id = o.board_id
  left join harvest_state h on h.board_id = $1 and h.url = $3
  where o.board_id = $1 and o.num = $2 and o.subnum = 0 and o.opener and not o.hidden
    and o.time_archived is null and o.time_deleted_post is null and o.time_purged is null
    and exists (select from jsonb_array_elements(l.threads) listed where (listed ->> 0)::bigint = $2)
    and not exists (
      select from forums f
      where f.board_id = $1 and f.base_url = b.url || '/' || coalesce(b.source_name, b.name) and f.closed_at is not null)`;

export interface LastLookRow {
  readonly at: Date;
}
