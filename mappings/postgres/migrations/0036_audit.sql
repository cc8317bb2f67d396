-- Up Migration

-- What staff did, in the order of commits. Nobody may change or delete an entry: login roles only read, and append_audit adds. Each entry's
-- `chain` is a hash over the entry and the one before it, so that `sagasu audit verify` finds an entry that was changed or removed.
create table audit_log (
  id              bigint primary key,
  at              timestamptz not null,
  -- Name of an account or key; `cli` for the owner of the database; otherwise the login role.
  actor           text not null,
  -- Tells sessions apart and opens none: the start of a hash of the token's hash. Null for keys and commands.
  session         text,
  -- `posts.hide`, or the table and what happened to its row: `boards.update`.
  action          text not null check (action ~ '^[a-z_]+\.[a-z]+$'),
  -- No foreign key: an entry outlives its board.
  board_id        int,
  -- Ids only.
  target          jsonb not null,
  -- SHA-256 of salt and text of what audit_details holds; null where it holds nothing.
  reason_hash     bytea check (octet_length(reason_hash) = 32),
  before_hash     bytea check (octet_length(before_hash) = 32),
  chain           bytea not null check (octet_length(chain) = 32)
);
create index audit_log_board on audit_log (board_id, id desc) where board_id is not null;
create index audit_log_actor on audit_log (actor, id desc);
create index audit_log_action on audit_log (action, id desc);
create index audit_log_posts on audit_log using gin ((target -> 'posts')) where target ? 'posts';

-- What a purge may empty: a reason, and what was there before.
create table audit_details (
  audit_id  bigint primary key references audit_log (id),
  salt      bytea not null check (octet_length(salt) = 16),
  reason    text,
  -- Values of the columns that changed, without secrets.
  before    jsonb
);

-- A field of the text that is hashed: its length and its bytes, so that no two lists of fields have the same text. $2 null has length -1.
create function audit_field(value text) returns bytea language sql immutable set search_path = pg_catalog as $$
  select case when value is null then int4send(-1)
    else int4send(octet_length(convert_to(value, 'UTF8'))) || convert_to(value, 'UTF8') end
$$;

