-- Up Migration

-- Imports copy new threads straight into partitions. COPY does not apply row policies, so it is allowed for partitions only, which have
-- none: the writer merges threads with moderated posts instead.
alter table posts alter column rev set default nextval('post_rev');

do $$
declare
  slice regclass;
begin
  for slice in select relid from pg_partition_tree('posts') where isleaf and relid <> 'posts'::regclass loop
    execute format('grant insert on %s to sagasu_importer', slice);
  end loop;
end
$$;

create or replace function ensure_slice(wanted_board int, wanted_slice bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  size bigint;
  board_table text := format('posts_b%s', wanted_board);
  slice_table text := format('posts_b%s_s%s', wanted_board, wanted_slice);
begin
  if to_regclass(slice_table) is not null then
    return;
  end if;
  select slice_size into strict size from boards where id = wanted_board;
  -- Two scrapers may store the first post of a slice at the same time. "if not exists" reads the catalog again after the wait for the lock;
  -- to_regclass may still return the result from before it.
  perform pg_advisory_xact_lock(hashtext('ensure_slice'), wanted_board);
  execute format('create table if not exists %I partition of posts for values in (%s) partition by range (num)',
    board_table, wanted_board);
  execute format('create table if not exists %I partition of %I for values from (%s) to (%s)',
    slice_table, board_table, wanted_slice * size, (wanted_slice + 1) * size);
  execute format('grant insert on %I to sagasu_importer', slice_table);
end
$$;
