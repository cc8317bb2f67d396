-- The audit log: a chain of entries that staff cannot change, with details that can be emptied.

-- Actions of staff, in the order of commits. Entries are never changed or deleted: login roles only read, and append_audit adds.
-- `chain` is a hash of the entry and the previous chain, so `sagasu audit verify` finds an entry that was changed or removed.
create table audit_log (
  id            bigint primary key,
  at            timestamptz not null,
  -- Name of an account or key; `cli` for the owner of the database; otherwise the login role.
  actor         text not null,
  -- Distinguishes sessions, but cannot open one: the start of a hash of the token's hash. Null for keys and commands.
  session       text,
  -- `posts.hide`, or the table and the operation: `boards.update`.
  action        text not null check (action ~ '^[a-z_]+\.[a-z]+$'),
  -- Without a foreign key: an entry outlives its board.
  board_id      int,
  -- Ids only.
  target        jsonb not null,
  -- SHA-256 of the salt and a text of audit_details; null without such a text.
  reason_hash   bytea check (octet_length(reason_hash) = 32),
  before_hash   bytea check (octet_length(before_hash) = 32),
  chain         bytea not null check (octet_length(chain) = 32),
  address_hash  bytea check (octet_length(address_hash) = 32)
);
create index audit_log_action on audit_log (action, id desc);
create index audit_log_actor on audit_log (actor, id desc);
create index audit_log_board on audit_log (board_id, id desc) where board_id is not null;
create index audit_log_posts on audit_log using gin (((target -> 'posts'))) where target ? 'posts';
alter table audit_log enable row level security, force row level security;
create policy owner on audit_log to current_user using (true) with check (true);
create policy admins on audit_log for select to sagasu_server using ((select is_admin()));
-- Admins of a board see who changed its row and settings, and can undo changes of settings.
-- Index: audit_log_board.
create policy board_admins on audit_log for select to sagasu_server
  using ((split_part(action, '.', 1) = 'boards') and (board_id = any ((select administered_boards())::int[])));
create policy filters on audit_log for select to sagasu_server
  using ((split_part(action, '.', 1) = 'post_filters') and (board_id = any ((select administered_boards())::int[])));
create policy moderators on audit_log for select to sagasu_server
  using ((split_part(action, '.', 1) = any ('{posts,reported_posts,report_notes,bans,addresses}'::text[]))
    and (board_id = any ((select moderated_boards())::int[])));
grant select on audit_log to sagasu_server;

-- The parts of an entry that a purge may empty: the reason and the previous values.
create table audit_details (
  audit_id  bigint primary key references audit_log (id),
  salt      bytea not null check (octet_length(salt) = 16),
  reason    text,
  -- Previous values of the changed columns, without secrets.
  before    jsonb
);
alter table audit_details enable row level security, force row level security;
create policy owner on audit_details to current_user using (true) with check (true);
-- Everybody who sees an entry sees its details.
create policy staff on audit_details for select to sagasu_server
  using (exists (select from audit_log l where l.id = audit_details.audit_id));
grant select on audit_details to sagasu_server;

-- Addresses of entries, until they expire. The chain contains their hashes with a salt of their own, so the rows can go. No
-- process may read the table; look_at_audit_address is for admins and records each use.
create table audit_addresses (
  audit_id    bigint primary key references audit_log (id),
  salt        bytea not null check (octet_length(salt) = 16),
  address     inet not null,
  expires_at  timestamptz not null
);
create index audit_addresses_expired on audit_addresses (expires_at);
alter table audit_addresses enable row level security, force row level security;
create policy owner on audit_addresses to current_user using (true) with check (true);

-- One field of the text that is hashed: length and bytes, so different lists of fields never give the same text. Null has the
-- length -1.
create function audit_field(value text) returns bytea language sql immutable set search_path = pg_catalog as $$
  select case when value is null then int4send(-1)
    else int4send(octet_length(convert_to(value, 'UTF8'))) || convert_to(value, 'UTF8') end
$$;
revoke all on function audit_field(text) from public;

