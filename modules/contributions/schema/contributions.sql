-- Contributed dumps of files, the changes that they request, and offers of missing files.

-- Readers only see dumps of files that visible posts show, so they cannot find out which other files a contributor has.
create function sees_dump(dump bigint) returns boolean
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return exists (select from dumps d where d.id = dump);
end
$$;
revoke all on function sees_dump(bigint) from public;
grant execute on function sees_dump(bigint) to sagasu_indexer, sagasu_server;

-- True if a visible post shows the file or names it. It runs with the caller's rights.
-- Index: posts_media_hash, posts_media_hash_src.
create function shows_file(file_md5 bytea, file_size bigint, file_sha256 bytea) returns boolean
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return exists (select from posts p where p.media_hash = file_md5 and p.media_size = file_size and not p.hidden)
    or exists (select from posts p where p.media_hash_src = file_sha256 and not p.hidden);
end
$$;
revoke all on function shows_file(bytea, bigint, bytea) from public;
grant execute on function shows_file(bytea, bigint, bytea) to sagasu_indexer, sagasu_server;

-- The log records the actor of a state change: `service` for the indexer, `moderator` for a transaction of an account and for
-- the command line, `site` for files that are added or removed.
create function log_dump_state() returns trigger
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  who text := nullif(current_setting('sagasu.dump_actor', true), '');
begin
  insert into dump_log (dump_id, at, actor, from_state, to_state, reason)
  values (new.id, new.changed_at,
    coalesce(who, case when tg_op = 'INSERT' then 'door' when session_user = 'sagasu_server' then 'moderator' else 'site' end),
    case when tg_op = 'UPDATE' then old.state end, new.state, new.reason);
  return null;
end
$$;
revoke all on function log_dump_state() from public;

-- Contributed dumps (docs/DUMPS.md): one row per distinct dump, however many contributors have sent it.
create table dumps (
  id           bigint generated always as identity primary key,
  -- SHA-256 of the canonical text, or of the received bytes of an invalid dump.
  digest       bytea not null unique check (octet_length(digest) = 32),
  -- Numbers of modules/contributions/format/states.ts.
  state        smallint not null check (state in (-11, 0, 11, 13, 21, 23, 31, 33, 41, 43, 45, 47, 83, 91, 93)),
  -- The mistake in an invalid dump.
  problem      text check (char_length(problem) <= 500),
  -- The canonical text, or the received bytes.
  content      bytea not null check (octet_length(content) <= 65536),
  client       text check (char_length(client) <= 32),
  version      text check (char_length(version) <= 32),
  md5          bytea check (octet_length(md5) = 16),
  sha1         bytea check (octet_length(sha1) = 20),
  sha256       bytea check (octet_length(sha256) = 32),
  size         bigint check (size > 0),
  type         text check (type ~ '^[a-z0-9]{1,8}$'),
  -- The file, if it is stored.
  image_id     bigint references images (id),
  received_at  timestamptz not null default now(),
  changed_at   timestamptz not null default now(),
  -- A visible post shows the file or names it by MD5 and size. The service updates it.
  named        boolean not null default false,
  -- True if the contributor offers the file.
  offered      boolean not null default false,
  -- The reason of the state: JUDGEMENT_REASONS in modules/contributions/format/judge.ts.
  reason       text check (char_length(reason) <= 32),
  -- When the service judges the dump again, if its state is new, stalled or reset.
  due_at       timestamptz not null default now(),
  -- The moderator who has decided that this dump is fully trusted.
  trusted_by   text check (char_length(trusted_by) <= 80),
  -- An invalid dump does not describe a file and cannot be used.
  constraint dumps_understood check ((num_nulls(client, version, md5, sha1, sha256, size, type) = case
    when (state in (-11, 41, 43)) then 7 else 0 end) and ((state <> all (array[-11, 41, 43])) or image_id is null))
);
create index dumps_client on dumps (client, version, id) where client is not null;
create index dumps_due on dumps (due_at, id) where state in (0, 33, 83);
create index dumps_image on dumps (image_id) where image_id is not null;
create index dumps_md5 on dumps (md5, size);
create index dumps_named on dumps (id) where named;
create index dumps_not_understood on dumps (id) where state in (-11, 41, 43);
create index dumps_sha1 on dumps (sha1) where sha1 is not null;
create index dumps_sha256 on dumps (sha256);
create index dumps_state on dumps (state, id);
create index dumps_unmapped on dumps (id) where image_id is null and (not named) and (client is not null);
-- At most one dump verifies a file. Files are identified by MD5 and size, as posts name them.
create unique index dumps_used on dumps (md5, size) where state = 11;
create trigger log_insert after insert on dumps
  for each row when (new.client is not null) execute function log_dump_state();
