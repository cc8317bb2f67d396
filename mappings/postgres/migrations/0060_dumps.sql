-- Up Migration

-- Contributed dumps (docs/DUMPS.md): one row for each distinct dump, however many contributors have sent it.
create table dumps (
  id           bigint generated always as identity primary key,
  -- SHA-256 of the canonical text; of the bytes as received if they are no valid dump.
  digest       bytea not null unique check (octet_length(digest) = 32),
  -- Numbers of mappings/dump/states.ts.
  state        smallint not null check (state in (-11, 0, 11, 13, 21, 23, 31, 33, 41, 43, 45, 47, 83, 91, 93)),
  -- What was wrong; null for a dump in order.
  problem      text check (char_length(problem) <= 500),
  -- The canonical text, or the bytes as received.
  content      bytea not null check (octet_length(content) <= 65536),
  client       text check (char_length(client) <= 32),
  version      text check (char_length(version) <= 32),
  md5          bytea check (octet_length(md5) = 16),
  sha1         bytea check (octet_length(sha1) = 20),
  sha256       bytea check (octet_length(sha256) = 32),
  size         bigint check (size > 0),
  type         text check (type ~ '^[a-z0-9]{1,8}$'),
  -- The file, if it is here. One that only posts name has none.
  image_id     bigint references images (id),
  received_at  timestamptz not null default now(),
  changed_at   timestamptz not null default now(),
  -- What was not understood says nothing of a file, and is used for nothing.
  constraint dumps_understood check (
    num_nulls(client, version, md5, sha1, sha256, size, type) = case when state in (-11, 41, 43) then 7 else 0 end
    and (state not in (-11, 41, 43) or image_id is null))
);
-- A file is verified by one dump at most. Files are known by MD5 and size, as posts name them.
create unique index dumps_used on dumps (md5, size) where state = 11;
create index dumps_md5 on dumps (md5, size);
create index dumps_sha256 on dumps (sha256);
create index dumps_image on dumps (image_id) where image_id is not null;
create index dumps_not_understood on dumps (id) where state in (-11, 41, 43);

-- Who sent a dump, by public key. All but the first have confirmed it. Unsigned dumps have nobody.
create table dump_contributors (
  dump_id      bigint not null references dumps (id) on delete cascade,
  contributor  bytea not null check (octet_length(contributor) = 32),
  sent_at      timestamptz not null default now(),
  primary key (dump_id, contributor)
);
create index dump_contributors_contributor on dump_contributors (contributor, dump_id);

-- Takes a valid dump. Answers added, confirmed (another contributor has sent the same), or known. The image is looked up after the row is
-- there, and map_dumps does the same from the other side. A file that arrives between both is left to the service.
-- dumps_digest_key, dump_contributors_pkey, images_sha256_key.
create function add_dump(of_digest bytea, of_content bytea, of_client text, of_version text, of_md5 bytea, of_sha1 bytea,
  of_sha256 bytea, of_size bigint, of_type text, of_contributor bytea) returns text
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  dump bigint;
  outcome text := 'added';
begin
  insert into dumps (digest, state, content, client, version, md5, sha1, sha256, size, type)
    values (of_digest, 0, of_content, of_client, of_version, of_md5, of_sha1, of_sha256, of_size, of_type)
    on conflict (digest) do nothing returning id into dump;
  if dump is null then
    outcome := 'known';
    select d.id into dump from dumps d where d.digest = of_digest;
  else
    update dumps d set image_id = i.id from images i
      where d.id = dump and i.sha256 = of_sha256 and i.md5 = of_md5 and i.size = of_size;
  end if;
  if of_contributor is not null then
    insert into dump_contributors (dump_id, contributor) values (dump, of_contributor) on conflict do nothing;
    if found and outcome = 'known' then
      outcome := 'confirmed';
    end if;
  end if;
  return outcome;
end
$$;

-- Keeps what was opened and not understood, for whoever mends the client or the server: the newest thousand of them.
-- dumps_digest_key, dumps_not_understood.
create function keep_failed_dump(of_digest bytea, of_state smallint, of_problem text, of_content bytea) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if of_state not in (-11, 41, 43) then
    raise exception 'state % is of a dump that was understood', of_state;
  end if;
  insert into dumps (digest, state, problem, content) values (of_digest, of_state, left(of_problem, 500), of_content)
    on conflict (digest) do nothing;
  delete from dumps d where d.id in (
    select o.id from dumps o where o.state in (-11, 41, 43) order by o.id desc offset 1000);
end
$$;

-- A file arrives: the dumps that describe it are mapped to it. dumps_sha256.
create function map_dumps() returns trigger
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update dumps d set image_id = new.id, changed_at = now()
    where d.sha256 = new.sha256 and d.md5 = new.md5 and d.size = new.size and d.image_id is null;
  return null;
end
$$;
create trigger map_dumps after insert on images for each row execute function map_dumps();

-- A file goes: its dumps stay and become new, but for those that a moderator found invalid. dumps_image.
create function unmap_dumps() returns trigger
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update dumps d set image_id = null, state = case when d.state in (91, 93) then d.state else 0 end, changed_at = now()
    where d.image_id = old.id;
  return old;
end
$$;
create trigger unmap_dumps before delete on images for each row execute function unmap_dumps();

revoke all on function add_dump(bytea, bytea, text, text, bytea, bytea, bytea, bigint, text, bytea),
  keep_failed_dump(bytea, smallint, text, bytea), map_dumps(), unmap_dumps() from public;
grant execute on function add_dump(bytea, bytea, text, text, bytea, bytea, bytea, bigint, text, bytea),
  keep_failed_dump(bytea, smallint, text, bytea) to sagasu_server;

do $$
declare
  secured text;
begin
  foreach secured in array array['dumps', 'dump_contributors'] loop
    execute format('alter table %I enable row level security, force row level security', secured);
    execute format('create policy owner on %I to %I using (true) with check (true)', secured,
      (select pg_get_userbyid(relowner) from pg_class where oid = secured::regclass));
  end loop;
end
$$;

-- Down Migration
