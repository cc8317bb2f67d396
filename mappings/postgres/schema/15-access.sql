-- The account that a transaction acts for, and its rights. Policies of later tables use these functions.

-- Two steps: the deletion is queued behind every deferred trigger that was queued before, so those still see the account.
create function forget_account() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    update transaction_accounts set is_ending = true where transaction = new.transaction;
  else
    delete from transaction_accounts where transaction = new.transaction;
  end if;
  return null;
end
$$;
revoke all on function forget_account() from public;

-- The account that the current transaction acts for. identify_account adds the row, and a deferred trigger removes it at commit,
-- so other transactions never see it. Login roles can neither read nor write the table. It is unlogged: a crash ends every
-- transaction anyway.
create unlogged table transaction_accounts (
  transaction  xid8 primary key,
  -- Name of the account or key.
  account      text not null,
  -- Distinguishes sessions, but cannot open one: the start of a hash of the token's hash. Null for keys.
  session      text,
  -- Boards on which the account is a moderator or admin, and boards on which it is an admin.
  moderates    int[] not null,
  administers  int[] not null,
  -- Admin of every board, present and future. Such admins also have the rows without a board.
  is_admin     boolean not null,
  is_ending    boolean not null default false,
  -- The account whose password this transaction has proven: it may change its password, second factor and sessions.
  proven       int,
  -- Boards on which the account has any role.
  staffs       int[] not null default '{}',
  -- The address that the request came from, as reported by the server.
  address      inet
);
create constraint trigger forget_account after insert or update of is_ending on transaction_accounts
  deferrable initially deferred for each row execute function forget_account();
alter table transaction_accounts enable row level security, force row level security;
create policy owner on transaction_accounts to current_user using (true) with check (true);

create function account_of_transaction() returns text
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if pg_current_xact_id_if_assigned() is null then
    return null;
  end if;
  return (select account from transaction_accounts where transaction = pg_current_xact_id_if_assigned());
end
$$;
revoke all on function account_of_transaction() from public;
grant execute on function account_of_transaction() to sagasu_server;

create function is_admin() returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if pg_current_xact_id_if_assigned() is null then
    return false;
  end if;
  return coalesce(
    (select a.is_admin from transaction_accounts a where transaction = pg_current_xact_id_if_assigned()), false);
end
$$;
revoke all on function is_admin() from public;
grant execute on function is_admin() to sagasu_server;

-- Boards that the account of the transaction administers.
create function administered_boards() returns int[]
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if pg_current_xact_id_if_assigned() is null then
    return '{}';
  end if;
  return coalesce(
    (select administers from transaction_accounts where transaction = pg_current_xact_id_if_assigned()), '{}');
end
$$;
revoke all on function administered_boards() from public;
grant execute on function administered_boards() to sagasu_server;

-- Boards that the account of the transaction moderates. Policies use this and the similar functions. Only a transaction that has
-- written has an id, and identify_account writes: for a reader's transaction these functions read no table. Policies call them
-- in a sub-select, which runs once per statement.
create function moderated_boards() returns int[]
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if pg_current_xact_id_if_assigned() is null then
    return '{}';
  end if;
  return coalesce(
    (select moderates from transaction_accounts where transaction = pg_current_xact_id_if_assigned()), '{}');
end
$$;
revoke all on function moderated_boards() from public;
grant execute on function moderated_boards() to sagasu_server;

create function staffed_boards() returns int[]
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if pg_current_xact_id_if_assigned() is null then
    return '{}';
  end if;
  return coalesce(
    (select staffs from transaction_accounts where transaction = pg_current_xact_id_if_assigned()), '{}');
end
$$;
revoke all on function staffed_boards() from public;
grant execute on function staffed_boards() to sagasu_server;

-- Conditions on rights must be false for NULL: `not board = any (…)` is NULL for a NULL board, and IF takes NULL for false.
create function moderates(board int) returns boolean
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return coalesce(board = any (moderated_boards()), false);
end
$$;
revoke all on function moderates(int) from public;

-- True if the account moderates every board, which actions on all boards need. It reads the small table of boards.
create function moderates_all_boards() returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return moderated_boards() <> '{}' and not exists (select from boards b where b.id <> all (moderated_boards()));
end
$$;
revoke all on function moderates_all_boards() from public;
grant execute on function moderates_all_boards() to sagasu_server;
