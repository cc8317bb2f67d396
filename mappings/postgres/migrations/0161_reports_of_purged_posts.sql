-- Up Migration

-- Notes of reports may quote the post, so a purge deletes its reports. Index: reported_posts_pkey.
create function drop_reports() returns trigger
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  delete from reported_posts r where r.board_id = new.board_id and r.num = new.num and r.subnum = new.subnum;
  return null;
end
$$;
revoke all on function drop_reports() from public;
create trigger drop_reports after update of time_purged on posts
  for each row when (old.time_purged is null and new.time_purged is not null) execute function drop_reports();

-- A post that a filter holds is in the queue of staff. Index: reported_posts_pkey.
create function queue_held_post() returns trigger
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  insert into reported_posts (board_id, num, subnum, reports, held) values (new.board_id, new.num, new.subnum, 0, true)
  on conflict do nothing;
  return null;
end
$$;
revoke all on function queue_held_post() from public;
create trigger queue_held_post after insert on filtered_posts
  for each row when (new.action = 'hold') execute function queue_held_post();

-- Hides a post whose reports exceed the threshold; false if they do not. The caller holds the locks of moderation and of the thread.
-- Index: reported_posts_pkey, posts_pkey.
create or replace function hide_by_reports(board int, post bigint, ghost int) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  entry audit_log;
begin
  perform from reported_posts r where r.board_id = board and r.num = post and r.subnum = ghost for update;
  if not is_over_report_threshold(board, post, ghost)
    or not exists (select from posts p where p.board_id = board and p.num = post and p.subnum = ghost and not p.hidden)
  then
    return false;
  end if;
  perform hide_posts(board, array[post], array[ghost], true, clock_timestamp());
  update reported_posts r set held = true where r.board_id = board and r.num = post and r.subnum = ghost;
  entry.at := clock_timestamp();
  entry.actor := 'report threshold';
  entry.action := 'posts.hide';
  entry.board_id := board;
  entry.target := jsonb_build_object(
    'posts', jsonb_build_array(case when ghost = 0 then post::text else post || '_' || ghost end));
  perform link_audit_entry(entry, null, null);
  return true;
end
$$;
