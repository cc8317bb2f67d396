-- Up Migration

-- From which address the account of the transaction sent its request, as the server tells it.
alter table transaction_accounts add column address inet;

-- Only the first step of forget_account may follow the second: an address is noted by an update too.
drop trigger forget_account on transaction_accounts;
create constraint trigger forget_account after insert or update of is_ending on transaction_accounts
  deferrable initially deferred for each row execute function forget_account();

-- Notes the address with whom the transaction is for; without an effect in a transaction for nobody. True, so that one statement can ask
-- for both. transaction_accounts_pkey.
create function note_address(came_from inet) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update transaction_accounts set address = came_from where transaction = pg_current_xact_id_if_assigned();
  return true;
end
$$;

-- The addresses of entries, until they expire. The chain holds their hashes with a salt of their own, so the rows can go. No process may
-- read the table; look_at_audit_address is for admins, and records that it was asked.
create table audit_addresses (
  audit_id    bigint primary key references audit_log (id),
  salt        bytea not null check (octet_length(salt) = 16),
  address     inet not null,
  expires_at  timestamptz not null
);
create index audit_addresses_expired on audit_addresses (expires_at);

alter table audit_log add column address_hash bytea check (octet_length(address_hash) = 32);

-- The hash of the address follows the other fields where there is one; entries without one are hashed as before.
create or replace function audit_chain(previous bytea, entry audit_log) returns bytea language sql stable set search_path = public, pg_temp as $$
  select sha256(
    coalesce(previous, '') || audit_field(entry.id::text)
    || audit_field(to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
    || audit_field(entry.actor) || audit_field(entry.session) || audit_field(entry.action) || audit_field(entry.board_id::text)
    || audit_field(entry.target::text)
    || audit_field(encode(entry.reason_hash, 'hex')) || audit_field(encode(entry.before_hash, 'hex'))
    || case when entry.address_hash is null then '' else audit_field(encode(entry.address_hash, 'hex')) end)
$$;

-- As in 0036, and the address of the account of the transaction, for 90 days. transaction_accounts_pkey, audit_log_pkey.
create or replace function link_audit_entry(entry audit_log, why text, was jsonb) returns bigint
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

-- The address of an entry; null once it has expired or a purge has removed it. For admins of all boards: it tells where a colleague works.
-- Each look is an entry of its own. audit_addresses_pkey.
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

-- Which of these entries have an address to ask for. audit_addresses_pkey.
create function audit_entries_with_address(entries bigint[]) returns bigint[]
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if session_user <> current_user and not is_admin() then
    return '{}';
  end if;
  return array(select audit_id from audit_addresses where audit_id = any (entries) and expires_at > now());
end
$$;

-- audit_addresses_expired.
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

-- A purge empties the reasons of earlier entries about the posts, what was there before, and from where. audit_log_posts. $2 `71`, or `71_2`.
create or replace function empty_audit_details(board int, posts text[]) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if not board = any (moderated_boards()) and session_user <> current_user then
    raise exception 'only moderators of the board may do this' using errcode = 'insufficient_privilege';
  end if;
  delete from audit_details d using audit_log l
   where l.id = d.audit_id and l.board_id = board and l.target ? 'posts' and l.target -> 'posts' ?| posts;
  delete from audit_addresses a using audit_log l
   where l.id = a.audit_id and l.board_id = board and l.target ? 'posts' and l.target -> 'posts' ?| posts;
end
$$;

-- As in 0037. Who accepts is the account, not the server: its entries in the log say so. invitations' unique hash, accounts_pkey.
create or replace function use_invitation(token text, hash text) returns text
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  own int;
  called text;
begin
  update accounts a set password_hash = hash from invitations i
   where i.token_hash = sha256(convert_to(token, 'UTF8')) and i.expires_at > now()
     and a.id = i.account_id and a.password_hash is null and a.disabled_at is null returning a.id, a.name into own, called;
  delete from invitations where account_id = own;
  if own is not null then
    delete from transaction_accounts where transaction = pg_current_xact_id();
    insert into transaction_accounts (transaction, account, moderates, administers, is_admin)
    values (pg_current_xact_id(), called, '{}', '{}', false);
  end if;
  return called;
end
$$;

revoke all on function note_address(inet), look_at_audit_address(bigint), audit_entries_with_address(bigint[]), expire_audit_addresses() from public;
grant execute on function note_address(inet), look_at_audit_address(bigint), audit_entries_with_address(bigint[]) to sagasu_server;
grant execute on function expire_audit_addresses() to sagasu_indexer;

alter table audit_addresses enable row level security, force row level security;
do $$
begin
  execute format('create policy owner on audit_addresses to %I using (true) with check (true)',
    (select pg_get_userbyid(relowner) from pg_class where oid = 'audit_addresses'::regclass));
end
$$;

-- Down Migration
