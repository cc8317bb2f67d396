-- Posts with several files: the first file is in the columns of `posts`, the others are rows of `post_files`. `posts.extra_files` is the
-- highest place among them, so that posts with one file cost no further look-up.
alter table posts add column extra_files int;
-- The column is new, so stored rows need no check.
alter table posts add constraint posts_extra_files check (extra_files is null or (extra_files > 0 and time_purged is null)) not valid;
grant update (extra_files) on posts to sagasu_server;

create table post_files (
  board_id           int not null references boards (id) on delete cascade,
  num                bigint not null,
  subnum             int not null,
  -- 1 for the second file of the post.
  place              int not null check (place > 0),
  -- As in posts.
  time_deleted_file  timestamptz,
  media_time         bigint,
  media_hash         bytea,
  media_hash_src     bytea,
  media_hash_thb     bytea,
  media_name         text,
  media_type         text,
  media_size         int,
  media_dims_src_w   int,
  media_dims_src_h   int,
  media_dims_thb_w   int,
  media_dims_thb_h   int,
  spoiler            boolean not null default false,
  -- Fields of the source about this file that have no column, such as its name (`tim`).
  extra              jsonb,
  primary key (board_id, num, subnum, place)
);
create index post_files_media_hash on post_files (media_hash, num) where media_hash is not null;
create index post_files_media_hash_src on post_files (media_hash_src, num) where media_hash_src is not null;
create index post_files_media_hash_thb on post_files (media_hash_thb, num) where media_hash_thb is not null;
create index post_files_file_name on post_files (board_id, (extra ->> 'tim')) where extra ? 'tim';
create index post_files_media_time on post_files (board_id, media_time) where media_time is not null;
alter table post_files enable row level security, force row level security;
create policy owner on post_files to current_user using (true) with check (true);
create policy scraper on post_files to sagasu_scraper using (true) with check (true);
create policy importer on post_files to sagasu_importer using (true) with check (true);
create policy indexer on post_files to sagasu_indexer using (true) with check (true);
create policy moderators on post_files for delete to sagasu_server using (board_id = any ((select moderated_boards())::int[]));
create policy readers on post_files for select to sagasu_server using (sees_post(board_id, num, subnum));
grant select, insert, update on post_files to sagasu_importer, sagasu_scraper;
grant select, update (media_hash_src, media_dims_src_w, media_dims_src_h) on post_files to sagasu_indexer;
grant select, delete on post_files to sagasu_server;

-- Every file of every post, with what its post decides. Place 0 is the file in `posts`. Row security of both tables applies. A join in the second
-- branch would keep the planner from using indexes of `post_files` for joins with the view.
create view files_of_posts with (security_invoker) as
select p.board_id, p.num, p.subnum, 0 as place, p.thread, p.hidden, p.time_posted, p.time_deleted_post, p.time_purged, p.time_deleted_file,
  p.media_time, p.media_hash, p.media_hash_src, p.media_hash_thb, p.media_name, p.media_type, p.media_size,
  p.media_dims_src_w, p.media_dims_src_h, p.media_dims_thb_w, p.media_dims_thb_h, p.spoiler, p.extra
  from posts p
union all
select f.board_id, f.num, f.subnum, f.place,
  (select p.thread from posts p where p.board_id = f.board_id and p.num = f.num and p.subnum = f.subnum),
  (select p.hidden from posts p where p.board_id = f.board_id and p.num = f.num and p.subnum = f.subnum),
  (select p.time_posted from posts p where p.board_id = f.board_id and p.num = f.num and p.subnum = f.subnum),
  (select p.time_deleted_post from posts p where p.board_id = f.board_id and p.num = f.num and p.subnum = f.subnum),
  (select p.time_purged from posts p where p.board_id = f.board_id and p.num = f.num and p.subnum = f.subnum),
  f.time_deleted_file,
  f.media_time, f.media_hash, f.media_hash_src, f.media_hash_thb, f.media_name, f.media_type, f.media_size,
  f.media_dims_src_w, f.media_dims_src_h, f.media_dims_thb_w, f.media_dims_thb_h, f.spoiler, f.extra
  from post_files f;
grant select on files_of_posts to sagasu_importer, sagasu_indexer, sagasu_scraper, sagasu_server;

-- Wanted files of every place.
alter table wanted_media add column place int not null default 0;
alter table wanted_media drop constraint wanted_media_pkey, add primary key (board_id, num, subnum, kind, place);
grant select (place) on wanted_media to sagasu_server;

