-- Up Migration

-- What a file's record says beside what the archive measured: the grants of contributed dumps write these columns.
alter table images
  add column sha1 bytea check (octet_length(sha1) = 20),
  add column width int check (width > 0),
  add column height int check (height > 0),
  -- Milliseconds.
  add column duration bigint check (duration >= 0),
  add column codecs text check (char_length(codecs) <= 8192),
  -- Since when the archive knows the file: of those from before this column, the time of the migration.
  add column added_at timestamptz not null default now(),
  -- The file was never here: a dump has described it, and posts name it.
  add column only_described boolean not null default false;

alter table dumps
  -- A visible post shows the file or names it by MD5 and size. The service keeps it, since posts do not tell.
  add column named boolean not null default false,
  -- The contributor would hand over the file.
  add column offered boolean not null default false,
  -- Why it has its state: JUDGEMENT_REASONS in mappings/dump/judge.ts.
  add column reason text check (char_length(reason) <= 32),
  -- When the service looks at it again, if its state is new, stalled or reset. Of a dump that waits for a file or for a moderator: never.
  add column due_at timestamptz not null default now(),
  -- A moderator wants this dump to be handled as if it were fully trusted.
  add column trusted_by text check (char_length(trusted_by) <= 80);
create index dumps_due on dumps (due_at, id) where state in (0, 33, 83);
create index dumps_named on dumps (id) where named;
create index dumps_state on dumps (state, id);
create index dumps_client on dumps (client, version, id) where client is not null;
create index dumps_sha1 on dumps (sha1) where sha1 is not null;
create index dumps_unmapped on dumps (id) where image_id is null and not named and client is not null;

-- Whom the archive trusts with which client and version. The name of a client alone is a bare claim.
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

-- Requests to change one field of a file's record. States are those of mappings/dump/changes.ts.
create table dump_changes (
  id          bigint generated always as identity primary key,
  -- Null when the dump is deleted: what it changed can still be reverted, by client and version.
  dump_id     bigint references dumps (id) on delete set null,
  client      text not null check (char_length(client) <= 32),
  version     text not null check (char_length(version) <= 32),
  md5         bytea not null check (octet_length(md5) = 16),
  size        bigint not null check (size > 0),
  field       text not null check (field in ('sha256', 'sha1', 'pixels', 'perceptual', 'width', 'height', 'duration', 'codecs')),
  -- As text; null: nothing was known.
  before      text check (char_length(before) <= 8192),
  after       text not null check (char_length(after) <= 8192),
  state       text not null default 'pending'
    check (state in ('pending', 'stopped', 'granted', 'refused', 'withdrawn', 'reverted')),
  reason      text check (char_length(reason) <= 500),
  made_at     timestamptz not null,
  touched_at  timestamptz,
  decided_at  timestamptz,
  decided_by  text check (decided_by in ('granter', 'moderator', 'service')),
  -- The record and the posts of the file are still to be changed, or changed back: the indexer does it.
  unapplied   boolean not null default false,
  constraint dump_changes_decided check ((state in ('pending', 'stopped')) = (decided_at is null))
);
create index dump_changes_file on dump_changes (md5, size, field, id);
create index dump_changes_dump on dump_changes (dump_id) where dump_id is not null;
create index dump_changes_waiting on dump_changes (made_at, id) where state = 'pending';
create index dump_changes_unapplied on dump_changes (id) where unapplied;
create index dump_changes_state on dump_changes (state, id);
create index dump_changes_client on dump_changes (client, version, state, id);

-- The posts that a granted request changed and what they said before, so that exactly these can be changed back.
create table dump_change_posts (
  change_id  bigint not null references dump_changes (id) on delete cascade,
  board_id   int not null references boards (id) on delete cascade,
  num        bigint not null,
  subnum     int not null,
  before     text check (char_length(before) <= 64),
  primary key (change_id, board_id, num, subnum)
);
create index dump_change_posts_post on dump_change_posts (board_id, num, subnum);

-- Every state that a dump had.
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

-- Who changes a state: the service is the indexer; a transaction for an account is a moderator's, and so is what the command line does; a
-- file that comes or goes is the site's doing, whoever moves it.
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
create trigger log_insert after insert on dumps for each row when (new.client is not null) execute function log_dump_state();
create trigger log_state after update of state on dumps for each row
  when (old.state <> new.state) execute function log_dump_state();

-- Whether a visible post shows the file or names it, with the caller's rights. posts_media_hash, posts_media_hash_src.
create function shows_file(file_md5 bytea, file_size bigint, file_sha256 bytea) returns boolean
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return exists (select from posts p where p.media_hash = file_md5 and p.media_size = file_size and not p.hidden)
    or exists (select from posts p where p.media_hash_src = file_sha256 and not p.hidden);
end
$$;

-- What readers see of dumps is what visible posts say already: nobody learns which other files a contributor has.
create function sees_dump(dump bigint) returns boolean
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return exists (select from dumps d where d.id = dump);
end
$$;

