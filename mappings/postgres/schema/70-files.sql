-- Files of posts: where they are kept, which are wanted, and which are banned or deleted.

-- Places of files.
create table datastores (
  id            int generated always as identity primary key,
  name          text not null unique check (name ~ '^[a-z0-9][a-z0-9_-]{0,31}$'),
  kind          text not null check (kind in ('local', 's3')),
  -- local: a folder, absolute or below SAGASU_MEDIA. s3: the address of a bucket, with an optional path.
  base          text not null,
  -- The datastore takes new files whose SHA-256 begins with a byte in this range.
  first_byte    int not null default 0 check (first_byte >= 0 and first_byte <= 255),
  last_byte     int not null default 255,
  takes_files   boolean not null default true,
  -- Readers are redirected there; otherwise the server sends the file.
  redirect_url  text,
  -- Contents of the store's marker file. A missing or different marker means that the disk is not mounted.
  marker        uuid not null default gen_random_uuid(),
  check (last_byte >= first_byte and last_byte <= 255)
);
create constraint trigger audit after insert or delete or update on datastores
  deferrable initially deferred for each row execute function audit_row('id', '');
alter table datastores enable row level security, force row level security;
create policy owner on datastores to current_user using (true) with check (true);
create policy scraper on datastores to sagasu_scraper using (true) with check (true);
create policy importer on datastores to sagasu_importer using (true) with check (true);
create policy readers on datastores for select to sagasu_server using (true);
grant select, insert on datastores to sagasu_importer, sagasu_scraper;
grant select on datastores to sagasu_server;

-- Distinct files: a post's file, a thumbnail or a replay.
create table images (
  -- The order of arrival.
  id               bigint generated always as identity primary key,
  sha256           bytea not null unique check (octet_length(sha256) = 32),
  md5              bytea not null check (octet_length(md5) = 16),
  -- Hash of the pixels of the first frame as RGBA, 8 bits per channel, row by row.
  pixels_sha3      bytea check (octet_length(pixels_sha3) = 32),
  perceptual_hash  bigint,
  -- The type by its first bytes, regardless of its uploaded name.
  type             text not null check (type ~ '^[a-z0-9]{1,8}$'),
  size             bigint not null check (size > 0),
  -- Null if no datastore has the file.
  datastore_id     int references datastores (id),
  -- The thumbnail that was drawn, or the reason for its absence.
  thumb_id         bigint references images (id),
  banned           boolean not null default false,
  -- Version of the rule of pixels_sha3 (PIXELS_RULE in mappings/media.ts).
  pixels_rule      smallint not null default 1,
  sha1             bytea check (octet_length(sha1) = 20),
  width            int check (width > 0),
  height           int check (height > 0),
  -- Milliseconds.
  duration         bigint check (duration >= 0),
  codecs           text check (char_length(codecs) <= 8192),
  -- When the file became known.
  added_at         timestamptz not null default now(),
  -- True if a datastore never had the file: a dump described it, and posts name it.
  only_described   boolean not null default false,
  -- Version of the rule of the thumbnail (THUMBNAIL_RULE in mappings/media.ts); `sagasu media redraw` draws older ones again.
  thumb_rule       smallint not null default 1
);
create index images_md5 on images (md5);
-- Files near a banned one are found by the distance of hashes, which reads the whole index.
create index images_perceptual_hash on images (perceptual_hash) include (sha256, md5) where (perceptual_hash is not null) and (not
  banned);
create index images_pixels_rule on images (pixels_rule, id) where pixels_sha3 is not null;
create index images_thumb on images (thumb_id) where thumb_id is not null;
create index images_thumb_rule on images (thumb_rule, id) where thumb_id is not null;
alter table images enable row level security, force row level security;
create policy owner on images to current_user using (true) with check (true);
create policy scraper on images to sagasu_scraper using (true) with check (true);
create policy importer on images to sagasu_importer using (true) with check (true);
create policy indexer on images to sagasu_indexer using (true) with check (true);
-- Readers see hashes, sizes and types. posts and post_replays contain the posts of a file, under policies of their own.
create policy readers on images for select to sagasu_server using (true);
grant select, insert, update, delete on images to sagasu_scraper;
grant select on images to sagasu_server;
grant select, insert, update on images to sagasu_importer;
grant select, insert, update (pixels_sha3, perceptual_hash, pixels_rule, sha1, width, height, duration, codecs), delete on images to
  sagasu_indexer;

