import { leaseEnded } from '../../mappings/postgres/lease.ts';

/**
 * Claims the oldest task that no worker holds: verifications last, and requested tasks before scheduled ones. A task that
 * was paused before it started waits, and so does a verification of a board whose rebuild waits or runs: it would compare indices that
 * are about to be replaced. A unique index allows one unfinished task per board and kind; this statement limits the rebuilds over all
 * boards. Uses tasks_unfinished and tasks_one_of_kind, and sorts the few unfinished tasks.
 * $1 worker, $2 lease in seconds, $3 kinds, $4 whether to take scheduled tasks, $5 rebuilds at the same time.
 */
export const CLAIM_TASK = `
  update tasks t
     set status = 'processing', worker = $1, lease_until = clock_timestamp() + make_interval(secs => $2),
         fence = t.fence + 1, started_at = coalesce(t.started_at, clock_timestamp()), details = t.details - 'waiting_for'
    from boards b
   where b.id = t.board_id
     and t.id = (
         select c.id
           from tasks c
          where ((c.status = 'enqueued' and c.requested_action = 'run') or (c.status = 'processing' and coalesce(${leaseEnded('c.lease_until')}, true)))
            and c.kind = any ($3::text[])
            and ($4 or c.requested_by <> 'schedule')
            and (c.kind <> 'verify' or not exists (
                 select from tasks r where r.board_id = c.board_id and r.kind = 'reindex' and r.status in ('enqueued', 'processing')
                    and r.requested_action = 'run'))
            and (c.kind <> 'reindex' or c.status = 'processing' or $5 > (
                 select count(*) from tasks o where o.status = 'processing' and o.kind = 'reindex'))
          order by c.kind = 'verify', c.requested_by = 'schedule', c.id
          limit 1
            for update skip locked)
  returning t.id, t.kind, t.board_id, b.name as board, b.slice_size, t.options, t.step, t.details, t.fence, t.request_id`;

/** Whether any task waits or runs. Uses tasks_unfinished, which is empty nearly always. */
export const HAS_UNFINISHED = `select exists (select from tasks where status in ('enqueued', 'processing')) as is_so`;

/** Keeps workers from starting more rebuilds than allowed at the same moment. Held until the transaction ends. */
export const LOCK_CLAIMS = `select pg_advisory_xact_lock(hashtext('sagasu_task_claim'), 0)`;

/** Uses tasks' primary key. $1 task, $2 fence, $3 lease in seconds. */
export const RENEW_TASK = `
  update tasks set lease_until = clock_timestamp() + make_interval(secs => $3)
   where id = $1 and fence = $2 and status = 'processing'
  returning requested_action`;

/** Uses tasks' primary key. $1 task, $2 fence, $3 step or null, $4 progress or null, $5 details or null. */
export const UPDATE_TASK = `
  update tasks
     set step = coalesce($3, step), progress = coalesce($4::jsonb, progress), details = details || coalesce($5::jsonb, '{}')
   where id = $1 and fence = $2 and status = 'processing'
  returning id`;

/** Uses tasks' primary key. $1 task, $2 fence, $3 status, $4 details or null, $5 error or null. */
export const FINISH_TASK = `
  update tasks
     set status = $3, details = (details - 'waiting_for') || coalesce($4::jsonb, '{}'), error = $5::jsonb, finished_at = clock_timestamp(),
         worker = null, lease_until = null
   where id = $1 and fence = $2 and status = 'processing'
  returning id`;

/** Uses tasks' primary key. $1 task, $2 fence. */
export const RELEASE_TASK = `
  update tasks set lease_until = null, worker = null where id = $1 and fence = $2 and status = 'processing'`;

/** Ends tasks whose command was killed: its lease has run out. Uses tasks_unfinished. $1 kinds, $2 error. */
export const FAIL_INTERRUPTED = `
  update tasks set status = 'failed', error = $2::jsonb, finished_at = clock_timestamp(), worker = null, lease_until = null, fence = fence + 1
   where status = 'processing' and kind = any ($1::text[]) and coalesce(${leaseEnded('lease_until')}, true)`;
