-- Up Migration

-- Deletes a stored file with its thumbnails, as 0130 does, but keeps each thumbnail that another file still uses. Two pictures with the same
-- pixels have one drawn thumbnail, and a source may draw one thumbnail for both. The deleted file's own posts stop showing it: readers see no
-- source's thumbnail of a deleted file (mappings/postgres/post-row.ts), and the row of the file no longer refers to the drawn one. `hashes`
-- are those of the file and of `thumb`, the source's thumbnail. images_sha256_key, images_pkey, images_thumb, posts_media_hash_src,
-- posts_media_hash_thb, deleted_files_pkey.
drop function delete_stored_files(bytea[]);
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
    -- As LOCK_FILE in scraper/media/sql.ts. The uses are read after it: a scraper that stores another file with this thumbnail holds it.
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

-- As in 0112. posts_pkey tells which of the hashes is that of the source's thumbnail.
create or replace function delete_files_again(deletions jsonb) returns int
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

-- Hashes of thumbnails that earlier deletions recorded although other files use them. images_sha256_key, images_md5, images_thumb.
delete from deleted_files d using images t
 where (t.sha256 = d.hash or t.md5 = d.hash)
   and not exists (select from posts p where p.media_hash_src = t.sha256)
   and exists (select from images f where f.thumb_id = t.id and f.datastore_id is not null and not f.banned);

-- Servers show no source's thumbnail of a deleted file, and scrapers keep none.
grant select on deleted_files to sagasu_server, sagasu_scraper;

-- As in 0130. A file is also shown elsewhere if it is the thumbnail of a file on another board.
create or replace function moderate_file(board int, post bigint, ghost int, is_ban boolean, why text) returns text
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  source record;
begin
  if session_user <> current_user and not board = any (moderated_boards()) then
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

-- Down Migration
