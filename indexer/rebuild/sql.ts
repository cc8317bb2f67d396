import { ADDED_VALUES } from '../document-values.ts';
import { POST_RECORD } from '../../mappings/postgres/post-record.ts';
import { IS_NOT_COVERED } from '../live/sql.ts';

/** The end of the planned part of a slice. Uses rebuild_ranges' primary key. $1 task, $2 slice. */
export const READ_PLANNED = `
  select max(last_num) as last_num from rebuild_ranges where task_id = $1 and slice = $2`;

/** The end of the next range. Reads posts' primary key only. $1 board, $2 first num, $3 end of the slice (excluded), $4 posts. */
export const MEASURE_RANGE = `
  select count(*)::int as posts, max(num) as last_num
    from (select num from posts where board_id = $1 and num >= $2 and num < $3 order by num, subnum limit $4) p`;

/** Adds nothing when another worker has taken the task. $1 task, $2 fence, $3 slice, $4 first nums, $5 last nums, $6 posts. */
export const ADD_RANGES = `
  insert into rebuild_ranges (task_id, slice, first_num, last_num, posts, done_num, done_subnum)
  select t.id, $3, r.first_num, r.last_num, r.posts, r.first_num - 1, 2147483647
    from tasks t, unnest($4::bigint[], $5::bigint[], $6::bigint[]) as r (first_num, last_num, posts)
   where t.id = $1 and t.fence = $2 and t.status = 'processing'
  on conflict (task_id, slice, first_num) do nothing`;

/** Uses rebuild_ranges_open. $1 task, $2 limit, $3 lease in seconds. */
export const CLAIM_RANGES = `
  update rebuild_ranges r
     set queued_at = clock_timestamp()
    from (select task_id, slice, first_num
            from rebuild_ranges
           where task_id = $1 and not is_done
             and (queued_at is null or queued_at < clock_timestamp() - make_interval(secs => $3))
           order by slice, first_num
           limit $2
             for update skip locked) claimed
   where r.task_id = claimed.task_id and r.slice = claimed.slice and r.first_num = claimed.first_num
  returning r.slice, r.first_num`;

/**
 * Reads all ranges of the task: one for about 20,000 posts. Uses rebuild_ranges' primary key, tasks_unfinished and rebuild_ranges_open. $1
 * task.
 */
export const READ_COPY_STATE = `
  select coalesce(sum(documents), 0) as documents, coalesce(sum(refused), 0) as refused, coalesce(sum(posts), 0) as planned,
         count(*) filter (where not is_done) as open,
         exists (select from tasks o join rebuild_ranges r on r.task_id = o.id and not r.is_done
                  where o.kind = 'reindex' and o.status = 'processing' and o.requested_action = 'run' and o.id < $1) as is_behind
    from rebuild_ranges
   where task_id = $1`;

/** The fence keeps a worker that lost the task from deleting the new worker's ranges. $1 task, $2 fence. */
export const DELETE_RANGES = `
  delete from rebuild_ranges r
   using (select id from tasks where id = $1 and fence = $2 and status = 'processing' for key share) t
   where r.task_id = t.id`;

/** Uses the primary keys, and the board in indices' unique index. $1 task, $2 slice, $3 first num. */
export const OPEN_RANGE = `
  select t.board_id, b.name as board, i.name as index_name, i.has_documents, i.mapping_version, (select epoch from sync_state) as epoch, r.last_num, r.done_num, r.done_subnum
    from rebuild_ranges r
    join tasks t on t.id = r.task_id and t.status = 'processing' and t.requested_action = 'run'
    join boards b on b.id = t.board_id
    join indices i on i.board_id = t.board_id and i.slice = r.slice and i.task_id = t.id and i.state = 'building'
   where r.task_id = $1 and r.slice = $2 and r.first_num = $3 and not r.is_done`;

/**
 * The next page of a range. Uses posts' primary key; the bounds on num select the partition.
 * $1 board, $2 num and $3 subnum of the last copied post, $4 last num, $5 limit.
 */
