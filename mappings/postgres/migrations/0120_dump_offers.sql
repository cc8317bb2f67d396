-- Up Migration

-- Missing files that contributors would hand over (docs/DUMPS.md). A row is made when a used dump describes the file, a dump of it offers it, and the file
-- may be taken: then the archive asks for it. States are those of OFFER_STATES in mappings/dump/changes.ts.
create table dump_offers (
  id          bigint generated always as identity primary key,
  sha256      bytea not null unique check (octet_length(sha256) = 32),
  md5         bytea not null check (octet_length(md5) = 16),
  size        bigint not null check (size > 0),
  type        text not null check (type ~ '^[a-z0-9]{1,8}$'),
  state       text not null default 'asked'
    check (state in ('asked', 'uploaded', 'quarantined', 'accepted', 'stored', 'refused')),
  -- Why it was refused.
  detail      text check (char_length(detail) <= 500),
  asked_at    timestamptz not null,
  changed_at  timestamptz not null
);
create index dump_offers_state on dump_offers (state, id);

-- Whether a file that is not here may be taken from a contributor: a visible post shows it, and none that is hidden or was deleted at the source; nor is it
-- banned or here. posts_media_hash_src, images_sha256_key, banned_media_pkey. With the rights of the owner: it must know of hidden posts.
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

-- A contributor has handed over the file that was asked for. False if it is not asked for, any more. dump_offers_sha256_key.
create function note_uploaded_file(of_sha256 bytea) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update dump_offers o set state = 'uploaded', changed_at = now()
    where o.sha256 = of_sha256 and o.state = 'asked' and may_take_file(of_sha256);
  return found;
end
$$;

revoke all on function may_take_file(bytea), note_uploaded_file(bytea) from public;
grant execute on function may_take_file(bytea) to sagasu_server, sagasu_indexer, sagasu_scraper;
grant execute on function note_uploaded_file(bytea) to sagasu_server;

alter table dump_offers enable row level security, force row level security;
do $$
begin
  execute format('create policy owner on dump_offers to %I using (true) with check (true)',
    (select pg_get_userbyid(relowner) from pg_class where oid = 'dump_offers'::regclass));
end
$$;
create policy indexer on dump_offers to sagasu_indexer using (true) with check (true);
create policy scraper on dump_offers to sagasu_scraper using (true) with check (true);
create policy readers on dump_offers for select to sagasu_server using (shows_file(md5, size, sha256));
create policy staff on dump_offers to sagasu_server using ((select moderates_all_boards())) with check ((select moderates_all_boards()));
grant select, insert on dump_offers to sagasu_indexer;
grant select, update (state, detail, changed_at) on dump_offers to sagasu_scraper, sagasu_server;

-- Down Migration