create trigger log_state after update of state on dumps
  for each row when (old.state <> new.state) execute function log_dump_state();
alter table dumps enable row level security, force row level security;
create policy owner on dumps to current_user using (true) with check (true);
create policy indexer on dumps to sagasu_indexer using (true) with check (true);
-- Readers see dumps of files that visible posts show. Moderators of all boards see and change every dump.
create policy readers on dumps for select to sagasu_server
  using (named and shows_file(md5, size, sha256) and (not is_banned_file(md5, sha256)));
create policy staff on dumps to sagasu_server using ((select moderates_all_boards())) with check ((select moderates_all_boards()));
grant select, update (state, problem, image_id, changed_at, named, reason, due_at) on dumps to sagasu_indexer;
grant select, update (state, changed_at, reason, due_at, trusted_by), delete on dumps to sagasu_server;

-- Contributors of a dump, by public key. All but the first have confirmed it. Unsigned dumps do not have rows.
create table dump_contributors (
  dump_id      bigint not null references dumps (id) on delete cascade,
  contributor  bytea not null check (octet_length(contributor) = 32),
  sent_at      timestamptz not null default now(),
  primary key (dump_id, contributor)
);
create index dump_contributors_contributor on dump_contributors (contributor, dump_id);
alter table dump_contributors enable row level security, force row level security;
create policy owner on dump_contributors to current_user using (true) with check (true);
create policy indexer on dump_contributors to sagasu_indexer using (true) with check (true);
create policy readers on dump_contributors for select to sagasu_server using (sees_dump(dump_id));
grant select on dump_contributors to sagasu_indexer, sagasu_server;

-- State changes of dumps.
create table dump_log (
  id          bigint generated always as identity primary key,
  dump_id     bigint not null references dumps (id) on delete cascade,
  at          timestamptz not null,
  actor       text not null check (actor in ('door', 'service', 'site', 'moderator')),
  from_state  smallint,
  to_state    smallint not null,
  reason      text
);
create index dump_log_dump on dump_log (dump_id, id);
alter table dump_log enable row level security, force row level security;
create policy owner on dump_log to current_user using (true) with check (true);
create policy indexer on dump_log to sagasu_indexer using (true) with check (true);
create policy readers on dump_log for select to sagasu_server using (sees_dump(dump_id));
grant select on dump_log to sagasu_indexer, sagasu_server;

-- Trust in a contributor's client and version. The name of a client alone proves nothing.
create table dump_trust (
  contributor  bytea not null check (octet_length(contributor) = 32),
  client       text not null check (char_length(client) <= 32),
  version      text not null check (char_length(version) <= 32),
  trust        text not null check (trust in ('full', 'lesser')),
  given_by     text not null check (char_length(given_by) <= 80),
  given_at     timestamptz not null default now(),
  primary key (client, version, contributor)
);
create index dump_trust_contributor on dump_trust (contributor);
alter table dump_trust enable row level security, force row level security;
create policy owner on dump_trust to current_user using (true) with check (true);
create policy indexer on dump_trust to sagasu_indexer using (true) with check (true);
-- Readers see the same public keys and program names in dumps.
create policy readers on dump_trust for select to sagasu_server using (true);
create policy staff on dump_trust to sagasu_server
  using ((select moderates_all_boards()))
  with check ((select moderates_all_boards()));
grant select on dump_trust to sagasu_indexer;
grant select, insert, update, delete on dump_trust to sagasu_server;