export const READ_PAGE = `
  select ${POST_RECORD}${ADDED_VALUES}
    from posts p
   where p.board_id = $1 and p.num >= $2 and p.num <= $4 and (p.num, p.subnum) > ($2, $3)
   order by p.num, p.subnum
   limit $5`;

/**
 * Moves a range's position only from the position that this worker has read: of two workers on one range, the slower one
 * stops. While the task is paused the range has no queued_at, so that it is claimed as soon as the task resumes. Uses the
 * primary keys.
 * $1 task, $2 slice, $3 first num, $4 and $5 from, $6 and $7 to, $8 documents, $9 refused, $10 done.
 */
export const SAVE_POSITION = `
  update rebuild_ranges r
     set done_num = $6, done_subnum = $7, documents = r.documents + $8, refused = r.refused + $9, is_done = $10,
         queued_at = case when t.status = 'processing' and t.requested_action = 'run' then clock_timestamp() end
    from tasks t
   where r.task_id = $1 and r.slice = $2 and r.first_num = $3 and r.done_num = $4 and r.done_subnum = $5 and not r.is_done
     and t.id = r.task_id
  returning t.status = 'processing' and t.requested_action = 'run' as goes_on`;

/** Every committed change of a dirty thread has a lower rev than this one. */
export const DRAW_BARRIER = `
  select nextval('post_rev') as rev`;

/**
 * Marks that are not covered. The min_rev of a thread that is changed again and again rises each time its changes are indexed. Uses
 * dirty_gen_order. $1 board, $2 rev.
 */
export const COUNT_DIRTY_BELOW = `
  select count(*)::int as threads from dirty where board_id = $1 and min_rev < $2 and ${IS_NOT_COVERED}`;

/** Counts covered marks too. Uses tasks_unfinished and dirty's primary key. $1 board, $2 limit. */
export const COUNT_MARKS = `
  select (select count(*)::int from (select from dirty where board_id = $1 limit $2) d) as own,
         (select count(*)::int
            from (select from tasks t join dirty d on d.board_id = t.board_id
                   where t.kind = 'reindex' and t.status in ('enqueued', 'processing') limit $2) m) as all`;

/** Uses tasks_unfinished. */
export const READ_WAITING_REBUILDS = `
  select id, fence, board_id
    from tasks
   where kind = 'reindex' and status = 'enqueued' and requested_action = 'run' and not details ? 'covered'
   order by id`;

/** Uses tasks' primary key. $1 task, $2 fence, $3 marks. */
export const RECORD_COVERED = `
  update tasks set details = details || jsonb_build_object('covered', $3::int) where id = $1 and fence = $2 and status = 'enqueued'`;

/**
 * Deletes marks that are still covered: a thread that was marked again has a new gen. Uses dirty_covered and dirty's primary key. $1
 * task, $2 limit.
 */
export const CLEAR_COVERED = `
  delete from dirty d
   using (select board_id, thread from dirty
           where covered_by = $1 and covered_gen = gen order by covered_by, thread limit $2 for update) held
   where d.board_id = held.board_id and d.thread = held.thread`;

/** Uses dirty_covered and dirty's primary key. $1 task, $2 limit. */
export const UNCOVER_MARKS = `
  update dirty d set covered_by = null, covered_gen = null
    from (select board_id, thread from dirty where covered_by = $1 order by covered_by, thread limit $2 for update) held
   where d.board_id = held.board_id and d.thread = held.thread`;

/** Uncovers marks of tasks that have ended. Uses dirty_covered, and the primary keys of dirty and tasks. $1 limit. */
export const UNCOVER_ENDED = `
  update dirty d set covered_by = null, covered_gen = null
    from (select board_id, thread from dirty c
           where c.covered_by is not null
             and not exists (select 1 from tasks t where t.id = c.covered_by and t.status in ('enqueued', 'processing'))
           order by c.covered_by, c.thread limit $1 for update of c) held
   where d.board_id = held.board_id and d.thread = held.thread`;
