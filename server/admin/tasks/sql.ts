import type { TaskError, TaskKind, TaskProgress, TaskStatus, RequestedAction } from '../../../mappings/task.ts';

/** `now` is the clock that wrote the other times. Over `tasks t` and its board `b`. */
const TASK_COLUMNS = `
  t.id, t.kind, b.name as board, t.status, t.requested_action, t.step, t.progress, t.details, t.error, t.requested_by, t.enqueued_at,
  t.started_at, t.finished_at, clock_timestamp() as now`;

export interface TaskRow {
  readonly id: string;
  readonly kind: TaskKind;
  readonly board: string;
  readonly status: TaskStatus;
  readonly requested_action: RequestedAction;
  readonly step: string | null;
  readonly progress: TaskProgress | Record<string, never>;
  readonly details: Readonly<Record<string, unknown>>;
  readonly error: TaskError | null;
  readonly requested_by: string;
  readonly enqueued_at: Date;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
  readonly now: Date;
}

/** Newest first. Counts on tasks_pkey or tasks_of_board. $1 board, $2 kind, $3 status, each or null; $4 below this id or null; $5 limit. */
export const LIST_TASKS = `
  select ${TASK_COLUMNS}
    from tasks t
    join boards b on b.id = t.board_id
   where ($1::text is null or t.board_id = (select id from boards where name = $1))
     and ($2::text is null or t.kind = $2)
     and ($3::text is null or t.status = $3)
     and ($4::bigint is null or t.id < $4)
   order by t.id desc
   limit $5`;

/** In the order asked for. Counts on tasks_pkey. $1 ids. */
export const READ_TASKS = `
  select ${TASK_COLUMNS}
    from unnest($1::bigint[]) with ordinality as wanted (id, place)
    join tasks t on t.id = wanted.id
    join boards b on b.id = t.board_id
   order by wanted.place`;

/** Of all boards, oldest first. Counts on tasks_unfinished. */
export const UNFINISHED_TASKS = `
  select ${TASK_COLUMNS}
    from tasks t
    join boards b on b.id = t.board_id
   where t.status in ('enqueued', 'processing')
   order by t.id`;

/** Reads a table of some dozens of rows. $1 names, none for all. */
export const BOARDS_OF_TASKS = `
  select id, name from boards where cardinality($1::text[]) = 0 or name = any ($1::text[]) order by id`;

/**
 * A board that has such a task under way, or another change of its indices, gets none. In the boards' order, so that two
 * who start the same wait for each other and do not lock each other out. $1 kind, $2 boards, $3 options, $4 by whom.
 */
export const INSERT_TASKS = `
  insert into tasks (kind, board_id, options, requested_by)
  select $1, board_id, $3::jsonb, $4 from unnest($2::int[]) as wanted (board_id) order by board_id
  on conflict do nothing
  returning id, board_id`;

/**
 * What the schedule has asked for and nobody has begun becomes a person's: as they want it, and before what else the schedule
 * asks for. Counts on tasks_one_of_kind. $1 kind, $2 boards, $3 options, $4 by whom.
 */
export const TAKE_SCHEDULED = `
  update tasks set options = $3::jsonb, requested_by = $4
   where kind = $1 and board_id = any ($2::int[]) and status = 'enqueued' and requested_by = 'schedule'`;

/** Counts on tasks_one_of_kind. $1 kind, $2 boards. */
export const UNFINISHED_OF_KIND = `
  select id, board_id from tasks
   where kind = $1 and board_id = any ($2::int[]) and status in ('enqueued', 'processing')`;

/** Counts on tasks_one_change. $1 boards. */
export const UNFINISHED_CHANGES = `
  select t.kind, b.name as board
    from tasks t
    join boards b on b.id = t.board_id
   where t.board_id = any ($1::int[]) and t.status in ('enqueued', 'processing') and t.kind in ('reindex', 'rollback')
   order by t.id`;

/** Keys are good for a day. Reads all of a small table; rows that another request holds are left to it. */
export const FORGET_REQUESTS = `
  delete from task_requests
   where (requested_by, idempotency_key) in (
         select requested_by, idempotency_key from task_requests
          where requested_at < clock_timestamp() - interval '1 day'
            for update skip locked)`;

/** Waits for a request under the same key that is under way. $1 by whom, $2 key, $3 hash of the request. */
export const CLAIM_REQUEST = `
  insert into task_requests (requested_by, idempotency_key, request_hash, task_ids, requested_at)
  values ($1, $2, $3, '{}', clock_timestamp())
  on conflict do nothing
  returning requested_by`;

/** Counts on task_requests_pkey. $1 by whom, $2 key. */
export const READ_REQUEST = `
  select request_hash, task_ids from task_requests where requested_by = $1 and idempotency_key = $2`;

/** Counts on task_requests_pkey. $1 by whom, $2 key, $3 tasks. */
export const KEEP_REQUEST = `
  update task_requests set task_ids = $3::bigint[] where requested_by = $1 and idempotency_key = $2`;

/**
 * A task that no indexer has begun is cancelled at once; otherwise the indexer reads the action. After a cancellation no
 * other action is accepted. Uses tasks_pkey. $1 task, $2 requested action.
 */
export const REQUEST_TASK_ACTION = `
  update tasks
     set requested_action = $2,
         status = case when status = 'enqueued' and $2 = 'cancel' then 'cancelled' else status end,
         finished_at = case when status = 'enqueued' and $2 = 'cancel' then clock_timestamp() end
   where id = $1 and status in ('enqueued', 'processing') and (requested_action <> 'cancel' or $2 = 'cancel')
  returning id`;

/** Heard when the transaction commits. $1 channel. */
export const NOTIFY_TASKS = `select pg_notify($1, '')`;