-- Oekaki: the recording of a drawing, stored beside the picture.
create table post_replays (
  board_id  int not null references boards (id) on delete cascade,
  num       bigint not null,
  subnum    int not null,
  sha256    bytea not null,
  primary key (board_id, num, subnum)
);
create index post_replays_sha256 on post_replays (sha256);
alter table post_replays enable row level security, force row level security;
create policy owner on post_replays to current_user using (true) with check (true);
create policy scraper on post_replays to sagasu_scraper using (true) with check (true);
create policy importer on post_replays to sagasu_importer using (true) with check (true);
create policy indexer on post_replays for select to sagasu_indexer using (true);
create policy moderators on post_replays for delete to sagasu_server using (board_id = any ((select moderated_boards())::int[]));
create policy readers on post_replays for select to sagasu_server using (sees_post(board_id, num, subnum));
grant select, insert, update, delete on post_replays to sagasu_scraper;
grant select, delete on post_replays to sagasu_server;
grant select, insert, update on post_replays to sagasu_importer;
grant select on post_replays to sagasu_indexer;

-- Files to fetch, written with the posts that name them. A row is deleted when its file arrives; it stays if the file is
-- unavailable, so that it is not requested again.
create table wanted_media (
  board_id   int not null,
  num        bigint not null,
  subnum     int not null,
  kind       text not null check (kind in ('file', 'thumb', 'replay')),
  state      text not null default 'wanted' check (state in ('wanted', 'gone', 'refused', 'banned')),
  attempts   int not null default 0,
  due_at     timestamptz not null,
  -- When the file was last queued; it is queued again after a while.
  queued_at  timestamptz,
  detail     text,
  since      timestamptz not null,
  primary key (board_id, num, subnum, kind)
);
create index wanted_media_due on wanted_media (due_at) where state = 'wanted';
alter table wanted_media enable row level security, force row level security;
create policy owner on wanted_media to current_user using (true) with check (true);
create policy scraper on wanted_media to sagasu_scraper using (true) with check (true);
create policy importer on wanted_media to sagasu_importer using (true) with check (true);
create policy moderators on wanted_media for delete to sagasu_server using (board_id = any ((select moderated_boards())::int[]));
create policy readers on wanted_media for select to sagasu_server using (true);
grant select, insert, update, delete on wanted_media to sagasu_importer, sagasu_scraper;
grant select (board_id, num, subnum, kind, state), delete on wanted_media to sagasu_server;

-- Counts changes of files that do not change a post: bans, lost files and files that return. The ETags of threads contain it. One row,
-- so that its new value is visible together with the change.
create table file_changes (
  only_row    boolean primary key default true check (only_row),
  version     bigint not null default 0,
  changed_at  timestamptz not null default '1970-01-01T00:00:00Z'
);
insert into file_changes default values;
grant select, update on file_changes to sagasu_importer, sagasu_indexer, sagasu_scraper;
grant select on file_changes to sagasu_server;

-- Files that lost a post or were banned: a scraper deletes them unless something else needs them.
create table media_removals (
  sha256  bytea primary key,
  due_at  timestamptz not null default now()
);
create index media_removals_due on media_removals (due_at);
alter table media_removals enable row level security, force row level security;
create policy owner on media_removals to current_user using (true) with check (true);
create policy scraper on media_removals to sagasu_scraper using (true) with check (true);
create policy importer on media_removals to sagasu_importer using (true) with check (true);
create policy moderators on media_removals to sagasu_server
  using ((select moderated_boards()) <> '{}')
  with check ((select moderated_boards()) <> '{}');
grant select, insert, update, delete on media_removals to sagasu_scraper;
grant select, insert, update on media_removals to sagasu_server;
grant insert on media_removals to sagasu_importer;

