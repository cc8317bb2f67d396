-- Up Migration

-- Perceptual hashes that differ little from another are found by their quarters: hashes that differ in at most 4r + a bits (a < 4) have one
-- of the first a + 1 quarters within r bits, or one of the others within r - 1. Equal hashes, such as those of black pictures, share an
-- entry.
drop index images_perceptual_hash;
create index images_perceptual_hash on images (perceptual_hash, id) include (sha256) where perceptual_hash is not null and not banned;
create index images_hash_quarter_1 on images ((((perceptual_hash >> 48) & 65535)::int), perceptual_hash)
  where perceptual_hash is not null and not banned;
create index images_hash_quarter_2 on images ((((perceptual_hash >> 32) & 65535)::int), perceptual_hash)
  where perceptual_hash is not null and not banned;
create index images_hash_quarter_3 on images ((((perceptual_hash >> 16) & 65535)::int), perceptual_hash)
  where perceptual_hash is not null and not banned;
create index images_hash_quarter_4 on images (((perceptual_hash & 65535)::int), perceptual_hash)
  where perceptual_hash is not null and not banned;

-- Values of 16 bits that differ from `quarter` in at most `bits`, which are at most 2.
create function near_quarters(quarter int, bits int) returns int[]
language sql immutable parallel safe set search_path = public, pg_temp as $$
  select array_agg(distinct quarter # mask)
    from (select case when a < 16 then 1 << a else 0 end | case when b < 16 then 1 << b else 0 end as mask
            from generate_series(0, 16) a, generate_series(0, 16) b) masks
   where bit_count(mask::bit(16)) <= bits
$$;
revoke all on function near_quarters(int, int) from public;

-- The files whose perceptual hash differs from `wanted` in the fewest bits of 64, without banned ones: the nearest first, and the newest of
-- equal ones. `bits`, the largest difference, is at most 11; `most` is the number of files.
-- Index: images_perceptual_hash, images_hash_quarter_1, images_hash_quarter_2, images_hash_quarter_3, images_hash_quarter_4.
create function near_pictures(wanted bigint, bits int, most int) returns table (sha256 bytea, distance int)
language plpgsql stable parallel safe set search_path = public, pg_temp as $$
declare
  equal int;
begin
  if bits not between 0 and 11 then
    raise exception 'bits are 0 to 11, not %', bits using errcode = 'invalid_parameter_value';
  end if;
  return query
    select i.sha256, 0 from images i where i.perceptual_hash = wanted and not i.banned order by i.id desc limit most;
  get diagnostics equal = row_count;
  -- Pictures of one colour have the same hash, and there are many.
  if bits = 0 or equal >= most then
    return;
  end if;
  return query
    select file.sha256, bit_count((near.hash # wanted)::bit(64))::int as distance from (
      select i.perceptual_hash as hash from images i
       where i.perceptual_hash is not null and not i.banned and bit_count((i.perceptual_hash # wanted)::bit(64)) <= bits
         and ((i.perceptual_hash >> 48) & 65535)::int = any (near_quarters(((wanted >> 48) & 65535)::int, bits / 4))
      union
      select i.perceptual_hash from images i
       where i.perceptual_hash is not null and not i.banned and bit_count((i.perceptual_hash # wanted)::bit(64)) <= bits
         and ((i.perceptual_hash >> 32) & 65535)::int = any (near_quarters(((wanted >> 32) & 65535)::int, (bits - 1) / 4))
      union
      select i.perceptual_hash from images i
       where i.perceptual_hash is not null and not i.banned and bit_count((i.perceptual_hash # wanted)::bit(64)) <= bits
         and ((i.perceptual_hash >> 16) & 65535)::int = any (near_quarters(((wanted >> 16) & 65535)::int, (bits - 2) / 4))
      union
      select i.perceptual_hash from images i
       where i.perceptual_hash is not null and not i.banned and bit_count((i.perceptual_hash # wanted)::bit(64)) <= bits
         and (i.perceptual_hash & 65535)::int = any (near_quarters((wanted & 65535)::int, (bits - 3) / 4))) near
    cross join lateral (
      select i.id, i.sha256 from images i where i.perceptual_hash = near.hash and not i.banned order by i.id desc limit most) file
     where near.hash <> wanted
     order by distance, file.id desc limit most - equal;
end
$$;
revoke all on function near_pictures(bigint, int, int) from public;
grant execute on function near_quarters(int, int) to sagasu_server;
grant execute on function near_pictures(bigint, int, int) to sagasu_server;

-- Files whose picture is similar to a banned one (at most `bits` of 64 differ), the nearest first, each with a visible post on a
-- board that the account moderates.
-- Index: those of near_pictures, posts_media_hash_src, post_files_media_hash_src.
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
        -- A bound for pictures that very many files resemble.
        select n.sha256, n.distance from near_pictures(wanted, bits, 10000) n) near
      cross join lateral (
        select p.board_id, p.num, p.subnum from files_of_posts p
         where p.media_hash_src = near.sha256 and p.board_id = any (moderated) and not p.hidden and p.time_purged is null
         order by p.num desc limit 1) shown
      cross join lateral (
        select count(*) as posts, bool_or(p.board_id <> all (moderated)) as elsewhere from files_of_posts p where p.media_hash_src = near.sha256) counted
     order by near.distance, near.sha256 limit most;
end
$$;
