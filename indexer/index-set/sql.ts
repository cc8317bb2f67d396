/** Locks one board's set: this row stays locked until the transaction ends. Returns what its new indices store. $1 board. */
export const LOCK_SET = `
  insert into index_sets (board_id, version) values ($1, 1)
  on conflict (board_id) do update set version = index_sets.version
  returning (select name from boards where id = $1) as board,
            (select coalesce(b.settings #> '{index,documents}', d.settings #> '{index,documents}') is distinct from 'false'
               from boards b cross join board_defaults d where b.id = $1) as has_documents`;

/**
 * Keeps other workers from taking the task until the transaction ends, which may be longer than the lease. The task's own worker can
 * renew the lease meanwhile. A task that no worker has begun has the fence with which it was read; the first worker raises it. Uses tasks'
 * primary key. $1 task, $2 fence.
 */
export const LOCK_TASK = `
  select 1 from tasks where id = $1 and fence = $2 and status in ('enqueued', 'processing') for key share`;

/** Uses the unique index of indices (board_id, slice, build). $1 board. */
export const READ_INDICES = `
  select name, slice, build, mapping_version, has_documents, is_shared, state, task_id,
         extract(epoch from clock_timestamp() - state_since) * 1000 as age_ms
    from indices
   where board_id = $1 and state <> 'retired'`;

/** Uses the unique index of indices (board_id, slice, build). $1 board, $2 slice. */
export const HIGHEST_BUILD = `
  select coalesce(max(build), 0) as build from indices where board_id = $1 and slice = $2 and not is_shared`;

/**
 * Shared indices serve several sets. Whoever changes their aliases or their members holds this lock until the transaction ends; it is
 * taken after the lock of a set, never before.
 */
export const LOCK_SHARED = `select pg_advisory_xact_lock(hashtext('sagasu_shared_indices'), 0)`;

/** Counts up to the limit. Uses posts' primary key. $1 board, $2 limit. */
export const COUNT_POSTS = `select count(*) as posts from (select from posts where board_id = $1 limit $2) p`;

/** Reads the shared indices of all boards, of which there are few. $1 board, $2 slice, $3 mapping version. */
export const READ_JOINABLE = `
  select i.name, i.build
    from indices i
   where i.is_shared and i.slice = $2
   group by i.name, i.build
  having bool_or(i.state <> 'retired' and i.mapping_version = $3) and not bool_or(i.board_id = $1)
   order by i.build`;

export const NEXT_SHARED_BUILD = `select nextval('shared_builds') as build`;

/** Reads all rows of shared indices. */
export const READ_SHARED = `
  select i.name, b.name as board, i.board_id, i.state, extract(epoch from clock_timestamp() - i.state_since) * 1000 as age_ms
    from indices i
    join boards b on b.id = i.board_id
   where i.is_shared`;

/**
 * Adds rebuilds of boards that have outgrown shared indices; a rebuild gives them indices of their own. After a failure it waits for a
 * day. Uses tasks_of_board. $1 boards.
 */
export const ENQUEUE_REBUILDS = `
  insert into tasks (kind, board_id, options, requested_by)
  select 'reindex', b.id, '{}', 'schedule'
    from boards b
   where b.id = any ($1::int[])
     and not exists (select 1 from tasks t
                      where t.board_id = b.id and t.kind in ('reindex', 'rollback')
                        and t.enqueued_at > clock_timestamp() - interval '1 day')
   order by b.id
  on conflict do nothing
  returning id`;

/**
 * The board has no documents in the indices yet, so their times of posting are known.
 * $1 board, $2 mapping version, $3 state, $4 task or null, $5 names, $6 slices, $7 builds, $8 whether each holds documents,
 * $9 whether each is shared.
 */
export const ADD_INDICES = `
  insert into indices (name, board_id, slice, build, mapping_version, state, task_id, has_documents, is_shared, posted_known)
  select n.name, $1, n.slice, n.build, $2, $3, $4, n.has_documents, n.is_shared, true
    from unnest($5::text[], $6::bigint[], $7::int[], $8::bool[], $9::bool[]) as n (name, slice, build, has_documents, is_shared)`;

/** $1 board. */
export const RAISE_VERSION = `
  update index_sets set version = version + 1 where board_id = $1`;

/** Uses indices' primary key. $1 board, $2 names, $3 state. */
export const SET_STATE = `
  update indices set state = $3, state_since = clock_timestamp() where board_id = $1 and name = any ($2::text[])`;

