-- Up Migration

-- Readers see no dumps of a banned file: they would tell its hashes to those who look for it. Moderators of all boards do (policy staff).
-- banned_media_pkey.
create function is_banned_file(file_md5 bytea, file_sha256 bytea) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (select from banned_media b where b.hash in (file_md5, file_sha256))
$$;
revoke all on function is_banned_file(bytea, bytea) from public;
grant execute on function is_banned_file(bytea, bytea) to sagasu_server, sagasu_indexer;

alter policy readers on dumps using (named and shows_file(md5, size, sha256) and not is_banned_file(md5, sha256));
alter policy readers on dump_offers using (shows_file(md5, size, sha256) and not is_banned_file(md5, sha256));

-- What shows a banned file in another form is deleted with it: the source's thumbnails, and replays of drawings. When the ban ends, they are requested again.
-- posts_media_hash_src, posts_media_hash, post_replays_pkey, images_sha256_key.
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
create trigger follow_ban after insert or delete on banned_media for each row execute function follow_ban_of_file();

insert into media_removals (sha256)
select p.media_hash_thb from banned_media b join posts p on p.media_hash_src = b.hash where p.media_hash_thb is not null
union
select p.media_hash_thb from banned_media b join posts p on p.media_hash = b.hash where p.media_hash_thb is not null
union
select r.sha256 from banned_media b join posts p on p.media_hash = b.hash
  join post_replays r on r.board_id = p.board_id and r.num = p.num and r.subnum = p.subnum
on conflict do nothing;

-- Down Migration
