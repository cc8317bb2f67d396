-- Up Migration

-- Passkeys (WebAuthn): each is a second factor of an account, beside the authenticator app.
create table passkeys (
  credential_id  bytea primary key check (octet_length(credential_id) between 1 and 1023),
  account_id     int not null references accounts (id) on delete cascade,
  -- How the owner calls it.
  name           text not null check (char_length(name) between 1 and 64),
  -- In the form of COSE. It only verifies: nobody can sign in with it.
  public_key     bytea not null check (octet_length(public_key) between 1 and 4096),
  -- The authenticator's count of its signatures. It only rises, unless the authenticator does not count: then it stays 0.
  counter        bigint not null check (counter >= 0),
  transports     text[] not null default '{}',
  created_at     timestamptz not null default now(),
  last_used_at   timestamptz
);
create index passkeys_account on passkeys (account_id);
create constraint trigger audit after insert or delete on passkeys
  deferrable initially deferred for each row
  execute function audit_row('account_id,name', 'credential_id,public_key,counter,transports,last_used_at');
alter table passkeys enable row level security, force row level security;
create policy owner on passkeys to current_user using (true) with check (true);
create policy admins on passkeys for select to sagasu_server using ((select is_admin()));
grant select (account_id) on passkeys to sagasu_server;

-- Challenges that wait for a signature. Each belongs to one browser, by a secret of its cookie, and is taken once.
create table passkey_challenges (
  -- SHA-256 of the secret. A newer challenge of the same browser replaces the older one.
  holder_hash  bytea primary key check (octet_length(holder_hash) = 32),
  account_id   int not null references accounts (id) on delete cascade,
  -- prove: an existing passkey signs. add: a new one does.
  purpose      text not null check (purpose in ('prove', 'add')),
  challenge    bytea not null check (octet_length(challenge) = 32),
  expires_at   timestamptz not null default now() + interval '5 minutes',
  taken        boolean not null default false
);
alter table passkey_challenges enable row level security, force row level security;
create policy owner on passkey_challenges to current_user using (true) with check (true);

create function keep_passkey_challenge(holder text, own int, purpose text, challenge bytea) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  delete from passkey_challenges where expires_at <= now();
  insert into passkey_challenges (holder_hash, account_id, purpose, challenge)
  values (sha256(convert_to(holder, 'UTF8')), own, keep_passkey_challenge.purpose, keep_passkey_challenge.challenge)
  on conflict (holder_hash) do update set account_id = excluded.account_id, purpose = excluded.purpose,
    challenge = excluded.challenge, expires_at = excluded.expires_at, taken = false;
end
$$;
revoke all on function keep_passkey_challenge(text, int, text, bytea) from public;

-- A challenge for the proven account. It reads the whole of a small table.
create function begin_passkey(holder text, purpose text, challenge bytea) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  perform keep_passkey_challenge(holder, proven_account(), purpose, challenge);
end
$$;
revoke all on function begin_passkey(text, text, bytea) from public;
grant execute on function begin_passkey(text, text, bytea) to sagasu_server;

-- A challenge for a change of this session's account. False without a session.
create function begin_passkey_in_session(token text, challenge bytea) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  own int := account_of_session(token);
begin
  if own is not null then
    perform keep_passkey_challenge(token, own, 'prove', challenge);
  end if;
  return own is not null;
end
$$;
revoke all on function begin_passkey_in_session(text, bytea) from public;
grant execute on function begin_passkey_in_session(text, bytea) to sagasu_server;

-- The challenge that this browser got for the proven account; null without one, and the second time.
-- Index: passkey_challenges_pkey.
create function take_passkey_challenge(holder text) returns bytea
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  found_challenge bytea;
begin
  delete from passkey_challenges c
   where c.holder_hash = sha256(convert_to(holder, 'UTF8')) and c.account_id = proven_account() and c.purpose = 'prove'
     and c.expires_at > now()
  returning c.challenge into found_challenge;
  return found_challenge;
end
$$;
revoke all on function take_passkey_challenge(text) from public;
grant execute on function take_passkey_challenge(text) to sagasu_server;

-- The challenge that the session's new passkey must sign; null without one, and the second time.
-- Index: passkey_challenges_pkey.
create function take_new_passkey_challenge(token text) returns bytea
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  found_challenge bytea;
begin
  update passkey_challenges c set taken = true
   where c.holder_hash = sha256(convert_to(token, 'UTF8')) and c.account_id = account_of_session(token) and c.purpose = 'add'
     and not c.taken and c.expires_at > now()
  returning c.challenge into found_challenge;
  return found_challenge;
end
$$;
revoke all on function take_new_passkey_challenge(text) from public;
grant execute on function take_new_passkey_challenge(text) to sagasu_server;

-- Adds the passkey that signed that challenge. The first second factor of an account ends the other sessions, which were opened without
-- one, and sets the recovery codes: then the answer is true.
-- Index: passkey_challenges_pkey, accounts_pkey, passkeys_account.
create function add_passkey(token text, credential bytea, called text, key bytea, used bigint, by_transports text[], codes bytea[])
returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  own accounts;
  is_first boolean;