-- Old copies of moved files, for readers who were redirected to them.
create table datastore_leftovers (
  sha256        bytea not null check (octet_length(sha256) = 32),
  datastore_id  int not null references datastores (id),
  type          text not null,
  due_at        timestamptz not null,
  primary key (sha256, datastore_id)
);
create index datastore_leftovers_due on datastore_leftovers (due_at);
grant select, insert, update, delete on datastore_leftovers to sagasu_scraper;

-- MD5 and SHA-256 of files that moderators deleted without a ban, and of their thumbnails: imports do not restore them. A
-- harvest of a later post may.
create table deleted_files (
  hash        bytea primary key check (octet_length(hash) in (16, 32)),
  deleted_at  timestamptz not null default now()
);
grant select on deleted_files to sagasu_importer, sagasu_scraper, sagasu_server;

-- Index: images_sha256_key, images_md5.
create function remember_perceptual_hash() returns trigger
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if new.perceptual_hash is null then
    new.perceptual_hash := (
      select i.perceptual_hash from images i where (i.sha256 = new.hash or i.md5 = new.hash) and i.perceptual_hash is not null limit 1);
  end if;
  return new;
end
$$;
revoke all on function remember_perceptual_hash() from public;

-- Files that show a banned file in another form are deleted with it: the source's thumbnails, and recordings of drawings. When
-- the ban ends, they are requested again.
-- Index: posts_media_hash_src, posts_media_hash, post_replays_pkey, images_sha256_key.
create function follow_ban_of_file() returns trigger
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into media_removals (sha256)
    select p.media_hash_thb from posts p where (p.media_hash_src = new.hash or p.media_hash = new.hash) and p.media_hash_thb is not null
    union
    select r.sha256 from posts p join post_replays r on r.board_id = p.board_id and r.num = p.num and r.subnum = p.subnum
     where p.media_hash_src = new.hash or p.media_hash = new.hash
    on conflict do nothing;
    return null;
  end if;
  insert into wanted_media (board_id, num, subnum, kind, due_at, since)
  select * from (
    select distinct on (t.kind, t.sha256) t.board_id, t.num, t.subnum, t.kind, now(), now() from (
      select p.board_id, p.num, p.subnum, 'thumb' as kind, p.media_hash_thb as sha256 from posts p
       where (p.media_hash_src = old.hash or p.media_hash = old.hash) and p.media_hash_thb is not null
      union all
      select r.board_id, r.num, r.subnum, 'replay', r.sha256
        from posts p join post_replays r on r.board_id = p.board_id and r.num = p.num and r.subnum = p.subnum
       where p.media_hash_src = old.hash or p.media_hash = old.hash) t
     where not exists (select from images i where i.sha256 = t.sha256 and i.datastore_id is not null)
     order by t.kind, t.sha256, t.num desc) missing
  on conflict (board_id, num, subnum, kind) do update set state = 'wanted', attempts = 0, due_at = excluded.due_at, queued_at = null;
  return null;
end
$$;
revoke all on function follow_ban_of_file() from public;

-- MD5 or SHA-256 of files that are never stored.
create table banned_media (
  hash             bytea primary key check (octet_length(hash) in (16, 32)),
  reason           text,
  banned_by        text not null,
  since            timestamptz not null default now(),
  -- The look of a banned picture, kept after its deletion: similar files are offered to moderators.
  perceptual_hash  bigint
);
create index banned_media_since on banned_media (since desc, hash desc);
create constraint trigger audit after insert or delete or update on banned_media
  deferrable initially deferred for each row execute function audit_row('hash', '');
create trigger follow_ban after insert or delete on banned_media
  for each row execute function follow_ban_of_file();
create trigger perceptual_hash before insert on banned_media
  for each row execute function remember_perceptual_hash();
