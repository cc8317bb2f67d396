-- Up Migration

-- Authors whom admins have appointed moderators of a cabal: their deletes of other authors' posts apply here.
create table cable_moderators (
  cabal_id      int not null references cabals (id) on delete cascade,
  author        bytea not null check (octet_length(author) = 32),
  appointed_by  text not null check (char_length(appointed_by) <= 80),
  appointed_at  timestamptz not null default now(),
  primary key (cabal_id, author)
);
create constraint trigger audit after insert or delete on cable_moderators
  deferrable initially deferred for each row execute function audit_row('cabal_id,author', '');
alter table cable_moderators enable row level security, force row level security;
create policy owner on cable_moderators to current_user using (true) with check (true);
create policy scraper on cable_moderators to sagasu_scraper using (true) with check (true);
create policy admins on cable_moderators for select to sagasu_server using ((select is_admin()));
create policy admins_appoint on cable_moderators for insert to sagasu_server
  with check ((select is_admin()) and (appointed_by = (select account_of_transaction())));
create policy admins_dismiss on cable_moderators for delete to sagasu_server using ((select is_admin()));
grant select on cable_moderators to sagasu_scraper;
grant select, insert (cabal_id, author, appointed_by), delete on cable_moderators to sagasu_server;

-- The archive leaves the cabal: its appointments end.
create function dismiss_cable_moderators() returns trigger
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  delete from cable_moderators m
   where m.cabal_id = old.cabal_id and not exists (select from cable_channels c where c.cabal_id = old.cabal_id);
  return null;
end
$$;
revoke all on function dismiss_cable_moderators() from public;
create trigger dismiss_moderators after delete on cable_channels
  for each row execute function dismiss_cable_moderators();

-- The latest info of an author as it was received, and the layout of its bytes, for admins.
-- Index: cable_users_pkey, cable_posts_pkey, cabals_pkey.
create function read_cable_info(of_cabal int, of_author bytea) returns table (bytes bytea, layout text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if session_user <> current_user and not is_admin() then
    raise exception 'only admins of all boards may do this' using errcode = 'insufficient_privilege';
  end if;
  return query
    select p.bytes, c.layout from cable_users u
    join cable_posts p on p.cabal_id = u.cabal_id and p.hash = u.hash join cabals c on c.id = u.cabal_id
    where u.cabal_id = of_cabal and u.author = of_author;
end
$$;
revoke all on function read_cable_info(int, bytea) from public;
grant execute on function read_cable_info(int, bytea) to sagasu_server;
