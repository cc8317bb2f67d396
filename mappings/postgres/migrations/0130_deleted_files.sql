-- Up Migration

-- MD5 and SHA-256 of files that moderators deleted without a ban, and of their thumbnails: no import brings them back. A harvest may, with a
-- later post.
create table deleted_files (
  hash bytea primary key check (octet_length(hash) in (16, 32)),
  deleted_at timestamptz not null default now()
);
grant select on deleted_files to sagasu_importer;

-- Deletions from before this table. audit_log_action, posts_pkey, images_sha256_key.
insert into deleted_files (hash, deleted_at)
select h.hash, max(l.at)
  from audit_log l cross join jsonb_array_elements_text(l.target -> 'posts') as named
  join posts p on p.board_id = l.board_id and p.num = split_part(named, '_', 1)::bigint
   and p.subnum = coalesce(nullif(split_part(named, '_', 2), '')::int, 0)
  left join images i on i.sha256 = p.media_hash_src
 cross join unnest(array[p.media_hash_src, p.media_hash_thb, p.media_hash, i.md5]) as h (hash)
 where l.action = 'posts.deletefile' and h.hash is not null
 group by h.hash;

-- As in 0112; records the hashes as well, which may be MD5 or SHA-256.
create or replace function delete_stored_files(hashes bytea[]) returns void
language plpgsql volatile set search_path = public, pg_temp as $$
declare
  file record;
begin
  insert into deleted_files (hash) select distinct h from unnest(hashes) as h where h is not null on conflict do nothing;
  for file in
    select i.id, i.sha256, i.md5, i.type, i.datastore_id from images i
     where i.sha256 = any (hashes) or i.id in (select f.thumb_id from images f where f.sha256 = any (hashes))
     order by i.sha256
  loop
    insert into deleted_files (hash) values (file.sha256), (file.md5) on conflict do nothing;
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

-- As in 0112; the MD5 that the post states is recorded too.
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
    perform delete_stored_files(array[source.sha256, source.thumb, source.md5]);
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
