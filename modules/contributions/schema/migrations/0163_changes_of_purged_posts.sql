-- Up Migration

-- A purge deletes the post's earlier values, which a dump has changed. Index: dump_change_posts_post.
create function drop_changed_by_dumps() returns trigger
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  delete from dump_change_posts d where d.board_id = new.board_id and d.num = new.num and d.subnum = new.subnum;
  return null;
end
$$;
revoke all on function drop_changed_by_dumps() from public;
create trigger drop_changed_by_dumps after update of time_purged on posts
  for each row when (old.time_purged is null and new.time_purged is not null) execute function drop_changed_by_dumps();
