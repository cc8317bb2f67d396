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

export interface HarvestStateRow {
  readonly url: string | null;
  readonly last_modified: string | null;
  readonly seen_modified: string | null;
}

/** harvest_state_pkey. */
export const SELECT_HARVEST_STATE = `
select url, last_modified, seen_modified from harvest_state where board_id = $1 and url = any($2::text[])`;

/** Of a document that was stored whole. */
export const NEWER_STATE = `on conflict (board_id, url) do update set
  last_modified = excluded.last_modified, seen_modified = excluded.seen_modified, fetched_at = excluded.fetched_at,
  whole_at = excluded.whole_at`;

/** harvest_state_pkey. */
export const UPSERT_HARVEST_STATE = `
insert into harvest_state (board_id, url, last_modified, seen_modified, fetched_at, whole_at)
values ($1, $2, $3, $4, $5, $5)
${NEWER_STATE}`;

/**
 * Whether SELECT_KNOWN (scraper/deletions/sql.ts) can find anything once an answer is written; posts that the answer does not
 * name, and files that it leaves out, are stored before as they are then. posts_thread, missing_posts_pkey, missing_files_pkey.
 * $1 board, and by name: nums of the answer, those without a file, and whether what the answer leaves out says anything.
 */
export const isAnyMissing = ({
  thread,
  nums,
  fileless,
  isLive,
}: Record<'thread' | 'nums' | 'fileless' | 'isLive', string>) =>
  `${isLive}::boolean and (
  exists (
    select from posts where board_id = $1 and thread = ${thread} and subnum = 0 and time_purged is null
      and ((time_deleted_post is null and num <> all (${nums}::bigint[]))
        or (media_time is not null and time_deleted_file is null and num = any (${fileless}::bigint[])))
  )
  or exists (select from missing_posts where board_id = $1 and thread = ${thread})
  or exists (select from missing_files where board_id = $1 and thread = ${thread})
)`;

/**
 * What has to be known before an answer is written, in one row: the state of its document, and isAnyMissing. harvest_state_pkey.
 * $1 board, $2 url, $3 thread, $4 nums of the answer, $5 those without a file, $6 whether what the answer leaves out says
 * anything.
 */
export const LOOK_AT_THREAD = `
select s.url, s.last_modified, s.seen_modified,
  ${isAnyMissing({ thread: '$3', nums: '$4', fileless: '$5', isLive: '$6' })} as is_any_missing
from (select) look left join harvest_state s on s.board_id = $1 and s.url = $2`;

/** All but the last are null where nothing is known of the document. */
export interface LookRow extends HarvestStateRow {
  readonly is_any_missing: boolean;
}

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
