-- Up Migration

-- Deletes the stored file of a post with its thumbnails, or bans the file (by SHA-256 and MD5), for a moderator of every board that shows it.
-- A deleted file is stored again if a later post brings it; a banned one never is. Answers done, without (the post has no file) or elsewhere
-- (a board that the account does not moderate shows the file too).
-- posts_pkey, posts_media_hash_src, posts_media_hash, images_sha256_key, images_md5, images_pkey, wanted_media_pkey.
create function moderate_file(board int, post bigint, ghost int, is_ban boolean, why text) returns text
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  source record;
  file record;
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
    or exists (select from posts p where p.media_hash = source.md5 and p.board_id <> all (moderated_boards()))) then
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
    for file in
      select i.id, i.sha256, i.type, i.datastore_id from images i
       where i.sha256 = any (array[source.sha256, source.thumb]) or i.id = (select f.thumb_id from images f where f.sha256 = source.sha256)
       order by i.sha256
    loop
      -- As LOCK_FILE in scraper/media/sql.ts.
      perform pg_advisory_xact_lock(hashtextextended('sagasu file ' || encode(file.sha256, 'hex'), 0));
      if file.datastore_id is not null then
        insert into datastore_leftovers (sha256, datastore_id, type, due_at) values (file.sha256, file.datastore_id, file.type, now())
        on conflict (sha256, datastore_id) do update set due_at = excluded.due_at;
        update images set datastore_id = null where id = file.id;
      end if;
    end loop;
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

-- Down Migration