-- Additional files of stored posts were kept in `extra` until now. They are read as scrapers read them. Their posts get new revs, so that
-- the index contains them, and they are fetched like other files.
create temporary table listed_files as
select p.board_id, p.num, p.subnum, p.thread, p.extra -> 'extra_files' as files
  from posts p where p.board_id in (select id from boards where source = 'vichan') and p.extra ? 'extra_files' and p.time_purged is null;
create temporary table moved_files as
select l.board_id, l.num, l.subnum, f.place, case when f.file ->> 'filedeleted' in ('1', 'true') then now() end as time_deleted_file,
  (select n::bigint from (select (regexp_match(f.file ->> 'tim', '^(\d{1,16})(?:-\d{1,3})?$'))[1] as n) digits
    where n::bigint between 1 and 9007199254740991) as media_time,
  case when f.file ->> 'md5' ~ '^[A-Za-z0-9+/]{21}[AQgw]==$' then decode(f.file ->> 'md5', 'base64') end as media_hash,
  nullif(left(f.file ->> 'filename', 1000), '') as media_name,
  (regexp_match(lower(f.file ->> 'ext'), '^\.?([a-z0-9_+-]{1,16})$'))[1] as media_type,
  numbers.fsize, numbers.w, numbers.h, numbers.tn_w, numbers.tn_h, coalesce(f.file ->> 'spoiler' in ('1', 'true'), false) as spoiler,
  nullif(f.file - '{filename,ext,md5,fsize,w,h,tn_w,tn_h,spoiler,filedeleted}'::text[]
    - case when coalesce(f.file ->> 'tim', '') ~ '^(\d{1,16})?$' then '{tim}' else '{}' end::text[], '{}') as extra
  from listed_files l
  cross join lateral jsonb_array_elements(case jsonb_typeof(l.files) when 'array' then l.files else '[]' end) with ordinality as f (file, place)
  cross join lateral (
    select (array_agg(n.value) filter (where n.name = 'fsize'))[1] as fsize, (array_agg(n.value) filter (where n.name = 'w'))[1] as w,
      (array_agg(n.value) filter (where n.name = 'h'))[1] as h, (array_agg(n.value) filter (where n.name = 'tn_w'))[1] as tn_w,
      (array_agg(n.value) filter (where n.name = 'tn_h'))[1] as tn_h
      from (select key as name, case when value ~ '^[1-9]\d{0,9}$' and value::bigint <= 2147483647 then value::int end as value
        from jsonb_each_text(case jsonb_typeof(f.file) when 'object' then f.file else '{}' end)) n) numbers
 where jsonb_typeof(f.file) = 'object' and f.place <= 50 and f.file ->> 'ext' is distinct from 'deleted';
-- As in stored posts, a file has a hash or a name at the source.
delete from moved_files m where m.media_hash is null and m.media_time is null and not coalesce(m.extra ? 'tim', false);
insert into post_files (board_id, num, subnum, place, time_deleted_file, media_time, media_hash, media_name, media_type, media_size,
  media_dims_src_w, media_dims_src_h, media_dims_thb_w, media_dims_thb_h, spoiler, extra)
select m.board_id, m.num, m.subnum, m.place, m.time_deleted_file, m.media_time, m.media_hash, m.media_name, m.media_type, m.fsize,
  m.w, m.h, m.tn_w, m.tn_h, m.spoiler, m.extra from moved_files m;
insert into wanted_media (board_id, num, subnum, place, kind, due_at, since)
select f.board_id, f.num, f.subnum, f.place, kind, now(), now() from post_files f cross join unnest('{file,thumb}'::text[]) as kind
 where f.time_deleted_file is null and f.media_type is not null and (f.media_time is not null or f.extra ? 'tim')
on conflict do nothing;
with written as (
  update posts p set extra_files = m.places, extra = nullif(p.extra - 'extra_files', '{}'), time_modified = now(), rev = nextval('post_rev')
    from listed_files l left join lateral (
      select max(m.place) as places from moved_files m where m.board_id = l.board_id and m.num = l.num and m.subnum = l.subnum) m on true
   where p.board_id = l.board_id and p.num = l.num and p.subnum = l.subnum
  returning p.board_id, p.thread, p.rev)
