-- Up Migration

-- Takes stored files out of the archive, with their drawn thumbnails; a scraper then deletes them from their datastores. images_sha256_key,
-- images_pkey.
create function delete_stored_files(hashes bytea[]) returns void
language plpgsql volatile set search_path = public, pg_temp as $$
declare
  file record;
begin
  for file in
    select i.id, i.sha256, i.type, i.datastore_id from images i
     where i.sha256 = any (hashes) or i.id in (select f.thumb_id from images f where f.sha256 = any (hashes))
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
end
$$;
revoke all on function delete_stored_files(bytea[]) from public;

-- As in 0046, by the function above.
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
    perform delete_stored_files(array[source.sha256, source.thumb]);
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

-- Of deletions of files that the log of removals has, those that this database lacks, as after a restore: the audit log has no entry for them.
-- boards_name_key, audit_log_posts.
create function undone_file_deletions(deletions jsonb) returns table (board_id int, deletion jsonb)
language sql stable security definer set search_path = public, pg_temp as $$
  select b.id, d from jsonb_array_elements(deletions) as d left join boards b on b.name = d ->> 'board'
   where not exists (
     select from audit_log l
      where l.action = 'posts.deletefile' and l.target ? 'posts' and l.target -> 'posts' ? (d ->> 'post')
        and l.board_id is not distinct from b.id and l.at >= (d ->> 'at')::timestamptz)
$$;
revoke all on function undone_file_deletions(jsonb) from public;
grant execute on function undone_file_deletions(jsonb) to sagasu_server, sagasu_scraper;

-- Carries such deletions out again, and returns their number. The posts do not fetch their files again. wanted_media_pkey.
create function delete_files_again(deletions jsonb) returns int
language plpgsql volatile set search_path = public, pg_temp as $$
declare
  undone record;
  deleted int := 0;
begin
  for undone in select * from undone_file_deletions(deletions) loop
    perform delete_stored_files(array(select decode(hash, 'hex') from jsonb_array_elements_text(undone.deletion -> 'hashes') as hash));
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

-- Down Migration
