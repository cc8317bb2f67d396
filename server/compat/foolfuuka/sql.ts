import { POST_COLUMNS, type PostRow } from '../../../mappings/postgres/post-row.ts';

/** `doc_id` is the order in which the archive took rows in: a post that comes late has a higher one than its neighbours. */
export interface ArchivedRow extends PostRow {
  readonly doc_id: string;
}

const COLUMNS = `${POST_COLUMNS}, p.id as doc_id`;

/** Reads posts_thread (board_id, thread, num, subnum) in its order. $1 board, $2 thread, $3 only what came after this doc_id. */
export const SELECT_ARCHIVED_THREAD = `
  select ${COLUMNS}
  from posts p
  join boards b on b.id = p.board_id
  where p.board_id = $1 and p.thread = $2 and p.id > $3 and not p.hidden
  order by p.num, p.subnum`;

/** One step in posts_threads_created (board_id, num desc). $1 board, $2 thread. */
export const HAS_OPENER = `
  select 1 from posts where board_id = $1 and num = $2 and subnum = 0 and thread = $2 and opener and not hidden`;

/**
 * Rows by posts_pkey (board_id, num, subnum), each in its own partition; hidden ones come back as none. $1 names of boards,
 * $2 nums, $3 subnums.
 */
export const SELECT_ARCHIVED = `
  with wanted as materialized (
    select boards.id, boards.name, key.num, key.subnum
    from unnest($1::text[], $2::bigint[], $3::int[]) as key (board, num, subnum)
    join boards on boards.name = key.board
  )
  select ${COLUMNS}
  from wanted b
  join posts p on p.board_id = b.id and p.num = b.num and p.subnum = b.subnum
  where not p.hidden`;
