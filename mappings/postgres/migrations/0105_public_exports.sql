-- Up Migration

-- Files with the visible posts of a board, which readers may download. A row is added before its file is written, so that what is hidden or
-- purged meanwhile is noticed; `size` is null until the file is complete.
create table public_exports (
  id bigint generated always as identity primary key,
  board_id int not null references boards (id),
  file text not null unique,
  made_at timestamptz not null,
  posts bigint,
  size bigint,
  sha256 bytea,
  -- Since when the file has a post that is hidden or purged by now.
  outdated_since timestamptz,
  constraint public_exports_complete check ((size is null) = (posts is null) and (size is null) = (sha256 is null))
);
create index public_exports_board on public_exports (board_id);
alter table public_exports enable row level security, force row level security;
do $$
begin
  execute format('create policy owner on public_exports to %I using (true) with check (true)',
    (select pg_get_userbyid(relowner) from pg_class where oid = 'public_exports'::regclass));
end
$$;
create policy server on public_exports for all to sagasu_server using (true) with check (true);
grant select, insert, delete, update (posts, size, sha256) on public_exports to sagasu_server;

-- Every hide and every purge is recorded in pending_hides. The indexer only notes there that it has written a hidden post.
-- public_exports_board.
create function note_outdated_exports() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if session_user = 'sagasu_indexer' then
    return null;
  end if;
  update public_exports e set outdated_since = now()
  where e.outdated_since is null and e.board_id in (select n.board_id from noted n);
  return null;
end
$$;
revoke execute on function note_outdated_exports() from public;
create trigger public_exports_insert after insert on pending_hides referencing new table as noted
  for each statement execute function note_outdated_exports();
create trigger public_exports_update after update on pending_hides referencing new table as noted
  for each statement execute function note_outdated_exports();

-- Down Migration
