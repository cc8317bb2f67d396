import { SQL_CHECKSUMS, CHECK_RANGE } from '../../mappings/checksum.ts';
import { POST_COLUMNS, POST_RECORD } from '../../mappings/postgres/post-row.ts';

/** Counts on indices_one_live's board and its siblings: a board has few. $1 board. */
export const READ_SET = `
  select name, slice, state, mapping_version, verified_uuid, verified_seq_no
    from indices
   where board_id = $1 and state in ('building', 'live', 'standby')
   order by slice, state, name`;

export const READ_EPOCH = `select epoch from sync_state`;

export const READ_NEWEST_REV = `select pg_sequence_last_value('post_rev') as rev`;

/** From both ends of posts' primary key. $1 board, $2 first num, $3 num after the last. */
export const READ_BOUNDS = `
  select min(num) as first, max(num) as last from posts where board_id = $1 and num >= $2 and num < $3`;

/**
 * Counts on posts' primary key. Each checksum fits an int, and their sums a bigint: sums of bigint would be numeric, and
 * twice as slow. $1 board, $2 first num, $3 num after the last.
 */
export const READ_SUMS = `
  select p.num / ${CHECK_RANGE} as range, count(*) as documents,
         sum(${SQL_CHECKSUMS.h1}::int) as h1, sum(${SQL_CHECKSUMS.h2}::int) as h2
    from posts p
   where p.board_id = $1 and p.num >= $2 and p.num < $3
   group by 1`;

/** Counts on posts' primary key. $1 board, $2 first num, $3 num after the last. */
export const READ_REVS = `
  select p.num, p.subnum, p.rev, p.hidden, p.time_purged is not null as purged
    from posts p
   where p.board_id = $1 and p.num >= $2 and p.num < $3`;

/** Counts on posts' primary key. $1 board, $2 nums, $3 subnums. */
export const READ_ROWS = `
  select b.name as board, ${POST_RECORD}
    from unnest($2::bigint[], $3::int[]) as wanted (num, subnum)
    join posts p on p.board_id = $1 and p.num = wanted.num and p.subnum = wanted.subnum
    join boards b on b.id = p.board_id`;

/** Counts on posts' primary key. $1 board, $2 first num, $3 num after the last, $4 limit. */
export const READ_ROWS_BETWEEN = `
  select b.name as board, ${POST_RECORD}
    from posts p
    join boards b on b.id = p.board_id
   where p.board_id = $1 and p.num >= $2 and p.num < $3
   order by p.num, p.subnum
   limit $4`;

/**
 * One state of the database: is the index still in the set, which rev has each row, and from which rev on does its
 * thread's mark speak? Counts on posts' and dirty's primary keys. $1 board, $2 index, $3 nums, $4 subnums.
 */
export const READ_STANDING = `
  select wanted.num, wanted.subnum, p.rev, d.min_rev,
         (select state from indices where name = $2 and board_id = $1) as index_state
    from unnest($3::bigint[], $4::int[]) as wanted (num, subnum)
    left join posts p on p.board_id = $1 and p.num = wanted.num and p.subnum = wanted.subnum
    left join dirty d on d.board_id = $1 and d.thread = p.thread`;

/** The same with the rows, and what is in quarantine. Counts on the same keys and quarantine's. */
export const READ_STANDING_ROWS = `
  select wanted.num as wanted_num, wanted.subnum as wanted_subnum, d.min_rev, q.rev as quarantined_rev,
         (select state from indices where name = $2 and board_id = $1) as index_state,
         (select epoch from sync_state) as epoch, ${POST_COLUMNS}
    from unnest($3::bigint[], $4::int[]) as wanted (num, subnum)
    join boards b on b.id = $1
    left join posts p on p.board_id = $1 and p.num = wanted.num and p.subnum = wanted.subnum
    left join dirty d on d.board_id = $1 and d.thread = p.thread
    left join quarantine q on q.board_id = $1 and q.num = wanted.num and q.subnum = wanted.subnum and q.index_name = $2`;

/** For ids that no row can have. $1 index, $2 board. */
export const READ_INDEX_STATE = `select state from indices where name = $1 and board_id = $2`;

