-- Up Migration

-- Difference hashes of pictures (mappings/difference-hash.ts): of the whole picture, and of the picture without its uniform borders. A plain
-- picture has none. Their meaning never changes; a better hash is another table.
create table difference_hashes (
  image_id  bigint not null references images (id) on delete cascade,
  trimmed   boolean not null,
  hash      bigint not null,
  -- The hash of the mirrored picture, which queries look for in `hash`.
  mirrored  bigint not null,
  primary key (image_id, trimmed)
);
-- It serves the first quarter too, as a range.
create index difference_hashes_hash on difference_hashes (hash, image_id);
create index difference_hashes_quarter_2 on difference_hashes ((((hash >> 32) & 65535)::int), hash);
create index difference_hashes_quarter_3 on difference_hashes ((((hash >> 16) & 65535)::int), hash);
create index difference_hashes_quarter_4 on difference_hashes (((hash & 65535)::int), hash);
alter table difference_hashes enable row level security, force row level security;
create policy owner on difference_hashes to current_user using (true) with check (true);
create policy scraper on difference_hashes to sagasu_scraper using (true) with check (true);
create policy importer on difference_hashes to sagasu_importer using (true) with check (true);
create policy readers on difference_hashes for select to sagasu_server using (true);
grant select, insert, delete on difference_hashes to sagasu_scraper, sagasu_importer;
grant select on difference_hashes to sagasu_server;

-- True if the rows of the file in `difference_hashes` are complete. Scrapers compute those of the other files in the background.
alter table images add column difference_hashed boolean not null default false;
create index images_without_difference_hash on images (id)
  where perceptual_hash is not null and not difference_hashed and datastore_id is not null and not banned;

-- The files that have a difference hash which differs from one of `wanted` in the fewest bits of 64, without banned ones: the nearest
-- first, and the newest of equally near ones. It reads quarters of hashes as near_pictures does. `bits` is at most 11.
-- Index: difference_hashes_hash, difference_hashes_quarter_2, difference_hashes_quarter_3, difference_hashes_quarter_4, images_pkey.
create function near_differences(wanted bigint[], bits int, most int) returns table (image_id bigint, sha256 bytea, distance int)
language plpgsql stable parallel safe set search_path = public, pg_temp as $$
begin
  if bits not between 0 and 11 then
    raise exception 'bits are 0 to 11, not %', bits using errcode = 'invalid_parameter_value';
  end if;
  return query
    with near as materialized (
      select found.hash, min(bit_count((found.hash # one)::bit(64)))::int as distance
        from (select distinct unnest(wanted)) given (one)
        cross join lateral (
          select d.hash from unnest(near_quarters(((one >> 48) & 65535)::int, bits / 4)) quarter
            join difference_hashes d on d.hash between quarter::bigint << 48 and (quarter::bigint << 48) | 281474976710655
           where bit_count((d.hash # one)::bit(64)) <= bits
          union
          select d.hash from difference_hashes d
           where ((d.hash >> 32) & 65535)::int = any (near_quarters(((one >> 32) & 65535)::int, (bits - 1) / 4))
             and bit_count((d.hash # one)::bit(64)) <= bits
          union
          select d.hash from difference_hashes d
           where ((d.hash >> 16) & 65535)::int = any (near_quarters(((one >> 16) & 65535)::int, (bits - 2) / 4))
             and bit_count((d.hash # one)::bit(64)) <= bits
          union
          select d.hash from difference_hashes d
           where (d.hash & 65535)::int = any (near_quarters((one & 65535)::int, (bits - 3) / 4))
             and bit_count((d.hash # one)::bit(64)) <= bits) found
       group by found.hash)
    select file.id, file.sha256, min(near.distance)
      from near
      cross join lateral (
        select i.id, i.sha256 from difference_hashes d join images i on i.id = d.image_id
         where d.hash = near.hash and not i.banned order by d.image_id desc limit most) file
     group by file.id, file.sha256
     order by min(near.distance), file.id desc limit most;
end
$$;
revoke all on function near_differences(bigint[], int, int) from public;
grant execute on function near_differences(bigint[], int, int) to sagasu_server;
