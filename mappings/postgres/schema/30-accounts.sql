-- Accounts of staff, their sessions and second factors, and keys of programs. Only functions read secrets.

-- Keeps the last enabled admin of all boards, also when two transactions each remove one of two. The check runs at the end of
-- the transaction. The lock orders the checks, and only READ COMMITTED lets the second check see the first commit.
create function keep_an_admin() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'admins are changed in READ COMMITTED transactions only' using errcode = 'invalid_transaction_state';
  end if;
  perform pg_advisory_xact_lock(hashtext('sagasu_keep_an_admin'));
  if not exists (
    select from account_roles r join accounts a on a.id = r.account_id
     where r.role = 'admin' and r.board_id is null and a.disabled_at is null and a.password_hash is not null
  ) then
    raise exception 'at least one enabled account must be admin of all boards'
      using errcode = 'check_violation', constraint = 'keep_an_admin';
  end if;
  return null;
end
$$;
revoke all on function keep_an_admin() from public;

-- Accounts that sign in at /admin. `sagasu account add` makes the first.
create table accounts (
  id             int generated always as identity primary key,
  name           text not null unique check (name ~ '^[a-z0-9][a-z0-9._-]{0,31}$'),
  password_hash  text,
  created_at     timestamptz not null default now(),
  disabled_at    timestamptz,
  -- The shared secret of an authenticator app. It is in force once totp_step is set, when a code has confirmed it.
  totp_secret    bytea check (octet_length(totp_secret) = 20),
  -- The last 30-second step whose code was accepted: each code works once.
  totp_step      bigint,
  totp_required  boolean not null default false,
  has_password   boolean generated always as (password_hash is not null) stored not null,
  constraint accounts_totp_step_check check (totp_step is null or (totp_secret is not null))
);
create constraint trigger accounts_keep_an_admin after delete on accounts
  deferrable initially deferred
  for each row when (old.disabled_at is null and (old.password_hash is not null))
  execute function keep_an_admin();
create constraint trigger accounts_keep_an_admin_enabled after update on accounts
  deferrable initially deferred
  for each row when (old.disabled_at is null and old.password_hash is not null
    and (new.disabled_at is not null or new.password_hash is null))
  execute function keep_an_admin();
create constraint trigger audit after insert or delete or update on accounts
  deferrable initially deferred for each row execute function audit_row('id', 'totp_step,has_password');
alter table accounts enable row level security, force row level security;
create policy owner on accounts to current_user using (true) with check (true);
create policy admins on accounts to sagasu_server using ((select is_admin())) with check ((select is_admin()));
grant select (id, name, created_at, disabled_at, totp_step, totp_required, has_password), insert (name, totp_required), update
  (disabled_at, totp_required), delete on accounts to sagasu_server;

-- Roles of accounts: one per board, and one for all boards. The higher one applies.
create table account_roles (
  account_id  int not null references accounts (id) on delete cascade,
  role        text not null check (role in ('janitor', 'moderator', 'admin')),
  -- Null: every board, present and future.
  board_id    int references boards (id) on delete cascade,
  unique nulls not distinct (account_id, board_id)
);
create index account_roles_board on account_roles (board_id);
create constraint trigger account_roles_keep_an_admin after delete or update on account_roles
  deferrable initially deferred
  for each row when (old.role = 'admin' and old.board_id is null)
  execute function keep_an_admin();
create constraint trigger audit after insert or delete or update on account_roles
  deferrable initially deferred for each row execute function audit_row('account_id,role', '');
alter table account_roles enable row level security, force row level security;
create policy owner on account_roles to current_user using (true) with check (true);
create policy admins on account_roles to sagasu_server using ((select is_admin())) with check ((select is_admin()));
grant select, insert, update, delete on account_roles to sagasu_server;

create table sessions (
  -- SHA-256 of the cookie's value, which does not sign in.
  id_hash     bytea primary key,
  account_id  int not null references accounts (id) on delete cascade,
  created_at  timestamptz not null default now(),
  last_seen   timestamptz not null default now()
);
create index sessions_account on sessions (account_id);
alter table sessions enable row level security, force row level security;
create policy owner on sessions to current_user using (true) with check (true);
create policy admins on sessions to sagasu_server using ((select is_admin())) with check ((select is_admin()));
grant select (account_id, last_seen), delete on sessions to sagasu_server;

-- Each code replaces the authenticator app once.
create table recovery_codes (
  account_id  int not null references accounts (id) on delete cascade,
  code_hash   bytea not null check (octet_length(code_hash) = 32),
  used_at     timestamptz,
  primary key (account_id, code_hash)
);
alter table recovery_codes enable row level security, force row level security;
create policy owner on recovery_codes to current_user using (true) with check (true);

