/**
 * The database's identity: the cluster, its timeline (changes with a point-in-time recovery or a promotion), and the
 * database in it (changes when it is created again from a dump). fresh: the database is empty and was never indexed.
 */
export const READ_IDENTITY = `
  select (select system_identifier from pg_control_system())::text as system_identifier,
         left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline,
         (select oid from pg_database where datname = current_database())::text as database_oid,
         (select epoch from sync_state) as epoch,
         not exists (select 1 from indices) and not exists (select 1 from posts) as fresh`;

/** Boards whose documents in shared indices are to be deleted. Reads the whole table, which is nearly always empty. */
export const READ_REMOVED_BOARDS = `select distinct board from removed_indices`;

/** Indices of all sets, whether they exist in Elasticsearch or not. */
export const READ_SET_NAMES = `select distinct name from indices where state in ('building', 'live', 'standby')`;

/** Indices of all states. */
export const READ_INDEX_NAMES = `select name from indices`;

/** The revs of documents' rows. Uses posts' primary key. $1 boards' names, $2 nums, $3 subnums. */
export const READ_REVS = `
  select wanted.place::int as place, p.rev
    from unnest($1::text[], $2::bigint[], $3::int[]) with ordinality as wanted (board, num, subnum, place)
    join boards b on b.name = wanted.board
    join posts p on p.board_id = b.id and p.num = wanted.num and p.subnum = wanted.subnum`;

/** Connections of running indexers. The database's owner sees all columns of its own sessions. */
export const COUNT_INDEXERS = `
  select count(*) as sessions
    from pg_stat_activity
   where datname = current_database() and application_name like 'sagasu_indexer%'`;

/** From now on, every write has a higher version than any existing document. */
export const RAISE_EPOCH = `update sync_state set epoch = epoch + 1 returning epoch`;

/** Keeps revs that documents already have from being drawn again. $1 the highest rev in a document. */
export const RAISE_REV = `select setval('post_rev', greatest($1::bigint, nextval('post_rev')))`;

/** Earlier verifications compared the indices with other rows. */
export const FORGET_VERIFIED = `update indices set verified_uuid = null, verified_seq_no = null`;

/** Restarts verifications that were unfinished when the backup was made. */
export const RESTART_VERIFICATIONS = `
  update tasks
     set options = '{"repair": true, "deep": false}', requested_action = 'run', details = '{}', progress = '{}', fence = fence + 1,
         lease_until = null, worker = null
   where kind = 'verify' and status in ('enqueued', 'processing')`;

export const VERIFY_ALL = `
  insert into tasks (kind, board_id, options, requested_by)
  select 'verify', id, '{"repair": true, "deep": false}', 'cli' from boards order by id
  on conflict do nothing`;

export const COUNT_BOARDS = `select count(*) as boards from boards`;
