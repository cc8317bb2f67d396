/** missing_files_pkey. $1 board, $2 thread, then arrays: $3 num, $4 first missed, $5 state, $6 attempts, $7 due. */
export const UPSERT_MISSING_FILES = `
insert into missing_files (board_id, thread, num, first_missed_at, state, attempts, due_at)
select $1, $2, * from unnest($3::bigint[], $4::timestamptz[], $5::text[], $6::int[], $7::timestamptz[])
on conflict (board_id, thread, num) do update set
  state = excluded.state, attempts = excluded.attempts, due_at = excluded.due_at`;

/**
 * missing_files_pkey, posts_num or posts_pkey. What was said of files by us is taken back where they are there again. $1 board,
 * $2 thread, $3 nums that are settled, $4 nums that have a file, $5 now.
 */
export const SETTLE_FILES = `
with gone as (
  delete from missing_files where board_id = $1 and thread = $2 and num = any ($3::bigint[]) returning num, state
), marked as (
  update posts set time_deleted_file = null, time_modified = $5, rev = nextval('post_rev')
  where board_id = $1 and num in (select num from gone where state = 'deleted' and num = any ($4::bigint[]))
    and subnum = 0 and time_deleted_file is not null and time_purged is null
  returning rev
)
select min(rev) as min_rev from marked`;

/** posts_num or posts_pkey, by num as every writer goes. $1 board, $2 nums, $3 when each was missed, $4 now. */
export const MARK_FILES_DELETED = `
with gone as (
  select * from unnest($2::bigint[], $3::timestamptz[]) as t (num, missed_at) order by num
), marked as (
  update posts p set time_deleted_file = gone.missed_at, time_modified = $4, rev = nextval('post_rev') from gone
  where p.board_id = $1 and p.num = gone.num and p.subnum = 0 and p.time_deleted_file is null and p.time_purged is null
  returning p.rev
)
select min(rev) as min_rev from marked`;

/** missing_files_pkey: rows of one thread. $1 board, $2 thread, $3 now. */
export const SELECT_DUE_FILES = `
select num, first_missed_at, state, attempts, due_at from missing_files
where board_id = $1 and thread = $2 and state in ('missing', 'released') and due_at <= $3`;