-- The open invitation of an account without a password. It is deleted when it has been used.
create table invitations (
  account_id  int primary key references accounts (id) on delete cascade,
  token_hash  bytea not null unique check (octet_length(token_hash) = 32),
  expires_at  timestamptz not null
);
create constraint trigger audit after insert or delete on invitations
  deferrable initially deferred for each row execute function audit_row('account_id', '');
alter table invitations enable row level security, force row level security;
create policy owner on invitations to current_user using (true) with check (true);
create policy admins on invitations to sagasu_server using ((select is_admin())) with check ((select is_admin()));
grant select (account_id), insert, delete on invitations to sagasu_server;

-- Keys of programs with limits of their own. The table has only hashes.
create table api_keys (
  id            int generated always as identity primary key,
  name          text not null unique,
  key_hash      bytea not null unique check (length(key_hash) = 32),
  scopes        text[] not null check (scopes <@ array['read', 'export']),
  -- Cost per minute; null for the default of keys.
  per_minute    int check (per_minute > 0),
  created_at    timestamptz not null default now(),
  expires_at    timestamptz,
  -- To the minute.
  last_used_at  timestamptz
);
create constraint trigger audit after insert or delete or update on api_keys
  deferrable initially deferred for each row execute function audit_row('id', 'last_used_at');
alter table api_keys enable row level security, force row level security;
create policy owner on api_keys to current_user using (true) with check (true);
create policy admins on api_keys to sagasu_server using ((select is_admin())) with check ((select is_admin()));
grant select (id, name, scopes, per_minute, created_at, expires_at, last_used_at), insert (name, key_hash, scopes, per_minute,
  expires_at), delete on api_keys to sagasu_server;

-- Roles of keys, like account_roles. A key without a role only has its scopes.
create table key_roles (
  key_id    int not null references api_keys (id) on delete cascade,
  role      text not null check (role in ('janitor', 'moderator', 'admin')),
  board_id  int references boards (id) on delete cascade,
  unique nulls not distinct (key_id, board_id)
);
create index key_roles_board on key_roles (board_id);
create constraint trigger audit after insert or delete or update on key_roles
  deferrable initially deferred for each row execute function audit_row('key_id,role', '');
alter table key_roles enable row level security, force row level security;
create policy owner on key_roles to current_user using (true) with check (true);
create policy admins on key_roles to sagasu_server using ((select is_admin())) with check ((select is_admin()));
grant select, insert, update, delete on key_roles to sagasu_server;

-- Distinguishes sessions, but cannot open one.
create function name_of_session(token text) returns text
language sql immutable set search_path = pg_catalog as $$
  select left(encode(sha256(sha256(convert_to(token, 'UTF8'))), 'hex'), 16)
$$;
revoke all on function name_of_session(text) from public;

-- The account of an open session.
-- Index: sessions_pkey, accounts_pkey.
create function account_of_session(token text) returns int
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return (
    select s.account_id from sessions s join accounts a on a.id = s.account_id
     where s.id_hash = sha256(convert_to(token, 'UTF8')) and a.disabled_at is null
       and s.last_seen > now() - interval '12 hours' and s.created_at > now() - interval '7 days');
end
$$;
revoke all on function account_of_session(text) from public;

-- The rest of the transaction acts for the account of this session token or API key. False for a secret that opens nothing, and
-- for an account that has yet to set up its second factor: the transaction keeps a reader's rights. It takes the secret, so the
-- table's hashes identify nobody. The durations are those of server/admin/sessions/sessions.ts, by the clock of the database.
-- Index: accounts_pkey; api_keys_key_hash_key; account_roles and key_roles by their unique keys.
create function identify_account(secret text) returns boolean
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
  insert into transaction_accounts (transaction, account, session, moderates, administers, staffs, is_admin)
  select pg_current_xact_id(), known_as, case when of_account is not null then name_of_session(secret) end,
    array(select b.id from boards b where exists (
      select from roles r where r.role in ('moderator', 'admin') and (r.board_id is null or r.board_id = b.id))),
    array(select b.id from boards b where exists (
      select from roles r where r.role = 'admin' and (r.board_id is null or r.board_id = b.id))),
    array(select b.id from boards b where exists (select from roles r where r.board_id is null or r.board_id = b.id)),
    exists (select from roles r where r.role = 'admin' and r.board_id is null);
  return true;
end
$$;
revoke all on function identify_account(text) from public;
grant execute on function identify_account(text) to sagasu_server;

-- The account of an open session; no row for another token.
-- Index: sessions_pkey, accounts_pkey, unique key of account_roles.
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
revoke all on function find_session(text) from public;
grant execute on function find_session(text) to sagasu_server;

-- The key of a program; no row for another secret. `last_used_at` is written at most once a minute.
-- Index: api_keys_key_hash_key, unique key of key_roles.
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
revoke all on function find_key(text) from public;
grant execute on function find_key(text) to sagasu_server;

