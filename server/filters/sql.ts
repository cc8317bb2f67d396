/**
 * All of post_filters, with the figures for staff. Indexes for each filter: filtered_posts_filter, filter_hashes_pkey. $1 id, or null
 * for all.
 */
export const LIST_FILTERS = `
  select f.id, f.board_id, b.name as board, f.kind, f.pattern, f.fields, f.action, f.note, f.created_by, f.created_at, f.tried_at,
    f.tried_posts, f.tried_matches, f.enabled_at, (select count(*)::int from filter_hashes h where h.filter_id = f.id) as files, did.hidden, did.held, did.refused
  from post_filters f
  left join boards b on b.id = f.board_id
  cross join lateral (
    select count(*) filter (where action = 'hide')::int as hidden, count(*) filter (where action = 'hold')::int as held,
      count(*) filter (where action = 'refuse')::int as refused
    from filtered_posts d where d.filter_id = f.id) did
  where $1::bigint is null or f.id = $1
  order by f.id`;

/** $1 board or null, $2 kind, $3 pattern, $4 fields, $5 action, $6 note. */
export const ADD_FILTER = `
  insert into post_filters (board_id, kind, pattern, fields, action, note, created_by)
  values ($1, $2, $3, $4, $5, $6, coalesce(account_of_transaction(), 'cli')) returning id`;

/** $1 filter, $2 MD5s. */
export const ADD_FILES = `
  insert into filter_hashes (filter_id, md5) select $1, md5 from unnest($2::bytea[]) as t (md5) on conflict do nothing`;

/** Index: filter_hashes_pkey. $1 filter. */
export const SELECT_FILES = `select encode(md5, 'hex') as md5 from filter_hashes where filter_id = $1`;

/** Index: post_filters_pkey. $1 id. */
export const DELETE_FILTER = 'delete from post_filters where id = $1';

/** The function's comment names the index. $1 board, or null for each. */
export const ACTIVE_EXPRESSIONS = `
  select b.name as board, f.id, f.pattern from boards b cross join lateral active_filters(b.id) f
   where ($1::int is null or b.id = $1) and f.kind = 'regexp'`;

/** Index: post_filters_pkey. $1 id, $2 since when, or null. */
export const SET_ENABLED = 'update post_filters set enabled_at = $2 where id = $1';

/** Index: post_filters_pkey. $1 id, $2 posts, $3 matches, $4 whether the trial begins. */
export const ADD_TRIAL = `
  update post_filters set tried_at = case when $4 or tried_at is null then now() else tried_at end,
    tried_posts = $2 + case when $4 then 0 else tried_posts end, tried_matches = $3 + case when $4 then 0 else tried_matches end
  where id = $1 returning tried_posts::int as posts, tried_matches::int as matches`;

/** Visible posts below a key, the newest first. Index: posts_pkey, post_files_pkey. $1 board, $2 num, $3 subnum, $4 limit, $5 characters of a comment. */
export const SELECT_POSTS = `
  select p.num, p.subnum, p.thread, p.opener, p.time_posted, p.subject, left(p.comment, $5) as comment, p.name, p.tripcode, p.email, p.media_name as "mediaName",
    p.media_hash as "mediaHash", p.time_deleted_post is not null as "isDeleted",
    case when p.extra_files is not null then (
      select json_agg(json_build_array(f.media_name, encode(f.media_hash, 'hex')))
      from post_files f where f.board_id = p.board_id and f.num = p.num and f.subnum = p.subnum) end as others
  from posts p
  where p.board_id = $1 and (p.num, p.subnum) < ($2::bigint, $3::int) and not p.hidden and p.time_purged is null
  order by p.num desc, p.subnum desc limit $4`;

/** Index: filtered_posts_pkey. $1 board, $2 nums, $3 subnums, $4 filter, $5 action. */
export const NOTE_FILTERED = `
  insert into filtered_posts (board_id, num, subnum, filter_id, action)
  select $1, num, subnum, $4, $5 from unnest($2::bigint[], $3::int[]) as n (num, subnum) on conflict do nothing`;

/** Index: reported_posts_pkey. $1 board, $2 nums, $3 subnums. */
export const HOLD_POSTS = `
  insert into reported_posts (board_id, num, subnum, reports, held)
  select $1, num, subnum, 0, true from unnest($2::bigint[], $3::int[]) as n (num, subnum)
  on conflict (board_id, num, subnum) do update set held = true, closed_at = null, closed_by = null`;

/**
 * Rows of a filter whose posts must not be shown again: posts refused, purged or shown in between, or in a thread that is hidden as a
 * whole. Indexes: filtered_posts_filter, posts_pkey, moderated_threads_pkey. $1 filter.
 */
export const FORGET_FILTERED = `
  delete from filtered_posts f where f.filter_id = $1 and (f.action = 'refuse' or not exists (
    select from posts p
     where p.board_id = f.board_id and p.num = f.num and p.subnum = f.subnum and p.hidden and p.time_purged is null
       and not exists (select from moderated_threads m where m.board_id = p.board_id and m.thread = p.thread)))`;

/** Index: filtered_posts_filter. $1 filter, $2 limit. */
export const SELECT_FILTERED = `
  select board_id, num, subnum from filtered_posts where filter_id = $1 order by board_id, num, subnum limit $2`;

/** Index: filtered_posts_filter. $1 filter. */
export const COUNT_FILTERED = 'select count(*)::int as posts from filtered_posts where filter_id = $1';
