-- Up Migration

-- Staff have accounts; readers have none.
alter table users rename to accounts;
alter table accounts rename constraint users_pkey to accounts_pkey;
alter table accounts rename constraint users_name_key to accounts_name_key;
alter table accounts rename constraint users_name_check to accounts_name_check;
alter sequence users_id_seq rename to accounts_id_seq;
alter table accounts
  -- Null until the invited person has chosen one.
  alter column password_hash drop not null,
  add column disabled_at timestamptz,
  -- The secret that an authenticator app shares. In force once totp_step is set, which happens when a code has confirmed it.
  add column totp_secret bytea constraint accounts_totp_secret_check check (octet_length(totp_secret) = 20),
  -- The last 30-second step whose code was accepted, so that each code works once.
  add column totp_step bigint,
  add column totp_required boolean not null default false,
  add constraint accounts_totp_step_check check (totp_step is null or totp_secret is not null);

alter table sessions rename column user_id to account_id;
alter table sessions rename constraint sessions_user_id_fkey to sessions_account_id_fkey;
alter index sessions_user rename to sessions_account;

-- Replace the codes of a lost phone, each once.
create table recovery_codes (
  account_id  int not null references accounts (id) on delete cascade,
  code_hash   bytea not null check (octet_length(code_hash) = 32),
  used_at     timestamptz,
  primary key (account_id, code_hash)
);

-- What an account may do: one role for each board, and one for all boards. On a board the higher of both applies.
create table account_roles (
  account_id  int not null references accounts (id) on delete cascade,
  role        text not null check (role in ('janitor', 'moderator', 'admin')),
  -- Null: every board, also those that are added later.
  board_id    int references boards (id) on delete cascade,
  unique nulls not distinct (account_id, board_id)
);
create index account_roles_board on account_roles (board_id);
insert into account_roles (account_id, role) select id, 'admin' from accounts;

-- The open invitation of an account without a password. It is deleted when it has been used.
create table invitations (
  account_id  int primary key references accounts (id) on delete cascade,
  token_hash  bytea not null unique check (octet_length(token_hash) = 32),
  expires_at  timestamptz not null
);

-- As account_roles, for the keys of programs. A key without a role only has its scopes.
create table key_roles (
  key_id    int not null references api_keys (id) on delete cascade,
  role      text not null check (role in ('janitor', 'moderator', 'admin')),
  board_id  int references boards (id) on delete cascade,
  unique nulls not distinct (key_id, board_id)
);
create index key_roles_board on key_roles (board_id);

-- The last enabled admin of all boards stays, also when two transactions each remove one of two. Checked at the end of the transaction.
-- The lock orders the checks, and only READ COMMITTED lets the second one see what the first transaction committed.
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
create constraint trigger accounts_keep_an_admin after delete on accounts
  deferrable initially deferred for each row
  when (old.disabled_at is null and old.password_hash is not null) execute function keep_an_admin();
create constraint trigger accounts_keep_an_admin_enabled after update on accounts
  deferrable initially deferred for each row
  when (old.disabled_at is null and old.password_hash is not null and (new.disabled_at is not null or new.password_hash is null))
  execute function keep_an_admin();
create constraint trigger account_roles_keep_an_admin after delete or update on account_roles
  deferrable initially deferred for each row
  when (old.role = 'admin' and old.board_id is null) execute function keep_an_admin();

grant select, insert, update, delete on recovery_codes, account_roles, invitations, key_roles to sagasu_server;
grant insert, delete on api_keys to sagasu_server;

-- Down Migration