-- `$argon2id$v=19$m=…,t=…,p=…$salt`; null for an unknown name or an account without a password.
-- Index: accounts_name_key.
create function find_password_salt(called text) returns text
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return (select regexp_replace(password_hash, '\$[^$]*$', '') from accounts where name = called);
end
$$;
revoke all on function find_password_salt(text) from public;
grant execute on function find_password_salt(text) to sagasu_server;

-- The rest of the transaction may change this account. It locks the account, so each code is accepted once. No row if the hash
-- is wrong or the account is disabled.
-- Index: accounts_name_key.
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
revoke all on function prove_password(text, text) from public;
grant execute on function prove_password(text, text) to sagasu_server;

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
revoke all on function proven_account() from public;

-- Opens a session of the proven account. It reads the whole of a small table.
create function open_session(token text) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  insert into sessions (id_hash, account_id) values (sha256(convert_to(token, 'UTF8')), proven_account());
  delete from sessions where last_seen <= now() - interval '12 hours' or created_at <= now() - interval '7 days';
end
$$;
revoke all on function open_session(text) from public;
grant execute on function open_session(text) to sagasu_server;

-- Index: sessions_pkey.
create function end_session(token text) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  delete from sessions where id_hash = sha256(convert_to(token, 'UTF8'));
end
$$;
revoke all on function end_session(text) from public;
grant execute on function end_session(text) to sagasu_server;

-- Ends all sessions of an account except one.
-- Index: sessions_account.
create function end_other_sessions(own int, token text) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  delete from sessions where account_id = own and id_hash <> sha256(convert_to(token, 'UTF8'));
end
$$;
revoke all on function end_other_sessions(int, text) from public;

-- Sets the password of the proven account and ends its other sessions.
create function change_password(hash text, token text) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update accounts set password_hash = hash where id = proven_account();
  perform end_other_sessions(proven_account(), token);
end
$$;
revoke all on function change_password(text, text) from public;
grant execute on function change_password(text, text) to sagasu_server;

create function has_accounts() returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return exists (select from accounts);
end
$$;
revoke all on function has_accounts() from public;
grant execute on function has_accounts() to sagasu_server;

-- True if the invitation is open.
-- Index: unique hash of invitations.
create function has_invitation(token text) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return exists (select from invitations where token_hash = sha256(convert_to(token, 'UTF8')) and expires_at > now());
end
$$;
revoke all on function has_invitation(text) from public;
grant execute on function has_invitation(text) to sagasu_server;

-- Sets the first password of an invited account. The audit entry names that account as the actor.
-- Index: unique hash of invitations, accounts_pkey.
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
  if own is not null then
    delete from transaction_accounts where transaction = pg_current_xact_id();
    insert into transaction_accounts (transaction, account, moderates, administers, is_admin)
    values (pg_current_xact_id(), called, '{}', '{}', false);
  end if;
  return called;
end
$$;
revoke all on function use_invitation(text, text) from public;
grant execute on function use_invitation(text, text) to sagasu_server;

-- The secret is not in force until a code has confirmed it.
create function begin_totp(secret bytea) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update accounts set totp_secret = secret where id = proven_account() and totp_step is null;
end
$$;
revoke all on function begin_totp(bytea) from public;
grant execute on function begin_totp(bytea) to sagasu_server;

-- The secret of this session's account that waits for its first code; null without one. It locks the account.
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
revoke all on function find_new_totp(text) from public;
grant execute on function find_new_totp(text) to sagasu_server;

-- Puts that secret in force and ends the other sessions, which were opened without a code.
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
revoke all on function confirm_totp(text, bigint, bytea[]) from public;
grant execute on function confirm_totp(text, bigint, bytea[]) to sagasu_server;

create function accept_totp_step(step bigint) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update accounts set totp_step = step where id = proven_account() and totp_step < step;
end
$$;
revoke all on function accept_totp_step(bigint) from public;
grant execute on function accept_totp_step(bigint) to sagasu_server;

create function remove_totp() returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update accounts set totp_secret = null, totp_step = null where id = proven_account();
  delete from recovery_codes where account_id = proven_account();
end
$$;
revoke all on function remove_totp() from public;
grant execute on function remove_totp() to sagasu_server;

create function replace_recovery_codes(hashes bytea[]) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  delete from recovery_codes where account_id = proven_account();
  insert into recovery_codes (account_id, code_hash) select proven_account(), unnest(hashes);
end
$$;
revoke all on function replace_recovery_codes(bytea[]) from public;
grant execute on function replace_recovery_codes(bytea[]) to sagasu_server;

-- False for a code that does not exist or was used.
create function use_recovery_code(hash bytea) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update recovery_codes set used_at = now() where account_id = proven_account() and code_hash = hash and used_at is null;
  return found;
end
$$;
revoke all on function use_recovery_code(bytea) from public;
grant execute on function use_recovery_code(bytea) to sagasu_server;
