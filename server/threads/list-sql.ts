import { SHOWN_COLUMNS } from '../../mappings/postgres/post-row.ts';

const MODIFIED = 'case when time_bumped is null then time_posted else time_bumped end';
/** In microseconds, the resolution of the column, so that a place in the list is exact. */
const MICROSECONDS = `(extract(epoch from ${MODIFIED}) * 1000000)::bigint`;
const VISIBLE_OPENERS = 'from posts where board_id = $1 and opener and not hidden';

/** A place in a list of threads; bigints come as text. */
export interface ThreadPlaceRow {
  readonly num: string;
  readonly at: string;
}

/**
 * Index: posts_threads_modified (board_id, case when time_bumped is null then time_posted else time_bumped end desc, num desc), forwards or backwards. $1 board, $2 limit,
 * $3 offset; or $3 microseconds and $4 num of the place to continue from.
 */
export const THREADS_BY_MODIFIED = {
  page: `select num, ${MICROSECONDS} as at ${VISIBLE_OPENERS} order by ${MODIFIED} desc, num desc limit $2 offset $3`,
  forward: `
    select num, ${MICROSECONDS} as at ${VISIBLE_OPENERS}
      and (${MODIFIED}, num) < ('epoch'::timestamptz + $3::bigint * interval '1 microsecond', $4::bigint)
    order by ${MODIFIED} desc, num desc limit $2`,
  backward: `
    select num, ${MICROSECONDS} as at ${VISIBLE_OPENERS}
      and (${MODIFIED}, num) > ('epoch'::timestamptz + $3::bigint * interval '1 microsecond', $4::bigint)
    order by ${MODIFIED}, num limit $2`,
};

/** Index: posts_threads_created (board_id, num desc). $1 board, $2 limit, $3 offset; or $3 the num to continue from. */
export const THREADS_BY_CREATED = {
  page: `select num, num as at ${VISIBLE_OPENERS} order by num desc limit $2 offset $3`,
  forward: `select num, num as at ${VISIBLE_OPENERS} and num < $3 order by num desc limit $2`,
  backward: `select num, num as at ${VISIBLE_OPENERS} and num > $3 order by num limit $2`,
};

/** Counts the entries of posts_threads_created (board_id, num desc); reads no rows of a vacuumed table. $1 board. */
export const COUNT_THREADS = `select count(*)::float8 as threads ${VISIBLE_OPENERS}`;

/**
 * Openers by posts_threads_created (board_id, num desc) or posts_pkey, and the newest replies of each backwards in posts_thread
 * (board_id, thread, num, subnum). $1 board, $2 nums of threads, $3 replies per thread.
 */
export const SELECT_LISTED_POSTS = `
  select ${SHOWN_COLUMNS}
  from unnest($2::bigint[]) listed (thread)
  cross join lateral (
    (select * from posts o
     where o.board_id = $1 and o.num = listed.thread and o.subnum = 0 and o.opener and not o.hidden)
    union all
    (select * from posts r
     where r.board_id = $1 and r.thread = listed.thread and not r.opener and not r.hidden
     order by r.num desc, r.subnum desc
     limit $3)
  ) p
  join boards b on b.id = p.board_id`;

/** Reads the threads' rows by posts_thread (board_id, thread, num, subnum). $1 board, $2 nums of threads. */
export const COUNT_LISTED = `
  select thread, count(*)::int as posts, count(media_type)::int as images
  from posts
  where board_id = $1 and thread = any ($2::bigint[]) and not hidden
  group by thread`;

export interface ThreadCountRow {
  readonly thread: string;
  readonly posts: number;
  readonly images: number;
}

const FILES = `
  select ${SHOWN_COLUMNS}
  from posts p
  join boards b on b.id = p.board_id
  where p.board_id = $1 and p.media_type is not null and not p.hidden`;

/**
 * Index: posts_files (board_id, num desc, subnum desc), forwards or backwards. $1 board, $2 limit, $3 num and $4 subnum of the place to
 * continue from.
 */
export const SELECT_FILES = {
  forward: `${FILES} and (p.num, p.subnum) < ($3::bigint, $4::int) order by p.num desc, p.subnum desc limit $2`,
  backward: `${FILES} and (p.num, p.subnum) > ($3::bigint, $4::int) order by p.num, p.subnum limit $2`,
};
