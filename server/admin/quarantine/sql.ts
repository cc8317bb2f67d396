/** Reads a small table. $1 board or null. */
export const COUNT_QUARANTINE = `
  select count(*)::int as total from quarantine q join boards b on b.id = q.board_id where $1::text is null or b.name = $1`;

/**
 * Oldest first. Reads a small table. $1 board or null, $2 limit, $3–$7 the position behind which it begins, its time in
 * microseconds, or null.
 */
export const LIST_QUARANTINE = `
  select b.name as board, q.board_id, q.thread, q.num, q.subnum, q.index_name, q.reason, q.since,
         (extract(epoch from q.since) * 1000000)::bigint as since_us
    from quarantine q
    join boards b on b.id = q.board_id
   where ($1::text is null or b.name = $1)
     and ($3::bigint is null
          or (q.since, q.board_id, q.num, q.subnum, q.index_name)
             > (timestamptz 'epoch' + $3 * interval '1 microsecond', $4::int, $5::bigint, $6::int, $7::text))
   order by q.since, q.board_id, q.num, q.subnum, q.index_name
   limit $2`;

export interface QuarantineRow {
  readonly board: string;
  readonly board_id: number;
  readonly thread: string;
  readonly num: string;
  readonly subnum: number;
  readonly index_name: string;
  readonly reason: string;
  readonly since: Date;
  readonly since_us: string;
}

/**
 * Marks the threads of refused documents from the least rev that was refused on, so that the indexer tries each of them
 * again and releases what is taken. Marks in the order of dirty's primary key, as all who mark several threads do. What
 * was refused by an index that is no more has nothing to be tried on, and goes. $1 board or null, $2 num or null.
 */
export const RETRY_QUARANTINE = `
  with wanted as (
    select q.*, i.name is not null as has_index
      from quarantine q
      join boards b on b.id = q.board_id
      left join indices i on i.name = q.index_name and i.state <> 'retired'
     where ($1::text is null or b.name = $1) and ($2::bigint is null or q.num = $2)),
  gone as (
    delete from quarantine q using wanted w
     where not w.has_index and q.board_id = w.board_id and q.num = w.num and q.subnum = w.subnum
       and q.index_name = w.index_name),
  marked as (
    insert into dirty (board_id, thread, gen, min_rev, since)
    select board_id, thread, nextval('dirty_gen'), min(rev), now()
      from wanted where has_index group by board_id, thread order by board_id, thread
    on conflict (board_id, thread) do update
       set gen = nextval('dirty_gen'), min_rev = least(dirty.min_rev, excluded.min_rev))
  select count(*)::int as documents from wanted where has_index`;

/** Heard when the transaction commits. $1 channel. */
export const NOTIFY_INDEXER = `select pg_notify($1, '')`;
