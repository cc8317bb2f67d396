-- Up Migration

-- Counts what a removal would delete. Index: the primary keys, by board.
drop function board_contents(text, int);
create function board_contents(named text, most int)
returns table (posts bigint, hidden bigint, threads bigint, files bigint, reported bigint, bans bigint, filters bigint, accounts bigint,
  indices bigint, queued bigint)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if session_user <> current_user and not is_admin() then
    raise exception 'only admins of all boards may do this' using errcode = 'insufficient_privilege';
  end if;
  return query
    with board as (select b.id from boards b where b.name = named),
      first as materialized (
        select p.hidden, p.opener, p.media_hash_src from posts p where p.board_id = (select id from board) limit most),
      shown as (select distinct f.media_hash_src as sha256 from first f where f.media_hash_src is not null)
    select (select count(*) from first), (select count(*) from first f where f.hidden), (select count(*) from first f where f.opener),
      (select count(*) from shown s where not exists (select from posts p where p.media_hash_src = s.sha256 and p.board_id <> b.id)),
      (select count(*) from reported_posts r where r.board_id = b.id),
      (select count(*) from bans n where n.board_id = b.id),
      (select count(*) from post_filters f where f.board_id = b.id),
      (select count(distinct r.account_id) from account_roles r where r.board_id = b.id),
      (select count(*) from indices i where i.board_id = b.id),
      (select count(*) from dirty d where d.board_id = b.id)
    from board b;
end
$$;
revoke all on function board_contents(text, int) from public;
grant execute on function board_contents(text, int) to sagasu_server;

-- Removes a board and all its data, for admins of all boards; false for an unknown board. A scraper deletes files that no other
-- post shows; an indexer deletes the indices. It waits for writers of the board, and at most five seconds for readers of posts,
-- who must not wait behind it. Rows whose reference to the board becomes null stay: triggers of their module change them.
-- Index: the primary keys, by board.
create or replace function remove_board(named text) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  board int;
  kept record;
  attempts int := 0;
  is_left boolean := true;
begin
  if session_user <> current_user and not is_admin() then
    raise exception 'only admins of all boards may do this' using errcode = 'insufficient_privilege';
  end if;
  perform set_config('lock_timeout', '5s', true);
  -- A writer that holds the lock of posts may still refer to the row.
  select b.id into board from boards b where b.name = named for no key update;
  if board is null then
    return false;
  end if;
  perform pg_advisory_xact_lock_shared(hashtext('sagasu_filters'), 0), pg_advisory_xact_lock(hashtext('sagasu_posts'), board);
  insert into media_removals (sha256)
    select p.media_hash_src from posts p where p.board_id = board and p.media_hash_src is not null
    union select p.media_hash_thb from posts p where p.board_id = board and p.media_hash_thb is not null
    union select r.sha256 from post_replays r where r.board_id = board
    on conflict do nothing;
  insert into removed_indices (name, board) select i.name, named from indices i where i.board_id = board on conflict do nothing;
  -- Reasons of moderation may quote the board's posts.
  delete from audit_details d using audit_log l where l.id = d.audit_id and l.board_id = board and split_part(l.action, '.', 1) <> 'boards';
  -- Deletes from every table with a foreign key to boards, also from tables of later versions, unless a removal sets the key to null. Rows
  -- that other rows refer to are left for the next attempt.
  while is_left and attempts < 5 loop
    is_left := false;
    attempts := attempts + 1;
    for kept in
      select c.conrelid::regclass as name, a.attname as of_board
        from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
       where c.confrelid = 'boards'::regclass and c.contype = 'f' and cardinality(c.conkey) = 1 and c.confdeltype <> 'n'
       order by 1
    loop
      begin
        execute format('delete from %s where %I = $1', kept.name, kept.of_board) using board;
      exception when foreign_key_violation then
        is_left := true;
      end;
    end loop;
  end loop;
  -- wanted_media does not have a foreign key to boards.
  delete from wanted_media w where w.board_id = board;
  if to_regclass(format('posts_b%s', board)) is not null then
    execute format('drop table %I', format('posts_b%s', board));
  end if;
  delete from boards b where b.id = board;
  return true;
end
$$;
