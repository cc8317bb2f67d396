/** Index: forums_board_id_base_url_key. $1 board, $2 base address. */
export const ADD_FORUM = `
insert into forums (board_id, base_url) select $1, $2
where not exists (select from forums where board_id = $1 and base_url = $2)
on conflict do nothing`;

/** Index: forums_board_id_base_url_key. $1 board, $2 base address. */
export const SELECT_FORUM = `
select id, array(select lower(part) from unnest(finished) as part) as first,
  array(select upper(part) - 1 from unnest(finished) as part) as last
from forums where board_id = $1 and base_url = $2`;

/** Indexes: boards_pkey, backfills_pkey, forums_board_id_base_url_key. The board's forums that are not closed. $1 board. */
export const SELECT_OPEN_FORUMS = `
select base_url, is_own from (
  select id as board_id, url || '/' || coalesce(source_name, name) as base_url, true as is_own from boards where id = $1
  union all
  select w.board_id, w.url || '/' || w.source_name, false from backfills w join boards b on b.id = w.board_id
  where w.board_id = $1
    and (w.url, w.source_name) is distinct from (b.url, coalesce(b.source_name, b.name))
) here
where not exists (
  select from forums f where f.board_id = here.board_id and f.base_url = here.base_url and f.closed_at is not null)`;

/** Index: forums_board_id_base_url_key. $1 board, $2 base address, $3 when it was closed, or null. */
export const CLOSE_FORUM = `
insert into forums (board_id, base_url, closed_at) values ($1, $2, $3)
on conflict (board_id, base_url) do update set closed_at = excluded.closed_at`;

/** Reads the tables boards, backfills and forums whole; they are small. */
export const LIST_FORUMS = `
select b.id as board_id, b.name as board, b.source, b.url, coalesce(b.source_name, b.name) as source_name, f.closed_at,
  f.finished::text as finished
from boards b left join forums f on f.board_id = b.id and f.base_url = b.url || '/' || coalesce(b.source_name, b.name)
union
select b.id, b.name, w.source, w.url, w.source_name, f.closed_at, f.finished::text
from backfills w join boards b on b.id = w.board_id
left join forums f on f.board_id = w.board_id and f.base_url = w.url || '/' || w.source_name
order by 2, 4, 5`;

/**
 * Index: url_history_pkey, from $2 on. A page of hashes in ascending order, eight bytes each; the driver would return bigints as text. $1
 * forum, $2 first hash, $3 number of hashes.
 */
export const SELECT_HASHES = `
select string_agg(int8send(hash), ''::bytea order by hash) as hashes
from (select hash from url_history where forum_id = $1 and hash >= $2 order by hash limit $3) page`;

/** Index: url_history_pkey. $1 forum, $2 hash, $3 url. */
export const HAS_URL = 'select 1 from url_history where forum_id = $1 and hash = $2 and url = $3';

/** Index: url_history_pkey. $1 forum, $2 hash, $3 url, $4 place. */
export const REMEMBER_URL = `
insert into url_history (forum_id, hash, url, place) values ($1, $2, $3, $4) on conflict do nothing`;

/** Index: forums_pkey. $1 forum, $2 first and $3 last place. */
export const FINISH_PART = `
update forums set finished = finished + int8multirange(int8range($2, $3, '[]')) where id = $1`;

/** Index: url_history_place. Deletes the URLs that a finished range has replaced. $1 forum, $2 first and $3 last place. */
export const COLLAPSE_PART = `
delete from url_history where forum_id = $1 and place between $2 and $3 returning hash`;

/**
 * Index: harvest_leases_pkey. Waits for running transactions under the lease. The scraper that held it restarts the board with the new
 * fence. $1 board.
 */
export const REVOKE_LEASE = 'update harvest_leases set fence = fence + 1 where board_id = $1';

/** Indexes: forums_board_id_base_url_key, url_history_place. $1 board, $2 base address, $3 first and $4 last place, or null. */
export const FORGET_URLS = `
delete from url_history u using forums f
where f.board_id = $1 and f.base_url = $2 and u.forum_id = f.id
  and u.place between coalesce($3::bigint, 0) and coalesce($4::bigint, 9223372036854775807)`;

/** Index: forums_board_id_base_url_key. $1 board, $2 base address, $3 first and $4 last place, or null. */
export const FORGET_PART = `
update forums set finished = finished - int8multirange(int8range($3::bigint, $4::bigint, '[]'))
where board_id = $1 and base_url = $2`;

/**
 * Reads all states of the board by harvest_state_pkey, because only an operator's command runs it. $1 board, $2 common beginning of the
 * addresses, then $3 the first and $4 the last number that follows it, or null for all addresses.
 */
export const FORGET_STATES = `
delete from harvest_state where board_id = $1 and starts_with(url, $2)
  and ($3::bigint is null and $4::bigint is null
    or regexp_substr(substr(url, length($2) + 1), '^\\d{1,18}')::bigint
      between coalesce($3::bigint, 0) and coalesce($4::bigint, 9223372036854775807))`;

/** Index: backfills_pkey (all rows of a board). $1 board, $2 url, $3 source's name. */
export const RESTART_WALK = `
update backfills set down_page = 1, down_num = null, up_page = 1, finished_at = null
where board_id = $1 and url = $2 and source_name = $3`;
