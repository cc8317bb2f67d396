-- Up Migration

-- Rows of accounts, roles, sessions and keys. Admins of all boards manage them under policies. What proves who somebody is (passwords,
-- secrets of authenticator apps, hashes of tokens) no login role reads: the functions below compare it, and do for nobody else than
-- whom it proves.

alter table accounts add column has_password boolean not null generated always as (password_hash is not null) stored;

alter table api_keys alter column created_at set default now();

drop trigger audit on accounts;
create constraint trigger audit after insert or update or delete on accounts
  deferrable initially deferred for each row execute function audit_row('id', 'totp_step,has_password');

-- The account whose password this transaction has proven: it may change its own password, second factor and sessions.
alter table transaction_accounts add column proven int;

-- The account of an open session, by the session's token. sessions_pkey, accounts_pkey.
create function account_of_session(token text) returns int
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return (
    select s.account_id from sessions s join accounts a on a.id = s.account_id
     where s.id_hash = sha256(convert_to(token, 'UTF8')) and a.disabled_at is null
       and s.last_seen > now() - interval '12 hours' and s.created_at > now() - interval '7 days');
end
$$;

-- Tells sessions apart and opens none.
create function name_of_session(token text) returns text
language sql immutable set search_path = pg_catalog as $$
  select left(encode(sha256(sha256(convert_to(token, 'UTF8'))), 'hex'), 16)
$$;

-- As in 0031. A key is known as `key:` and its name, which no account has.
create or replace function identify_account(secret text) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  of_account int;
  of_key int;
  known_as text;
begin
  delete from transaction_accounts where transaction = pg_current_xact_id();
  select a.id, a.name into of_account, known_as
    from accounts a where a.id = account_of_session(secret) and not (a.totp_required and a.totp_step is null);
  if of_account is null then
    select k.id, 'key:' || k.name into of_key, known_as
      from api_keys k where k.key_hash = sha256(convert_to(secret, 'UTF8')) and (k.expires_at is null or k.expires_at > now());
  end if;
  if known_as is null then
    return false;
  end if;
  with roles as (
    select role, board_id from account_roles where account_id = of_account
    union all
    select role, board_id from key_roles where key_id = of_key
  )
  insert into transaction_accounts (transaction, account, session, moderates, administers, is_admin)
  select pg_current_xact_id(), known_as, case when of_account is not null then name_of_session(secret) end,
    array(select b.id from boards b where exists (
      select from roles r where r.role in ('moderator', 'admin') and (r.board_id is null or r.board_id = b.id))),
    array(select b.id from boards b where exists (
      select from roles r where r.role = 'admin' and (r.board_id is null or r.board_id = b.id))),
    exists (select from roles r where r.role = 'admin' and r.board_id is null);
  return true;
end
$$;

create function has_accounts() returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return exists (select from accounts);
end
$$;

-- Sessions.

-- What an open session's token tells about its account; no row for others. sessions_pkey, accounts_pkey, account_roles' unique key.
create function find_session(token text) returns table (
  name text, created_at timestamptz, has_totp boolean, totp_required boolean, recovery_codes int, roles json)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  own int := account_of_session(token);
begin
  if own is null then
    return;
  end if;
  update sessions s set last_seen = now()
   where s.id_hash = sha256(convert_to(token, 'UTF8')) and s.last_seen < now() - interval '1 minute';
  return query
    select a.name, a.created_at, a.totp_step is not null, a.totp_required,
      (select count(*)::int from recovery_codes c where c.account_id = own and c.used_at is null),
      (select coalesce(json_agg(json_build_object('role', r.role, 'board', b.name) order by r.role, b.name nulls first), '[]')
         from account_roles r left join boards b on b.id = r.board_id where r.account_id = own)
      from accounts a where a.id = own;
end
$$;

-- sessions_pkey.
create function end_session(token text) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  delete from sessions where id_hash = sha256(convert_to(token, 'UTF8'));
end
$$;

