import { OBSERVED_COLUMNS, mergedColumn } from './observed-columns.ts';

/** boards_name_key. The slice size stays: partitions were cut by it. */
export const UPSERT_BOARD = `
insert into boards (name, title, worksafe, source, url, media_url, slice_size, source_name)
values ($1, $2, $3, $4, $5, $6, $7, $8)
on conflict (name) do update set
  title = excluded.title, worksafe = excluded.worksafe, source = excluded.source,
  source_name = excluded.source_name, url = excluded.url, media_url = excluded.media_url
returning id, name, title, worksafe, source, source_name, url, media_url, slice_size`;

/** boards_name_key, or the whole table: it is small. */
export const SELECT_BOARDS = `
select id, name, title, worksafe, source, source_name, url, media_url, slice_size from boards order by name`;

/** No table is read while the partition stands. */
export const ENSURE_SLICE = 'select ensure_slice($1, $2)';

/** harvest_state_pkey. */
export const SELECT_HARVEST_STATE = `
select url, last_modified, seen_modified from harvest_state where board_id = $1 and url = any($2::text[])`;

/** harvest_state_pkey. */
export const UPSERT_HARVEST_STATE = `
insert into harvest_state (board_id, url, last_modified, seen_modified, fetched_at, whole_at)
values ($1, $2, $3, $4, $5, $5)
on conflict (board_id, url) do update set
  last_modified = excluded.last_modified, seen_modified = excluded.seen_modified, fetched_at = excluded.fetched_at,
  whole_at = excluded.whole_at`;

/** refusals_pkey, posts_thread. No sample of a thread with a purged post: it may quote it. $6 thread, null for a list. */
export const UPSERT_REFUSAL = `
insert into refusals (board_id, url, reason, sample, first_seen, last_seen)
values ($1, $2, $3,
  case when exists (select 1 from posts where board_id = $1 and thread = $6 and time_purged is not null) then '' else $4 end,
  $5, $5)
on conflict (board_id, url, reason) do update set
  times = refusals.times + 1, sample = excluded.sample, last_seen = excluded.last_seen`;

/** harvest_state_pkey. */
export const MARK_SEEN = `
insert into harvest_state (board_id, url, seen_modified, fetched_at)
values ($1, $2, $3, $4)
on conflict (board_id, url) do update set
  seen_modified = excluded.seen_modified, fetched_at = excluded.fetched_at`;

const names = OBSERVED_COLUMNS.map(({ name }) => name);
const ofTable = (table: string): string => names.map((name) => `${table}.${name}`).join(', ');
const merged = (stored: string, answer: string): string =>
  OBSERVED_COLUMNS.map((column) => mergedColumn(column, stored, answer)).join(', ');

/**
 * posts_num or posts_pkey, once a post, in the one slice that holds it: a plain join would read the whole board where PostgreSQL
 * knows nothing of it yet. $1 board, $2 now, then one array a column. Only rows that differ are touched: ON CONFLICT
 * locks a row, and so writes to it, before its WHERE is asked. The WHERE stands there as well, for a row that another
 * kind of writer has changed since the snapshot. What was purged stays as it is, flags and all. In a thread that is hidden
 * as a whole new posts are hidden from the start; one that is purged as a whole takes none (withheld_threads_pkey).
 *
 * A changed row takes its rev after its lock: a rev drawn earlier could be lower than the one of a writer in between,
 * and Elasticsearch would keep the older document. Rows go in by num, so that writers cannot deadlock.
 *
 * A row that was not there for the snapshot, and was when it went in, is doubled: somebody else has stored it meanwhile.
 */
export const WRITE_POSTS = `
with answer as (
  select * from unnest(${OBSERVED_COLUMNS.map(({ type }, index) => `$${index + 3}::${type}[]`).join(', ')})
    as t (${names.join(', ')})
), changed as (
  select answer.*, stored.num is null as is_new, withheld.thread is not null as hidden
  from answer
  left join lateral (
    select p.* from posts p where p.board_id = $1 and p.num = answer.num and p.subnum = answer.subnum limit 1
  ) stored on true
  left join withheld_threads withheld on withheld.board_id = $1 and withheld.thread = answer.thread
  where case when stored.num is null then withheld.purged is not true
    else stored.time_purged is null and (${ofTable('stored')}) is distinct from (${merged('stored', 'answer')}) end
), written as (
  insert into posts (board_id, ${names.join(', ')}, hidden, time_modified, rev)
  select $1, ${ofTable('changed')}, changed.hidden, $2, nextval('post_rev') from changed order by num, subnum
  on conflict (board_id, num, subnum) do update set
    ${OBSERVED_COLUMNS.map((column) => `${column.name} = ${mergedColumn(column, 'posts', 'excluded')}`).join(',\n    ')},
    time_modified = excluded.time_modified,
    rev = nextval('post_rev')
  where posts.time_purged is null and (${ofTable('posts')}) is distinct from (${merged('posts', 'excluded')})
  returning num, subnum, rev, old.num is not null as was_there
), counts as (
  select count(*) filter (where not was_there) as added, count(*) filter (where was_there) as changed, min(rev) as min_rev,
    (select count(*) from changed where is_new) as is_new
  from written
)
select added, changed, is_new - added as doubled, min_rev,
  case when is_new > added then (
    select min(num) from changed where is_new and (num, subnum) not in (select num, subnum from written where not was_there)
  ) end as doubled_num
from counts`;

export interface WrittenRow {
  readonly added: string;
  readonly changed: string;
  readonly doubled: string;
  readonly doubled_num: string | null;
  readonly min_rev: string | null;
}

/** double_inserts_pkey. $1 board, $2 harvester, $3 how many, $4 one of them, $5 now. */
export const UPSERT_DOUBLE_INSERT = `
insert into double_inserts (board_id, harvester, times, num, first_seen, last_seen) values ($1, $2, $3, $4, $5, $5)
on conflict (board_id, harvester) do update set
  times = double_inserts.times + excluded.times, num = excluded.num, last_seen = excluded.last_seen`;

/** posts_thread, missing_posts_pkey: replies of a thread that live as far as anybody knows. $1 board, $2 thread. */
export const SELECT_LIVING_REPLIES = `
select p.num, p.media_time is not null as has_file from posts p
where p.board_id = $1 and p.thread = $2 and not p.opener and p.subnum = 0 and p.time_deleted_post is null
  and not exists (select 1 from missing_posts m where m.board_id = p.board_id and m.thread = p.thread and m.num = p.num)`;

/** harvest_state_pkey. What the catalog brought is seen; the thread was not fetched for it. $1 board, $2 url. */
export const SELECT_WHOLE_AT = 'select whole_at from harvest_state where board_id = $1 and url = $2';

/** posts_num or posts_pkey. $1 board, $2 thread, $3 replies, $4 newest reply, $5 sticky, $6 closed, $7 now. */
export const UPDATE_OPENER = `
update posts set replies = $3, time_bumped = greatest(time_bumped, $4), sticky = $5, closed = $6, time_modified = $7,
  rev = nextval('post_rev')
where board_id = $1 and num = $2 and subnum = 0 and time_purged is null
  and (replies, time_bumped, sticky, closed) is distinct from ($3, greatest(time_bumped, $4), $5, $6)
returning rev as min_rev`;

/** posts_num or posts_pkey, from its end: when a board's newest posts were written. $1 board. */
export const SELECT_NEWEST_TIMES = `
select time_posted as time from posts where board_id = $1 order by num desc limit 200`;