begin
  delete from passkey_challenges c
   where c.holder_hash = sha256(convert_to(token, 'UTF8')) and c.purpose = 'add' and c.taken and c.expires_at > now();
  if not found then
    raise exception 'there is no challenge for a new passkey' using errcode = 'insufficient_privilege';
  end if;
  select * into own from accounts where id = account_of_session(token) for no key update;
  if own.id is null then
    raise exception 'the session has ended' using errcode = 'insufficient_privilege';
  end if;
  is_first := own.totp_step is null and not exists (select from passkeys p where p.account_id = own.id);
  if (select count(*) from passkeys p where p.account_id = own.id) >= 10 then
    raise exception 'an account has at most ten passkeys' using errcode = 'check_violation', constraint = 'passkeys_limit';
  end if;
  delete from transaction_accounts where transaction = pg_current_xact_id();
  insert into transaction_accounts (transaction, account, session, moderates, administers, is_admin)
  values (pg_current_xact_id(), own.name, name_of_session(token), '{}', '{}', false);
  insert into passkeys (credential_id, account_id, name, public_key, counter, transports)
  values (credential, own.id, called, key, used, by_transports);
  if is_first then
    perform end_other_sessions(own.id, token);
    delete from recovery_codes where account_id = own.id;
    insert into recovery_codes (account_id, code_hash) select own.id, unnest(codes);
  end if;
  return is_first;
end
$$;
revoke all on function add_passkey(text, bytea, text, bytea, bigint, text[], bytea[]) from public;
grant execute on function add_passkey(text, bytea, text, bytea, bigint, text[], bytea[]) to sagasu_server;

-- The passkeys of the session's account, for its owner.
-- Index: passkeys_account.
create function passkeys_of_session(token text)
returns table (credential_id bytea, name text, transports text[], created_at timestamptz, last_used_at timestamptz)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select p.credential_id, p.name, p.transports, p.created_at, p.last_used_at
      from passkeys p where p.account_id = account_of_session(token) order by p.created_at, p.credential_id;
end
$$;
revoke all on function passkeys_of_session(text) from public;
grant execute on function passkeys_of_session(text) to sagasu_server;

-- The passkeys of the proven account, to verify a signature.
-- Index: passkeys_account.
create function passkeys_of_proven()
returns table (credential_id bytea, public_key bytea, counter bigint, transports text[])
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select p.credential_id, p.public_key, p.counter, p.transports
      from passkeys p where p.account_id = proven_account() order by p.created_at, p.credential_id;
end
$$;
revoke all on function passkeys_of_proven() from public;
grant execute on function passkeys_of_proven() to sagasu_server;

-- Index: passkeys_pkey.
create function note_passkey_use(credential bytea, used bigint) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update passkeys set counter = used, last_used_at = now()
   where credential_id = credential and account_id = proven_account() and counter <= used;
end
$$;
revoke all on function note_passkey_use(bytea, bigint) from public;
grant execute on function note_passkey_use(bytea, bigint) to sagasu_server;

-- Without any second factor, recovery codes have no purpose. False for a passkey of another account.
-- Index: passkeys_pkey, passkeys_account.
create function remove_passkey(credential bytea) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  is_removed boolean;
begin
  delete from passkeys where credential_id = credential and account_id = proven_account();
  is_removed := found;
  delete from recovery_codes c using accounts a
   where a.id = proven_account() and c.account_id = a.id and a.totp_step is null
     and not exists (select from passkeys p where p.account_id = a.id);
  return is_removed;
end
$$;
revoke all on function remove_passkey(bytea) from public;
grant execute on function remove_passkey(bytea) to sagasu_server;

-- A passkey keeps the recovery codes.
create or replace function remove_totp() returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update accounts set totp_secret = null, totp_step = null where id = proven_account();
  delete from recovery_codes c
   where c.account_id = proven_account() and not exists (select from passkeys p where p.account_id = c.account_id);
end
$$;

-- A passkey sets up the second factor too.
create or replace function identify_account(secret text) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  of_account int;
  of_key int;
  known_as text;
begin
  delete from transaction_accounts where transaction = pg_current_xact_id();
  select a.id, a.name into of_account, known_as
    from accounts a where a.id = account_of_session(secret) and not (
      a.totp_required and a.totp_step is null and not exists (select from passkeys p where p.account_id = a.id));
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

drop function find_session(text);
-- Index: sessions_pkey, accounts_pkey, unique key of account_roles, passkeys_account.
create function find_session(token text) returns table (
  name text, created_at timestamptz, has_totp boolean, has_passkey boolean, totp_required boolean, recovery_codes int, roles json)
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
    select a.name, a.created_at, a.totp_step is not null, exists (select from passkeys p where p.account_id = own), a.totp_required,
      (select count(*)::int from recovery_codes c where c.account_id = own and c.used_at is null),
      (select coalesce(json_agg(json_build_object('role', r.role, 'board', b.name) order by r.role, b.name nulls first), '[]')
         from account_roles r left join boards b on b.id = r.board_id where r.account_id = own)
      from accounts a where a.id = own;
end
$$;
revoke all on function find_session(text) from public;
grant execute on function find_session(text) to sagasu_server;