-- The hash of the address follows the other fields where an entry has one; entries without an address are hashed without it.
create function audit_chain(
  previous bytea, entry audit_log
) returns bytea language sql stable set search_path = public, pg_temp as $$
  select sha256(
    coalesce(previous, '') || audit_field(entry.id::text)
    || audit_field(to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
    || audit_field(entry.actor) || audit_field(entry.session) || audit_field(entry.action) || audit_field(entry.board_id::text)
    || audit_field(entry.target::text)
    || audit_field(encode(entry.reason_hash, 'hex')) || audit_field(encode(entry.before_hash, 'hex'))
    || case when entry.address_hash is null then '' else audit_field(encode(entry.address_hash, 'hex')) end)
$$;
revoke all on function audit_chain(bytea, audit_log) from public;

-- Adds an entry at the end of the chain, with the address of the transaction's account for 90 days.
-- Index: transaction_accounts_pkey, audit_log_pkey.
create function link_audit_entry(entry audit_log, why text, was jsonb) returns bigint
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  last record;
  seasoning bytea := uuid_send(gen_random_uuid());
  seasoning_of_address bytea := uuid_send(gen_random_uuid());
  came_from inet;
begin
  if pg_current_xact_id_if_assigned() is not null then
    select address into came_from from transaction_accounts
     where transaction = pg_current_xact_id_if_assigned() and account = entry.actor;
  end if;
  perform pg_advisory_xact_lock(hashtext('sagasu_audit'));
  select id, chain into last from audit_log order by id desc limit 1;
  entry.id := coalesce(last.id, 0) + 1;
  entry.reason_hash := sha256(seasoning || convert_to(why, 'UTF8'));
  entry.before_hash := sha256(seasoning || convert_to(was::text, 'UTF8'));
  entry.address_hash := sha256(seasoning_of_address || convert_to(host(came_from), 'UTF8'));
  entry.chain := audit_chain(last.chain, entry);
  insert into audit_log select entry.*;
  if why is not null or was is not null then
    insert into audit_details (audit_id, salt, reason, before) values (entry.id, seasoning, why, was);
  end if;
  if came_from is not null then
    insert into audit_addresses (audit_id, salt, address, expires_at)
    values (entry.id, seasoning_of_address, host(came_from)::inet, now() + interval '90 days');
  end if;
  return entry.id;
end
$$;
revoke all on function link_audit_entry(audit_log, text, jsonb) from public;

-- `named` is the actor for the owner of the database only. A login role appears as the account of its transaction, or under its
-- own name.
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
revoke all on function add_audit_entry(text, int, jsonb, text, jsonb, text) from public;

-- Adds an entry for a changed row. Arguments: the columns that identify the row, and the columns whose changes are not recorded.
-- The trigger is deferred to the commit, so no transaction waits for a row while it holds the lock of the log.
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
revoke all on function audit_row() from public;

-- Adds an entry about posts. For moderators of the board, whole threads for its admins; NULL permits nothing.
create function append_audit(did text, board int, on_what jsonb, why text, named text) returns bigint
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if session_user <> current_user then
    if not moderates(board) or did is null or on_what is null then
      raise exception 'only moderators of the board may do this' using errcode = 'insufficient_privilege';
    end if;
    if on_what ? 'thread' and not coalesce(board = any (administered_boards()), false) then
      raise exception 'only admins of the board may do this to a whole thread' using errcode = 'insufficient_privilege';
    end if;
  end if;
  return add_audit_entry('posts.' || did, board, on_what, why, null, named);
end
$$;
revoke all on function append_audit(text, int, jsonb, text, text) from public;
grant execute on function append_audit(text, int, jsonb, text, text) to sagasu_server;

-- The newest entry about hidden, shown or purged posts. Ids follow the order of commits.
-- Index: audit_log_action, once per action.
create function newest_moderation() returns bigint
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return (
    select coalesce(max(newest), 0) from unnest('{posts.hide,posts.show,posts.purge}'::text[]) as named (action)
    cross join lateral (select max(id) as newest from audit_log l where l.action = named.action) of_action);
end
$$;
revoke all on function newest_moderation() from public;
grant execute on function newest_moderation() to sagasu_server;

-- Actions of moderators, as readers may see them, on boards whose setting `publicLog` is on: without posts and reasons, and with
-- the actor only where `publicLogNames` is on. `below` and `only_board` may be null.
-- Index: audit_log_board, once per board.
create function public_log(below bigint, only_board text, at_most int)
returns table (id bigint, at timestamptz, action text, board text, posts int, thread boolean, actor text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select l.id, date_trunc('minute', l.at), substr(l.action, length('posts.') + 1), b.name, jsonb_array_length(l.target -> 'posts'),
      l.target ? 'thread',
      case when coalesce(b.settings -> 'publicLogNames', d.settings -> 'publicLogNames') = 'true' then l.actor end
    from boards b
    cross join board_defaults d
    cross join lateral (
      select * from audit_log a
      where a.board_id = b.id and (below is null or a.id < below)
        and a.action in ('posts.hide', 'posts.show', 'posts.purge') and a.target -> 'posts' <> '[]'
      order by a.id desc
      limit at_most) l
    where coalesce(b.settings -> 'publicLog', d.settings -> 'publicLog') = 'true' and (only_board is null or b.name = only_board)
    order by l.id desc
    limit at_most;
end
$$;
revoke all on function public_log(bigint, text, int) from public;
grant execute on function public_log(bigint, text, int) to sagasu_server;

-- A purge empties the reasons, previous values and addresses of earlier entries about the posts. `posts`: `71`, or `71_2`.
create function empty_audit_details(board int, posts text[]) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if not moderates(board) and session_user <> current_user then
    raise exception 'only moderators of the board may do this' using errcode = 'insufficient_privilege';
  end if;
  delete from audit_details d using audit_log l
   where l.id = d.audit_id and l.board_id = board and l.target ? 'posts' and l.target -> 'posts' ?| posts;
  delete from audit_addresses a using audit_log l
   where l.id = a.audit_id and l.board_id = board and l.target ? 'posts' and l.target -> 'posts' ?| posts;
end
$$;
revoke all on function empty_audit_details(int, text[]) from public;
grant execute on function empty_audit_details(int, text[]) to sagasu_server;

-- Sets the address of the account that the transaction acts for; it has no effect in other transactions. It returns true so
-- that one statement can call it together with identify_account.
-- Index: transaction_accounts_pkey.
create function note_address(came_from inet) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update transaction_accounts set address = came_from where transaction = pg_current_xact_id_if_assigned();
  return true;
end
$$;
revoke all on function note_address(inet) from public;
grant execute on function note_address(inet) to sagasu_server;

-- Returns the ids of the entries that have an address.
-- Index: audit_addresses_pkey.
create function audit_entries_with_address(entries bigint[]) returns bigint[]
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if session_user <> current_user and not is_admin() then
    return '{}';
  end if;
  return array(select audit_id from audit_addresses where audit_id = any (entries) and expires_at > now());
end
$$;
revoke all on function audit_entries_with_address(bigint[]) from public;
grant execute on function audit_entries_with_address(bigint[]) to sagasu_server;

-- The address of an entry; null once it has expired or a purge has removed it. For admins of all boards, since it shows where a
-- colleague works. Each use is an entry of its own.
-- Index: audit_addresses_pkey.
create function look_at_audit_address(entry bigint) returns inet
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  found_address inet;
begin
  if session_user <> current_user and not is_admin() then
    raise exception 'only admins of all boards may do this' using errcode = 'insufficient_privilege';
  end if;
  select address into found_address from audit_addresses where audit_id = entry and expires_at > now();
  if found_address is not null then
    perform add_audit_entry('addresses.look', null, jsonb_build_object('audit_id', entry), null, null, null);
  end if;
  return found_address;
end
$$;
revoke all on function look_at_audit_address(bigint) from public;
grant execute on function look_at_audit_address(bigint) to sagasu_server;

-- Index: audit_addresses_expired.
create function expire_audit_addresses() returns int
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  expired int;
begin
  delete from audit_addresses where expires_at <= now();
  get diagnostics expired = row_count;
  return expired;
end
$$;
revoke all on function expire_audit_addresses() from public;
grant execute on function expire_audit_addresses() to sagasu_indexer;