-- Requests to change one field of a file's record. States are those of modules/contributions/format/changes.ts.
create table dump_changes (
  id          bigint generated always as identity primary key,
  -- Null after the deletion of the dump: its changes can still be reverted, by client and version.
  dump_id     bigint references dumps (id) on delete set null,
  client      text not null check (char_length(client) <= 32),
  version     text not null check (char_length(version) <= 32),
  md5         bytea not null check (octet_length(md5) = 16),
  size        bigint not null check (size > 0),
  field       text not null check (field in ('sha256', 'sha1', 'pixels', 'perceptual', 'width', 'height', 'duration',
                'codecs')),
  -- Previous value as text; null if it was unknown.
  before      text check (char_length(before) <= 8192),
  after       text not null check (char_length(after) <= 8192),
  state       text not null default 'pending' check (state in ('pending', 'stopped', 'granted', 'refused', 'withdrawn',
                'reverted')),
  reason      text check (char_length(reason) <= 500),
  made_at     timestamptz not null,
  touched_at  timestamptz,
  decided_at  timestamptz,
  decided_by  text check (decided_by in ('granter', 'moderator', 'service')),
  -- True until the indexer has changed or reverted the file's record and posts.
  unapplied   boolean not null default false,
  constraint dump_changes_decided check ((state in ('pending', 'stopped')) = (decided_at is null))
);
create index dump_changes_client on dump_changes (client, version, state, id);
create index dump_changes_dump on dump_changes (dump_id) where dump_id is not null;
create index dump_changes_file on dump_changes (md5, size, field, id);
create index dump_changes_state on dump_changes (state, id);
create index dump_changes_unapplied on dump_changes (id) where unapplied;
create index dump_changes_waiting on dump_changes (made_at, id) where state = 'pending';
alter table dump_changes enable row level security, force row level security;
create policy owner on dump_changes to current_user using (true) with check (true);
create policy indexer on dump_changes to sagasu_indexer using (true) with check (true);
create policy readers on dump_changes for select to sagasu_server using (sees_dump(dump_id));
create policy staff on dump_changes to sagasu_server
  using ((select moderates_all_boards()))
  with check ((select moderates_all_boards()));
grant select, insert, update on dump_changes to sagasu_indexer;
grant select, update (state, reason, touched_at, decided_at, decided_by, unapplied) on dump_changes to sagasu_server;

-- Posts that a granted request changed, with their previous values, so that exactly these can be reverted.
create table dump_change_posts (
  change_id  bigint not null references dump_changes (id) on delete cascade,
  board_id   int not null references boards (id) on delete cascade,
  num        bigint not null,
  subnum     int not null,
  before     text check (char_length(before) <= 64),
  primary key (change_id, board_id, num, subnum)
);
create index dump_change_posts_post on dump_change_posts (board_id, num, subnum);
alter table dump_change_posts enable row level security, force row level security;
create policy owner on dump_change_posts to current_user using (true) with check (true);
create policy indexer on dump_change_posts to sagasu_indexer using (true) with check (true);
create policy moderators on dump_change_posts for delete to sagasu_server
  using (board_id = any ((select moderated_boards())::int[]));
create policy readers on dump_change_posts for select to sagasu_server using (sees_post(board_id, num, subnum));
grant select, insert, update (before), delete on dump_change_posts to sagasu_indexer;
grant select, delete on dump_change_posts to sagasu_server;

-- Missing files that contributors offer (docs/DUMPS.md). The indexer inserts a row if a used dump describes the file, a dump
-- offers it, and may_take_file allows it: then the archive requests it. States: OFFER_STATES in format/changes.ts.
create table dump_offers (
  id          bigint generated always as identity primary key,
  sha256      bytea not null unique check (octet_length(sha256) = 32),
  md5         bytea not null check (octet_length(md5) = 16),
  size        bigint not null check (size > 0),
  type        text not null check (type ~ '^[a-z0-9]{1,8}$'),
  state       text not null default 'asked' check (state in ('asked', 'uploaded', 'quarantined', 'accepted', 'stored',
                'refused')),
  -- Reason of a refusal.
  detail      text check (char_length(detail) <= 500),
  asked_at    timestamptz not null,
  changed_at  timestamptz not null
);
create index dump_offers_state on dump_offers (state, id);
alter table dump_offers enable row level security, force row level security;
create policy owner on dump_offers to current_user using (true) with check (true);
create policy scraper on dump_offers to sagasu_scraper using (true) with check (true);
create policy indexer on dump_offers to sagasu_indexer using (true) with check (true);
create policy readers on dump_offers for select to sagasu_server
  using (shows_file(md5, size, sha256) and (not is_banned_file(md5, sha256)));