alter table banned_media enable row level security, force row level security;
create policy owner on banned_media to current_user using (true) with check (true);
create policy scraper on banned_media to sagasu_scraper using (true) with check (true);
create policy importer on banned_media to sagasu_importer using (true) with check (true);
create policy indexer on banned_media to sagasu_indexer using (true) with check (true);
create policy readers on banned_media for select to sagasu_server using (true);
grant select on banned_media to sagasu_importer, sagasu_indexer, sagasu_scraper, sagasu_server;

-- Dumps of a banned file are hidden from readers, since the hashes help to find it. Moderators of all boards see them (policy
-- staff).
-- Index: banned_media_pkey.
create function is_banned_file(file_md5 bytea, file_sha256 bytea) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (select from banned_media b where b.hash in (file_md5, file_sha256))
$$;
revoke all on function is_banned_file(bytea, bytea) from public;
grant execute on function is_banned_file(bytea, bytea) to sagasu_indexer, sagasu_server;

-- True if a missing file may be taken from a contributor: a visible post shows it, none of its posts is hidden or was deleted at
-- the source, and it is neither banned nor stored. It runs with the owner's rights, since it must see hidden posts.
create function may_take_file(of_sha256 bytea) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return exists (select from posts p where p.media_hash_src = of_sha256 and not p.hidden)
    and not exists (select from posts p where p.media_hash_src = of_sha256
      and (p.hidden or p.time_deleted_post is not null or p.time_deleted_file is not null))
    and exists (select from images i where i.sha256 = of_sha256 and i.only_described and not i.banned
      and not exists (select from banned_media b where b.hash in (i.sha256, i.md5)));
end
$$;
revoke all on function may_take_file(bytea) from public;
grant execute on function may_take_file(bytea) to sagasu_indexer, sagasu_scraper, sagasu_server;

-- Files whose picture is similar to a banned one (at most `bits` of 64 differ), the nearest first, each with a visible post on a
-- board that the account moderates.
-- Index: images_perceptual_hash, posts_media_hash_src.
create function near_files(banned bytea, bits int, most int)
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
        select p.board_id, p.num, p.subnum from posts p
         where p.media_hash_src = near.sha256 and p.board_id = any (moderated) and not p.hidden and p.time_purged is null
         order by p.num desc limit 1) shown
      cross join lateral (
        select count(*) as posts, bool_or(p.board_id <> all (moderated)) as elsewhere from posts p where p.media_hash_src = near.sha256) counted
     order by near.distance, near.sha256 limit most;
end
$$;
revoke all on function near_files(bytea, int, int) from public;
grant execute on function near_files(bytea, int, int) to sagasu_server;