/** Uses indices' primary key. $1 name, $2 mapping version. */
export const SET_MAPPING_VERSION = `
  update indices set mapping_version = $2 where name = $1`;

/** Reads the board's part of the quarantine, which is small. $1 board, $2 names. */
export const FORGET_QUARANTINE = `
  delete from quarantine where board_id = $1 and index_name = any ($2::text[])`;

/** Deletes what batches that read the previous set have added to the quarantine since. $1 board. */
export const DELETE_RETIRED_QUARANTINE = `
  delete from quarantine q using indices i
   where q.board_id = $1 and i.name = q.index_name and i.board_id = q.board_id and i.state = 'retired'`;

/** Uses the unique index of indices (board_id, slice, build). $1 board. */
export const READ_RETIRED = `
  select name, is_shared, task_id, extract(epoch from clock_timestamp() - state_since) * 1000 as age_ms
    from indices
   where board_id = $1 and state = 'retired'`;

/** Writes threads in order, so that two such statements cannot deadlock. Uses posts' primary key. $1 board, $2 slice. */
export const MARK_SLICE_DIRTY = `
  insert into dirty (board_id, thread, gen, min_rev, since)
  select $1, t.thread, nextval('dirty_gen'), 1, now()
    from (select distinct p.thread
            from posts p
            join boards b on b.id = p.board_id
           where p.board_id = $1 and p.num >= $2 * b.slice_size and p.num < ($2 + 1) * b.slice_size
           order by p.thread) t
  on conflict (board_id, thread) do update set gen = excluded.gen, min_rev = excluded.min_rev`;

/**
 * A statement that starts after this one and sees a mark also sees its posts: a mark commits with them, and a later mark has another gen.
 * Uses the primary keys of dirty and pending_hides. $1 board, $2 task, $3 last thread so far, $4 limit.
 */
export const COVER_MARKS = `
  with chosen as (
    select d.board_id, d.thread
      from dirty d
     where d.board_id = $1 and d.thread > $3
       and (d.covered_gen is distinct from d.gen or d.covered_by is distinct from $2)
       and not exists (select 1 from pending_hides h where h.board_id = d.board_id and h.thread = d.thread)
     order by d.thread
     limit $4
       for update of d skip locked),
  covered as (
    update dirty d set covered_by = $2, covered_gen = d.gen from chosen c
     where d.board_id = c.board_id and d.thread = c.thread
    returning d.thread)
  select count(*)::int as marks, coalesce(max(thread), 0) as last from covered`;

/** Uses dirty_covered. $1 task. */
export const IS_COVERING = `
  select exists (select 1 from dirty where covered_by = $1 and covered_gen = gen) as is_covering`;

/** Skips from one slice's first num to that of the next, by posts' primary key. $1 board. */
export const SLICES_WITH_POSTS = `
  with recursive found (slice, size) as (
    select (select min(num) from posts where board_id = $1) / b.slice_size, b.slice_size from boards b where b.id = $1
    union all
    select (select min(num) from posts where board_id = $1 and num >= (f.slice + 1) * f.size) / f.size, f.size
      from found f where f.slice is not null)
  select slice from found where slice is not null`;

/** Runs after MARK_SLICE_DIRTY in the same transaction, so that no mark is newer. Uses indices' primary key. $1 name, $2 board. */
export const START_REFILL = `
  update indices set refilling_since = clock_timestamp() where name = $1 and board_id = $2`;

/**
 * A mark keeps its `since` until its thread is indexed, however often the thread changes. Reads the whole of indices, which has
 * some hundred rows, and the marks of refilling boards up to the first old one, by dirty's primary key.
 */
export const END_REFILLS = `
  update indices i set refilling_since = null
   where i.refilling_since is not null
     and not exists (select 1 from dirty d where d.board_id = i.board_id and d.since <= i.refilling_since)
  returning i.name`;

/** Boards with the slice of their highest num; 0 without posts. Uses the end of posts' primary key. */
export const READ_BOARDS = `
  select b.id, b.name,
         coalesce((select max(p.num) from posts p where p.board_id = b.id), 0) / b.slice_size as newest_slice
    from boards b
   order by b.id`;

/** Indices of other mapping versions. Read at start-up only. $1 this program's mapping version. */
export const READ_VERSIONS = `
  select b.name as board, i.name, i.mapping_version, i.state
    from indices i
    join boards b on b.id = i.board_id
   where i.state <> 'retired'
   order by b.name, i.name`;

export const READ_EPOCH = `select epoch from sync_state`;
