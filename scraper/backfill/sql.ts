/** Index: backfills_pkey. $1 board, $2 source, $3 url, $4 source's name. */
export const BEGIN_BACKFILL = `
insert into backfills (board_id, source, url, source_name) values ($1, $2, $3, $4)
on conflict do nothing`;

/** Index: backfills_pkey. $1 board, $2 source, $3 url, $4 source's name. */
export const SELECT_BACKFILL = `
select down_page, down_num, up_page, finished_at from backfills
where board_id = $1 and source = $2 and url = $3 and source_name = $4`;

/** Index: backfills_pkey (all of a board). $1 board. */
export const SELECT_BACKFILLS = 'select source, url, source_name from backfills where board_id = $1 order by 1, 2, 3';

/**
 * Index: backfills_pkey. $1 board, $2 source, $3 url, $4 source's name, $5 page down, $6 page up, $7 finished, $8 lowest thread of the
 * previous page.
 */
export const SAVE_BACKFILL = `
update backfills set down_page = $5, down_num = $8, up_page = $6, finished_at = coalesce(finished_at, $7)
where board_id = $1 and source = $2 and url = $3 and source_name = $4
  and (down_page, down_num, up_page, finished_at is null)
    is distinct from ($5, $8, $6, finished_at is null and $7::timestamptz is null)`;

/** Held while numbering messages of a board, which one process does at a time. $1 board. */
export const LOCK_NUMBERS = "select pg_advisory_xact_lock(hashtext('message numbers'), $1::int)";

/** Index: messages_pkey, once per key. $1 board, $2 keys. */
export const SELECT_MESSAGES = `
select key, num, thread from messages where board_id = $1 and key = any($2::text[])`;

/** Index: messages_subject. $1 board, $2 subjects. */
export const SELECT_SUBJECTS = `
select subject, thread, time from messages where board_id = $1 and subject = any($2::text[]) order by time`;

/** Index: messages_awaits. $1 board, $2 keys and subjects of the part. */
export const SELECT_WAITING = `
select thread, time, awaits from messages where board_id = $1 and awaits && $2::text[] order by thread`;

/** Index: messages_board_id_num_key, from its end. $1 board, $2 least and $3 greatest number of the part. */
export const LAST_NUMBER = 'select max(num) as num from messages where board_id = $1 and num between $2 and $3';

/**
 * Index: messages_pkey. A message that already has a number keeps it. $1 board, then arrays: keys, nums, threads, times, subjects,
 * `awaits` as JSON.
 */
export const INSERT_MESSAGES = `
insert into messages (board_id, key, num, thread, time, subject, awaits)
select $1, key, num, thread, time, subject,
  case when awaits is not null then array(select jsonb_array_elements_text(awaits)) end
from unnest($2::text[], $3::bigint[], $4::bigint[], $5::timestamptz[], $6::text[], $7::jsonb[])
  as t (key, num, thread, time, subject, awaits)
on conflict do nothing`;

/**
 * Indexes: messages_board_id_num_key, posts_pkey. Stored openers as they are read now; purged posts stay empty. $1 board, then arrays: nums,
 * subjects, `awaits` as JSON.
 */
export const UPDATE_OPENERS = `
update messages m set subject = t.subject, awaits = t.awaits
from (select num, subject, case when awaits is not null then array(select jsonb_array_elements_text(awaits)) end as awaits
        from unnest($2::bigint[], $3::text[], $4::jsonb[]) as u (num, subject, awaits)) t
where m.board_id = $1 and m.num = t.num and (m.subject, m.awaits) is distinct from (t.subject, t.awaits)
  and exists (select from posts p where p.board_id = $1 and p.num = t.num and p.subnum = 0 and p.time_purged is null)`;

/**
 * Indexes: messages_board_id_num_key, posts_pkey. Messages of a part whose keys do not depend on an id alone. $1 board, $2 least and $3
 * greatest number of the part.
 */
export const SELECT_HASHED = `
select m.key, m.num, m.time, p.posterid
from messages m join posts p on p.board_id = m.board_id and p.num = m.num and p.subnum = 0
where m.board_id = $1 and m.num between $2 and $3 and (m.key like 'none:%' or m.key like '%#%')`;

/** Indexes: messages_board_id_num_key, messages_pkey. A key that another message has stays with it. $1 board, $2 nums, $3 keys. */
export const RENAME_MESSAGES = `
update messages m set key = t.key from unnest($2::bigint[], $3::text[]) as t (num, key)
where m.board_id = $1 and m.num = t.num
  and not exists (select from messages o where o.board_id = $1 and o.key = t.key)`;

/** Indexes: posts_pkey, raw_messages_pkey. Not those of purged or refused posts. $1 board, $2 nums, $3 contents, $4 charsets. */
export const SAVE_RAW = `
insert into raw_messages (board_id, num, content, read_as)
select $1, t.num, t.content, t.read_as from unnest($2::bigint[], $3::bytea[], $4::text[]) as t (num, content, read_as)
where exists (select from posts p where p.board_id = $1 and p.num = t.num and p.subnum = 0 and p.time_purged is null)
  and not exists (select from raw_messages r where r.board_id = $1 and r.num = t.num and r.content = t.content
    and r.read_as is not distinct from t.read_as)
on conflict (board_id, num) do update set content = excluded.content, read_as = excluded.read_as`;

