-- Boards and their settings.

create function await_removed_indices() returns trigger
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if exists (select from removed_indices r where r.board = new.name) then
    raise exception 'the index of the board that was removed is still being deleted: try again in some seconds' using errcode = 'object_in_use';
  end if;
  return new;
end
$$;
revoke all on function await_removed_indices() from public;

create table boards (
  id           int generated always as identity primary key,
  name         text not null unique check ((name ~ '^[a-z0-9][a-z0-9_-]{0,31}$') and name !~ '-v[0-9]+-'),
  title        text not null,
  worksafe     boolean not null default true,
  source       text not null check (source in ('4chan', 'vichan', 'foolfuuka', 'pipermail', 'cable')),
  url          text not null,
  media_url    text not null,
  slice_size   bigint not null default 50000000 check (slice_size > 0),
  created_at   timestamptz not null default now(),
  -- The source's name of the board, if it differs.
  source_name  text check (source_name <> ''),
  -- Settings for polling and contents of the board: mappings/board-settings.ts. Processes read them again at every poll.
  settings     jsonb not null default '{}' check (jsonb_typeof(settings) = 'object')
);
create constraint trigger audit after insert or delete or update on boards
  deferrable initially deferred for each row execute function audit_row('id', '');
create trigger removed_indices before insert on boards
  for each row execute function await_removed_indices();
alter table boards enable row level security, force row level security;
create policy owner on boards to current_user using (true) with check (true);
create policy scraper on boards to sagasu_scraper using (true) with check (true);
create policy importer on boards to sagasu_importer using (true) with check (true);
create policy indexer on boards to sagasu_indexer using (true) with check (true);
create policy admins on boards for update to sagasu_server using (id = any ((select administered_boards())::int[]));
create policy all_boards_add on boards for insert to sagasu_server with check ((select is_admin()));
create policy readers on boards for select to sagasu_server using (true);
grant select on boards to sagasu_importer, sagasu_indexer, sagasu_scraper;
grant select, insert (name, title, worksafe, source, url, media_url, slice_size, source_name), update (title, worksafe, settings) on
  boards to sagasu_server;

-- Settings of all boards, in the form of boards.settings, whose values take precedence. One row.
create table board_defaults (
  only_row  boolean primary key default true check (only_row),
  settings  jsonb not null default '{}' check (jsonb_typeof(settings) = 'object')
);
insert into board_defaults default values;
create constraint trigger audit after insert or delete or update on board_defaults
  deferrable initially deferred for each row execute function audit_row('', '');
alter table board_defaults enable row level security, force row level security;
create policy owner on board_defaults to current_user using (true) with check (true);
create policy scraper on board_defaults to sagasu_scraper using (true) with check (true);
create policy importer on board_defaults for select to sagasu_importer using (true);
create policy indexer on board_defaults for select to sagasu_indexer using (true);
-- Defaults apply to every board, so all-board admins set them.
create policy admins on board_defaults for update to sagasu_server using ((select is_admin()));
create policy readers on board_defaults for select to sagasu_server using (true);
grant select on board_defaults to sagasu_importer, sagasu_indexer, sagasu_scraper;
grant select, update (settings) on board_defaults to sagasu_server;

-- The value of a setting for a board, otherwise the one of all boards; null if neither has it.
create function board_setting(board int, path text[]) returns text
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return (
    select coalesce(b.settings #>> path, d.settings #>> path)
      from boards b left join board_defaults d on true where b.id = board);
end
$$;
revoke all on function board_setting(int, text[]) from public;

-- The contents that a removal of the board would delete, for admins of all boards; no row for an unknown board. Posts and
-- everything counted along with them are counted up to `most`. Other tables are small.
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
revoke all on function board_contents(text, int) from public;
grant execute on function board_contents(text, int) to sagasu_server;

-- Removes a board and all its data, for admins of all boards; false for an unknown board. A scraper deletes files that no other
-- post shows; an indexer deletes the indices. It waits for writers of the board, and at most five seconds for readers of posts,
-- who must not wait behind it.
-- Index: the primary keys, by board.
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
  -- Reasons of moderation may quote the board's posts.
  delete from audit_details d using audit_log l where l.id = d.audit_id and l.board_id = board and split_part(l.action, '.', 1) <> 'boards';
  -- Deletes from every table with a foreign key to boards, also from tables of later versions. Rows that other rows refer to are left for
  -- the next attempt.
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
  -- wanted_media does not have a foreign key to boards.
  delete from wanted_media w where w.board_id = board;
  if to_regclass(format('posts_b%s', board)) is not null then
    execute format('drop table %I', format('posts_b%s', board));
  end if;
  delete from boards b where b.id = board;
  return true;
end
$$;
revoke all on function remove_board(text) from public;
grant execute on function remove_board(text) to sagasu_server;
