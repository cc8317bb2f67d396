-- Up Migration

-- Admins of all boards add boards; admins of a board change its title.
grant insert (name, title, worksafe, source, source_name, url, media_url, slice_size), update (title, worksafe) on boards to sagasu_server;
create policy all_boards_add on boards for insert to sagasu_server with check ((select is_admin()));

-- Indices of boards that were removed, until an indexer has deleted them.
create table removed_indices (
  name   text primary key,
  -- The name of the board: another board takes it, and with it names of indices, only then.
  board  text not null,
  since  timestamptz not null default now()
);
create index removed_indices_board on removed_indices (board);

create function await_removed_indices() returns trigger
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if exists (select from removed_indices r where r.board = new.name) then
    raise exception 'the index of the board that was removed is still being deleted: try again in some seconds' using errcode = 'object_in_use';
  end if;
  return new;
end
$$;
create trigger removed_indices before insert on boards for each row execute function await_removed_indices();

-- What a removal of the board would delete, for admins of all boards; no row for an unknown board. Posts, and what is counted along with them, are counted
-- up to `most`. posts_pkey, posts_media_hash_src, reported_posts_pkey; the rest are small tables.
create function board_contents(named text, most int)
returns table (source text, posts bigint, hidden bigint, threads bigint, files bigint, reported bigint, bans bigint, filters bigint, accounts bigint)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if session_user <> current_user and not is_admin() then
    raise exception 'only admins of all boards may do this' using errcode = 'insufficient_privilege';
  end if;
  return query
    with board as (select b.id, b.source from boards b where b.name = named),
      first as materialized (
        select p.hidden, p.opener, p.media_hash_src from posts p where p.board_id = (select id from board) limit most),
      shown as (select distinct f.media_hash_src as sha256 from first f where f.media_hash_src is not null)
    select b.source, (select count(*) from first), (select count(*) from first f where f.hidden), (select count(*) from first f where f.opener),
      (select count(*) from shown s where not exists (select from posts p where p.media_hash_src = s.sha256 and p.board_id <> b.id)),
      (select count(*) from reported_posts r where r.board_id = b.id),
      (select count(*) from bans n where n.board_id = b.id),
      (select count(*) from post_filters f where f.board_id = b.id),
      (select count(distinct r.account_id) from account_roles r where r.board_id = b.id)
    from board b;
end
$$;

-- Removes a board with everything that is kept about it, for admins of all boards: whether there was such a board. Files that no other post shows
-- are deleted by a scraper, indices by an indexer. Waits for writers of the board, and no longer than five seconds for readers of posts, who
-- must not wait behind it. The primary keys of the tables, by board.
create function remove_board(named text) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  board int;
  brings text;
  kept record;
  attempts int := 0;
  is_left boolean := true;
begin
  if session_user <> current_user and not is_admin() then
    raise exception 'only admins of all boards may do this' using errcode = 'insufficient_privilege';
  end if;
  perform set_config('lock_timeout', '5s', true);
  select b.id, b.source into board, brings from boards b where b.name = named for update;
  if board is null then
    return false;
  end if;
  if brings = 'cable' then
    raise exception 'posts of a cabal belong to the cabal' using errcode = 'object_not_in_prerequisite_state';
  end if;
  perform pg_advisory_xact_lock_shared(hashtext('sagasu_filters'), 0), pg_advisory_xact_lock(hashtext('sagasu_posts'), board);
  insert into media_removals (sha256)
    select p.media_hash_src from posts p where p.board_id = board and p.media_hash_src is not null
    union select p.media_hash_thb from posts p where p.board_id = board and p.media_hash_thb is not null
    union select r.sha256 from post_replays r where r.board_id = board
    on conflict do nothing;
  insert into removed_indices (name, board) select i.name, named from indices i where i.board_id = board on conflict do nothing;
  -- Reasons of what staff did may quote the board's posts.
  delete from audit_details d using audit_log l where l.id = d.audit_id and l.board_id = board and split_part(l.action, '.', 1) <> 'boards';
  -- Every table that has rows of boards, also those that come with later versions; again while rows of one still need rows of another.
  while is_left and attempts < 5 loop
    is_left := false;
    attempts := attempts + 1;
    for kept in
      select c.conrelid::regclass as name, a.attname as of_board
        from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
       where c.confrelid = 'boards'::regclass and c.contype = 'f' and cardinality(c.conkey) = 1
       order by 1
    loop
      begin
        execute format('delete from %s where %I = $1', kept.name, kept.of_board) using board;
      exception when foreign_key_violation then
        is_left := true;
      end;
    end loop;
  end loop;
  -- Rows of these name the board without a foreign key.
  delete from wanted_media w where w.board_id = board;
  if to_regclass(format('posts_b%s', board)) is not null then
    execute format('drop table %I', format('posts_b%s', board));
  end if;
  delete from boards b where b.id = board;
  return true;
end
$$;

revoke all on function await_removed_indices(), board_contents(text, int), remove_board(text) from public;
grant execute on function board_contents(text, int), remove_board(text) to sagasu_server;
grant select, delete on removed_indices to sagasu_indexer;

do $$
begin
  alter table removed_indices enable row level security, force row level security;
  execute format('create policy owner on removed_indices to %I using (true) with check (true)',
    (select pg_get_userbyid(relowner) from pg_class where oid = 'removed_indices'::regclass));
end
$$;
create policy indexer on removed_indices to sagasu_indexer using (true) with check (true);

-- Down Migration