insert into dirty (board_id, thread, gen, min_rev, since)
select board_id, thread, nextval('dirty_gen'), min(rev), now() from written group by board_id, thread
on conflict (board_id, thread) do update set gen = nextval('dirty_gen'), min_rev = least(dirty.min_rev, excluded.min_rev);
drop table moved_files, listed_files;

drop function keep_file_names(jsonb, jsonb, boolean);

-- Files that show a banned file in another form are deleted with it: the source's thumbnails, and recordings of drawings. When
-- the ban ends, they are requested again.
-- Index: posts_media_hash_src, posts_media_hash, the same of post_files, post_replays_pkey, images_sha256_key.
create or replace function follow_ban_of_file() returns trigger
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into media_removals (sha256)
    select p.media_hash_thb from files_of_posts p where (p.media_hash_src = new.hash or p.media_hash = new.hash) and p.media_hash_thb is not null
    union
    select r.sha256 from posts p join post_replays r on r.board_id = p.board_id and r.num = p.num and r.subnum = p.subnum
     where p.media_hash_src = new.hash or p.media_hash = new.hash
    on conflict do nothing;
    return null;
  end if;
  insert into wanted_media (board_id, num, subnum, place, kind, due_at, since)
  select * from (
    select distinct on (t.kind, t.sha256) t.board_id, t.num, t.subnum, t.place, t.kind, now(), now() from (
      select p.board_id, p.num, p.subnum, p.place, 'thumb' as kind, p.media_hash_thb as sha256 from files_of_posts p
       where (p.media_hash_src = old.hash or p.media_hash = old.hash) and p.media_hash_thb is not null
      union all
      select r.board_id, r.num, r.subnum, 0, 'replay', r.sha256
        from posts p join post_replays r on r.board_id = p.board_id and r.num = p.num and r.subnum = p.subnum
       where p.media_hash_src = old.hash or p.media_hash = old.hash) t
     where not exists (select from images i where i.sha256 = t.sha256 and i.datastore_id is not null)
     order by t.kind, t.sha256, t.num desc) missing
  on conflict (board_id, num, subnum, kind, place) do update set state = 'wanted', attempts = 0, due_at = excluded.due_at, queued_at = null;
  return null;
end
$$;

-- True if a missing file may be taken from a contributor: a visible post shows it, none of its posts is hidden or was deleted at
-- the source, and it is neither banned nor stored. It runs with the owner's rights, since it must see hidden posts.
create or replace function may_take_file(of_sha256 bytea) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return exists (select from files_of_posts p where p.media_hash_src = of_sha256 and not p.hidden)
    and not exists (select from files_of_posts p where p.media_hash_src = of_sha256
      and (p.hidden or p.time_deleted_post is not null or p.time_deleted_file is not null))
    and exists (select from images i where i.sha256 = of_sha256 and i.only_described and not i.banned
      and not exists (select from banned_media b where b.hash in (i.sha256, i.md5)));
end
$$;

-- Files whose picture is similar to a banned one (at most `bits` of 64 differ), the nearest first, each with a visible post on a
-- board that the account moderates.
-- Index: images_perceptual_hash, posts_media_hash_src.
create or replace function near_files(banned bytea, bits int, most int)
returns table (sha256 bytea, distance int, board_id int, num bigint, subnum int, posts int, elsewhere boolean)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  wanted bigint := (select b.perceptual_hash from banned_media b where b.hash = banned);
  moderated int[] := case when session_user = current_user then array(select b.id from boards b) else moderated_boards() end;
