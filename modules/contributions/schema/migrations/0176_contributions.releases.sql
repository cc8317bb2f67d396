-- Up Migration

-- Keys of those who release clients, as the operator lists them.
create table dump_release_keys (
  key       bytea primary key check (octet_length(key) = 32),
  name      text not null check (char_length(name) between 1 and 80),
  added_by  text not null check (char_length(added_by) <= 80),
  added_at  timestamptz not null default now()
);
alter table dump_release_keys enable row level security, force row level security;
create policy owner on dump_release_keys to current_user using (true) with check (true);
create policy readers on dump_release_keys for select to sagasu_server using (true);
create policy admins_add on dump_release_keys for insert to sagasu_server with check ((select is_admin()));
create policy admins_change on dump_release_keys for update to sagasu_server using ((select is_admin())) with check ((select is_admin()));
create policy admins_remove on dump_release_keys for delete to sagasu_server using ((select is_admin()));
grant select, insert, update (name), delete on dump_release_keys to sagasu_server;

-- Signed releases of clients that contributors have stated. Rows exist only for listed keys, so a stranger cannot fill the table.
create table dump_releases (
  id          bigint generated always as identity primary key,
  key         bytea not null references dump_release_keys (key) on delete cascade,
  client      text not null check (char_length(client) <= 32),
  version     text not null check (char_length(version) <= 32),
  -- SHA-256 of the list of released files.
  digest      bytea not null check (octet_length(digest) = 32),
  signature   bytea not null check (octet_length(signature) = 64),
  stated_at   timestamptz not null default now(),
  -- The trust in dumps of contributors who state the release; null for none.
  trust       text check (trust in ('full', 'lesser')),
  -- True if it holds for every signed dump, false if only for contributors who are trusted with any version of the client.
  of_anybody  boolean not null default false,
  decided_by  text check (char_length(decided_by) <= 80),
  decided_at  timestamptz,
  unique (key, client, version, digest)
);
create index dump_releases_client on dump_releases (client, version);
alter table dump_releases enable row level security, force row level security;
create policy owner on dump_releases to current_user using (true) with check (true);
create policy indexer on dump_releases to sagasu_indexer using (true) with check (true);
create policy readers on dump_releases for select to sagasu_server using (true);
create policy staff on dump_releases for update to sagasu_server
  using ((select moderates_all_boards()))
  with check ((select moderates_all_boards()));
grant select on dump_releases to sagasu_indexer;
grant select, update (trust, of_anybody, decided_by, decided_at) on dump_releases to sagasu_server;

-- The release that the contributor claims to run.
alter table dump_contributors add column release bigint references dump_releases (id) on delete set null;
create index dump_contributors_release on dump_contributors (release) where release is not null;

-- The trust that a contributor has by the release that he states; null for none. It runs with the caller's rights.
-- Index: dump_releases_pkey, dump_trust_contributor.
create function trust_by_release(of_contributor bytea, of_release bigint, of_client text, of_version text) returns text
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return (
    select r.trust from dump_releases r
     where r.id = of_release and r.client = of_client and r.version = of_version
       and (r.of_anybody or exists (select from dump_trust t where t.contributor = of_contributor and t.client = of_client)));
end
$$;
revoke all on function trust_by_release(bytea, bigint, text, text) from public;
grant execute on function trust_by_release(bytea, bigint, text, text) to sagasu_indexer, sagasu_server;

-- Notes which release a contributor states for a dump of the same client and version. The caller has verified the signature; a release
-- of a key that is not listed is ignored.
-- Index: dump_release_keys_pkey, dump_releases_key_client_version_digest_key, dumps_digest_key, dump_contributors_pkey.
create function state_dump_release(of_dump bytea, of_contributor bytea, of_client text, of_version text, of_digest bytea, of_key bytea,
  of_signature bytea) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  dump bigint;
  stated bigint;
begin
  if not exists (select from dump_release_keys k where k.key = of_key) then
    return;
  end if;
  select d.id into dump from dumps d where d.digest = of_dump and d.client = of_client and d.version = of_version;
  if dump is null then
    return;
  end if;
  insert into dump_releases (key, client, version, digest, signature)
    values (of_key, of_client, of_version, of_digest, of_signature) on conflict do nothing;
  select r.id into stated from dump_releases r
   where r.key = of_key and r.client = of_client and r.version = of_version and r.digest = of_digest;
  update dump_contributors c set release = stated
   where c.dump_id = dump and c.contributor = of_contributor and c.release is distinct from stated;
  if found and trust_by_release(of_contributor, stated, of_client, of_version) is not null then
    update dumps d set due_at = now() where d.id = dump and d.state = 0 and d.due_at = 'infinity';
  end if;
end
$$;
revoke all on function state_dump_release(bytea, bytea, text, text, bytea, bytea, bytea) from public;
grant execute on function state_dump_release(bytea, bytea, text, text, bytea, bytea, bytea) to sagasu_server;