-- Passwords. PostgreSQL has no argon2: the server computes the hash, with the parameters and the salt of the stored one, and PostgreSQL
-- compares. So the stored hash leaves PostgreSQL for nobody.

-- `$argon2id$v=19$m=…,t=…,p=…$salt`; null for an unknown name, and without a password. accounts_name_key.
create function find_password_salt(called text) returns text
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return (select regexp_replace(password_hash, '\$[^$]*$', '') from accounts where name = called);
end
$$;

-- The rest of the transaction may change this account. Locks it, so that no code is accepted twice. No row if the hash is wrong or the
-- account is disabled. accounts_name_key.
create function prove_password(called text, hash text) returns table (totp_secret bytea, totp_step bigint)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  own accounts;
begin
  delete from transaction_accounts where transaction = pg_current_xact_id();
  select * into own from accounts a
   where a.name = called and a.password_hash = hash and a.disabled_at is null for no key update;
  if own.id is null then
    return;
  end if;
  insert into transaction_accounts (transaction, account, moderates, administers, is_admin, proven)
  values (pg_current_xact_id(), own.name, '{}', '{}', false, own.id);
  totp_secret := own.totp_secret;
  totp_step := own.totp_step;
  return next;
end
$$;

create function proven_account() returns int
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  own int := (select proven from transaction_accounts where transaction = pg_current_xact_id_if_assigned());
begin
  if own is null then
    raise exception 'the transaction has proven no password' using errcode = 'insufficient_privilege';
  end if;
  return own;
end
$$;

-- Opens a session of the proven account. Reads the whole of a small table.
create function open_session(token text) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  insert into sessions (id_hash, account_id) values (sha256(convert_to(token, 'UTF8')), proven_account());
  delete from sessions where last_seen <= now() - interval '12 hours' or created_at <= now() - interval '7 days';
end
$$;

-- Sessions of an account but for one. sessions_account.
create function end_other_sessions(own int, token text) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  delete from sessions where account_id = own and id_hash <> sha256(convert_to(token, 'UTF8'));
end
$$;

-- Of the proven account; ends its other sessions.
create function change_password(hash text, token text) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update accounts set password_hash = hash where id = proven_account();
  perform end_other_sessions(proven_account(), token);
end
$$;

-- The second factor of the proven account. The server verifies its codes. accounts_pkey, recovery_codes_pkey.

-- Not in force before a code has confirmed it.
create function begin_totp(secret bytea) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update accounts set totp_secret = secret where id = proven_account() and totp_step is null;
end
$$;

create function accept_totp_step(step bigint) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update accounts set totp_step = step where id = proven_account() and totp_step < step;
end
$$;

create function remove_totp() returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update accounts set totp_secret = null, totp_step = null where id = proven_account();
  delete from recovery_codes where account_id = proven_account();
end
$$;

-- False for a code that does not exist or was used.
create function use_recovery_code(hash bytea) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update recovery_codes set used_at = now() where account_id = proven_account() and code_hash = hash and used_at is null;
  return found;
end
$$;

create function replace_recovery_codes(hashes bytea[]) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  delete from recovery_codes where account_id = proven_account();
  insert into recovery_codes (account_id, code_hash) select proven_account(), unnest(hashes);
end
$$;

-- The secret that waits for its first code, of the account of this session; null without one. Locks the account.
create function find_new_totp(token text) returns bytea
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  secret bytea;
begin
  select totp_secret into secret from accounts
   where id = account_of_session(token) and totp_step is null for no key update;
  return secret;
end
$$;

-- Puts that secret in force, and ends the other sessions, which were opened without a code.
create function confirm_totp(token text, step bigint, codes bytea[]) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  own int;
begin
  update accounts set totp_step = step
   where id = account_of_session(token) and totp_step is null and totp_secret is not null returning id into own;
  if own is null then
    raise exception 'there is no secret to confirm' using errcode = 'insufficient_privilege';
  end if;
  delete from transaction_accounts where transaction = pg_current_xact_id();
  insert into transaction_accounts (transaction, account, session, moderates, administers, is_admin)
  select pg_current_xact_id(), name, name_of_session(token), '{}', '{}', false from accounts where id = own;
  perform end_other_sessions(own, token);
  delete from recovery_codes where account_id = own;
  insert into recovery_codes (account_id, code_hash) select own, unnest(codes);
