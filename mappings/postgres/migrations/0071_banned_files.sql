-- Up Migration

-- What a banned picture looked like, kept while the picture itself goes: files near it are offered to moderators.
alter table banned_media add column perceptual_hash bigint;
update banned_media b set perceptual_hash = i.perceptual_hash
  from images i where i.perceptual_hash is not null and b.hash in (i.sha256, i.md5);
create index banned_media_since on banned_media (since desc, hash desc);
-- Files near a banned one are found by the distance of their hashes, which reads this index as a whole.
create index images_perceptual_hash on images (perceptual_hash) include (sha256, md5) where perceptual_hash is not null and not banned;

-- images_sha256_key, images_md5.
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
create trigger perceptual_hash before insert on banned_media for each row execute function remember_perceptual_hash();

-- Files whose picture is near that of a banned one (of 64 bits at most `bits` differ), the nearest first, each with a visible post that shows it on a
-- board that the account moderates. images_perceptual_hash, posts_media_hash_src.
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

-- Lifts the ban of a file, for moderators of all boards. As unbanMedia in scraper/media/ban.ts. Answers whether it was banned.
-- banned_media_pkey, images_sha256_key, images_md5, wanted_media_pkey.
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

revoke all on function remember_perceptual_hash(), near_files(bytea, int, int), unban_file(bytea) from public;
grant execute on function near_files(bytea, int, int), unban_file(bytea) to sagasu_server;

-- Down Migration
