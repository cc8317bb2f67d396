import { SQL_CHECKSUMS, CHECK_RANGE } from '../../mappings/checksum.ts';
import { POST_RECORD } from '../../mappings/postgres/post-record.ts';
import { POST_COLUMNS } from '../../mappings/postgres/post-row.ts';
import { ADDED_VALUES } from '../document-values.ts';
import { IS_NOT_COVERED } from '../live/sql.ts';

/** A board's index set. Uses the unique index of indices (board_id, slice, build). $1 board. */
export const READ_SET = `
  select name, slice, state, mapping_version, has_documents, is_shared, verified_uuid, verified_seq_no
    from indices
   where board_id = $1 and state in ('building', 'live', 'standby')
   order by slice, state, name`;

export const READ_EPOCH = `select epoch from sync_state`;

export const READ_NEWEST_REV = `select pg_sequence_last_value('post_rev') as rev`;

/** Reads both ends of a range of posts' primary key. $1 board, $2 first num, $3 end (excluded). */
export const READ_BOUNDS = `
  select min(num) as first, max(num) as last from posts where board_id = $1 and num >= $2 and num < $3`;

/**
 * Uses posts' primary key. Each checksum fits an int, and sums of int are bigint; sums of bigint would be numeric, and twice
 * as slow. $1 board, $2 first num, $3 end (excluded).
 */
export const READ_SUMS = `
  select p.num / ${CHECK_RANGE} as range, count(*) as documents,
         sum(${SQL_CHECKSUMS.h1}::int) as h1, sum(${SQL_CHECKSUMS.h2}::int) as h2
    from posts p
   where p.board_id = $1 and p.num >= $2 and p.num < $3
   group by 1`;

/** Uses posts' primary key. $1 board, $2 first num, $3 end (excluded). */
export const READ_REVS = `
  select p.num, p.subnum, p.rev, p.hidden, p.time_purged is not null as purged
    from posts p
   where p.board_id = $1 and p.num >= $2 and p.num < $3`;

/** Uses posts' primary key. $1 board, $2 nums, $3 subnums. */
export const READ_ROWS = `
  select b.name as board, ${POST_RECORD}${ADDED_VALUES}
    from unnest($2::bigint[], $3::int[]) as wanted (num, subnum)
    join posts p on p.board_id = $1 and p.num = wanted.num and p.subnum = wanted.subnum
    join boards b on b.id = p.board_id`;

/** Uses posts' primary key. $1 board, $2 first num, $3 end (excluded), $4 limit. */
export const READ_ROWS_BETWEEN = `
  select b.name as board, ${POST_RECORD}${ADDED_VALUES}
    from posts p
    join boards b on b.id = p.board_id
   where p.board_id = $1 and p.num >= $2 and p.num < $3
   order by p.num, p.subnum
   limit $4`;

/**
 * The mark `d` does not count for the indices of the rebuild that covers it: they have what was copied. Uses indices' primary key. $1
 * board, $2 index.
 */
const IS_MARK_FOR_INDEX = `(d.covered_gen is distinct from d.gen
    or d.covered_by is distinct from (select task_id from indices where name = $2 and board_id = $1))`;

/**
 * Reads from one state of the database whether the index is still in the set, each row's rev, and its thread's min_rev. Uses the primary
 * keys of posts and dirty. $1 board, $2 index, $3 nums, $4 subnums.
 */
export const READ_ROW_STATES = `
  select wanted.num, wanted.subnum, p.rev, d.min_rev,
         (select state from indices where name = $2 and board_id = $1) as index_state
    from unnest($3::bigint[], $4::int[]) as wanted (num, subnum)
    left join posts p on p.board_id = $1 and p.num = wanted.num and p.subnum = wanted.subnum
    left join dirty d on d.board_id = $1 and d.thread = p.thread and ${IS_MARK_FOR_INDEX}`;

/** The same with all columns of the rows, and the quarantined revs. Uses quarantine's primary key as well. */
export const READ_ROW_STATES_IN_FULL = `
  select wanted.num as wanted_num, wanted.subnum as wanted_subnum, d.min_rev, q.rev as quarantined_rev,
         (select state from indices where name = $2 and board_id = $1) as index_state,
         (select epoch from sync_state) as epoch, ${POST_COLUMNS}${ADDED_VALUES}
    from unnest($3::bigint[], $4::int[]) as wanted (num, subnum)
    join boards b on b.id = $1
    left join posts p on p.board_id = $1 and p.num = wanted.num and p.subnum = wanted.subnum
    left join dirty d on d.board_id = $1 and d.thread = p.thread and ${IS_MARK_FOR_INDEX}
    left join quarantine q on q.board_id = $1 and q.num = wanted.num and q.subnum = wanted.subnum and q.index_name = $2`;

/** Returns whether an index is in the set, when there are no rows to read. Uses indices' primary key. $1 index, $2 board. */
export const READ_INDEX_STATE = `select state from indices where name = $1 and board_id = $2`;

/**
 * Counts those of the threads whose changes up to a rev Elasticsearch may not have yet. Uses dirty's primary key.
 * $1 board, $2 threads, $3 a rev for each.
 */
export const COUNT_WAITING = `
  select count(*) as waiting
    from unnest($2::bigint[], $3::bigint[]) as wanted (thread, rev)
    join dirty d on d.board_id = $1 and d.thread = wanted.thread and d.min_rev <= wanted.rev`;

/** Counts dirty rows that are not covered, up to a gen or all of them. Uses dirty_gen_order. $1 board, $2 gen or null. */
export const COUNT_DIRTY = `
  select count(*) as waiting, coalesce(max(gen), 0) as last_gen
    from dirty
   where board_id = $1 and gen <= coalesce($2, 9223372036854775807) and ${IS_NOT_COVERED}`;

/** An index that was created again under the same name has another uuid. Uses indices' primary key. $1 name, $2 board,
 * $3 uuid, $4 seq_no. */
export const RECORD_VERIFIED = `
  update indices set verified_uuid = $3, verified_seq_no = $4 where name = $1 and board_id = $2 and state <> 'retired'`;

/** Locks the board's set until the transaction ends. Uses index_sets' primary key. $1 board. */
export const LOCK_SET = `select version from index_sets where board_id = $1 for update`;

/** Reads all rows of shared indices. */
export const READ_LIVE_SHARED = `
  select i.name, array_agg(b.name order by b.name) as boards
    from indices i
    join boards b on b.id = i.board_id
   where i.is_shared and i.state = 'live'
   group by i.name`;

export const READ_BOARD_NAMES = `select name from boards`;
