/** Statements for readers. Row security leaves only visible posts in each of them. */
import type { SeriesOrder } from '../limits.ts';

const NEWEST_SUBJECTS = 20;

/** Index: series_openers_name, posts_pkey. */
const TITLE = `(
    select mode() within group (order by newest.subject)
      from (
        select p.subject from series_openers o
          join posts p on p.board_id = o.board_id and p.num = o.num and p.subnum = 0
         where o.board_id = s.board_id and o.name = s.name order by o.time_posted desc, o.num desc limit ${NEWEST_SUBJECTS}) newest
     where newest.subject <> '')`;

const SUMMARY = `s.name, ${TITLE} as title, s.editions, s.first_time, s.last_time, s.last_thread::float8`;

/** The filter `$2`, in lower case; '' matches all. */
const MATCHES = `($2 = '' or strpos(s.name, $2) > 0 or exists (
    select from posts p where p.board_id = s.board_id and p.num = s.last_thread and p.subnum = 0 and strpos(lower(p.subject), $2) > 0))`;

const ORDER_BY = {
  newest: 's.last_time desc, s.name',
  editions: 's.editions desc, s.name',
  name: 's.name',
} as const satisfies Record<SeriesOrder, string>;

/** Index: series_last_time, series_pkey, posts_pkey. $1 board, $2 filter, $3 limit, $4 offset. */
export function listSeriesSql(order: SeriesOrder): string {
  const by = ORDER_BY[order];
  return `
  select ${SUMMARY} from (
    select s.* from series s where s.board_id = $1 and ${MATCHES} order by ${by} limit $3 offset $4) s order by ${by}`;
}

/** Index: series_last_time, posts_pkey. $1 board, $2 filter. */
export const COUNT_LIST = `select count(*)::int as total from series s where s.board_id = $1 and ${MATCHES}`;

/** Index: series_pkey. $1 board, $2 name. */
export const FIND_SERIES = `select ${SUMMARY} from series s where s.board_id = $1 and s.name = $2`;

/** Index: series_openers_pkey, series_pkey. $1 board, $2 thread. */
export const FIND_OF_THREAD = `
  select ${SUMMARY}, o.time_posted from series_openers o join series s on s.board_id = o.board_id and s.name = o.name
   where o.board_id = $1 and o.num = $2`;

const EDITION = `p.num::float8, p.subject, p.time_posted, coalesce(p.replies, 0) + 1 as posts, coalesce(p.images, 0) as images`;
const EDITIONS = 'series_openers o join posts p on p.board_id = o.board_id and p.num = o.num and p.subnum = 0';

/** The edition before or after a time and thread. Index: series_openers_name, posts_pkey. $1 board, $2 name, $3 time, $4 thread. */
export const FIND_NEIGHBOUR = {
  previous: `
    select ${EDITION} from ${EDITIONS}
     where o.board_id = $1 and o.name = $2 and (o.time_posted, o.num) < ($3, $4) order by o.time_posted desc, o.num desc limit 1`,
  next: `
    select ${EDITION} from ${EDITIONS}
     where o.board_id = $1 and o.name = $2 and (o.time_posted, o.num) > ($3, $4) order by o.time_posted, o.num limit 1`,
} as const;

/** Index: series_openers_name, posts_pkey. $1 board, $2 name, $3 limit, $4 offset. */
export const LIST_EDITIONS = `
  select ${EDITION} from ${EDITIONS}
   where o.board_id = $1 and o.name = $2 order by o.time_posted desc, o.num desc limit $3 offset $4`;

/** Index: series_openers_name, posts_pkey. $1 board, $2 name. */
export const COUNT_POSTS = `
  select coalesce(sum(e.posts), 0)::float8 as posts, coalesce(sum(e.images), 0)::float8 as images,
      coalesce(percentile_disc(0.5) within group (order by e.posts), 0)::int as median_posts,
      coalesce(percentile_disc(0.5) within group (order by e.lag), 0)::float8 as median_interval_seconds
    from (
      select ${EDITION}, round(extract(epoch from p.time_posted - lag(p.time_posted) over (order by o.time_posted, o.num))) as lag
        from ${EDITIONS} where o.board_id = $1 and o.name = $2) e`;

/** Index: series_openers_name, posts_pkey. $1 board, $2 name, $3 unit of time. */
export const COUNT_SPANS = `
  select date_trunc($3, p.time_posted, 'UTC') as start, count(*)::int as editions, sum(coalesce(p.replies, 0) + 1)::float8 as posts
    from ${EDITIONS} where o.board_id = $1 and o.name = $2 group by 1 order by 1`;

/** Threads of series with this name, the newest first. Index: series_openers_name. $1 name, $2 board or null, $3 limit. */
export const FIND_THREADS = `
  select b.name || '.' || o.num as thread_id from series_openers o join boards b on b.id = o.board_id
   where o.name = $1 and ($2::text is null or b.name = $2) order by o.time_posted desc limit $3`;

/** The series of threads, with hidden openers: callers show no name. Index: series_openers_pkey. $1 threads as `board.num`. */
export const FIND_NAMES = `
  select b.name || '.' || o.num as thread_id, o.name
    from unnest($1::text[]) asked (thread_id)
    join boards b on b.name = substring(asked.thread_id from '^(.*)\\.')
    join series_openers o on o.board_id = b.id and o.num = substring(asked.thread_id from '\\d+$')::bigint
   where o.name is not null`;

const RULE =
  'id::int, series, first_thread::float8, last_thread::float8, target, made_at, made_by, undone_at, undone_by';

/** Index: series_rules_board. $1 board, $2 limit. */
export const LIST_RULES = `select ${RULE} from series_rules where board_id = $1 order by id desc limit $2`;

/** $1 board, $2 series, $3 first thread, $4 last thread, $5 target, $6 account. */
export const ADD_RULE = `
  insert into series_rules (board_id, series, first_thread, last_thread, target, made_by) values ($1, $2, $3, $4, $5, $6) returning ${RULE}`;

/** Threads that a new rule moves. Index: series_openers_name, series_openers_pkey. $1 board, $2 series, $3 first thread, $4 last thread, $5 target. */
export const COUNT_MOVED = `
  select count(*)::int as threads from series_openers o
   where o.board_id = $1 and ($2::text is null or o.name = $2) and o.num >= coalesce($3::bigint, 0)
     and ($4::bigint is null or o.num <= $4) and o.name is distinct from $5`;

/** Threads that rules moved. Index: series_openers_pkey. $1 board. */
export const LIST_MOVED = `select o.num::float8 as thread, o.found, o.name from series_openers o where o.board_id = $1 and o.reason = 'staff'`;

/** In the order in which they apply. Index: series_rules_board. $1 board. */
export const LIST_ACTIVE_RULES = `select ${RULE} from series_rules where board_id = $1 and undone_at is null order by id`;

/** Index: series_rules_pkey. $1 board, $2 id, $3 account. */
export const UNDO_RULE = `
  update series_rules set undone_at = now(), undone_by = $3 where board_id = $1 and id = $2 and undone_at is null returning ${RULE}`;

/** Index: series_rules_pkey. $1 board, $2 id. */
export const FIND_RULE = 'select from series_rules where board_id = $1 and id = $2';

/** The function's comment names the index. */
export const PENDING_FROM = 'select series_pending_from() as rev';