end
$$;

-- Invitations. By the unique hash.
create function has_invitation(token text) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return exists (select from invitations where token_hash = sha256(convert_to(token, 'UTF8')) and expires_at > now());
end
$$;

-- Gives the invited account its password and returns its name; null for an invitation that does not exist, was used or has expired.
create function use_invitation(token text, hash text) returns text
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  own int;
  called text;
begin
  update accounts a set password_hash = hash from invitations i
   where i.token_hash = sha256(convert_to(token, 'UTF8')) and i.expires_at > now()
     and a.id = i.account_id and a.password_hash is null and a.disabled_at is null returning a.id, a.name into own, called;
  delete from invitations where account_id = own;
  return called;
end
$$;

-- What a key tells about itself; no row for others. `last_used_at` is written once a minute at most. api_keys_key_hash_key, key_roles' unique key.
create function find_key(secret text) returns table (
  name text, scopes text[], per_minute int, expires_at timestamptz, roles json)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update api_keys k set last_used_at = now()
   where k.key_hash = sha256(convert_to(secret, 'UTF8')) and (k.expires_at is null or k.expires_at > now())
     and (k.last_used_at is null or k.last_used_at < now() - interval '1 minute');
  return query
    select k.name, k.scopes, k.per_minute, k.expires_at,
      (select coalesce(json_agg(json_build_object('role', r.role, 'board', b.name) order by r.role, b.name nulls first), '[]')
         from key_roles r left join boards b on b.id = r.board_id where r.key_id = k.id)
      from api_keys k
     where k.key_hash = sha256(convert_to(secret, 'UTF8')) and (k.expires_at is null or k.expires_at > now());
end
$$;

revoke all on accounts, account_roles, sessions, recovery_codes, invitations, api_keys, key_roles from sagasu_server;
grant select (id, name, created_at, disabled_at, totp_step, totp_required, has_password), insert (name, totp_required),
  update (disabled_at, totp_required), delete on accounts to sagasu_server;
grant select, insert, update, delete on account_roles, key_roles to sagasu_server;
grant select (account_id, last_seen), delete on sessions to sagasu_server;
grant select (account_id), insert, delete on invitations to sagasu_server;
grant select (id, name, scopes, per_minute, created_at, expires_at, last_used_at),
  insert (name, key_hash, scopes, per_minute, expires_at), delete on api_keys to sagasu_server;

do $$
declare
  secured text;
  own text;
begin
  foreach secured in array array['accounts', 'account_roles', 'sessions', 'recovery_codes', 'invitations', 'api_keys', 'key_roles'] loop
    execute format('alter table %I enable row level security, force row level security', secured);
    execute format('create policy owner on %I to %I using (true) with check (true)', secured,
      (select pg_get_userbyid(relowner) from pg_class where oid = secured::regclass));
    if secured <> 'recovery_codes' then
      execute format('create policy admins on %I to sagasu_server using ((select is_admin())) with check ((select is_admin()))', secured);
    end if;
  end loop;
  for own in
    select oid::regprocedure::text from pg_proc where pronamespace = 'public'::regnamespace and proname = any (array[
      'account_of_session', 'name_of_session', 'proven_account', 'end_other_sessions', 'has_accounts', 'find_session', 'end_session',
      'find_password_salt', 'prove_password', 'open_session', 'change_password', 'begin_totp', 'accept_totp_step', 'remove_totp',
      'use_recovery_code', 'replace_recovery_codes', 'find_new_totp', 'confirm_totp', 'has_invitation', 'use_invitation', 'find_key'])
  loop
    execute format('revoke all on function %s from public', own);
    if own !~ '^(account_of_session|name_of_session|proven_account|end_other_sessions)\(' then
      execute format('grant execute on function %s to sagasu_server', own);
    end if;
  end loop;
end
$$;

-- Down Migration