begin
  if moderated = '{}' then
    raise exception 'only moderators may do this' using errcode = 'insufficient_privilege';
  end if;
  return query
    select near.sha256, near.distance, shown.board_id, shown.num, shown.subnum, counted.posts::int, counted.elsewhere
      from (
        select i.sha256, bit_count((i.perceptual_hash # wanted)::bit(64))::int as distance from images i
         where i.perceptual_hash is not null and not i.banned and bit_count((i.perceptual_hash # wanted)::bit(64)) <= bits) near
      cross join lateral (
        select p.board_id, p.num, p.subnum from files_of_posts p
         where p.media_hash_src = near.sha256 and p.board_id = any (moderated) and not p.hidden and p.time_purged is null
         order by p.num desc limit 1) shown
      cross join lateral (
        select count(*) as posts, bool_or(p.board_id <> all (moderated)) as elsewhere from files_of_posts p where p.media_hash_src = near.sha256) counted
     order by near.distance, near.sha256 limit most;
end
$$;

-- Deletes files from their datastores and records their hashes, MD5 or SHA-256, in deleted_files. `thumb` is kept if another
-- file uses it.
create or replace function delete_stored_files(hashes bytea[], thumb bytea) returns void
language plpgsql volatile set search_path = public, pg_temp as $$
declare
  file record;
  files bytea[] := array_remove(hashes, thumb);
  kept bytea[] := '{}';
begin
  for file in
    select i.id, i.sha256, i.md5, i.type, i.datastore_id from images i
     where i.sha256 = any (hashes) or i.id in (select f.thumb_id from images f where f.sha256 = any (files))
     order by i.sha256
  loop
    -- The lock is LOCK_FILE in scraper/media/sql.ts. Uses are read after it, because a scraper holds it while it stores another file with this
    -- thumbnail.
    perform pg_advisory_xact_lock(hashtextextended('sagasu file ' || encode(file.sha256, 'hex'), 0));
    if file.sha256 <> all (files) and (
      exists (select from files_of_posts p where p.media_hash_src = file.sha256)
      or exists (select from images f where f.thumb_id = file.id and f.sha256 <> all (files) and f.datastore_id is not null and not f.banned)
      or exists (select from files_of_posts p where p.media_hash_thb = file.sha256
        and (p.media_hash_src = any (files)) is not true and (p.media_hash = any (files)) is not true
        and (exists (select from images f where f.sha256 = p.media_hash_src and f.datastore_id is not null)
          or not exists (select from deleted_files d where d.hash in (p.media_hash, p.media_hash_src)))))
    then
      kept := kept || file.sha256 || file.md5;
      update images set thumb_id = null where thumb_id = file.id and sha256 = any (files);
      continue;
    end if;
    insert into deleted_files (hash) values (file.sha256), (file.md5) on conflict do nothing;
    if file.datastore_id is not null then
      insert into datastore_leftovers (sha256, datastore_id, type, due_at) values (file.sha256, file.datastore_id, file.type, now())
      on conflict (sha256, datastore_id) do update set due_at = excluded.due_at;
      update images set datastore_id = null where id = file.id;
    end if;
  end loop;
  insert into deleted_files (hash) select distinct h from unnest(hashes) as h where h is not null and h <> all (kept) on conflict do nothing;
end
$$;

-- Deletions in the log of removals that this database lacks, as after a restore: the audit log has no entry for them.
-- Index: boards_name_key, audit_log_posts.
create or replace function undone_file_deletions(deletions jsonb) returns table (board_id int, deletion jsonb)
language sql stable security definer set search_path = public, pg_temp as $$
  select b.id, d from jsonb_array_elements(deletions) as d left join boards b on b.name = d ->> 'board'
   where not exists (
     select from audit_log l
      where l.action = 'posts.deletefile' and l.target ? 'posts' and l.target -> 'posts' ? (d ->> 'post')
        and coalesce(l.target ->> 'place', '0') = coalesce(d ->> 'place', '0')
        and l.board_id is not distinct from b.id and l.at >= (d ->> 'at')::timestamptz)
$$;

-- Carries out such deletions. The row of the post identifies the hash of the source's thumbnail.
create or replace function delete_files_again(deletions jsonb) returns int
language plpgsql volatile set search_path = public, pg_temp as $$
declare
  undone record;
  deleted int := 0;
begin
  for undone in select * from undone_file_deletions(deletions) loop
    perform delete_stored_files(
      array(select decode(hash, 'hex') from jsonb_array_elements_text(undone.deletion -> 'hashes') as hash),
      (select p.media_hash_thb from files_of_posts p where p.board_id = undone.board_id
        and p.num = (undone.deletion ->> 'num')::bigint and p.subnum = (undone.deletion ->> 'subnum')::int
        and p.place = coalesce((undone.deletion ->> 'place')::int, 0)));
    insert into wanted_media (board_id, num, subnum, place, kind, state, due_at, since)
    select undone.board_id, (undone.deletion ->> 'num')::bigint, (undone.deletion ->> 'subnum')::int,
      coalesce((undone.deletion ->> 'place')::int, 0), kind, 'gone', now(), now()
      from unnest(array['file', 'thumb']) as kind where undone.board_id is not null
    on conflict (board_id, num, subnum, kind, place) do update set state = 'gone', queued_at = null where wanted_media.state = 'wanted';
    perform add_audit_entry('posts.deletefile', undone.board_id, jsonb_build_object('posts', jsonb_build_array(undone.deletion ->> 'post'))
      || case when undone.deletion ? 'place' then jsonb_build_object('place', undone.deletion -> 'place') else '{}' end,
      'deleted after the backup', null, 'restore');
    deleted := deleted + 1;
  end loop;
  if deleted > 0 then
    update file_changes set version = version + 1, changed_at = clock_timestamp();
  end if;
  return deleted;
end
$$;

drop function moderate_file(int, bigint, int, boolean, text);
-- Deletes or bans a file of a post, the one at this place, for moderators of the board; a file that other boards show too, for moderators of those.
-- The thumbnail of a file on another board counts as shown there.
create function moderate_file(board int, post bigint, ghost int, of_place int, is_ban boolean, why text) returns text
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  source record;
begin
  if session_user <> current_user and not moderates(board) then
    raise exception 'only moderators of the board may do this' using errcode = 'insufficient_privilege';
  end if;
  select p.media_hash_src as sha256, p.media_hash as md5, p.media_hash_thb as thumb into source
    from files_of_posts p where p.board_id = board and p.num = post and p.subnum = ghost and p.place = of_place;
  if source.sha256 is null and source.md5 is null then
    return 'without';
  end if;
  if session_user <> current_user and (
    exists (select from files_of_posts p where p.media_hash_src = source.sha256 and p.board_id <> all (moderated_boards()))
    or exists (select from files_of_posts p where p.media_hash = source.md5 and p.board_id <> all (moderated_boards()))
    or exists (select from files_of_posts p where p.media_hash_thb = source.sha256 and p.board_id <> all (moderated_boards()))
    or exists (select from images t join images f on f.thumb_id = t.id join files_of_posts p on p.media_hash_src = f.sha256
      where t.sha256 = source.sha256 and p.board_id <> all (moderated_boards()))) then
    return 'elsewhere';
  end if;
  if is_ban then
    insert into banned_media (hash, reason, banned_by)
    select hash, why, coalesce(account_of_transaction(), 'cli') from unnest(array[source.sha256, source.md5]) as hash where hash is not null
    on conflict (hash) do nothing;
    with banned as (
      update images set banned = true
       where (sha256 = source.sha256 or md5 = source.md5) and not banned returning sha256)
    insert into media_removals (sha256) select sha256 from banned on conflict do nothing;
  else
    perform delete_stored_files(array[source.sha256, source.thumb, source.md5], source.thumb);
    update wanted_media w set state = 'gone', queued_at = null
     where w.board_id = board and w.num = post and w.subnum = ghost and w.place = of_place and w.state = 'wanted';
  end if;
  update file_changes set version = version + 1, changed_at = clock_timestamp();
  perform add_audit_entry(
    case when is_ban then 'posts.banfile' else 'posts.deletefile' end, board,
    jsonb_build_object('posts', jsonb_build_array(case when ghost = 0 then post::text else post || '_' || ghost end))
      || case when of_place > 0 then jsonb_build_object('place', of_place) else '{}' end, why, null, null);
  return 'done';
end
$$;
revoke all on function moderate_file(int, bigint, int, int, boolean, text) from public;
grant execute on function moderate_file(int, bigint, int, int, boolean, text) to sagasu_server;

-- Ends the ban of a file, for moderators of all boards, like unbanMedia in scraper/media/ban.ts. False if it was not banned.
-- Index: banned_media_pkey, images_sha256_key, images_md5, wanted_media_pkey.
create or replace function unban_file(named bytea) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  file bytea;
begin
  if session_user <> current_user and not moderates_all_boards() then
    raise exception 'only moderators of all boards may do this' using errcode = 'insufficient_privilege';
  end if;
  delete from banned_media b where b.hash = named;
  if not found then
    return false;
  end if;
  update file_changes set version = version + 1, changed_at = clock_timestamp();
  for file in
    update images i set banned = false
     where (i.sha256 = named or i.md5 = named) and i.banned
       and not exists (select from banned_media b where b.hash in (i.sha256, i.md5))
    returning i.sha256
  loop
    insert into wanted_media (board_id, num, subnum, place, kind, due_at, since)
    select * from (
      select p.board_id, p.num, p.subnum, p.place, 'file', now(), now() from files_of_posts p where p.media_hash_src = file order by p.num desc limit 1) shown
    on conflict (board_id, num, subnum, kind, place) do update set state = 'wanted', attempts = 0, due_at = excluded.due_at, queued_at = null;
  end loop;
  update wanted_media set state = 'wanted', attempts = 0, due_at = now(), queued_at = null where state = 'banned';
  return true;
end
$$;

create or replace function board_contents(named text, most int)
returns table (posts bigint, hidden bigint, threads bigint, files bigint, reported bigint, bans bigint, filters bigint, accounts bigint,
  indices bigint, queued bigint)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if session_user <> current_user and not is_admin() then
    raise exception 'only admins of all boards may do this' using errcode = 'insufficient_privilege';
  end if;
  return query
    with board as (select b.id from boards b where b.name = named),
      first as materialized (
        select p.hidden, p.opener, p.media_hash_src from posts p where p.board_id = (select id from board) limit most),
      shown as (
        select f.media_hash_src as sha256 from first f where f.media_hash_src is not null
        union select f.media_hash_src from post_files f where f.board_id = (select id from board) and f.media_hash_src is not null)
    select (select count(*) from first), (select count(*) from first f where f.hidden), (select count(*) from first f where f.opener),
      (select count(*) from shown s where not exists (select from files_of_posts p where p.media_hash_src = s.sha256 and p.board_id <> b.id)),
      (select count(*) from reported_posts r where r.board_id = b.id),
      (select count(*) from bans n where n.board_id = b.id),
      (select count(*) from post_filters f where f.board_id = b.id),
      (select count(distinct r.account_id) from account_roles r where r.board_id = b.id),
      (select count(*) from indices i where i.board_id = b.id),
      (select count(*) from dirty d where d.board_id = b.id)
    from board b;
end
$$;

-- Removes a board and all its data, for admins of all boards; false for an unknown board. A scraper deletes files that no other
-- post shows; an indexer deletes the indices. It waits for writers of the board, and at most five seconds for readers of posts,
-- who must not wait behind it. Rows whose reference to the board becomes null stay: triggers of their module change them.
-- Index: the primary keys, by board.
create or replace function remove_board(named text) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  board int;
  kept record;
  attempts int := 0;
  is_left boolean := true;
begin
  if session_user <> current_user and not is_admin() then
    raise exception 'only admins of all boards may do this' using errcode = 'insufficient_privilege';
  end if;
  perform set_config('lock_timeout', '5s', true);
  -- A writer that holds the lock of posts may still refer to the row.
  select b.id into board from boards b where b.name = named for no key update;
  if board is null then
    return false;
  end if;
  perform pg_advisory_xact_lock_shared(hashtext('sagasu_filters'), 0), pg_advisory_xact_lock(hashtext('sagasu_posts'), board);
  insert into media_removals (sha256)
    select p.media_hash_src from posts p where p.board_id = board and p.media_hash_src is not null
    union select p.media_hash_thb from posts p where p.board_id = board and p.media_hash_thb is not null
    union select f.media_hash_src from post_files f where f.board_id = board and f.media_hash_src is not null
    union select f.media_hash_thb from post_files f where f.board_id = board and f.media_hash_thb is not null
    union select r.sha256 from post_replays r where r.board_id = board
    on conflict do nothing;
  insert into removed_indices (name, board) select i.name, named from indices i where i.board_id = board on conflict do nothing;
  -- Reasons of moderation may quote the board's posts.
  delete from audit_details d using audit_log l where l.id = d.audit_id and l.board_id = board and split_part(l.action, '.', 1) <> 'boards';
  -- Deletes from every table with a foreign key to boards, also from tables of later versions, unless a removal sets the key to null. Rows
  -- that other rows refer to are left for the next attempt.
  while is_left and attempts < 5 loop
    is_left := false;
    attempts := attempts + 1;
    for kept in
      select c.conrelid::regclass as name, a.attname as of_board
        from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
       where c.confrelid = 'boards'::regclass and c.contype = 'f' and cardinality(c.conkey) = 1 and c.confdeltype <> 'n'
       order by 1
    loop
      begin
        execute format('delete from %s where %I = $1', kept.name, kept.of_board) using board;
      exception when foreign_key_violation then
        is_left := true;
      end;
    end loop;
  end loop;
  -- wanted_media does not have a foreign key to boards.
  delete from wanted_media w where w.board_id = board;
  if to_regclass(format('posts_b%s', board)) is not null then
    execute format('drop table %I', format('posts_b%s', board));
  end if;
  delete from boards b where b.id = board;
  return true;
end
$$;
