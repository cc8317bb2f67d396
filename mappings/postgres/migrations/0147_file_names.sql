-- Up Migration

-- `extra` of a newer answer of the source, with the names of files that it no longer states. A source that deleted a file leaves out its name
-- (`tim`), or puts `deleted` in its place among the additional files (`extra_files`). `states_file`: the newer answer states the post's file.
create function keep_file_names(stored jsonb, observed jsonb, states_file boolean) returns jsonb
language sql immutable parallel safe set search_path = public, pg_temp as $$
  select nullif(coalesce(observed, '{}')
    || case when not states_file and stored ? 'tim' then jsonb_build_object('tim', stored -> 'tim') else '{}' end
    || case when jsonb_typeof(stored -> 'extra_files') = 'array' then jsonb_build_object('extra_files', (
      select jsonb_agg(case
          when newer.file is null or newer.file ->> 'ext' = 'deleted' then
            case when jsonb_typeof(older.file) = 'object' and older.file ->> 'ext' is distinct from 'deleted'
              then older.file || '{"filedeleted": 1}' else coalesce(older.file, newer.file) end
          else newer.file end order by coalesce(older.place, newer.place))
      from jsonb_array_elements(stored -> 'extra_files') with ordinality as older (file, place)
      full join jsonb_array_elements(case when jsonb_typeof(observed -> 'extra_files') = 'array' then observed -> 'extra_files' else '[]' end)
        with ordinality as newer (file, place) on newer.place = older.place)) else '{}' end, '{}')
$$;
revoke all on function keep_file_names(jsonb, jsonb, boolean) from public;
grant execute on function keep_file_names(jsonb, jsonb, boolean) to sagasu_scraper, sagasu_importer, sagasu_indexer, sagasu_server;

-- Names of files that are more than a number, for links under those names.
create index posts_file_name on posts (board_id, (extra ->> 'tim')) where extra ? 'tim';

-- The visible posts of a board whose file the source gives this name. With the rights of the owner: row security would keep servers from the index.
-- posts_file_name.
create function posts_of_file_name(of_board int, file_name text) returns table (num bigint, subnum int)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.num, p.subnum from posts p
   where p.board_id = of_board and p.extra ? 'tim' and p.extra ->> 'tim' = file_name and not p.hidden
$$;
revoke all on function posts_of_file_name(int, text) from public;
grant execute on function posts_of_file_name(int, text) to sagasu_server;

-- Files that were requested under an address that was made from a number only, and thumbnails under one extension only, are requested again:
-- not those that the source or moderators deleted. Reads wanted_media; posts_pkey.
update wanted_media w set state = 'wanted', attempts = 0, due_at = now(), queued_at = null, detail = null
  from posts p, boards b
 where w.state in ('gone', 'refused') and b.id = w.board_id
   and p.board_id = w.board_id and p.num = w.num and p.subnum = w.subnum
   and p.time_deleted_file is null and p.time_purged is null
   and not exists (select from deleted_files d where d.hash in (p.media_hash, p.media_hash_src))
   and (b.source = 'vichan' and (w.kind = 'thumb' or p.extra ? 'tim') or b.source = 'foolfuuka' and p.extra ? 'media');

-- Files without a number in their name were never requested. posts_file_name.
insert into wanted_media (board_id, num, subnum, kind, due_at, since)
select p.board_id, p.num, p.subnum, k.kind, now(), now()
  from boards b join posts p on p.board_id = b.id cross join unnest(array['file', 'thumb']) as k (kind)
 where b.source = 'vichan' and p.extra ? 'tim' and p.media_time is null and p.media_type is not null
   and p.time_deleted_file is null and p.time_purged is null
   and case k.kind when 'file' then p.media_hash_src is null else p.media_hash_thb is null end
on conflict do nothing;

-- Down Migration
