/** Uses tombstones_in_segments. $1 board, $2 limit. */
export const READ_UNPURGED = `
  select num, subnum from tombstones where board_id = $1 and segments_purged_at is null order by num, subnum limit $2`;

/** Uses posts_pkey and dirty_pkey. $1 board, $2 nums, $3 subnums. */
export const COUNT_AWAITING_STUBS = `
  select count(distinct p.thread) as threads
    from unnest($2::bigint[], $3::int[]) as purged (num, subnum)
    join posts p on p.board_id = $1 and p.num = purged.num and p.subnum = purged.subnum
    join dirty d on d.board_id = p.board_id and d.thread = p.thread and d.min_rev <= p.rev`;

/** Uses the unique index of indices (board_id, slice, build). $1 board. */
export const READ_RETIRED = `
  select name, slice, is_shared from indices where board_id = $1 and state = 'retired'`;

/** A worker that was slow may have added a document after the purge. Uses quarantine_pkey, posts_pkey. $1 board, $2 nums, $3 subnums. */
export const DELETE_REFUSALS = `
  delete from quarantine q
   using unnest($2::bigint[], $3::int[]) as purged (num, subnum), posts p
   where q.board_id = $1 and q.num = purged.num and q.subnum = purged.subnum
     and p.board_id = q.board_id and p.num = q.num and p.subnum = q.subnum and q.rev < p.rev`;

/** Uses tombstones_pkey. $1 board, $2 nums, $3 subnums. */
export const RECORD_PURGED = `
  update tombstones t set segments_purged_at = clock_timestamp()
    from unnest($2::bigint[], $3::int[]) as purged (num, subnum)
   where t.board_id = $1 and t.num = purged.num and t.subnum = purged.subnum and t.segments_purged_at is null`;

/**
 * Adds tasks for purges that committed while the previous task was ending. A purge whose task failed or was cancelled gets
 * no new task here. Uses tombstones_in_segments, tasks_of_board.
 */
export const ADD_MISSING_TASKS = `
  insert into tasks (kind, board_id, requested_by)
  select distinct 'purge_segments', t.board_id, 'schedule'
    from tombstones t
   where t.segments_purged_at is null
     and not exists (
         select 1 from tasks k
          where k.board_id = t.board_id and k.kind = 'purge_segments'
            and (k.status in ('enqueued', 'processing') or (k.status <> 'succeeded' and k.finished_at >= t.purged_at)))
  on conflict (board_id, kind) where status in ('enqueued', 'processing') do nothing`;
