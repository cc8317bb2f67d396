-- Up Migration

-- Boards that the account of the transaction administers, and whether it is an admin of every board: as moderated_boards in 0031.
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

revoke all on function administered_boards(), is_admin() from public;
grant execute on function administered_boards(), is_admin() to sagasu_server;

-- As in 0031. The server reads, within its grants, what is not for admins only: its pages show boards, identities and harvests to readers.
do $$
declare
  secured record;
  process text;
begin
  for secured in
    select c.oid, c.relname, pg_get_userbyid(c.relowner) as owner from pg_class c
    where c.oid = any (array['boards', 'board_defaults', 'identities', 'identity_aliases', 'missing_files', 'missing_posts',
      'missing_threads', 'backfills', 'banned_media', 'datastores', 'senders']::regclass[])
  loop
    execute format('alter table %I enable row level security, force row level security', secured.relname);
    execute format('create policy owner on %I to %I using (true) with check (true)', secured.relname, secured.owner);
    foreach process in array array['scraper', 'indexer'] loop
      if has_any_column_privilege('sagasu_' || process, secured.oid, 'select, insert, update')
        or has_table_privilege('sagasu_' || process, secured.oid, 'delete')
      then
        execute format('create policy %I on %I to %I using (true) with check (true)',
          process, secured.relname, 'sagasu_' || process);
      end if;
    end loop;
    if has_any_column_privilege('sagasu_server', secured.oid, 'select') then
      execute format('create policy readers on %I for select to sagasu_server using (true)', secured.relname);
    end if;
  end loop;
end
$$;

create policy admins on boards for update to sagasu_server using (id = any ((select administered_boards())::int[]));
create policy admins on missing_files for update to sagasu_server
  using (board_id = any ((select administered_boards())::int[]));
create policy admins on missing_posts for update to sagasu_server
  using (board_id = any ((select administered_boards())::int[]));
create policy admins on missing_threads for update to sagasu_server
  using (board_id = any ((select administered_boards())::int[]));
-- What applies to every board.
create policy admins on board_defaults for update to sagasu_server using ((select is_admin()));
create policy admins on identities to sagasu_server using ((select is_admin())) with check ((select is_admin()));
create policy admins on identity_aliases to sagasu_server using ((select is_admin())) with check ((select is_admin()));

-- Down Migration