-- As in 0060, with what the contributor offers, and the file that posts name. dumps_digest_key, dump_contributors_pkey, images_sha256_key.
drop function add_dump(bytea, bytea, text, text, bytea, bytea, bytea, bigint, text, bytea);
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
      -- The new contributor may be one who is trusted.
      update dumps d set due_at = now() where d.id = dump and d.state = 0 and d.due_at = 'infinity';
    end if;
  end if;
  return outcome;
end
$$;

-- A file arrives: the dumps that describe it are mapped to it, and looked at soon. dumps_sha256.
create or replace function map_dumps() returns trigger
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update dumps d set image_id = new.id, due_at = now()
    where d.sha256 = new.sha256 and d.md5 = new.md5 and d.size = new.size and d.image_id is null;
  return null;
end
$$;

-- A file goes: its dumps stay and become new, but for those that a moderator found invalid. dumps_image.
create or replace function unmap_dumps() returns trigger
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

revoke all on function log_dump_state(), shows_file(bytea, bigint, bytea), sees_dump(bigint),
  add_dump(bytea, bytea, text, text, bytea, bytea, bytea, bigint, text, bytea, boolean) from public;
grant execute on function add_dump(bytea, bytea, text, text, bytea, bytea, bytea, bigint, text, bytea, boolean) to sagasu_server;
grant execute on function shows_file(bytea, bigint, bytea), sees_dump(bigint) to sagasu_server, sagasu_indexer;

do $$
declare
  secured text;
begin
  foreach secured in array array['dump_trust', 'dump_changes', 'dump_change_posts', 'dump_log'] loop
    execute format('alter table %I enable row level security, force row level security', secured);
    execute format('create policy owner on %I to %I using (true) with check (true)', secured,
      (select pg_get_userbyid(relowner) from pg_class where oid = secured::regclass));
  end loop;
  -- The service and the granter are works of the indexer.
  foreach secured in array array['dumps', 'dump_contributors', 'dump_trust', 'dump_changes', 'dump_change_posts', 'dump_log', 'images',
    'banned_media'] loop
    execute format('create policy indexer on %I to sagasu_indexer using (true) with check (true)', secured);
  end loop;
end
$$;
grant select, update (image_id, named, state, problem, reason, due_at, changed_at) on dumps to sagasu_indexer;
grant select on dump_contributors, dump_trust, dump_log, banned_media, post_replays to sagasu_indexer;
create policy indexer on post_replays for select to sagasu_indexer using (true);
grant select, insert, update on dump_changes to sagasu_indexer;
grant select, insert, delete, update (before) on dump_change_posts to sagasu_indexer;
grant select, insert, update (sha1, pixels_sha3, pixels_rule, perceptual_hash, width, height, duration, codecs), delete on images to sagasu_indexer;
grant update (rev, time_modified, media_hash_src, media_dims_src_w, media_dims_src_h) on posts to sagasu_indexer;
grant select, update on file_changes to sagasu_indexer;

-- Readers: dumps of files that visible posts show. Moderators of all boards: every dump, and what they may change.
create policy readers on dumps for select to sagasu_server using (named and shows_file(md5, size, sha256));
create policy staff on dumps to sagasu_server using ((select moderates_all_boards())) with check ((select moderates_all_boards()));
create policy readers on dump_contributors for select to sagasu_server using (sees_dump(dump_id));
create policy readers on dump_log for select to sagasu_server using (sees_dump(dump_id));
create policy readers on dump_changes for select to sagasu_server using (sees_dump(dump_id));
create policy staff on dump_changes to sagasu_server using ((select moderates_all_boards())) with check ((select moderates_all_boards()));
create policy readers on dump_change_posts for select to sagasu_server using (sees_post(board_id, num, subnum));
create policy moderators on dump_change_posts for delete to sagasu_server using (board_id = any ((select moderated_boards())::int[]));
-- Public keys with names of programs: dumps show readers as much.
create policy readers on dump_trust for select to sagasu_server using (true);
create policy staff on dump_trust to sagasu_server using ((select moderates_all_boards())) with check ((select moderates_all_boards()));
grant select, delete, update (state, reason, due_at, changed_at, trusted_by) on dumps to sagasu_server;
grant select on dump_contributors, dump_log to sagasu_server;
grant select, update (state, reason, touched_at, decided_at, decided_by, unapplied) on dump_changes to sagasu_server;
grant select, delete on dump_change_posts to sagasu_server;
grant select, insert, update, delete on dump_trust to sagasu_server;

-- Numbers only, also of dumps that no reader sees. The whole of dumps, dump_contributors and dump_changes: servers keep the answer.
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
      from (select r.state, count(*) as changes from dump_changes r group by 1) c))
$$;

-- The contributors with the most dumps, or one of them. The whole of dump_contributors, or dump_contributors_contributor; dumps_pkey.
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
revoke all on function dump_statistics(), summarise_contributors(bytea, int) from public;
grant execute on function dump_statistics(), summarise_contributors(bytea, int) to sagasu_server;

-- What a moderator did to dumps, in the audit log: `dumps.smite`, with the ids.
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

-- Down Migration