-- Deletes files from their datastores and records their hashes, MD5 or SHA-256, in deleted_files. `thumb` is kept if another
-- file uses it.
create function delete_stored_files(hashes bytea[], thumb bytea) returns void
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
      exists (select from posts p where p.media_hash_src = file.sha256)
      or exists (select from images f where f.thumb_id = file.id and f.sha256 <> all (files) and f.datastore_id is not null and not f.banned)
      or exists (select from posts p where p.media_hash_thb = file.sha256
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
revoke all on function delete_stored_files(bytea[], bytea) from public;

-- Deletions in the log of removals that this database lacks, as after a restore: the audit log has no entry for them.
-- Index: boards_name_key, audit_log_posts.
create function undone_file_deletions(deletions jsonb) returns table (board_id int, deletion jsonb)
language sql stable security definer set search_path = public, pg_temp as $$
  select b.id, d from jsonb_array_elements(deletions) as d left join boards b on b.name = d ->> 'board'
   where not exists (
     select from audit_log l
      where l.action = 'posts.deletefile' and l.target ? 'posts' and l.target -> 'posts' ? (d ->> 'post')
        and l.board_id is not distinct from b.id and l.at >= (d ->> 'at')::timestamptz)
$$;
revoke all on function undone_file_deletions(jsonb) from public;
grant execute on function undone_file_deletions(jsonb) to sagasu_scraper, sagasu_server;

-- Carries out such deletions. The row of the post identifies the hash of the source's thumbnail.
create function delete_files_again(deletions jsonb) returns int
language plpgsql volatile set search_path = public, pg_temp as $$
declare
  undone record;
  deleted int := 0;
begin
  for undone in select * from undone_file_deletions(deletions) loop
    perform delete_stored_files(
      array(select decode(hash, 'hex') from jsonb_array_elements_text(undone.deletion -> 'hashes') as hash),
      (select p.media_hash_thb from posts p where p.board_id = undone.board_id
        and p.num = (undone.deletion ->> 'num')::bigint and p.subnum = (undone.deletion ->> 'subnum')::int));
    insert into wanted_media (board_id, num, subnum, kind, state, due_at, since)
    select undone.board_id, (undone.deletion ->> 'num')::bigint, (undone.deletion ->> 'subnum')::int, kind, 'gone', now(), now()
      from unnest(array['file', 'thumb']) as kind where undone.board_id is not null
    on conflict (board_id, num, subnum, kind) do update set state = 'gone', queued_at = null where wanted_media.state = 'wanted';
    perform add_audit_entry('posts.deletefile', undone.board_id, jsonb_build_object('posts', jsonb_build_array(undone.deletion ->> 'post')),
      'deleted after the backup', null, 'restore');
    deleted := deleted + 1;
  end loop;
  if deleted > 0 then
    update file_changes set version = version + 1, changed_at = clock_timestamp();
  end if;
  return deleted;
end
$$;
revoke all on function delete_files_again(jsonb) from public;

-- Deletes or bans the file of a post, for moderators of the board; a file that other boards show too, for moderators of those.
-- The thumbnail of a file on another board counts as shown there.
create function moderate_file(board int, post bigint, ghost int, is_ban boolean, why text) returns text
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  source record;
begin
  if session_user <> current_user and not moderates(board) then
    raise exception 'only moderators of the board may do this' using errcode = 'insufficient_privilege';
  end if;
  select p.media_hash_src as sha256, p.media_hash as md5, p.media_hash_thb as thumb into source
    from posts p where p.board_id = board and p.num = post and p.subnum = ghost;
  if source.sha256 is null and source.md5 is null then
    return 'without';
  end if;
  if session_user <> current_user and (
    exists (select from posts p where p.media_hash_src = source.sha256 and p.board_id <> all (moderated_boards()))
    or exists (select from posts p where p.media_hash = source.md5 and p.board_id <> all (moderated_boards()))
    or exists (select from posts p where p.media_hash_thb = source.sha256 and p.board_id <> all (moderated_boards()))
    or exists (select from images t join images f on f.thumb_id = t.id join posts p on p.media_hash_src = f.sha256
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
     where w.board_id = board and w.num = post and w.subnum = ghost and w.state = 'wanted';
  end if;
  update file_changes set version = version + 1, changed_at = clock_timestamp();
  perform add_audit_entry(
    case when is_ban then 'posts.banfile' else 'posts.deletefile' end, board,
    jsonb_build_object('posts', jsonb_build_array(case when ghost = 0 then post::text else post || '_' || ghost end)), why, null, null);
  return 'done';
end
$$;
revoke all on function moderate_file(int, bigint, int, boolean, text) from public;
grant execute on function moderate_file(int, bigint, int, boolean, text) to sagasu_server;

-- Ends the ban of a file, for moderators of all boards, like unbanMedia in scraper/media/ban.ts. False if it was not banned.
-- Index: banned_media_pkey, images_sha256_key, images_md5, wanted_media_pkey.
create function unban_file(named bytea) returns boolean
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
    insert into wanted_media (board_id, num, subnum, kind, due_at, since)
    select * from (
      select p.board_id, p.num, p.subnum, 'file', now(), now() from posts p where p.media_hash_src = file order by p.num desc limit 1) shown
    on conflict (board_id, num, subnum, kind) do update set state = 'wanted', attempts = 0, due_at = excluded.due_at, queued_at = null;
  end loop;
  update wanted_media set state = 'wanted', attempts = 0, due_at = now(), queued_at = null where state = 'banned';
  return true;
end
$$;
revoke all on function unban_file(bytea) from public;
grant execute on function unban_file(bytea) to sagasu_server;
