-- Up Migration

-- Removes the posts of a channel from this host only: peers keep theirs, and a host that follows the channel again receives them again.
-- Tombstones stay, so posts that were deleted or purged do not return. The caller holds the lock of the cabal.
-- Index: cable_posts_names, cable_channel_deletes_time, cable_channel_deletes_hash, cable_posts_author, the primary keys, by cabal.
create function forget_cable_channel(of_cabal int, of_channel bytea) returns void
language plpgsql volatile set search_path = public, pg_temp as $$
declare
  gone_authors bytea[];
begin
  with gone as (
    delete from cable_posts p where p.cabal_id = of_cabal and p.channel = of_channel and p.channel <> '' returning p.hash
  )
  delete from cable_links l using gone g where l.cabal_id = of_cabal and l.hash = g.hash;
  -- Deletes that belong to no other channel and do not wait for a post.
  with gone as (
    delete from cable_channel_deletes d where d.cabal_id = of_cabal and d.channel = of_channel returning d.hash
  )
  delete from cable_posts p using gone g
   where p.cabal_id = of_cabal and p.hash = g.hash
     and not exists (
       select from cable_channel_deletes o where o.cabal_id = of_cabal and o.hash = p.hash and o.channel <> of_channel)
     and not exists (select from cable_claims c where c.cabal_id = of_cabal and c.deleted_by = p.hash);
  -- Infos of authors that are known from no other channel.
  with gone as (
    delete from cable_members m where m.cabal_id = of_cabal and m.channel = of_channel returning m.author
  )
  select array_agg(g.author) into gone_authors from gone g
   where not exists (
     select from cable_members o where o.cabal_id = of_cabal and o.author = g.author and o.channel <> of_channel);
  delete from cable_users u where u.cabal_id = of_cabal and u.author = any (gone_authors);
  delete from cable_posts p where p.cabal_id = of_cabal and p.author = any (gone_authors) and p.type = 2;
  delete from cable_topics t where t.cabal_id = of_cabal and t.channel = of_channel;
  -- The board's posts are gone already.
  update cable_tombstones t set board_id = null, num = null, is_due = false
   where t.cabal_id = of_cabal and t.channel = of_channel and (t.board_id is not null or t.is_due);
end
$$;
revoke all on function forget_cable_channel(int, bytea) from public;
grant execute on function forget_cable_channel(int, bytea) to sagasu_scraper;

-- Forgets the channel of a removed board, and with the last channel the cabal. Hashes of deleted posts and blocks of authors stay.
-- Index: cable_channels_pkey, the primary keys, by cabal.
create function remove_cable_channel() returns trigger
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('sagasu_cable'), old.cabal_id);
  perform forget_cable_channel(old.cabal_id, old.channel);
  if exists (select from cable_channels c where c.cabal_id = old.cabal_id) then
    return null;
  end if;
  if not exists (select from cable_tombstones t where t.cabal_id = old.cabal_id)
    and not exists (select from cable_blocked b where b.cabal_id = old.cabal_id)
  then
    delete from cabals c where c.id = old.cabal_id;
    return null;
  end if;
  delete from cable_posts p where p.cabal_id = old.cabal_id;
  delete from cable_members m where m.cabal_id = old.cabal_id;
  delete from cable_users u where u.cabal_id = old.cabal_id;
  delete from cable_topics t where t.cabal_id = old.cabal_id;
  delete from cable_links l where l.cabal_id = old.cabal_id
    and not exists (select from cable_tombstones t where t.cabal_id = l.cabal_id and t.hash = l.hash);
  delete from cabal_addresses a where a.cabal_id = old.cabal_id;
  delete from cable_peers p where p.cabal_id = old.cabal_id;
  delete from cable_refusals r where r.cabal_id = old.cabal_id;
  return null;
end
$$;
revoke all on function remove_cable_channel() from public;
create trigger remove_channel after delete on cable_channels for each row execute function remove_cable_channel();

-- Counts what the removal of a board deletes of its cabal; null for a board of another source.
-- Index: boards_name_key, cable_channels_board_id_key, cable_posts_names, cable_posts_due, the primary keys, by cabal.
create function cable_board_contents(named text) returns jsonb
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  of_board record;
  is_last boolean;
begin
  if session_user <> current_user and not is_admin() then
    raise exception 'only admins of all boards may do this' using errcode = 'insufficient_privilege';
  end if;
  select c.cabal_id, c.channel into of_board
    from cable_channels c join boards b on b.id = c.board_id where b.name = named;
  if not found then
    return null;
  end if;
  is_last := not exists (
    select from cable_channels c where c.cabal_id = of_board.cabal_id and c.channel <> of_board.channel);
  return jsonb_build_object(
    'cable_posts', case when is_last then
        (select count(*) from cable_posts p where p.cabal_id = of_board.cabal_id)
      else
        (select count(*) from cable_posts p
          where p.cabal_id = of_board.cabal_id and p.channel = of_board.channel and p.channel <> '')
      end,
    'cable_due', (select count(*) from cable_posts p
       where p.cabal_id = of_board.cabal_id and p.channel = of_board.channel and p.is_due),
    'cable_authors', (select count(*) from cable_members m
       where m.cabal_id = of_board.cabal_id and m.channel = of_board.channel
         and not exists (
           select from cable_members o
            where o.cabal_id = m.cabal_id and o.author = m.author and o.channel <> m.channel)),
    'cable_addresses', (select count(*) from cabal_addresses a where is_last and a.cabal_id = of_board.cabal_id),
    'cable_peers', (select count(*) from cable_peers p where is_last and p.cabal_id = of_board.cabal_id),
    'cable_keys', is_last::int,
    'cable_kept', (select count(*) from cable_tombstones t
       where t.cabal_id = of_board.cabal_id and (is_last or t.channel = of_board.channel)));
end
$$;
revoke all on function cable_board_contents(text) from public;
grant execute on function cable_board_contents(text) to sagasu_server;