/** Index: raw_messages_read_as, the messages of other charsets. The newest month of them. $1 board, $2 charset, $3 numbers per month. */
export const NEXT_MONTH_READ_OTHERWISE = `
select max(num) / $3::bigint as month from raw_messages where board_id = $1 and (read_as < $2 or read_as > $2)`;

/** Index: raw_messages_pkey. Messages that could not be read again. $1 board, $2 least and $3 greatest number, $4 charset. */
export const MARK_READ_AS = `
update raw_messages set read_as = $4 where board_id = $1 and num between $2 and $3 and read_as is not null and read_as <> $4`;

/**
 * Index: raw_messages_read_as, once per place. A few messages from each of ten places between the oldest and the newest. $1 board, $2 charset,
 * $3 messages per place.
 */
export const SAMPLE_READ_AS = `
with ends as (select min(num) as first, max(num) as last from raw_messages where board_id = $1 and read_as = $2)
select distinct on (r.num) r.num, r.content
from ends cross join generate_series(0, 9) as place
cross join lateral (
  select num, content from raw_messages
  where board_id = $1 and read_as = $2 and num >= first + (last - first) * place / 10
  order by num limit $3
) r
where octet_length(r.content) <= 16384
order by r.num`;

/** $1 board, $2 charset of the board, $3 proposed charset, then arrays: nums, lines before and after. */
export const ADD_PROPOSALS = `
insert into charset_proposals (board_id, num, read_as, charset, before, after)
select $1, num, $2, $3, before, after from unnest($4::bigint[], $5::text[], $6::text[]) as t (num, before, after)`;

/** Index: charset_proposals_pkey, those of a board. $1 board. */
export const DROP_PROPOSALS = 'delete from charset_proposals where board_id = $1';

/** Index: raw_messages_pkey, all of a board. The months of which messages are kept. $1 board, $2 least and $3 greatest number, $4 numbers per month. */
export const SELECT_RAW_MONTHS = `
select distinct num / $4::bigint as month from raw_messages where board_id = $1 and num between $2 and $3 order by 1`;

/** Indexes: raw_messages_pkey, messages_board_id_num_key. $1 board, $2 least and $3 greatest number. */
export const SELECT_RAW = `
select r.num, r.content, m.key from raw_messages r join messages m on m.board_id = r.board_id and m.num = r.num
where r.board_id = $1 and r.num between $2 and $3 order by r.num`;

/** Index: messages_board_id_num_key, all of a board. Messages that cannot be read again. $1 board, $2 least and $3 greatest number. */
export const COUNT_WITHOUT_RAW = `
select count(*)::int as count from messages m join posts p on p.board_id = m.board_id and p.num = m.num and p.subnum = 0
where m.board_id = $1 and m.num between $2 and $3 and p.time_purged is null
  and not exists (select from raw_messages r where r.board_id = m.board_id and r.num = m.num)`;

/** Index: harvest_leases_pkey. $1 board. */
export const READ_FENCE = 'select fence from harvest_leases where board_id = $1';

/** Index: posts_pkey. $1 board, $2 nums. */
export const SELECT_TEXTS = `
select num, thread, time_posted, name, subject, comment from posts
where board_id = $1 and num = any($2::bigint[]) and subnum = 0 and time_purged is null`;

/** Index: moderated_threads_pkey. $1 board, $2 threads. */
export const SELECT_MODERATED =
  'select thread from moderated_threads where board_id = $1 and thread = any($2::bigint[])';

/** Index: messages_thread. $1 board, $2 thread, $3 thread to move it to. */
export const MOVE_MESSAGES = `
update messages set thread = $3, subject = null, awaits = null where board_id = $1 and thread = $2`;

/** Index: moderated_threads_pkey. $1 board, $2 threads. */
export const ANY_MODERATED =
  'select 1 from moderated_threads where board_id = $1 and thread = any($2::bigint[]) limit 1';

/** Index: senders_address_key, once per sender; only new senders draw a number. $1 addresses. */
export const ADD_SENDERS = `
insert into senders (address)
select address from unnest($1::text[]) as t (address)
where not exists (select 1 from senders s where s.address = t.address) order by address
on conflict do nothing`;

/** Index: senders_address_key, once per sender. $1 addresses. */
export const SELECT_SENDERS = 'select id, address from senders where address = any($1::text[])';

/** Index: messages_thread, once per thread. $1 board, $2 threads. */
export const NEWEST_OF_THREADS = `
select thread, max(time) as bumped from messages
where board_id = $1 and thread = any($2::bigint[]) group by thread`;

/** Index: posts_pkey, once per number. $1 board, $2 numbers. */
export const SELECT_STORED = 'select num, subnum from posts where board_id = $1 and num = any($2::bigint[])';

/** Indexes: boards_name_key, backfills_pkey. $1 board name, $2 source, $3 url, $4 source's name. */
export const ADD_BACKFILL = `
insert into backfills (board_id, source, url, source_name)
select id, $2, $3, $4 from boards where name = $1
on conflict do nothing`;

/** Reads the whole of a small table. */
export const LIST_BACKFILLS = `
select b.name as board, f.source, f.url, f.source_name, f.down_page, f.finished_at
from backfills f join boards b on b.id = f.board_id order by 1, 2, 3`;
