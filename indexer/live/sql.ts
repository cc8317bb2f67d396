import { ADDED_VALUES } from '../document-values.ts';
import { POST_COLUMNS } from '../../mappings/postgres/post-row.ts';

/** Excludes covered marks, whose posts a rebuild copies (indexer/rebuild/cover-marks.ts). The condition of the index dirty_gen_order. */
export const IS_NOT_COVERED = 'covered_gen is distinct from gen';

/**
 * Claims rows that are not covered, and that were not claimed in their present gen or whose lease ran out. Uses dirty_gen_order;
 * skips rows that a writer or another relay holds. $1 limit, $2 lease in seconds.
 */
export const CLAIM_DIRTY = `
  update dirty d
     set queued_gen = d.gen, queued_at = clock_timestamp()
    from (select board_id, thread
            from dirty
           where ${IS_NOT_COVERED}
             and (queued_gen is distinct from gen or queued_at < clock_timestamp() - make_interval(secs => $2))
           order by gen
           limit $1
             for update skip locked) claimed
   where d.board_id = claimed.board_id and d.thread = claimed.thread
  returning d.board_id, d.thread, d.gen`;

/** The dirty rows of the wanted threads; a job may be older than the covering of its mark. Uses dirty's primary key. $1 boards, $2 threads. */
export const READ_DIRTY = `
  select d.board_id, d.thread, d.gen, d.min_rev, d.request_id, b.slice_size, (select epoch from sync_state) as epoch
    from unnest($1::int[], $2::bigint[]) with ordinality as wanted (board_id, thread, place)
    join dirty d on d.board_id = wanted.board_id and d.thread = wanted.thread and d.covered_gen is distinct from d.gen
    join boards b on b.id = d.board_id
   order by wanted.place`;

/** Uses index_sets' primary key and the board in indices' unique index. $1 boards. */
export const READ_SETS = `
  select s.board_id, s.version, i.name, i.slice, i.state, i.mapping_version
    from index_sets s
    left join indices i on i.board_id = s.board_id and i.state <> 'retired'
   where s.board_id = any ($1::int[])`;

/**
 * The changed posts of a board's threads, in the order of the threads, lowest rev first. The inner limit avoids sorting a
 * huge thread whole; ties are kept, so that posts of the same rev stay together. Reads one board, so that PostgreSQL plans
 * for the partitions of that board only: with 229 slices, planning for all boards took 300 ms per batch. Uses
 * posts_thread.
 * $1 board, $2 threads, $3 least revs, $4 limit.
 */
export const READ_POSTS = `
  select ${POST_COLUMNS}${ADDED_VALUES}
    from unnest($2::bigint[], $3::bigint[]) with ordinality as wanted (thread, min_rev, place)
    join boards b on b.id = $1
   cross join lateral (
         select * from posts
          where board_id = $1 and thread = wanted.thread and rev >= wanted.min_rev
          order by rev
          fetch first $4 rows with ties) p
   order by wanted.place, p.rev
   fetch first $4 rows with ties`;

/** Uses quarantine_thread. $1 boards, $2 threads. */
export const READ_QUARANTINED = `
  select q.board_id, q.thread, q.num, q.subnum, q.index_name
    from unnest($1::int[], $2::bigint[]) as wanted (board_id, thread)
    join quarantine q on q.board_id = wanted.board_id and q.thread = wanted.thread`;

/**
 * Deletes each dirty row, or raises its min_rev to $5, if its gen and its board's set version are still the ones that were
 * read. Skips rows that a writer holds: they are about to change. Searches leave out posts that were hidden in a deleted
 * row's thread until Elasticsearch has refreshed; that time starts here. Uses the primary keys of dirty and pending_hides.
 * $1 boards, $2 threads, $3 gens, $4 set versions, $5 revs to resume from, null to delete.
 */
export const CLEAR_DIRTY = `
  with held as (
    select d.board_id, d.thread, done.resume_from
      from unnest($1::int[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])
           as done (board_id, thread, gen, set_version, resume_from)
      join dirty d on d.board_id = done.board_id and d.thread = done.thread and d.gen = done.gen
      left join index_sets s on s.board_id = d.board_id
     where coalesce(s.version, 0) = done.set_version
       for update of d skip locked),
  moved as (
    update dirty d set min_rev = held.resume_from from held
     where d.board_id = held.board_id and d.thread = held.thread and held.resume_from is not null
    returning d.board_id, d.thread),
  deleted as (
    delete from dirty d using held
     where d.board_id = held.board_id and d.thread = held.thread and held.resume_from is null
    returning d.board_id, d.thread),
  refreshing as (
    update pending_hides c set since = clock_timestamp() from deleted
     where c.board_id = deleted.board_id and c.thread = deleted.thread)
  select board_id, thread from moved union all select board_id, thread from deleted`;

/**
 * Adds a document only while its row still has the rev that was refused: a job that stalled must not quarantine a newer
 * rev. Uses posts' primary key. $1 boards, $2 threads, $3 nums, $4 subnums, $5 indices, $6 revs, $7 reasons.
 */
export const QUARANTINE_DOCUMENTS = `
  insert into quarantine (board_id, thread, num, subnum, index_name, rev, reason)
  select q.board_id, q.thread, q.num, q.subnum, q.index_name, q.rev, q.reason
    from unnest($1::int[], $2::bigint[], $3::bigint[], $4::int[], $5::text[], $6::bigint[], $7::text[])
         as q (board_id, thread, num, subnum, index_name, rev, reason)
    join posts p on p.board_id = q.board_id and p.num = q.num and p.subnum = q.subnum and p.rev = q.rev
   order by q.board_id, q.num, q.subnum, q.index_name
  on conflict (board_id, num, subnum, index_name) do update
     set thread = excluded.thread, rev = excluded.rev, reason = excluded.reason, since = now()`;

/** Uses quarantine's primary key. $1 boards, $2 nums, $3 subnums, $4 indices, $5 revs. */
export const RELEASE_DOCUMENTS = `
  delete from quarantine q
   using unnest($1::int[], $2::bigint[], $3::int[], $4::text[], $5::bigint[])
         as fine (board_id, num, subnum, index_name, rev)
   where q.board_id = fine.board_id and q.num = fine.num and q.subnum = fine.subnum
     and q.index_name = fine.index_name and q.rev <= fine.rev`;
