-- Up Migration

-- How much of a cabal is stored, which a limit bounds and admins see.
create table cabal_sizes (
  cabal_id  int primary key references cabals (id) on delete cascade,
  posts     bigint not null,
  bytes     bigint not null
);
insert into cabal_sizes (cabal_id, posts, bytes)
select cabal_id, count(*), sum(octet_length(bytes)) from cable_posts group by cabal_id;

-- Once for each statement. cabal_sizes_pkey.
create function count_cable_posts() returns trigger
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into cabal_sizes as s (cabal_id, posts, bytes)
    select c.cabal_id, count(*), sum(octet_length(c.bytes)) from changed c group by c.cabal_id order by c.cabal_id
    on conflict (cabal_id) do update set posts = s.posts + excluded.posts, bytes = s.bytes + excluded.bytes;
  else
    update cabal_sizes s set posts = s.posts - g.posts, bytes = s.bytes - g.bytes
      from (select c.cabal_id, count(*) as posts, sum(octet_length(c.bytes)) as bytes from changed c group by c.cabal_id) g
     where s.cabal_id = g.cabal_id;
  end if;
  return null;
end
$$;
create trigger count_added after insert on cable_posts referencing new table as changed
  for each statement execute function count_cable_posts();
create trigger count_removed after delete on cable_posts referencing old table as changed
  for each statement execute function count_cable_posts();

-- Drops what a blocked author wrote and no board shows: joins, topics, names, deletes, and texts that are not published yet. Null, and nothing
-- happens, while a board has a post of the author. cable_blocked_pkey, cable_posts_author, cable_users_pkey.
create function drop_cable_author(of_cabal int, of_author bytea) returns int
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  dropped int;
  channels bytea[];
begin
  if session_user <> current_user and not is_admin() then
    raise exception 'only admins of all boards may do this' using errcode = 'insufficient_privilege';
  end if;
  perform pg_advisory_xact_lock(hashtext('sagasu_cable'), of_cabal);
  if not exists (select from cable_blocked b where b.cabal_id = of_cabal and b.author = of_author) then
    raise exception 'the author is not blocked' using errcode = 'no_data_found';
  end if;
  if exists (
    select from cable_posts p where p.cabal_id = of_cabal and p.author = of_author and p.board_id is not null and p.num is not null)
  then
    return null;
  end if;
  with gone as (
    delete from cable_posts p where p.cabal_id = of_cabal and p.author = of_author
    returning p.hash, p.author, p.type, p.channel, p.time, p.rank
  ), kept as (
    insert into cable_tombstones (cabal_id, hash, author, type, channel, time, rank)
    select of_cabal, g.hash, g.author, g.type, g.channel, g.time, g.rank from gone g on conflict do nothing
  )
  select count(*), coalesce(array_agg(distinct g.channel) filter (where g.channel <> ''), '{}') into dropped, channels from gone g;
  perform refresh_cable_members(of_cabal, channels, array(select of_author from unnest(channels)));
  perform refresh_cable_topics(of_cabal, channels);
  delete from cable_users u where u.cabal_id = of_cabal and u.author = of_author;
  return dropped;
end
$$;

revoke all on function count_cable_posts(), drop_cable_author(int, bytea) from public;
grant execute on function drop_cable_author(int, bytea) to sagasu_server;

-- Admins of all boards see what a scraper does as a peer. No key is in the database, and the paths of key files are not for them.
grant select (id, layout, worker, lease_until) on cabals to sagasu_server;
grant select (cabal_id, author, type, board_id, num) on cable_posts to sagasu_server;
grant select (cabal_id, author, name) on cable_users to sagasu_server;
grant select on cabal_addresses, cable_channels, cable_peers, cable_refusals, cabal_sizes to sagasu_server;
grant select, insert (cabal_id, author, blocked_by, reason), delete on cable_blocked to sagasu_server;
grant select on cabal_sizes to sagasu_scraper;

alter table cabal_sizes enable row level security, force row level security;
do $$
declare
  secured text;
begin
  execute format('create policy owner on cabal_sizes to %I using (true) with check (true)',
    (select pg_get_userbyid(relowner) from pg_class where oid = 'cabal_sizes'::regclass));
  foreach secured in array array['cabals', 'cabal_addresses', 'cabal_sizes', 'cable_channels', 'cable_posts', 'cable_users', 'cable_blocked',
    'cable_refusals', 'cable_peers']
  loop
    execute format('create policy admins on %I for select to sagasu_server using ((select is_admin()))', secured);
  end loop;
end
$$;
create policy scraper on cabal_sizes for select to sagasu_scraper using (true);
create policy admins_block on cable_blocked for insert to sagasu_server
  with check ((select is_admin()) and blocked_by = (select account_of_transaction()));
create policy admins_unblock on cable_blocked for delete to sagasu_server using ((select is_admin()));

create constraint trigger audit after insert or delete on cable_blocked
  deferrable initially deferred for each row execute function audit_row('cabal_id,author', '');

-- Down Migration
