import type { TaskError, TaskKind, TaskProgress, TaskStatus, RequestedAction } from '../../../mappings/task.ts';

/** For `tasks t` joined to `boards b`. `now` comes from PostgreSQL's clock, as the other times do. */
const TASK_COLUMNS = `
  t.id, t.kind, b.name as board, t.status, t.requested_action, t.step, t.progress, t.details, t.error, t.requested_by, t.enqueued_at,
  t.started_at, t.finished_at, clock_timestamp() as now`;

export interface TaskRow {
  readonly id: string;
  readonly kind: TaskKind;
  readonly board: string | null;
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

/** Newest first. Indexes: tasks_pkey or tasks_of_board. $1 board, $2 kind, $3 statuses, $4 id to begin below, each or null; $5 limit. */
export const LIST_TASKS = `
  select ${TASK_COLUMNS}
    from tasks t
    left join boards b on b.id = t.board_id
   where ($1::text is null or t.board_id = (select id from boards where name = $1))
     and ($2::text is null or t.kind = $2)
     and ($3::text[] is null or t.status = any ($3))
     and ($4::bigint is null or t.id < $4)
   order by t.id desc
   limit $5`;

/** In the order of the ids. Index: tasks_pkey. $1 ids. */
export const READ_TASKS = `
  select ${TASK_COLUMNS}
    from unnest($1::bigint[]) with ordinality as wanted (id, place)
    join tasks t on t.id = wanted.id
    left join boards b on b.id = t.board_id
   order by wanted.place`;

/** All boards, oldest first. Index: tasks_unfinished. */
export const UNFINISHED_TASKS = `
  select ${TASK_COLUMNS}
    from tasks t
    left join boards b on b.id = t.board_id
   where t.status in ('enqueued', 'processing')
   order by t.id`;

/**
 * Reads all of a table of some dozens of rows. $1 names, empty for all; $2 kind of the tasks. A rebuild of all boards leaves out those that
 * have neither posts nor an index. Indexes: posts_pkey, indices of a board.
 */
export const READ_BOARDS = `
  select b.id, b.name from boards b
   where b.name = any ($1::text[]) or (cardinality($1::text[]) = 0 and (
           $2 <> 'reindex'
           or exists (select from indices i where i.board_id = b.id)
           or exists (select from posts p where p.board_id = b.id)))
   order by b.id`;

/**
 * Skips boards with an unfinished task of this kind or an unfinished change of their indices (unique indexes
 * tasks_one_of_kind and tasks_one_change). Inserts in the order of the board ids, so that concurrent requests wait for each
 * other without a deadlock. $1 kind, $2 boards, $3 options, $4 requester.
 */
export const INSERT_TASKS = `
  insert into tasks (kind, board_id, options, requested_by)
  select $1, board_id, $3::jsonb, $4 from unnest($2::int[]) as wanted (board_id) order by board_id
  on conflict do nothing
  returning id, board_id`;

/**
 * Assigns tasks that the schedule enqueued and no indexer has begun to the requester, with the requested options, and moves them ahead
 * of other scheduled tasks. Index: tasks_one_of_kind. $1 kind, $2 boards, $3 options, $4 requester.
 */
export const TAKE_OVER_SCHEDULED = `
  update tasks set options = $3::jsonb, requested_by = $4
   where kind = $1 and board_id = any ($2::int[]) and status = 'enqueued' and requested_by = 'schedule'`;

/** Index: tasks_one_of_kind. $1 kind, $2 boards. */
export const UNFINISHED_OF_KIND = `
  select id, board_id from tasks
   where kind = $1 and board_id = any ($2::int[]) and status in ('enqueued', 'processing')`;

/** Index: tasks_one_change. $1 boards. */
export const UNFINISHED_CHANGES = `
  select t.kind, b.name as board
    from tasks t
    join boards b on b.id = t.board_id
   where t.board_id = any ($1::int[]) and t.status in ('enqueued', 'processing') and t.kind in ('reindex', 'rollback')
   order by t.id`;

/** Idempotency keys are kept for a day. Reads all of a small table; skips rows that another request has locked. */
export const DELETE_OLD_REQUESTS = `
  delete from task_requests
   where (requested_by, idempotency_key) in (
         select requested_by, idempotency_key from task_requests
          where requested_at < clock_timestamp() - interval '1 day'
            for update skip locked)`;

/** Waits for a concurrent request with the same key. Index: task_requests_pkey. $1 requester, $2 key, $3 hash of the request. */
export const INSERT_REQUEST = `
  insert into task_requests (requested_by, idempotency_key, request_hash, task_ids, requested_at)
  values ($1, $2, $3, '{}', clock_timestamp())
  on conflict do nothing
  returning requested_by`;

/** Index: task_requests_pkey. $1 requester, $2 key. */
export const READ_REQUEST = `
  select request_hash, task_ids from task_requests where requested_by = $1 and idempotency_key = $2`;

/** Index: task_requests_pkey. $1 requester, $2 key, $3 task ids. */
export const SET_REQUEST_TASKS = `
  update task_requests set task_ids = $3::bigint[] where requested_by = $1 and idempotency_key = $2`;

/**
 * Cancels an enqueued task immediately; an indexer acts on the rest. A cancellation is final: no other action is accepted after it.
 * Index: tasks_pkey. $1 task, $2 action.
 */
export const REQUEST_TASK_ACTION = `
  update tasks
     set requested_action = $2,
         status = case when status = 'enqueued' and $2 = 'cancel' then 'cancelled' else status end,
         finished_at = case when status = 'enqueued' and $2 = 'cancel' then clock_timestamp() end
   where id = $1 and status in ('enqueued', 'processing') and (requested_action <> 'cancel' or $2 = 'cancel')
  returning id`;

/** Sent when the transaction commits. $1 channel. */
export const NOTIFY_TASKS = `select pg_notify($1, '')`;