/** Locks in the order in which every writer does. Counts on posts' primary key. $1 board, $2 nums, $3 subnums. */
export const GIVE_NEW_REVS = `
  with held as materialized (
    select p.num, p.subnum
      from posts p
      join unnest($2::bigint[], $3::int[]) as wanted (num, subnum) on p.num = wanted.num and p.subnum = wanted.subnum
     where p.board_id = $1
     order by p.num, p.subnum
       for update of p),
  changed as (
    update posts p set rev = nextval('post_rev') from held
     where p.board_id = $1 and p.num = held.num and p.subnum = held.subnum
    returning p.rev)
  select min(rev) as min_rev, max(rev) as max_rev from changed`;

/** dirty_pkey. $1 board, $2 thread, $3 least rev. */
export const MARK_THREAD = `
  insert into dirty (board_id, thread, gen, min_rev, since)
  values ($1, $2, nextval('dirty_gen'), $3, clock_timestamp())
  on conflict (board_id, thread) do update
     set gen = nextval('dirty_gen'), min_rev = least(dirty.min_rev, excluded.min_rev)`;

/** $1 channel. */
export const NOTIFY = `select pg_notify($1, '')`;

/**
 * Of these threads, those whose rows up to the rev Elasticsearch may not have yet. Counts on dirty's primary key.
 * $1 board, $2 threads, $3 a rev each.
 */
export const COUNT_WAITING = `
  select count(*) as waiting
    from unnest($2::bigint[], $3::bigint[]) as wanted (thread, rev)
    join dirty d on d.board_id = $1 and d.thread = wanted.thread and d.min_rev <= wanted.rev`;

/** Marks that there are now, and those of them that are left later. Counts on dirty_gen_order. $1 board, $2 gen or null. */
export const COUNT_MARKS = `
  select count(*) as waiting, coalesce(max(gen), 0) as last_gen
    from dirty
   where board_id = $1 and gen <= coalesce($2, 9223372036854775807)`;

/** Only for the index that was compared: one of the same name that was made since has another uuid. $1 name, $2 uuid, $3 seq_no. */
export const NOTE_VERIFIED = `
  update indices set verified_uuid = $2, verified_seq_no = $3 where name = $1 and state <> 'retired'`;

/** Whoever changes the board's set waits until this transaction ends. Counts on index_sets' primary key. $1 board. */
export const HOLD_SET = `select version from index_sets where board_id = $1 for update`;

export const READ_BOARD_NAMES = `select name from boards`;

/** $1 board, $2 task, $3 found, $4 drift, $5 documents. */
export const WRITE_VERIFICATION = `
  insert into verifications (board_id, task_id, verified_at, found, drift, documents)
  values ($1, $2, clock_timestamp(), $3, $4, $5)
  on conflict (board_id) do update
     set task_id = excluded.task_id, verified_at = excluded.verified_at, found = excluded.found,
         drift = excluded.drift, documents = excluded.documents
  returning (select extract(epoch from clock_timestamp() - started_at) from tasks where id = $2) as seconds`;

/** Two processes must not ask for the same verification. Held to the end of the transaction. */
export const HOLD_SCHEDULE = `select pg_advisory_xact_lock(hashtext('sagasu_verify_schedule'), 0)`;

/**
 * A verification for every board that has had none for so long, or none since a rebuild, which compares sums only. A statement of its own after HOLD_SCHEDULE, so that it
 * sees what the holder before wrote. Counts on tasks_of_board. $1 hours.
 */
export const ENQUEUE_DUE = `
  insert into tasks (kind, board_id, options, requested_by)
  select 'verify', b.id, '{"repair": true, "deep": false}', 'schedule'
    from boards b
   where coalesce((select max(t.enqueued_at) from tasks t where t.board_id = b.id and t.kind = 'verify'), b.created_at)
         < clock_timestamp() - make_interval(hours => $1)
      or exists (
           select 1 from tasks r
            where r.board_id = b.id and r.kind = 'reindex' and r.status = 'succeeded'
              and r.finished_at > coalesce(
                    (select max(t.enqueued_at) from tasks t where t.board_id = b.id and t.kind = 'verify'), '-infinity'))
   order by b.id
  on conflict do nothing
  returning id`;
