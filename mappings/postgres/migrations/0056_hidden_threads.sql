-- Up Migration

-- A thread that is hidden as a whole has no visible post. Rows are checked as they are written, so reading costs nothing: by the server, which
-- shows and hides, and by the scraper, which adds replies. The owner's imports hide what they add (store/merge-posts.ts).
-- moderated_threads_pkey.
create policy hidden_threads on posts as restrictive for update to sagasu_server
  using (true)
  with check (hidden or not exists (
    select from moderated_threads m where m.board_id = posts.board_id and m.thread = posts.thread));
create policy hidden_threads_grow on posts as restrictive for insert to sagasu_scraper
  with check (hidden or not exists (
    select from moderated_threads m where m.board_id = posts.board_id and m.thread = posts.thread));

-- Posts that were shown one by one in such threads until now. moderated_threads as a whole, posts_thread, dirty_pkey, pending_hides_pkey.
with rehidden as (
  update posts p set hidden = true, time_modified = now(), rev = nextval('post_rev')
    from moderated_threads m
   where p.board_id = m.board_id and p.thread = m.thread and not p.hidden
  returning p.board_id, p.thread, p.num, p.subnum, p.rev
), marked as (
  insert into dirty (board_id, thread, gen, min_rev, since)
  select board_id, thread, nextval('dirty_gen'), min(rev), now() from rehidden group by board_id, thread
  on conflict (board_id, thread) do update set gen = nextval('dirty_gen'), min_rev = least(dirty.min_rev, excluded.min_rev)
)
insert into pending_hides (board_id, thread, num, subnum) select board_id, thread, num, subnum from rehidden
on conflict (board_id, thread, num, subnum) do update set since = now();

-- Moderators hide single posts; whole threads are for admins of the board.
drop policy moderators on moderated_threads;
create policy moderators on moderated_threads for select to sagasu_server
  using (board_id = any ((select moderated_boards())::int[]));
create policy admins_add on moderated_threads for insert to sagasu_server
  with check (board_id = any ((select administered_boards())::int[]));
create policy admins_change on moderated_threads for update to sagasu_server
  using (board_id = any ((select administered_boards())::int[]));
create policy admins_remove on moderated_threads for delete to sagasu_server
  using (board_id = any ((select administered_boards())::int[]));

create or replace function append_audit(did text, board int, on_what jsonb, why text, named text) returns bigint
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if session_user <> current_user then
    if not board = any (moderated_boards()) then
      raise exception 'only moderators of the board may do this' using errcode = 'insufficient_privilege';
    end if;
    if on_what ? 'thread' and not board = any (administered_boards()) then
      raise exception 'only admins of the board may do this to a whole thread' using errcode = 'insufficient_privilege';
    end if;
  end if;
  return add_audit_entry('posts.' || did, board, on_what, why, null, named);
end
$$;

-- Down Migration
