-- Files of whole boards that readers download.

-- Files with the visible posts of a board, for readers to download. The row is added before the file is written, so that hides
-- and purges during the writing are noticed; `size` is null until the file is complete.
create table public_exports (
  id              bigint generated always as identity primary key,
  board_id        int not null references boards (id),
  file            text not null unique,
  made_at         timestamptz not null,
  posts           bigint,
  size            bigint,
  sha256          bytea,
  -- The time since which the file contains a hidden or purged post.
  outdated_since  timestamptz,
  constraint public_exports_complete check (((size is null) = (posts is null)) and ((size is null) = (sha256 is null)))
);
create index public_exports_board on public_exports (board_id);
alter table public_exports enable row level security, force row level security;
create policy owner on public_exports to current_user using (true) with check (true);
create policy server on public_exports to sagasu_server using (true) with check (true);
grant select, insert, update (posts, size, sha256), delete on public_exports to sagasu_server;

-- Every hide and every purge adds a pending hide. The indexer only updates one when it has written the hidden post.
-- Index: public_exports_board.
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
revoke all on function note_outdated_exports() from public;

create trigger public_exports_insert after insert on pending_hides
  referencing new table as noted for each statement execute function note_outdated_exports();

create trigger public_exports_update after update on pending_hides
  referencing new table as noted for each statement execute function note_outdated_exports();