create function audit_chain(previous bytea, entry audit_log) returns bytea language sql stable set search_path = public, pg_temp as $$
  select sha256(
    coalesce(previous, '') || audit_field(entry.id::text)
    || audit_field(to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
    || audit_field(entry.actor) || audit_field(entry.session) || audit_field(entry.action) || audit_field(entry.board_id::text)
    || audit_field(entry.target::text)
    || audit_field(encode(entry.reason_hash, 'hex')) || audit_field(encode(entry.before_hash, 'hex')))
$$;

-- Links an entry to the last one and stores it with its details. The lock is held to the end of the transaction, so that ids and chain
-- follow the order of commits: callers append last.
create function link_audit_entry(entry audit_log, why text, was jsonb) returns bigint
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  last record;
  seasoning bytea := uuid_send(gen_random_uuid());
begin
  perform pg_advisory_xact_lock(hashtext('sagasu_audit'));
  select id, chain into last from audit_log order by id desc limit 1;
  entry.id := coalesce(last.id, 0) + 1;
  entry.reason_hash := sha256(seasoning || convert_to(why, 'UTF8'));
  entry.before_hash := sha256(seasoning || convert_to(was::text, 'UTF8'));
  entry.chain := audit_chain(last.chain, entry);
  insert into audit_log select entry.*;
  if why is not null or was is not null then
    insert into audit_details (audit_id, salt, reason, before) values (entry.id, seasoning, why, was);
  end if;
  return entry.id;
end
$$;

-- `named` is the actor for the owner of the database only. A login role is named by the account of its transaction, or by itself.
create function add_audit_entry(did text, board int, on_what jsonb, why text, was jsonb, named text) returns bigint
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  entry audit_log;
begin
  entry.at := clock_timestamp();
  entry.action := did;
  entry.board_id := board;
  entry.target := on_what;
  if pg_current_xact_id_if_assigned() is not null then
    select account, session into entry.actor, entry.session
      from transaction_accounts where transaction = pg_current_xact_id_if_assigned();
  end if;
  entry.actor := coalesce(entry.actor, case when session_user = current_user then coalesce(named, 'cli') else session_user end);
  return link_audit_entry(entry, why, was);
end
$$;

-- What moderators do to posts of a board.
create function append_audit(did text, board int, on_what jsonb, why text, named text) returns bigint
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if session_user <> current_user and not board = any (moderated_boards()) then
    raise exception 'only moderators of the board may do this' using errcode = 'insufficient_privilege';
  end if;
  return add_audit_entry('posts.' || did, board, on_what, why, null, named);
end
$$;

-- Appends an entry for a changed row. Arguments: the columns that name the row, and those whose changes are no deed. Deferred to the commit,
-- so that no transaction waits for a row while it holds the lock of the log.
create function audit_row() returns trigger
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  secrets constant text[] := '{password_hash,totp_secret,key_hash,token_hash}';
  was jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  is_now jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
  changed text[];
begin
  select array_agg(name order by name) into changed
    from jsonb_object_keys(was || is_now) as name
   where was -> name is distinct from is_now -> name and name <> all (string_to_array(tg_argv[1], ','));
  if tg_op = 'UPDATE' and changed is null then
    return null;
  end if;
  perform add_audit_entry(
    tg_table_name || '.' || lower(tg_op),
    (case when tg_table_name = 'boards' then (is_now || was) ->> 'id' else (is_now || was) ->> 'board_id' end)::int,
    (select coalesce(jsonb_object_agg(name, (is_now || was) -> name), '{}') from unnest(string_to_array(tg_argv[0], ',')) as name)
      || case when tg_op = 'UPDATE' then jsonb_build_object('columns', changed) else '{}' end,
    null,
    (select jsonb_object_agg(name, was -> name) from unnest(changed) as name where was ? name and name <> all (secrets)),
    null);
  return null;
end
$$;

create constraint trigger audit after insert or update or delete on accounts
  deferrable initially deferred for each row execute function audit_row('id', 'totp_step');
create constraint trigger audit after insert or update or delete on account_roles
  deferrable initially deferred for each row execute function audit_row('account_id,role', '');
create constraint trigger audit after insert or delete on invitations
  deferrable initially deferred for each row execute function audit_row('account_id', '');
create constraint trigger audit after insert or update or delete on api_keys
  deferrable initially deferred for each row execute function audit_row('id', 'last_used_at');
create constraint trigger audit after insert or update or delete on key_roles
  deferrable initially deferred for each row execute function audit_row('key_id,role', '');
create constraint trigger audit after insert or update or delete on boards
  deferrable initially deferred for each row execute function audit_row('id', '');
create constraint trigger audit after insert or update or delete on board_defaults
  deferrable initially deferred for each row execute function audit_row('', '');
create constraint trigger audit after insert or update or delete on identities
  deferrable initially deferred for each row execute function audit_row('id', '');
create constraint trigger audit after insert or update or delete on identity_aliases
  deferrable initially deferred for each row execute function audit_row('identity_id,kind', '');
create constraint trigger audit after insert or update or delete on banned_media
  deferrable initially deferred for each row execute function audit_row('hash', '');
create constraint trigger audit after insert or update or delete on datastores
  deferrable initially deferred for each row execute function audit_row('id', '');
create constraint trigger audit after update on forums
  deferrable initially deferred for each row
  when (old.closed_at is distinct from new.closed_at) execute function audit_row('id', 'finished');
-- Not the tasks that indexers start by the clock.
create constraint trigger audit after insert on tasks
  deferrable initially deferred for each row
  when (new.requested_by <> 'schedule') execute function audit_row('id,kind', '');
create constraint trigger audit_request after update on tasks
  deferrable initially deferred for each row
  when (old.requested_action <> new.requested_action) execute function audit_row('id,kind,requested_action', '');

-- The posts of one action stand in one entry. What was recorded before keeps its time and actor.
do $$
declare
  old record;
  entry audit_log;
begin
  for old in
    select min(id) as first, at, actor, action, board_id, reason,
      jsonb_agg(case when subnum = 0 then num::text else num || '_' || subnum end order by num, subnum) as posts
    from moderation_log group by at, actor, action, board_id, reason order by first
  loop
    entry.at := old.at;
    entry.actor := old.actor;
    entry.action := 'posts.' || old.action;
    entry.board_id := old.board_id;
    entry.target := jsonb_build_object('posts', old.posts);
    perform link_audit_entry(entry, old.reason, null);
  end loop;
end
$$;
drop table moderation_log;

-- Ids follow the order of commits. audit_log_action, once for each action.
create or replace function newest_moderation() returns bigint
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return (
    select coalesce(max(newest), 0) from unnest('{posts.hide,posts.show,posts.purge}'::text[]) as named (action)
    cross join lateral (select max(id) as newest from audit_log l where l.action = named.action) of_action);
end
$$;

-- A purge also empties the reasons of earlier entries about the posts, and what was there before. audit_log_posts. $2 `71`, or `71_2`.
create function empty_audit_details(board int, posts text[]) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if not board = any (moderated_boards()) and session_user <> current_user then
    raise exception 'only moderators of the board may do this' using errcode = 'insufficient_privilege';
  end if;
  delete from audit_details d using audit_log l
   where l.id = d.audit_id and l.board_id = board and l.target ? 'posts' and l.target -> 'posts' ?| posts;
end
$$;

revoke all on function audit_field(text), audit_chain(bytea, audit_log), link_audit_entry(audit_log, text, jsonb),
  add_audit_entry(text, int, jsonb, text, jsonb, text), append_audit(text, int, jsonb, text, text), audit_row(), empty_audit_details(int, text[]) from public;
grant execute on function append_audit(text, int, jsonb, text, text), empty_audit_details(int, text[])
  to sagasu_server;
grant select on audit_log, audit_details to sagasu_server;

do $$
declare
  secured text;
begin
  foreach secured in array array['audit_log', 'audit_details'] loop
    execute format('alter table %I enable row level security, force row level security', secured);
    execute format('create policy owner on %I to %I using (true) with check (true)', secured,
      (select pg_get_userbyid(relowner) from pg_class where oid = secured::regclass));
  end loop;
end
$$;
create policy admins on audit_log for select to sagasu_server using ((select is_admin()));
create policy moderators on audit_log for select to sagasu_server
  using (action like 'posts.%' and board_id = any ((select moderated_boards())::int[]));
-- Whoever sees an entry sees its details.
create policy staff on audit_details for select to sagasu_server
  using (exists (select from audit_log l where l.id = audit_id));

-- Down Migration