create policy staff on dump_offers to sagasu_server
  using ((select moderates_all_boards()))
  with check ((select moderates_all_boards()));
grant select, insert on dump_offers to sagasu_indexer;
grant select, update (state, detail, changed_at) on dump_offers to sagasu_scraper, sagasu_server;

-- Stores a valid dump. Returns added, confirmed (another contributor has sent it before), or known. It looks up the image after
-- it has inserted the row, and map_dumps does the reverse. If both run concurrently, the service maps the file later.
-- Index: dumps_digest_key, dump_contributors_pkey, images_sha256_key.
create function add_dump(of_digest bytea, of_content bytea, of_client text, of_version text, of_md5 bytea, of_sha1 bytea,
  of_sha256 bytea, of_size bigint, of_type text, of_contributor bytea, is_offered boolean) returns text
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  dump bigint;
  outcome text := 'added';
begin
  insert into dumps (digest, state, content, client, version, md5, sha1, sha256, size, type, offered)
    values (of_digest, 0, of_content, of_client, of_version, of_md5, of_sha1, of_sha256, of_size, of_type, is_offered)
    on conflict (digest) do nothing returning id into dump;
  if dump is null then
    outcome := 'known';
    select d.id into dump from dumps d where d.digest = of_digest;
  else
    update dumps d set image_id = (select i.id from images i where i.sha256 = of_sha256 and i.md5 = of_md5 and i.size = of_size),
        named = shows_file(of_md5, of_size, of_sha256)
      where d.id = dump;
  end if;
  if of_contributor is not null then
    insert into dump_contributors (dump_id, contributor) values (dump, of_contributor) on conflict do nothing;
    if found and outcome = 'known' then
      outcome := 'confirmed';
      -- The new contributor may be trusted.
      update dumps d set due_at = now() where d.id = dump and d.state = 0 and d.due_at = 'infinity';
    end if;
  end if;
  return outcome;
end
$$;
revoke all on function add_dump(bytea, bytea, text, text, bytea, bytea, bytea, bigint, text, bytea, boolean) from public;
grant execute on function add_dump(bytea, bytea, text, text, bytea, bytea, bytea, bigint, text, bytea, boolean) to sagasu_server;

-- Keeps a failed dump and deletes old ones. It skips rows that a concurrent call deletes, since both calls would otherwise wait
-- for each other.
-- Index: dumps_digest_key, dumps_not_understood.
create function keep_failed_dump(of_digest bytea, of_state smallint, of_problem text, of_content bytea) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  newest_too_many bigint;
begin
  if of_state not in (-11, 41, 43) then
    raise exception 'state % is of a dump that was understood', of_state;
  end if;
  insert into dumps (digest, state, problem, content) values (of_digest, of_state, left(of_problem, 500), of_content)
    on conflict (digest) do nothing;
  select o.id into newest_too_many from dumps o where o.state in (-11, 41, 43) order by o.id desc offset 1000 limit 1;
  delete from dumps d where d.id in (
    select o.id from dumps o where o.state in (-11, 41, 43) and o.id <= newest_too_many for update skip locked);
end
$$;
revoke all on function keep_failed_dump(bytea, smallint, text, bytea) from public;
grant execute on function keep_failed_dump(bytea, smallint, text, bytea) to sagasu_server;

-- Maps dumps to a new stored file that they describe, and makes them due.
-- Index: dumps_sha256.
create function map_dumps() returns trigger
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update dumps d set image_id = new.id, due_at = now()
    where d.sha256 = new.sha256 and d.md5 = new.md5 and d.size = new.size and d.image_id is null;
  return null;
end
$$;
revoke all on function map_dumps() from public;

