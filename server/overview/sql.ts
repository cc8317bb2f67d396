/** Reads the rows that the function's comment names. */
export const STAFF_QUEUES = `
  select q.queue, b.name as board, q.items, q.oldest from staff_queues() q left join boards b on b.id = q.board`;

export interface QueueRow {
  readonly queue: 'reports' | 'held_posts' | 'appeals';
  /** null: bans of all boards. */
  readonly board: string | null;
  readonly items: number;
  readonly oldest: Date;
}

/** Reads the rows that the function's comment names. */
export const WATCHED_TASKS = `
  select w.id, w.kind, b.name as board, w.status, w.since from watched_tasks() w left join boards b on b.id = w.board
   order by w.id desc`;

export interface WatchedTaskRow {
  readonly id: string;
  readonly kind: string;
  readonly board: string | null;
  readonly status: 'enqueued' | 'processing' | 'failed' | 'succeeded';
  readonly since: Date;
}

/** Errors of tasks that the transaction's account may see. Index: tasks_pkey. $1 ids. */
export const TASK_ERRORS = `select id, error ->> 'message' as message from tasks where id = any ($1::bigint[])`;

/**
 * The state of each board's index. Reads all rows of dirty and, in count_quarantined, of quarantine, which contain only unindexed
 * threads and documents, and of indices, which is small. $1 mapping version.
 */
export const INDEX_STATES = `
  select b.name as board, v.drift::float8 as drift, v.verified_at, coalesce(q.documents, 0) as quarantined, d.since as waiting_since,
         coalesce(extract(epoch from clock_timestamp() - d.since), 0)::float8 as lag_seconds, i.is_outdated, i.refilling_since
    from boards b
    left join verifications v on v.board_id = b.id
    left join count_quarantined() q on q.board = b.id
    left join (select board_id, min(since) filter (where covered_gen is distinct from gen) as since from dirty group by board_id) d
         on d.board_id = b.id
    left join (
         select board_id, bool_or(mapping_version <> $1) as is_outdated, min(refilling_since) as refilling_since
           from indices where state = 'live' group by board_id) i on i.board_id = b.id
   order by b.name`;

export interface IndexStateRow {
  readonly board: string;
  /** null before the first verification. */
  readonly drift: number | null;
  readonly verified_at: Date | null;
  readonly quarantined: number;
  readonly waiting_since: Date | null;
  readonly lag_seconds: number;
  /** null without an index. */
  readonly is_outdated: boolean | null;
  readonly refilling_since: Date | null;
}

/** Reads no table. */
export const DATABASE_FOLDER = 'select database_folder() as folder';

/** Reads the small table. */
export const LOCAL_DATASTORES = `select name, base from datastores where kind = 'local' order by name`;

/**
 * Boards that should be harvested and whose lease no scraper has held for a while. A scraper takes a new board within seconds. Reads all
 * of boards and harvest_leases, which are small.
 */
export const UNPOLLED_BOARDS = `
  select b.name as board
    from harvested_boards h join boards b on b.id = h.id left join harvest_leases l on l.board_id = b.id
   where b.created_at < now() - interval '30 seconds'
     and (l.lease_until is null or l.lease_until < clock_timestamp() - interval '15 seconds')
   order by b.name`;