create trigger map_dumps after insert on images
  for each row execute function map_dumps();

-- Unmaps dumps from a deleted file. They become new, except those that a moderator found invalid.
-- Index: dumps_image.
create function unmap_dumps() returns trigger
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  was text := coalesce(current_setting('sagasu.dump_actor', true), '');
begin
  perform set_config('sagasu.dump_actor', 'site', true);
  update dumps d set image_id = null, due_at = now(),
      reason = case when d.state in (91, 93) then d.reason end,
      state = case when d.state in (91, 93) then d.state else 0 end,
      changed_at = case when d.state in (0, 91, 93) then d.changed_at else now() end
    where d.image_id = old.id;
  perform set_config('sagasu.dump_actor', was, true);
  return old;
end
$$;
revoke all on function unmap_dumps() from public;

create trigger unmap_dumps before delete on images
  for each row execute function unmap_dumps();

-- Records a moderator's action on dumps in the audit log, such as `dumps.smite`, with the ids.
create function note_dump_action(did text, on_what jsonb, why text) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if session_user <> current_user and not moderates_all_boards() then
    raise exception 'only moderators of all boards may do this' using errcode = 'insufficient_privilege';
  end if;
  perform add_audit_entry('dumps.' || did, null, on_what, why, null, null);
end
$$;
revoke all on function note_dump_action(text, jsonb, text) from public;
grant execute on function note_dump_action(text, jsonb, text) to sagasu_server;

-- Numbers of dumps, files and changes for the statistics page.
-- Index: dump_changes_state, images_sha256_key.
create function dump_statistics() returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_build_object(
    'states', (select coalesce(jsonb_agg(jsonb_build_object('state', c.state, 'dumps', c.dumps) order by c.state), '[]')
      from (select d.state, count(*) as dumps from dumps d group by d.state) c),
    'clients', (select coalesce(jsonb_agg(to_jsonb(c) order by c.dumps desc, c.client, c.version), '[]')
      from (select d.client, d.version, count(*) as dumps, count(*) filter (where d.state = 11) as used
              from dumps d where d.client is not null group by 1, 2 order by 3 desc, 1, 2 limit 50) c),
    'contributors', (select count(distinct c.contributor) from dump_contributors c),
    'unmapped', (select count(*) from dumps d where d.image_id is null and not d.named and d.client is not null),
    'verified', (select count(*) from dumps d where d.state = 11),
    'changes', (select coalesce(jsonb_agg(jsonb_build_object('state', c.state, 'changes', c.changes) order by c.state), '[]')
      from (select r.state, count(*) as changes from dump_changes r group by 1) c),
    'restored', (select count(*) from dump_changes r join images i on i.sha256 = decode(r.after, 'hex')
      where r.state = 'granted' and r.field = 'sha256' and i.datastore_id is not null))
$$;
revoke all on function dump_statistics() from public;
grant execute on function dump_statistics() to sagasu_server;

-- The contributors with the most dumps, or one contributor.
-- Index: dump_contributors as a whole, or dump_contributors_contributor; dumps_pkey.
create function summarise_contributors(key bytea, most int)
returns table (contributor bytea, dumps bigint, used bigint, first_sent_at timestamptz, last_sent_at timestamptz)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select c.contributor, count(*), count(*) filter (where d.state = 11), min(c.sent_at), max(c.sent_at)
      from dump_contributors c join dumps d on d.id = c.dump_id
     where key is null or c.contributor = key
     group by c.contributor order by 2 desc, 1 limit most;
end
$$;
revoke all on function summarise_contributors(bytea, int) from public;
grant execute on function summarise_contributors(bytea, int) to sagasu_server;

-- Records that a contributor has uploaded a requested file. Returns false if the file is not requested any more.
-- Index: dump_offers_sha256_key.
create function note_uploaded_file(of_sha256 bytea) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update dump_offers o set state = 'uploaded', changed_at = now()
    where o.sha256 = of_sha256 and o.state = 'asked' and may_take_file(of_sha256);
  return found;
end
$$;
revoke all on function note_uploaded_file(bytea) from public;
grant execute on function note_uploaded_file(bytea) to sagasu_server;
